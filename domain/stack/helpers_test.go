package stack_test

import (
	"fmt"
	"sort"
	"testing"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
)

const (
	file = "/repo/topologies/s.yaml"
	home = "/home/op"
)

// pairs is a map in order; fields is one in the keys' order.
type (
	pair   struct{ key, value any }
	pairs  []pair
	fields map[string]any
)

// value builds declared values from Go's: every map entry is on its own line.
func value(v any, line *int) ports.Value {
	at := ports.Position{Line: *line, Column: 1}
	switch v := v.(type) {
	case nil:
		return ports.Value{At: at}
	case ports.Value:
		return v
	case string:
		return ports.Value{Kind: ports.Text, Scalar: v, At: at}
	case int:
		return ports.Value{Kind: ports.Number, Scalar: fmt.Sprint(v), At: at}
	case bool:
		return ports.Value{Kind: ports.Bool, Scalar: fmt.Sprint(v), At: at}
	case []any:
		list := ports.Value{Kind: ports.List, At: at}
		for _, item := range v {
			list.Items = append(list.Items, value(item, line))
		}
		return list
	case pairs:
		m := ports.Value{Kind: ports.Map, At: at}
		for _, p := range v {
			*line++
			key := ports.Entry{Key: p.key.(string), At: ports.Position{Line: *line, Column: 1}}
			key.Value = value(p.value, line)
			m.Entries = append(m.Entries, key)
		}
		return m
	case fields:
		return value(sorted(v), line)
	}
	panic(fmt.Sprintf("no value for %T", v))
}

func sorted(m fields) pairs {
	var p pairs
	for key, v := range m {
		p = append(p, pair{key, v})
	}
	sort.Slice(p, func(i, j int) bool { return p[i].key.(string) < p[j].key.(string) })
	return p
}

func document(v any) ports.Document {
	line := 0
	return ports.Document{File: file, Shown: "s.yaml", Root: value(v, &line)}
}

func list(items ...any) []any { return items }

func node(name string, roles ...any) fields { return fields{"name": name, "roles": roles} }

// with gives a valid topology of one node with some keys more.
func with(more fields) fields {
	all := fields{"nodes": list(node("n", "control", "worker"))}
	for key, v := range more {
		all[key] = v
	}
	return all
}

// catalogue is a small one: each kind of layer once.
func catalogue() layer.Catalogue {
	both := func(needs ...string) map[layer.Backend][]string {
		return map[layer.Backend][]string{layer.Ceph: needs, layer.LocalPath: needs}
	}
	return layer.Catalogue{
		Layers: []layer.Layer{
			{Name: "machines", Wanted: layer.OnLima, LimaOnly: true, Needs: both()},
			{Name: "kubernetes", Wanted: layer.Always, Needs: both("machines")},
			{Name: "ceph", Wanted: layer.OnCeph, Needs: map[layer.Backend][]string{layer.Ceph: {"kubernetes"}}},
			{Name: "hardening", Wanted: layer.WhenHardening, Needs: both("kubernetes")},
			{Name: "gitops", Needs: both("kubernetes")},
			{Name: "metrics-server", Needs: both("kubernetes")},
		},
		Aliases: map[string]layer.Alias{"metrics": {Name: "metrics", Members: both("metrics-server")}},
		Profiles: []layer.Profile{
			{Name: "base"},
			{Name: "metrics", Members: []string{"metrics"}},
		},
	}
}

// read gives the stack of a topology that must be valid.
func read(t *testing.T, topology any) stack.Stack {
	t.Helper()
	s, faults := stack.New(document(topology), catalogue(), home)
	for _, f := range faults {
		if f.Severity == ports.Wrong {
			t.Fatalf("refused: %v", faults)
		}
	}
	return s
}
