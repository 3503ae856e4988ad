package state

import (
	"slices"

	"github.com/univ-lehavre/nestor/domain/layer"
)

// extra gives what is there and nobody declared. What could not be read is not called extra.
func (j judge) extra(layers map[string]Layer) Extra {
	found, unread := j.extraLayers(layers)
	return Extra{
		Layers:     found,
		Unread:     unread,
		Nodes:      j.nodes.others,
		Namespaces: j.unclaimedNamespaces(layers),
		Machines:   j.machines.others,
	}
}

func (j judge) extraLayers(layers map[string]Layer) (found []Layer, unread []string) {
	for _, l := range j.catalogue.Layers {
		if l.Sight == layer.ByMachines || l.Sight == layer.ByNodes || slices.Contains(j.stack.Layers, l.Name) {
			continue
		}
		switch extra := layers[l.Name]; extra.Verdict {
		case Present, Partial, Degraded:
			found = append(found, extra)
		case Unknown:
			unread = append(unread, l.Name)
		}
	}
	return found, unread
}

func (j judge) unclaimedNamespaces(layers map[string]Layer) []string {
	claimed := map[string]bool{}
	for _, name := range j.catalogue.Ignored {
		claimed[name] = true
	}
	for _, l := range j.catalogue.Layers {
		for _, name := range l.Traces.Namespaces {
			claimed[name] = true
		}
		for _, p := range l.Proofs {
			claimed[p.Ref.Namespace] = true
		}
		for _, ref := range layers[l.Name].Elsewhere {
			claimed[ref.Namespace] = true
		}
	}
	var free []string
	for _, n := range items(j.reading.namespaces) {
		if !claimed[n.Name] {
			free = append(free, n.Name)
		}
	}
	slices.Sort(free)
	return free
}
