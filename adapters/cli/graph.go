package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/layer"
)

// edge is a need, with the backend that it holds for; "" for both.
type edge struct{ from, to, backend string }

// edges lists the needs between the chosen layers.
func edges(chosen app.Chosen) []edge {
	var all []edge
	for _, l := range chosen.Layers {
		for _, e := range needEdges(l) {
			if slices.ContainsFunc(chosen.Layers, func(o app.ChosenLayer) bool { return o.Name == e.from }) {
				all = append(all, e)
			}
		}
	}
	return all
}

func needEdges(l app.ChosenLayer) []edge {
	var found []edge
	for _, b := range layer.Backends {
		for _, need := range l.Needs[b] {
			e := edge{from: need, to: l.Name}
			if !onEveryBackend(l, need) {
				e.backend = string(b)
			}
			if !slices.Contains(found, e) {
				found = append(found, e)
			}
		}
	}
	return found
}

func onEveryBackend(l app.ChosenLayer, need string) bool {
	for _, needs := range l.Needs {
		if !slices.Contains(needs, need) {
			return false
		}
	}
	return true
}

func mermaid(w io.Writer, chosen app.Chosen) error {
	var b strings.Builder
	b.WriteString("graph TD\n")
	for _, l := range chosen.Layers {
		fmt.Fprintf(&b, "  %s[%q]\n", l.Name, l.Name)
	}
	for _, e := range edges(chosen) {
		if e.backend == "" {
			fmt.Fprintf(&b, "  %s --> %s\n", e.from, e.to)
		} else {
			fmt.Fprintf(&b, "  %s -- %s --> %s\n", e.from, e.backend, e.to)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func dot(w io.Writer, chosen app.Chosen) error {
	var b strings.Builder
	b.WriteString("digraph layers {\n  rankdir=TB;\n  node [shape=box];\n")
	for _, l := range chosen.Layers {
		fmt.Fprintf(&b, "  %q;\n", l.Name)
	}
	for _, e := range edges(chosen) {
		if e.backend == "" {
			fmt.Fprintf(&b, "  %q -> %q;\n", e.from, e.to)
		} else {
			fmt.Fprintf(&b, "  %q -> %q [label=%q];\n", e.from, e.to, e.backend)
		}
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}
