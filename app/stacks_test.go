package app

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// shelf is a repository of topologies, by file; and whatever is written.
type shelf struct {
	*world
	docs     map[string]ports.Value
	broken   map[string]error
	overlay  ports.Value // zero: there is none
	unread   error       // of the catalogue
	selected []string
	refused  error
}

func (s *shelf) Stacks() ([]ports.StackFile, error) {
	return []ports.StackFile{{Name: "broken", File: "/t/broken.yaml"}, {Name: "bad", File: "/t/bad.yaml", Active: true}, {Name: "good", File: "/t/good.yaml"}}, s.refused
}

func (s *shelf) Stack(name, file string) (ports.Document, error) {
	if file == "" {
		file = "/t/" + name + ".yaml"
	}
	if err := s.broken[file]; err != nil {
		return ports.Document{}, err
	}
	root, ok := s.docs[file]
	if !ok {
		return ports.Document{}, fmt.Errorf("%s is not there; check its path", file)
	}
	return ports.Document{File: file, Found: file, Shown: file, Root: root}, nil
}

func (s *shelf) Catalogue(ports.Document) (ports.Document, *ports.Document, error) {
	embedded := ports.Document{File: "layers.yaml", Root: s.catalogue}
	if s.unread != nil || s.overlay.Kind == ports.Null {
		return embedded, nil, s.unread
	}
	return embedded, &ports.Document{File: "/t/layers.yaml", Shown: "/t/layers.yaml", Root: s.overlay}, nil
}

func (s *shelf) Select(file string) (string, string, error) {
	s.selected = append(s.selected, file)
	return "topology.yaml", file, nil
}

func aShelf() *shelf {
	good := dict("nodes", list(dict("name", text("a"), "roles", list(text("control")))), "layers", list(text("registry")))
	return &shelf{world: paris("prod"),
		docs: map[string]ports.Value{"/t/good.yaml": good,
			"/t/bad.yaml": dict("nodes", list(dict("name", text("a"), "roles", list(text("worker"))), dict("name", text("A"), "roles", list(text("worker")))), "kubeconfg", text("x")),
			"/t/own.yaml": dict("nodes", list(dict("name", text("a"), "roles", list(text("control")))), "layers", list(text("own")))},
		broken: map[string]error{"/t/broken.yaml": &ports.InvalidDocument{File: "/t/broken.yaml", Faults: []ports.Fault{{Code: "NST-2010", What: say.Textf("no YAML")}}}},
	}
}

func (s *shelf) stacks() Stacks {
	return Stacks{Declared: Declared{Documents: s, Home: "/home/op"}, Kubeconfigs: s, Environment: ports.Environment{Home: "/home/op", ListSeparator: ":"}}
}

// rows writes a list as "*name faults+faults of the catalogue".
func rows(t *testing.T, s *shelf) string {
	t.Helper()
	list, err := s.stacks().List()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, r := range list.Stacks {
		line := fmt.Sprintf("%s %v %d+%d", r.Name, r.Valid, r.Faults, r.OfLayers)
		if r.Active {
			line = "*" + line
		}
		all = append(all, line)
	}
	return strings.Join(all, ", ")
}

func TestAnInvalidStackHidesNoOther(t *testing.T) {
	s := aShelf()
	if diff := cmp.Diff("broken false 1+0, *bad false 3+0, good true 0+0", rows(t, s)); diff != "" {
		t.Error(diff)
	}
	s.overlay = dict("layers", list(dict("name", text("own"), "needs", list(text("nowhere")), "seen", text("nothing"))))
	if diff := cmp.Diff("broken false 1+0, *bad false 3+1, good false 0+1", rows(t, s)); diff != "" {
		t.Error(diff)
	}
	if len(s.asked) != 0 {
		t.Errorf("more than files was asked: %v", s.asked)
	}
	s.refused = errors.New("no repository")
	if _, err := s.stacks().List(); !errors.As(err, new(NotDeclared)) {
		t.Error(err)
	}
}

func checks(v Validation) string {
	var all []string
	for _, f := range v.Files {
		var codes []string
		for _, fault := range f.Faults {
			codes = append(codes, fault.Code)
		}
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s %v %s", f.Shown, f.Valid, strings.Join(codes, " "))))
	}
	return strings.Join(all, ", ")
}

