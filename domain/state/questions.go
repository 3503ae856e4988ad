package state

import (
	"cmp"
	"slices"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/ports"
)

// Questions gives what must be asked of a cluster to judge every layer of a catalogue, wanted or not.
// Compose judges by the same proofs, so that nothing is judged that was not asked.
func Questions(c layer.Catalogue) (ports.OverviewQuestion, []ports.Marker) {
	return ports.OverviewQuestion{Kinds: kindsToList(c)}, markers(c)
}

func kindsToList(c layer.Catalogue) []ports.ObjectRef {
	var kinds []ports.ObjectRef
	for _, l := range c.Layers {
		for _, p := range l.Proofs {
			if p.Anywhere && inOverview(p.Ref) {
				kinds = append(kinds, ports.ObjectRef{Kind: p.Ref.Kind, Resource: p.Ref.Resource})
			}
		}
	}
	slices.SortFunc(kinds, func(a, b ports.ObjectRef) int { return cmp.Compare(a.Kind, b.Kind) })
	return slices.CompactFunc(kinds, func(a, b ports.ObjectRef) bool { return a.Kind == b.Kind })
}

func markers(c layer.Catalogue) []ports.Marker {
	var all []ports.Marker
	at := map[ports.ObjectRef]int{}
	for _, l := range c.Layers {
		for _, p := range l.Proofs {
			i, known := at[p.Ref]
			if !known {
				i = len(all)
				at[p.Ref] = i
				all = append(all, ports.Marker{Ref: p.Ref})
			}
			all[i].Elsewhere = all[i].Elsewhere || asksElsewhere(p)
			all[i].Groups = union(all[i].Groups, l.Traces.Groups)
		}
	}
	return all
}

// asksElsewhere reports whether a proof's other places are asked for with the proof itself.
func asksElsewhere(p layer.Proof) bool {
	return p.Anywhere && p.Ref.Namespace != "" && !inOverview(p.Ref)
}

// inOverview reports whether the kind is listed across namespaces in the overview.
func inOverview(ref ports.ObjectRef) bool {
	switch ref.Group + "/" + ref.Kind {
	case "apps/Deployment", "apps/StatefulSet", "apps/DaemonSet", "batch/CronJob":
		return true
	}
	return false
}

func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}
