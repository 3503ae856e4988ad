package inventory

import (
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
)

// builder is an inventory that still grows. Its sets keep large files fast.
type builder struct {
	Inventory
	edges   map[edge]bool
	members map[member]bool
}

type edge struct{ parent, child *group }

type member struct {
	group *group
	host  *host
}

func newBuilder(file string) *builder {
	b := &builder{edges: map[edge]bool{}, members: map[member]bool{}}
	b.Inventory = Inventory{file: file, named: map[string]*host{}, known: map[string]*group{}}
	b.contain(b.ensure(all), b.ensure(ungrouped))
	return b
}

// ensure gives the group of a name, new or not.
func (b *builder) ensure(name string) *group {
	if g := b.known[name]; g != nil {
		return g
	}
	g := &group{name: name, vars: map[string]ports.Value{}, priority: 1}
	b.known[name] = g
	b.groups = append(b.groups, g)
	return g
}

func (b *builder) contain(parent, child *group) {
	if e := (edge{parent, child}); !b.edges[e] {
		b.edges[e] = true
		parent.children = append(parent.children, child)
		child.parents = append(child.parents, parent)
	}
}

// mention puts a host into a group. A port behind the name counts only where the host is new.
func (b *builder) mention(name string, port int, in *group, at ports.Position) {
	h := b.named[name]
	if h == nil {
		h = &host{name: name, at: at, vars: map[string]ports.Value{}}
		if port > 0 {
			h.vars["ansible_port"] = number(port, at)
		}
		b.named[name] = h
		b.hosts = append(b.hosts, h)
	}
	b.admit(h, in)
}

func (b *builder) admit(h *host, to *group) {
	if m := (member{to, h}); !b.members[m] {
		b.members[m] = true
		h.groups = append(h.groups, to)
		to.hosts = append(to.hosts, h)
	}
}

// set gives a variable to a host; to the group instead, when one of that name is known already: so does Ansible.
func (b *builder) set(name, variable string, v ports.Value) {
	if g := b.known[name]; g != nil {
		g.vars[variable] = v
		return
	}
	b.named[name].vars[variable] = v
}

// settle does what Ansible does once all is read: what is in no group goes into ungrouped, and nothing else stays there.
func (b *builder) settle() {
	for _, g := range b.groups {
		if g.name != all && len(g.parents) == 0 {
			b.contain(b.known[all], g)
		}
	}
	b.settleUngrouped(b.known[ungrouped])
	measured := map[*group]bool{}
	for _, g := range b.groups {
		g.measure(measured)
	}
}

func (b *builder) settleUngrouped(out *group) {
	out.hosts = nil
	for _, h := range b.hosts {
		grouped := slices.ContainsFunc(h.groups, func(g *group) bool { return g.name != all && g != out })
		namesake := b.known[h.name]
		mentioned := b.members[member{out, h}]
		switch {
		case grouped && mentioned:
			h.groups = slices.DeleteFunc(h.groups, func(g *group) bool { return g == out })
		case mentioned:
			out.hosts = append(out.hosts, h)
		case !grouped && namesake != nil: // Ansible takes the group of that name instead
			b.contain(out, namesake)
		case !grouped:
			b.admit(h, out)
		}
	}
}

// measure finds a group's depth. There must be no loop.
func (g *group) measure(done map[*group]bool) int {
	if !done[g] {
		done[g] = true
		for _, parent := range g.parents {
			g.depth = max(g.depth, parent.measure(done)+1)
		}
	}
	return g.depth
}

// loop gives groups that contain each other, as "a > b > a"; empty when there are none.
func (b *builder) loop() string {
	const open, closed = 1, 2
	state := map[*group]int{}
	var way []*group
	var visit func(*group) string
	visit = func(g *group) string {
		if state[g] == closed {
			return ""
		}
		if state[g] == open {
			return arrows(append(way[slices.Index(way, g):], g))
		}
		state[g] = open
		way = append(way, g)
		for _, child := range g.children {
			if found := visit(child); found != "" {
				return found
			}
		}
		way = way[:len(way)-1]
		state[g] = closed
		return ""
	}
	for _, g := range b.groups {
		if found := visit(g); found != "" {
			return found
		}
	}
	return ""
}

// arrows shows the ends of a long way only.
func arrows(way []*group) string {
	names := make([]string, len(way))
	for i, g := range way {
		names[i] = g.name
	}
	if len(names) > 8 {
		names = append(append(slices.Clone(names[:4]), "…"), names[len(names)-3:]...)
	}
	return strings.Join(names, " > ")
}