func TestATopologyIsNotBlamedForItsCatalogue(t *testing.T) {
	own := []Operand{{File: "/t/own.yaml"}, {File: "/t/good.yaml"}}
	layers := dict("layers", list(dict("name", text("own"), "needs", list(text("kubernetes")), "seen", text("nothing"))))
	for _, c := range []struct {
		name    string
		overlay ports.Value
		unread  error
		want    string
	}{
		{"none", ports.Value{}, nil, "/t/own.yaml false NST-2301, /t/good.yaml true"},
		{"sound", layers, nil, "/t/own.yaml true, /t/layers.yaml true, /t/good.yaml true"},
		{"unsound", dict("layers", list(dict("name", text("own"), "needs", list(text("own")), "seen", text("nothing")))), nil, "/t/own.yaml true, /t/layers.yaml false NST-2304, /t/good.yaml true"},
		{"no YAML", ports.Value{}, &ports.InvalidDocument{File: "/t/layers.yaml", Faults: []ports.Fault{{Code: "NST-2010"}}}, "/t/own.yaml true, /t/layers.yaml false NST-2010, /t/good.yaml true"},
		{"unreadable", ports.Value{}, errors.New("/t/layers.yaml may not be read"), "/t/own.yaml true, layers.yaml false NST-2012, /t/good.yaml true, layers.yaml false NST-2012"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := aShelf()
			s.overlay, s.unread = c.overlay, c.unread
			v, err := s.stacks().Validate(own, false, false)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, checks(v)); diff != "" || v.Valid == strings.Contains(c.want, "false") {
				t.Errorf("valid is %v\n%s", v.Valid, diff)
			}
		})
	}
}

func TestWarningsCountWhenStrict(t *testing.T) {
	s := aShelf()
	s.docs["/t/my stack.yaml"] = s.docs["/t/good.yaml"]
	for _, strict := range []bool{false, true} {
		v, err := s.stacks().Validate([]Operand{{File: "/t/my stack.yaml"}, {Stack: "good"}, {Stack: "good"}}, false, strict)
		want := fmt.Sprintf("/t/my stack.yaml %v NST-2115, /t/good.yaml true", !strict)
		if err != nil || v.Valid == strict || checks(v) != want {
			t.Errorf("strict %v: %v %s %v", strict, v.Valid, checks(v), err)
		}
	}
}

func TestOnlyAValidStackIsSelected(t *testing.T) {
	s := aShelf()
	use := Select{Declared: s.stacks().Declared, Kubeconfigs: s, Environment: s.stacks().Environment, Writer: s}
	for name, want := range map[string]string{"bad": "did you mean", "broken": "no YAML", "nice": "is not there", "": "name the stack"} {
		if _, err := use.Run(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if len(s.selected) != 0 {
		t.Errorf("selected: %v", s.selected)
	}
	done, err := use.Run("good")
	if err != nil || len(s.selected) != 1 || s.selected[0] != "/t/good.yaml" || done.Own != "" || !strings.Contains(done.Kubeconfig.Missing.String(), "~/.kube/good.config") {
		t.Errorf("%+v %v", done, err)
	}
	s.docs["/t/good.example.yaml"] = s.docs["/t/good.yaml"]
	if done, err := use.Run("good.example"); err != nil || done.Own != "/t/good.yaml" || done.OwnName() != "good.yaml" {
		t.Errorf("%+v %v", done, err)
	}
}

func TestNodesAreReadAsWritten(t *testing.T) {
	for spec, want := range map[string]NewNode{
		"a:control":                          {Name: "a", Roles: []string{"control"}},
		"a-1.x:control+worker@10.0.0.1":      {Name: "a-1.x", Roles: []string{"control", "worker"}, Address: "10.0.0.1"},
		"a:storage@fd00::1":                  {Name: "a", Roles: []string{"storage"}, Address: "fd00::1"},
		"a:worker@[fd00::1]":                 {Name: "a", Roles: []string{"worker"}, Address: "fd00::1"},
		"a:worker@node.example.org":          {Name: "a", Roles: []string{"worker"}, Address: "node.example.org"},
		"a:control+worker+storage@127.0.0.1": {Name: "a", Roles: []string{"control", "worker", "storage"}, Address: "127.0.0.1"},
	} {
		got, err := ParseNode(spec)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v %s", spec, err, diff)
		}
	}
	for _, spec := range []string{"", "a", "a:", ":control", "a:control+", "a:+control", "a:control@", "a:Control", "a:control,worker", "a:control worker", "a@10.0.0.1:control", "a:master"} {
		if got, err := ParseNode(spec); !errors.As(err, new(BadOption)) || !strings.Contains(err.Error(), "write NAME:ROLE+ROLE[@ADDRESS]") {
			t.Errorf("%s: %+v %v", spec, got, err)
		}
	}
}
