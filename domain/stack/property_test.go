package stack_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
)

// whole is a valid topology that has every key.
func whole() fields {
	return with(fields{
		"target_kind": "prod", "context": "c", "kubeconfig": "/k", "hardening": fields{"enabled": true},
		"catalog":  fields{"arch": "x86", "terrain": "cloud", "topology": "t", "status": "spike", "profile": "base"},
		"network":  fields{"control_plane_endpoint": "k.example.org", "control_plane_port": 6443, "control_plane_ip": "10.0.0.9", "control_plane_lb": fields{"mode": "external", "ip": "10.0.0.10"}},
		"storage":  fields{"backend": "ceph", "osd_expected": 4, "metadata_device": "/dev/x", "disks_per_node": 1},
		"identity": fields{"cluster_uid": "0a1b2c3d-0000-4000-8000-000000000001"}, "exposition": fields{"mode": "none"},
		"resources": fields{"cpus": 2, "memory": "4GiB", "disk": "30GiB"}, "layers": list("gitops"),
		"nodes": list(fields{"name": "n", "roles": list("control"), "ansible_host": "10.0.0.11", "disks": list("/dev/y")}),
	})
}

func TestOrderOfKeysDoesNotMatter(t *testing.T) {
	want := read(t, whole())
	rapid.Check(t, func(rt *rapid.T) {
		shuffled := pairs(rapid.Permutation(sorted(whole())).Draw(rt, "order"))
		got, faults := stack.New(document(shuffled), catalogue(), home)
		if len(faults) > 0 {
			rt.Fatalf("refused: %v", faults)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			rt.Fatalf("(-first order +this order):\n%s", diff)
		}
	})
}

func TestNewNeverPanics(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		doc := ports.Document{File: rapid.String().Draw(rt, "file"), Root: anyValue(rt, 0)}
		s, faults := stack.New(doc, catalogue(), rapid.SampledFrom([]string{"", home}).Draw(rt, "home"))
		wrong := slices.ContainsFunc(faults, func(f ports.Fault) bool { return f.Severity == ports.Wrong })
		if wrong == (s.File != "") && doc.File != "" {
			rt.Fatalf("a stack exactly when nothing is wrong: %v %v", s, faults)
		}
		for _, f := range faults {
			if f.Code == "" || f.What.IsZero() {
				rt.Fatalf("a fault says nothing: %+v", f)
			}
		}
	})
}

var someKeys = slices.Concat([]string{"x", "nodes", "layers", "name", "roles", "mode", "ip", "enabled", "backend", "profile", "terrain"},
	[]string{"target_kind", "kubeconfig", "context", "identity", "network", "control_plane_lb", "control_plane_port", "catalog", "storage", "cluster_uid", "ca_sha256"})

func anyValue(rt *rapid.T, depth int) ports.Value {
	v := ports.Value{
		Kind: ports.Kind(rapid.IntRange(0, int(ports.Map)).Draw(rt, "kind")),
		Tag:  rapid.SampledFrom([]string{"", "", "", "!!str", "!vault"}).Draw(rt, "tag"),
		At:   ports.Position{Line: rapid.IntRange(0, 9).Draw(rt, "line"), Column: 1},
	}
	if depth == 0 {
		v.Kind = ports.Map
	}
	switch v.Kind {
	case ports.Text, ports.Number, ports.Bool:
		v.Scalar = rapid.SampledFrom([]string{"", " ", "~", "~/", "$x", "control", "ceph", "gitops", "true", "6443", "-1", "9e9", "n", "lima", "local", "::1"}).Draw(rt, "scalar")
	case ports.List:
		for range rapid.IntRange(0, 3).Draw(rt, "items") {
			v.Items = append(v.Items, limited(rt, depth))
		}
	case ports.Map:
		for range rapid.IntRange(0, 6).Draw(rt, "entries") {
			v.Entries = append(v.Entries, ports.Entry{Key: rapid.SampledFrom(someKeys).Draw(rt, "key"), Value: limited(rt, depth)})
		}
	}
	return v
}

func limited(rt *rapid.T, depth int) ports.Value {
	if depth > 3 {
		return ports.Value{Kind: ports.Text, Scalar: "n"}
	}
	return anyValue(rt, depth+1)
}

// maps lists every map in a value, the value itself first.
func maps(v *ports.Value) []*ports.Value {
	var all []*ports.Value
	if v.Kind == ports.Map {
		all = append(all, v)
	}
	for i := range v.Items {
		all = append(all, maps(&v.Items[i])...)
	}
	for i := range v.Entries {
		all = append(all, maps(&v.Entries[i].Value)...)
	}
	return all
}

func TestMistypedKeyIsAlwaysNoticed(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		doc := document(whole())
		all := maps(&doc.Root)
		m := all[rapid.IntRange(0, len(all)-1).Draw(rt, "map")]
		entry := &m.Entries[rapid.IntRange(0, len(m.Entries)-1).Draw(rt, "key")]
		entry.Key = misspelt(rt, entry.Key)
		_, faults := stack.New(doc, catalogue(), home)
		if !slices.ContainsFunc(faults, func(f ports.Fault) bool { return f.Severity == ports.Wrong }) {
			rt.Fatalf("key %q passed: %v", entry.Key, faults)
		}
	})
}

// misspelt makes one slip of a typist: a letter left out, doubled, replaced, or two swapped.
func misspelt(rt *rapid.T, key string) string {
	i := rapid.IntRange(0, len(key)-2).Draw(rt, "where")
	switch rapid.IntRange(0, 3).Draw(rt, "slip") {
	case 0:
		return key[:i] + key[i+1:]
	case 1:
		return key[:i+1] + key[i:]
	case 2:
		return key[:i] + "#" + key[i+1:]
	}
	if key[i] == key[i+1] {
		return key + "s"
	}
	return key[:i] + string(key[i+1]) + string(key[i]) + key[i+2:]
}
