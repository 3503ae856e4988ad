package plan

import (
	"slices"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
)

// blockers gives the layers, among all that a layer needs, that must be settled by a person first; of those that stand
// on one another, only the lowest. Needed layers that are only to be installed or finished are not among them: the order
// of the plan settles those.
func (m maker) blockers(name string) []string {
	needed := m.needed(name)
	blocking := map[string]bool{}
	for _, l := range m.state.Layers {
		blocking[l.Name] = needed[l.Name] && m.blocks(l)
	}
	var roots []string
	for _, l := range m.state.Layers {
		if blocking[l.Name] && !m.needsAny(l.Name, blocking) {
			roots = append(roots, l.Name)
		}
	}
	return roots
}

func (m maker) needsAny(name string, of map[string]bool) bool {
	for need := range m.needed(name) {
		if of[need] {
			return true
		}
	}
	return false
}

// needed gives a layer's transitive needs. What objects prove needs the nodes, even where its catalogue forgets to say so.
func (m maker) needed(name string) map[string]bool {
	all := map[string]bool{}
	var visit func(string)
	visit = func(name string) {
		l, _ := m.catalogue.Find(name)
		for _, need := range state.Needs(m.stack, m.catalogue, l) {
			if !all[need] {
				all[need] = true
				visit(need)
			}
		}
	}
	visit(name)
	if l, _ := m.catalogue.Find(name); l.Sight == layer.ByProofs {
		for _, base := range m.catalogue.Layers {
			if base.Sight == layer.ByNodes && !all[base.Name] {
				all[base.Name] = true
				visit(base.Name)
			}
		}
	}
	return all
}

func (m maker) blocks(l state.Layer) bool {
	switch {
	case l.Verdict == state.Unobservable:
		return false
	case l.Verdict == state.Unknown, l.Unsure, len(l.Elsewhere) > 0, m.heldStorage(l.Name):
		return true
	case l.Verdict == state.Degraded:
		return !m.carriedByNodes(l.Name) || !m.nodesServe()
	}
	return false
}

// heldStorage reports whether a layer is part of a declared storage that may compete with another one.
func (m maker) heldStorage(name string) bool {
	return !m.state.Storage.Held.IsZero() && slices.Contains(m.state.Storage.Layers, name)
}

// carriedByNodes reports whether a layer's health is that of several nodes or machines, of which some may be enough.
func (m maker) carriedByNodes(name string) bool {
	l, _ := m.catalogue.Find(name)
	return l.Sight == layer.ByNodes || l.Sight == layer.ByMachines
}

// nodesServe reports whether what is left of the cluster can take a layer: a control plane and a place for pods.
func (m maker) nodesServe() bool {
	control := len(m.stack.WithRole(stack.Control)) == 0
	worker := false
	for _, n := range m.state.Nodes {
		if n.Status != state.NodeReady {
			continue
		}
		control = control || slices.Contains(n.Roles, string(stack.Control))
		worker = worker || n.Schedulable
	}
	return control && worker
}
