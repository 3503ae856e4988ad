package inventory_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/inventory"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// hosts is a group with these hosts.
func hosts(names ...string) ports.Value {
	var pairs []any
	for _, name := range names {
		pairs = append(pairs, name, null)
	}
	return mapOf("hosts", mapOf(pairs...))
}

// demo declares control nodes, and a worker.
func demo(controls ...string) stack.Stack {
	s := stack.Stack{Name: "demo", Nodes: []stack.Node{{Name: "w1", Roles: []stack.Role{stack.Worker}}}}
	for _, name := range controls {
		s.Nodes = append(s.Nodes, stack.Node{Name: name, Roles: []stack.Role{stack.Control, stack.Worker}})
	}
	return s
}

func TestE06TheControlPlaneIsADeclaredControlNode(t *testing.T) {
	for name, c := range map[string]struct {
		root ports.Value
		want inventory.Choice
	}{
		"the first declared one, wherever it is": {mapOf("masters", hosts("w1", "cp2", "cp1")), inventory.Choice{Host: "cp1"}},
		"whatever its case":                      {mapOf("control", hosts("CP1")), inventory.Choice{Host: "CP1"}},
		"else the first of group control":        {mapOf("workers", hosts("w1"), "control", hosts("cp3", "cp2")), inventory.Choice{Host: "cp3", Note: say.Textf("cp3 is used: cp1, the first declared control node, is not in bootstrap/hosts.yaml")}},
		"of kubespray's group":                   {mapOf("kube_control_plane", hosts("cp2")), inventory.Choice{Host: "cp2", Note: say.Textf("cp2 is used: cp1, the first declared control node, is not in bootstrap/hosts.yaml")}},
		"of group control_plane":                 {mapOf("control_plane", hosts("cp2")), inventory.Choice{Host: "cp2", Note: say.Textf("cp2 is used: cp1, the first declared control node, is not in bootstrap/hosts.yaml")}},
		"of a child of it":                       {mapOf("control", mapOf("children", mapOf("site", hosts("cp2")))), inventory.Choice{Host: "cp2", Note: say.Textf("cp2 is used: cp1, the first declared control node, is not in bootstrap/hosts.yaml")}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := valid(t, c.root).ControlPlane(demo("cp1", "cp2", "cp3"))
			if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
				t.Error(err, diff)
			}
		})
	}
}

func TestE06NoOtherHostIsEverTaken(t *testing.T) {
	for name, c := range map[string]struct {
		root ports.Value
		want []string
	}{
		"no group of a known name":      {mapOf("all", hosts("bastion"), "kube-master", hosts("m1"), "servers", hosts("s1")), []string{"no group control, kube_control_plane, control_plane has hosts", "groups: all, kube-master, servers", "hosts: bastion, m1, s1"}},
		"an empty group":                {mapOf("all", hosts("bastion"), "control", null), []string{"no group control", "groups: all, control"}},
		"a group of undeclared hosts":   {mapOf("control", hosts("bastion", "cp2")), []string{"the first host of group control is bastion, which the stack does not declare as control node"}},
		"a worker in the control group": {mapOf("control", hosts("w1")), []string{"the first host of group control is w1"}},
		"several":                       {mapOf("control", hosts("a"), "control_plane", hosts("b")), []string{"group control is a", "group control_plane is b"}},
		"many hosts":                    {mapOf("all", hosts("h1", "h2", "h3", "h4", "h5", "h6", "h7")), []string{"h1, h2, h3, h4, h5 and 2 more"}},
		"a name that looks alike":       {mapOf("all", hosts("cp1.example.org", "xcp1")), []string{"cp1 is not a host there"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := valid(t, c.root).ControlPlane(demo("cp1", "cp2"))
			says(t, err, append(c.want, "stack demo", "bootstrap/hosts.yaml", "--from HOST")...)
			if got.Host != "" {
				t.Error(got)
			}
		})
	}
	_, err := inventory.Inventory{}.ControlPlane(demo("cp1"))
	says(t, err, "groups: no names; hosts: no names")
}

func TestE13OfSeveralControlPlanesTheOrderOfTheFileIsKept(t *testing.T) {
	var names []string
	for i := 40; i > 0; i-- {
		names = append(names, fmt.Sprintf("n%d", i))
	}
	inv := valid(t, mapOf("all", hosts("n1", "n2"), "control", hosts(names...)))
	for range 20 {
		if got := strings.Join(inv.Members("control"), " "); got != strings.Join(names, " ") {
			t.Fatal(got)
		}
		if got := inv.Hosts(); got[0] != "n1" || got[1] != "n2" || got[2] != "n40" {
			t.Fatal(got)
		}
		if c, err := inv.ControlPlane(demo("gone", "n40", "n1")); err != nil || c.Host != "n40" {
			t.Fatal(c, err)
		}
	}
}

func TestTheOperatorMayNameTheHost(t *testing.T) {
	inv := valid(t, mapOf("all", hosts("cp1", "cp2", "jump")))
	for host, want := range map[string]string{
		"cp1":  "",
		"CP1":  "",
		"cp2":  "cp2 is used as asked; the first declared control node is cp1",
		"jump": "jump is used as asked; stack demo does not declare it as control node",
	} {
		got, err := inv.From(demo("cp1", "cp2"), host)
		if err != nil || got.Note.String() != want || got.Host != strings.ToLower(host) {
			t.Errorf("%s: %+v %v", host, got, err)
		}
	}
	_, err := inv.From(demo("cp1"), "jmup")
	says(t, err, "no host jmup in bootstrap/hosts.yaml", "did you mean jump?")
	_, err = inv.From(demo("cp1"), "elsewhere")
	says(t, err, "no host elsewhere", "the inventory has cp1, cp2, jump")
	_, err = valid(t, mapOf("all", hosts("cp1", "CP1"))).From(demo("cp1"), "Cp1")
	says(t, err, "no host Cp1")
}
