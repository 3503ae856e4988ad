package inventory

import (
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports/say"
)

// controlGroups hold the control plane, in the words of this project, of kubespray, and of others.
var controlGroups = []string{"control", "kube_control_plane", "control_plane"}

// Choice is the host that the kubeconfig comes from.
type Choice struct {
	Host string   // its name in the inventory
	Note say.Text // to be said: why it is not the first declared control node; empty when it is
}

// ControlPlane chooses a control node of the stack: the first declared one if the inventory knows it; else the first host of
// a group of control nodes, if the stack declares it as one. Never any other host: it may be a bastion, or another cluster.
func (i Inventory) ControlPlane(s stack.Stack) (Choice, error) {
	declared := s.WithRole(stack.Control)
	if len(declared) > 0 {
		if name, ok := i.spelled(declared[0].Name); ok {
			return Choice{Host: name}, nil
		}
	}
	var strange []say.Text
	for _, group := range controlGroups {
		members := i.Members(group)
		if len(members) == 0 {
			continue
		}
		if isDeclared(members[0], declared) {
			return Choice{Host: members[0], Note: i.note(members[0], declared)}, nil
		}
		strange = append(strange, say.Textf("the first host of group %s is %s, which the stack does not declare as control node", group, quoted(members[0])))
	}
	return Choice{}, i.noControlPlane(s, declared, strange)
}

// From takes the host that the operator names.
func (i Inventory) From(s stack.Stack, host string) (Choice, error) {
	name, ok := i.spelled(host)
	if !ok {
		return Choice{}, i.unknown(host)
	}
	declared := s.WithRole(stack.Control)
	switch {
	case len(declared) > 0 && strings.EqualFold(name, declared[0].Name):
		return Choice{Host: name}, nil
	case isDeclared(name, declared):
		return Choice{Host: name, Note: say.Textf("%s is used as asked; the first declared control node is %s", quoted(name), quoted(declared[0].Name))}, nil
	}
	return Choice{Host: name, Note: say.Textf("%s is used as asked; stack %s does not declare it as control node", quoted(name), quoted(s.Name))}, nil
}

// spelled gives a host's name as the inventory writes it: machines know no case.
func (i Inventory) spelled(name string) (string, bool) {
	if i.Has(name) {
		return name, true
	}
	var found []string
	for _, h := range i.hosts {
		if strings.EqualFold(h.name, name) {
			found = append(found, h.name)
		}
	}
	if len(found) != 1 {
		return "", false
	}
	return found[0], true
}

func isDeclared(host string, declared []stack.Node) bool {
	return slices.ContainsFunc(declared, func(n stack.Node) bool { return strings.EqualFold(n.Name, host) })
}

func (i Inventory) note(host string, declared []stack.Node) say.Text {
	return say.Textf("%s is used: %s, the first declared control node, is not in %s", quoted(host), quoted(declared[0].Name), i.file)
}

func (i Inventory) noControlPlane(s stack.Stack, declared []stack.Node, strange []say.Text) error {
	names := make([]string, len(declared))
	for n, node := range declared {
		names[n] = node.Name
	}
	if len(strange) == 0 {
		strange = []say.Text{say.Textf("no group %s has hosts", strings.Join(controlGroups, ", "))}
	}
	return &say.Problem{
		Code: CodeNoControl,
		What: say.Textf("no control plane of stack %s in %s", quoted(s.Name), i.file),
		Why: say.Errorf("%s is not a host there, and %s (groups: %s; hosts: %s)",
			few(names[:min(1, len(names))]), say.Join("; ", strange...), few(i.Groups()), few(i.Hosts())),
		Do: say.Textf("give the host its declared name, or name one with --from HOST"),
	}
}
