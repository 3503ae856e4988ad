package state

import (
	"slices"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Compose judges every layer of the catalogue, the nodes, the machines and the storage by what was answered.
func Compose(in Input) State {
	j := newJudge(in)
	layers := map[string]Layer{}
	for _, l := range in.Catalogue.Layers {
		layers[l.Name] = j.layer(l)
	}
	j.onTheirNeeds(layers)
	storage := j.storage(layers)
	return State{
		Layers:       wanted(in.Stack, layers),
		Nodes:        j.nodes.declared,
		NodesOutcome: j.reading.nodes.Outcome,
		Machines:     j.machines.declared,
		Storage:      storage,
		Versions:     j.nodes.versions,
		CephHealth:   j.cephHealth(),
		Extra:        j.extra(layers),
		Notes:        slices.Concat(j.nodes.notes, j.storageNotes(storage)),
	}
}

// wanted gives the stack's layers in its order. One that the catalogue lacks cannot be judged.
func wanted(s stack.Stack, layers map[string]Layer) []Layer {
	var all []Layer
	for _, name := range s.Layers {
		l, known := layers[name]
		if !known {
			l = describe(layer.Layer{Name: name}, ruling{verdict: Unknown, code: CodeUnknownLayer,
				decides: []Evidence{{Object: "catalogue", Outcome: ports.Unread.String(), Detail: say.Textf("does not know this layer")}}}, nil)
		}
		all = append(all, l)
	}
	return all
}
