package stack

import (
	"regexp"
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

var (
	nodeName  = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]*$`)
	roleNames = []string{string(Control), string(Worker), string(Storage)}
)

func (t topology) nodes() []Node {
	list := t.root.At("nodes")
	if !list.Present {
		list.Fault(document.CodeMissing, say.Textf("is required"), say.Textf("write one `- {name: …, roles: [control, worker]}` for each node"))
		return nil
	}
	items := list.Items()
	if list.Value.Kind != ports.List {
		return nil
	}
	if len(items) == 0 {
		list.Fault(CodeNoNode, say.Textf("declares no node"), say.Textf("write one `- {name: …, roles: [control, worker]}` for each node"))
		return nil
	}
	var nodes []Node
	names := lines{}
	sure := true
	for _, item := range items {
		node, rolesRead := readNode(item, names)
		sure = sure && rolesRead
		nodes = append(nodes, node)
	}
	// After a fault in a role, the missing control node may be that one.
	if sure && !slices.ContainsFunc(nodes, func(n Node) bool { return n.Has(Control) }) {
		list.Fault(CodeNoControl, say.Textf("no node has the role control"), say.Textf("give it to one node at least"))
	}
	return nodes
}

func readNode(f document.Field, names lines) (node Node, rolesRead bool) {
	if !f.Map() {
		return Node{}, false
	}
	f.Keys()
	node.Name = readNodeName(f.At("name"), names)
	node.Roles, rolesRead = readRoles(f.At("roles"))
	node.AnsibleHost = host(f.At("ansible_host"))
	return node, rolesRead
}

func readNodeName(f document.Field, names lines) string {
	if !f.Present {
		f.Fault(document.CodeMissing, say.Textf("is required"), say.Textf("name the node"))
		return ""
	}
	name := text(f, say.Textf("name the node"))
	switch {
	case strings.TrimSpace(name) == "":
	case !nodeName.MatchString(name):
		f.Fault(CodeNodeName, say.Textf("%q is no node name", name), say.Textf("use letters, digits, dots, dashes and underscores, and no dash first"))
	default:
		// Kubernetes and DNS know no case: Node1 and node1 are one machine.
		names.once(f, strings.ToLower(name), func(line int) say.Text {
			return say.Textf("node %q is declared twice (first on line %d)", name, line)
		}, say.Textf("give each node its own name"))
	}
	return name
}

func readRoles(f document.Field) (roles []Role, read bool) {
	if !f.Present {
		f.Fault(document.CodeMissing, say.Textf("is required"), say.Textf("write one or several of: %s", strings.Join(roleNames, ", ")))
		return nil, false
	}
	items := f.Items()
	if f.Value.Kind == ports.List && len(items) == 0 {
		f.Fault(CodeNoRole, say.Textf("names no role"), say.Textf("write one or several of: %s", strings.Join(roleNames, ", ")))
	}
	read = len(items) > 0
	seen := lines{}
	for _, item := range items {
		role := item.Word("")
		if role == "" {
			read = false
			continue
		}
		twice := func(line int) say.Text { return say.Textf("role %q is declared twice (first on line %d)", role, line) }
		if seen.once(item, role, twice, say.Textf("keep one of them")) {
			roles = append(roles, Role(role))
		}
	}
	return roles, read
}

// lines remembers on which line each name was declared.
type lines map[string]int

// once notes a name, and reports whether it is new; a second time is a fault, which twice says with the first one's line.
func (l lines) once(f document.Field, key string, twice func(line int) say.Text, instead say.Text) bool {
	if first, known := l[key]; known {
		f.Fault(document.CodeDuplicate, twice(first), instead)
		return false
	}
	l[key] = f.Value.At.Line
	return true
}
