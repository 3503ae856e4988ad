package inventory

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

const (
	maxHosts = 10_000
	maxWork  = 200_000 // mentions of hosts, and variables given to them
	maxName  = 253     // characters of a name: DNS knows no longer one
)

// priorityKey orders groups of one depth. It is no variable of a group.
const priorityKey = "ansible_group_priority"

var sections = []string{"hosts", "vars", "children"}

// New reads an inventory. It gives every fault of the file, in file order; with a Wrong one among them the inventory is empty.
//
// No fault shows a value: an inventory holds passwords. Whoever shows the source line of a fault shows its neighbours too.
func New(doc ports.Document) (Inventory, []ports.Fault) {
	r := &reader{inventory: newBuilder(doc.Shown)}
	r.root(doc)
	faults := r.faults.Faults()
	if ports.AnyWrong(faults) {
		return Inventory{}, faults
	}
	return r.inventory.Inventory, faults
}

// reader builds an inventory while its document is read, in Ansible's order: a name is a group's from where the group is met.
type reader struct {
	faults    document.Reader
	inventory *builder
	work      int
	full      bool // a limit is reached: nothing more is read
}

// wrong notes a fault of a key; nobody may see what stands behind it.
func (r *reader) wrong(code, field string, at ports.Position, what, instead say.Text) {
	r.note(ports.Wrong, code, field, at, what, instead)
}

func (r *reader) note(s ports.Severity, code, field string, at ports.Position, what, instead say.Text) {
	if field != "" {
		what = say.Join(": ", say.Verbatim(field), what)
	}
	r.faults.Fault(ports.Fault{Code: code, Severity: s, KeyOnly: true, Path: field, At: at, What: what, Instead: instead})
}

func whatGroups() say.Text { return say.Textf("write groups: `all: {hosts: …}`") }

func (r *reader) root(doc ports.Document) {
	root := doc.Root
	switch {
	case root.Kind == ports.Null:
		r.wrong(document.CodeEmpty, "", root.At, say.Textf("no hosts in %s: nothing is declared", doc.Shown), whatGroups())
	case root.Kind == ports.List:
		r.wrong(CodeNoGroup, "", root.At, say.Textf("the file is a list, and an inventory is a map of groups"), whatGroups())
	case root.Kind != ports.Map || foreign(root.Tag):
		r.wrong(CodeNoGroup, "", root.At, say.Textf("the file is a single value, and an inventory is a map of groups"), whatGroups())
	case has(root, "plugin"):
		r.wrong(CodeNoGroup, "", root.At, say.Textf("this configures an inventory plugin, and names no hosts"), say.Textf("write what it finds to a file: `ansible-inventory -i FILE --list -y`"))
	default:
		r.tree(root)
		r.finish()
	}
}

func (r *reader) tree(root ports.Value) {
	r.duplicates(root, "")
	for _, e := range root.Entries {
		if misplaced(e) {
			r.wrong(CodeNoGroup, e.Key, e.At, say.Textf("stands at the top, where the names of groups stand"), say.Textf("write `all:` before it, and indent it under that"))
			continue
		}
		r.group(e, "")
	}
}

// misplaced tells a section that lost its group from a group that is called like a section.
func misplaced(e ports.Entry) bool {
	return (e.Key == "hosts" || e.Key == "vars" || e.Key == "children") &&
		!has(e.Value, "hosts") && !has(e.Value, "vars") && !has(e.Value, "children")
}

func (r *reader) finish() {
	i := r.inventory
	if found := i.loop(); found != "" {
		r.wrong(CodeLoop, "", ports.Position{}, say.Textf("groups contain each other: %s", found), say.Textf("remove one of these children"))
		return
	}
	i.settle()
	if len(i.hosts) == 0 && !ports.AnyWrong(r.faults.Faults()) {
		r.wrong(CodeNoHost, "", ports.Position{}, say.Textf("no hosts in %s: its groups are empty", i.file), say.Textf("write the hosts under `hosts:` of a group"))
	}
	for _, h := range i.hosts {
		if i.known[h.name] != nil {
			r.note(ports.Doubtful, CodeSameName, h.name, h.at, say.Textf("is a host and a group: Ansible may give the group what is written for the host"), say.Textf("rename one of them"))
		}
	}
}

func (r *reader) group(e ports.Entry, parent string) *group {
	field := join(parent, e.Key)
	if !r.name(e, field) || !r.isMap(e, field) {
		return nil
	}
	g := r.inventory.ensure(e.Key)
	g.inFile = true
	r.duplicates(e.Value, field)
	for _, section := range e.Value.Entries {
		switch section.Key {
		case "vars":
			r.vars(g, section, field+".vars")
		case "children":
			r.children(g, section, field+".children")
		case "hosts":
			r.hosts(g, section, field+".hosts")
		default:
			r.unexpected(section, join(field, section.Key))
		}
	}
	return g
}

func (r *reader) unexpected(e ports.Entry, field string) {
	if near := document.Nearest(e.Key, sections); near != "" {
		r.wrong(document.CodeUnknownKey, field, e.At, say.Textf("is no part of a group"), say.Textf("did you mean %s?", near))
		return
	}
	r.note(ports.Doubtful, document.CodeIgnoredKey, field, e.At, say.Textf("is ignored: a group has hosts, vars and children"), say.Textf("put groups under `children:`"))
}

func (r *reader) vars(g *group, section ports.Entry, field string) {
	if !r.isMap(section, field) {
		return
	}
	r.duplicates(section.Value, field)
	for _, e := range section.Value.Entries {
		if e.Key == priorityKey {
			g.priority = r.priority(e, join(field, e.Key))
			continue
		}
		g.vars[e.Key] = e.Value
	}
}

