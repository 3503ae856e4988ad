package state

import (
	"cmp"
	"slices"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
)

// Questions gives what must be asked of a cluster to judge every layer of a catalogue, wanted or not: kinds to list
// across namespaces, and objects to get by name for the kinds that are not listed. Compose judges by the same proofs,
// so that nothing is judged that was not asked.
func Questions(c layer.Catalogue) (ports.OverviewQuestion, []ports.Marker) {
	byName := func(ref ports.ObjectRef, _ []string) bool { return !inOverview(ref) }
	return ports.OverviewQuestion{Kinds: kindsToList(c)}, markers(c, byName)
}

// Remaining gives what is still to be asked by name after the first answers: proofs of kinds that could not be listed,
// which a user with rights in some namespaces only may still read; and missing proofs whose API groups may be left.
// A server that has just failed to answer is asked nothing more.
func Remaining(c layer.Catalogue, o ports.Overview, objects ports.ObjectsAnswer) []ports.Marker {
	if o.Failure != nil && o.Failure.Kind != ports.FailedForbidden || objects.Failure != nil || objects.Broken != nil {
		return nil
	}
	return markers(c, func(ref ports.ObjectRef, groups []string) bool {
		if !inOverview(ref) {
			return false
		}
		listed := o.Workloads[ref.Kind]
		if o.Failure != nil || listed.Outcome != ports.Found {
			return true
		}
		_, there := pick(listed.Items, ref)
		return !there && len(groups) > 0 && objects.Groups.Outcome != ports.Found
	})
}

// Concerned is the part of a catalogue that decides on a stack's plan: the wanted layers, and those that tell which storage
// backends are alive. The others only show what else is there.
func Concerned(c layer.Catalogue, s stack.Stack) layer.Catalogue {
	tells := func(l layer.Layer) bool {
		return l.Stores != "" && slices.ContainsFunc(coreLayers(c, l.Stores), func(core layer.Layer) bool { return core.Name == l.Name })
	}
	c.Layers = slices.DeleteFunc(slices.Clone(c.Layers), func(l layer.Layer) bool { return !slices.Contains(s.Layers, l.Name) && !tells(l) })
	return c
}

func kindsToList(c layer.Catalogue) []ports.ObjectRef {
	var kinds []ports.ObjectRef
	for _, l := range c.Layers {
		for _, p := range l.Proofs {
			if inOverview(p.Ref) {
				kinds = append(kinds, ports.ObjectRef{Group: p.Ref.Group, Kind: p.Ref.Kind, Resource: p.Ref.Resource})
			}
		}
	}
	slices.SortFunc(kinds, func(a, b ports.ObjectRef) int { return cmp.Compare(a.Kind, b.Kind) })
	return slices.CompactFunc(kinds, func(a, b ports.ObjectRef) bool { return a.Kind == b.Kind })
}

// markers gives each proof once that is chosen, by its object and by the API groups that its layer may leave.
func markers(c layer.Catalogue, chosen func(ref ports.ObjectRef, groups []string) bool) []ports.Marker {
	var all []ports.Marker
	at := map[ports.ObjectRef]int{}
	for _, l := range c.Layers {
		for _, p := range l.Proofs {
			if !chosen(p.Ref, l.Traces.Groups) {
				continue
			}
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

// pick finds an object of a list by its place.
func pick(listed []ports.Object, ref ports.ObjectRef) (ports.Object, bool) {
	i := slices.IndexFunc(listed, func(o ports.Object) bool { return o.Ref.Namespace == ref.Namespace && o.Ref.Name == ref.Name })
	if i < 0 {
		return ports.Object{}, false
	}
	return listed[i], true
}

func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}
