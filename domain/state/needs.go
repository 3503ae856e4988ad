package state

import (
	"slices"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Needs gives the layers that a layer needs directly on a stack. One that the stack's backend does not allow can still
// be found there: it has the needs of the other backend.
func Needs(s stack.Stack, c layer.Catalogue, l layer.Layer) []string {
	backend := s.Backend
	for _, b := range layer.Backends {
		if !l.Allowed(backend) {
			backend = b
		}
	}
	return c.Needs(l, backend, s.Kind == stack.Lima)
}

// onTheirNeeds judges the layers that stand against the ones that they need: what stands on nothing is degraded.
func (j judge) onTheirNeeds(layers map[string]Layer) {
	absent := map[string]bool{}
	unknown := map[string]bool{}
	for name, l := range layers {
		absent[name], unknown[name] = l.Verdict == Absent, l.Verdict == Unknown
	}
	for _, declared := range j.catalogue.Layers {
		l := layers[declared.Name]
		if l.Verdict != Present {
			continue
		}
		needs := Needs(j.stack, j.catalogue, declared)
		if lost := keep(needs, absent); len(lost) > 0 {
			l = standingOnNothing(l, lost)
		} else if lost := keep(needs, unknown); len(lost) > 0 {
			l.Notes = append(l.Notes, Note{CodeNeedUnread, say.Agree(len(lost), "it stands on %s, which could not be read", "it stands on %s, which could not be read", say.And(lost))})
		}
		layers[declared.Name] = l
	}
}

func standingOnNothing(l Layer, absent []string) Layer {
	l.Verdict, l.Code = Degraded, CodeNeedAbsent
	l.Detail = say.Agree(len(absent), "stands while %s, which it needs, is absent", "stands while %s, which it needs, are absent", say.And(absent))
	for _, name := range absent {
		l.Evidence = append(l.Evidence, Evidence{Object: "layer " + name, Outcome: string(Absent), Detail: say.Textf("needed and absent"), Expected: expectedOfNeed(), Decides: true})
	}
	return l
}

func keep(names []string, in map[string]bool) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !in[n] })
}