var wholeNumber = regexp.MustCompile(`^(0|-?[1-9][0-9]{0,8})$`)

func (r *reader) priority(e ports.Entry, field string) int {
	v := e.Value
	if foreign(v.Tag) || v.Kind != ports.Number && v.Kind != ports.Text || !wholeNumber.MatchString(v.Scalar) {
		r.wrong(CodePriority, field, e.At, say.Textf("is no whole number"), say.Textf("write one such as 10, without leading zeros"))
		return 1
	}
	n, _ := strconv.Atoi(v.Scalar)
	return n
}

func (r *reader) children(g *group, section ports.Entry, field string) {
	for _, e := range r.names(section, field) {
		if e.Key == all || e.Key == ungrouped && g.name != all {
			r.wrong(CodeLoop, join(field, e.Key), e.At, say.Textf("cannot be in another group"), say.Textf("remove it here"))
			continue
		}
		if child := r.group(e, field); child != nil {
			r.inventory.contain(g, child)
		}
	}
}

func (r *reader) hosts(g *group, section ports.Entry, field string) {
	for _, e := range r.names(section, field) {
		if r.full {
			return
		}
		key := join(field, e.Key)
		if !r.name(e, key) || !r.isMap(e, key) {
			continue
		}
		r.duplicates(e.Value, key)
		r.mentions(g, e, key)
	}
}

// mentions puts the hosts of one key into a group, and gives each its variables.
func (r *reader) mentions(g *group, e ports.Entry, field string) {
	names, port, err := expand(e.Key, maxHosts)
	if err != nil {
		r.wrong(CodeRange, field, e.At, say.Of(err), say.Textf("write the hosts one by one, or a range such as node[01:03]"))
		return
	}
	r.work += len(names) * (1 + len(e.Value.Entries))
	if r.work > maxWork || len(r.inventory.hosts)+len(names) > maxHosts {
		r.full = true
		r.wrong(CodeLimit, field, e.At, say.Textf("more than %d hosts, or %d mentions and variables of hosts", maxHosts, maxWork), say.Textf("check that it is the right file, and its ranges"))
		return
	}
	for _, name := range names {
		if name == all || name == ungrouped {
			r.wrong(CodeName, field, e.At, say.Textf("no host can be called %s: that is Ansible's own group", name), say.Textf("rename the host"))
			return
		}
		r.inventory.mention(name, port, g, e.At)
		for _, v := range e.Value.Entries {
			if g := r.inventory.known[name]; g != nil && v.Key == priorityKey {
				g.priority = r.priority(v, join(field, v.Key))
				continue
			}
			r.inventory.set(name, v.Key, v.Value)
		}
	}
}

// names gives the entries of a section of groups or hosts. A single text stands for its name, as in Ansible.
func (r *reader) names(section ports.Entry, field string) []ports.Entry {
	v := section.Value
	if v.Kind == ports.Text && !foreign(v.Tag) {
		return []ports.Entry{{Key: v.Scalar, At: v.At}}
	}
	if !r.isMap(section, field) {
		return nil
	}
	r.duplicates(v, field)
	return v.Entries
}

// isMap reports whether a map is there, or nothing; anything else is a fault.
func (r *reader) isMap(e ports.Entry, field string) bool {
	switch {
	case foreign(e.Value.Tag):
		r.wrong(document.CodeUnresolvable, field, e.At, say.Textf("must be a map, and carries the tag %s", e.Value.Tag), say.Textf("write it in plain"))
	case e.Value.Kind == ports.Map, e.Value.Kind == ports.Null:
		return true
	default:
		r.wrong(document.CodeWrongType, field, e.At, say.Textf("must be a map, and is %s", e.Value.Kind), say.Textf("write `name:` lines under it, each with a colon"))
	}
	return false
}

func (r *reader) name(e ports.Entry, field string) bool {
	switch {
	case strings.TrimSpace(e.Key) == "":
		r.wrong(CodeName, field, e.At, say.Textf("a name is empty"), say.Textf("write a name"))
	case len(e.Key) > maxName:
		r.wrong(CodeName, "", e.At, say.Textf("a name is longer than %d bytes", maxName), say.Textf("write a shorter name"))
	case strings.ContainsFunc(e.Key, unicode.IsControl):
		r.wrong(CodeName, "", e.At, say.Textf("a name holds control characters"), say.Textf("remove them"))
	default:
		return true
	}
	return false
}

// duplicates refuses a key that stands twice in one map. Ansible takes the last one, and only warns.
func (r *reader) duplicates(v ports.Value, field string) {
	first := map[string]ports.Position{}
	for _, e := range v.Entries {
		if at, twice := first[e.Key]; twice {
			r.wrong(document.CodeDuplicate, join(field, e.Key), e.At, say.Textf("is declared twice (first on line %d)", at.Line), say.Textf("keep one of them"))
			continue
		}
		first[e.Key] = e.At
	}
}

// join is the way to a key. A long key is no name, and may hold anything.
func join(field, key string) string {
	if runes := []rune(key); len(runes) > 60 {
		key = string(runes[:60]) + "…"
	}
	if field == "" {
		return key
	}
	return field + "." + key
}

func has(v ports.Value, key string) bool {
	for _, e := range v.Entries {
		if e.Key == key {
			return true
		}
	}
	return false
}

// foreign reports a tag whose meaning only Ansible knows, such as !vault.
func foreign(tag string) bool { return tag != "" && tag != "!" && !strings.HasPrefix(tag, "!!") }

func number(n int, at ports.Position) ports.Value {
	return ports.Value{Kind: ports.Number, Scalar: strconv.Itoa(n), At: at}
}
