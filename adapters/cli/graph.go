package cli

import (
	"fmt"
	"io"
	"slices"

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
	fmt.Fprintln(w, "graph TD")
	for _, l := range chosen.Layers {
		fmt.Fprintf(w, "  %s[%q]\n", l.Name, l.Name)
	}
	for _, e := range edges(chosen) {
		if e.backend == "" {
			fmt.Fprintf(w, "  %s --> %s\n", e.from, e.to)
		} else {
			fmt.Fprintf(w, "  %s -- %s --> %s\n", e.from, e.backend, e.to)
		}
	}
	return nil
}

func dot(w io.Writer, chosen app.Chosen) error {
	fmt.Fprintln(w, "digraph layers {\n  rankdir=TB;\n  node [shape=box];")
	for _, l := range chosen.Layers {
		fmt.Fprintf(w, "  %q;\n", l.Name)
	}
	for _, e := range edges(chosen) {
		if e.backend == "" {
			fmt.Fprintf(w, "  %q -> %q;\n", e.from, e.to)
		} else {
			fmt.Fprintf(w, "  %q -> %q [label=%q];\n", e.from, e.to, e.backend)
		}
	}
	_, err := fmt.Fprintln(w, "}")
	return err
}
