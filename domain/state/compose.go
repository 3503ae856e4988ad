package state

import (
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
)

// Compose judges every layer of the catalogue, the nodes, the machines and the storage by what was answered.
func Compose(in Input) State {
	j := newJudge(in)
	layers := map[string]Layer{}
	for _, l := range in.Catalogue.Layers {
		layers[l.Name] = j.layer(l)
	}
	j.onTheirNeeds(layers)
	st := State{
		Layers:         wanted(in.Stack, layers),
		Nodes:          j.nodes.declared,
		NodesOutcome:   j.reading.nodes.Outcome,
		NodesReason:    j.reading.nodes.Reason,
		Machines:       j.machines.declared,
		MachinesState:  j.machines.state,
		MachinesReason: j.machines.reason,
		Storage:        j.storage(layers),
		Versions:       j.nodes.versions,
		CephHealth:     j.cephHealth(),
		Readable:       j.reading.anything() || j.machines.known,
		Extra:          j.extra(layers),
	}
	st.Notes = j.notes(in)
	return st
}

// wanted gives the stack's layers in its order. One that the catalogue lacks cannot be judged.
func wanted(s stack.Stack, layers map[string]Layer) []Layer {
	var all []Layer
	for _, name := range s.Layers {
		l, known := layers[name]
		if !known {
			l = describe(layer.Layer{Name: name}, ruling{verdict: Unknown,
				decides: []Evidence{{Object: "catalogue", Outcome: ports.Unread.String(), Detail: "does not know this layer"}}}, nil)
		}
		l.Wanted = true
		all = append(all, l)
	}
	return all
}

func (j judge) notes(in Input) []Note {
	var notes []Note
	if twoClusters(in) {
		notes = append(notes, Note{CodeTwoClusters, "two reads saw two different clusters: " + in.Overview.UID + " and " + in.Objects.UID})
	}
	return append(notes, j.nodes.notes...)
}
