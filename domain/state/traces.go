package state

import (
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// traces is what a layer left in the cluster, apart from its proofs.
type traces struct {
	namespaces  []string // of the layer, there
	terminating []string // of the layer, being deleted
	unread      []Evidence
	remnants    []say.Text
	unsure      bool     // a namespace is under deletion that may be the layer's, or it is not known if one is
	gone        []string // of a layer that has nothing but namespaces to be seen by, not there
}

func (j judge) trace(l layer.Layer) traces {
	t := traces{remnants: j.remnants(l), unsure: j.namespacesUnread(l)}
	claimed, doubtful := j.claims(l)
	own := union(slices.Clone(claimed), j.homes(l))
	for _, ns := range items(j.reading.namespaces) {
		switch {
		case ns.Terminating && slices.Contains(own, ns.Name):
			t.terminating = append(t.terminating, ns.Name)
		case slices.Contains(doubtful, ns.Name):
			t.unsure = t.unsure || ns.Terminating
			t.unread = append(t.unread, Evidence{Object: "Namespace " + ns.Name, Ref: namespaceRef(ns.Name),
				Outcome: ports.Found.String(), Detail: say.Textf("shared with a layer that could not be read")})
		case slices.Contains(claimed, ns.Name):
			t.namespaces = append(t.namespaces, ns.Name)
		}
	}
	slices.Sort(t.namespaces)
	slices.Sort(t.terminating)
	slices.SortFunc(t.unread, func(a, b Evidence) int { return strings.Compare(a.Object, b.Object) })
	t.unread = append(t.unread, j.unreadLists(l, union(own, doubtful))...)
	if len(l.Proofs) == 0 {
		t.gone = l.Traces.Namespaces
	}
	return t
}

func (j judge) unreadLists(l layer.Layer, namespaces []string) []Evidence {
	var unread []Evidence
	if n := j.reading.namespaces; len(namespaces) > 0 && !n.Outcome.Known() {
		unread = append(unread, Evidence{Object: "namespaces", Ref: namespaceRef(""),
			Outcome: n.Outcome.String(), Detail: listNotAnswered(n.Outcome, n.Reason), ReadFailed: !j.reading.listsLost.IsZero()})
	}
	if s := j.reading.classes; len(l.Traces.StorageClasses)+len(l.Traces.Provisioners) > 0 && !s.Outcome.Known() {
		unread = append(unread, Evidence{Object: "storageclasses", Ref: classRef(""),
			Outcome: s.Outcome.String(), Detail: listNotAnswered(s.Outcome, s.Reason), ReadFailed: !j.reading.listsLost.IsZero()})
	}
	return unread
}

// claims gives the namespaces that speak for a layer: not the base system's, and not those of another layer that
// stands in them. Where that other layer could not be read, the namespace is doubtful.
func (j judge) claims(l layer.Layer) (claimed, doubtful []string) {
	for _, ns := range l.Traces.Namespaces {
		if slices.Contains(j.catalogue.Ignored, ns) {
			continue
		}
		switch others := j.sharing(l, ns); {
		case slices.ContainsFunc(others, j.stands):
		case slices.ContainsFunc(others, j.mayStand):
			doubtful = append(doubtful, ns)
		default:
			claimed = append(claimed, ns)
		}
	}
	return claimed, doubtful
}

func (j judge) sharing(l layer.Layer, namespace string) []layer.Layer {
	var others []layer.Layer
	for _, other := range j.catalogue.Layers {
		if other.Name != l.Name && slices.Contains(other.Traces.Namespaces, namespace) {
			others = append(others, other)
		}
	}
	return others
}

// stands and mayStand look at a layer's proofs only: its namespaces are what is being decided.
func (j judge) stands(l layer.Layer) bool {
	return len(l.Proofs) > 0 && !slices.ContainsFunc(j.findings[l.Name], func(f finding) bool { return !f.found() })
}

func (j judge) mayStand(l layer.Layer) bool {
	return len(l.Proofs) > 0 && !slices.ContainsFunc(j.findings[l.Name], finding.missing)
}

// homes gives the namespaces where a layer's proofs live and that no layer claims. What is being deleted there cannot be installed yet.
func (j judge) homes(l layer.Layer) []string {
	var homes []string
	for _, p := range l.Proofs {
		ns := p.Ref.Namespace
		if ns != "" && !slices.Contains(j.catalogue.Ignored, ns) && !j.claimedByAny(ns) {
			homes = union(homes, []string{ns})
		}
	}
	return homes
}

func (j judge) claimedByAny(namespace string) bool {
	return slices.ContainsFunc(j.catalogue.Layers, func(l layer.Layer) bool { return slices.Contains(l.Traces.Namespaces, namespace) })
}

// terminating reports whether a namespace is known to be under deletion: so is all that is in it.
func (j judge) terminating(namespace string) bool {
	return slices.ContainsFunc(items(j.reading.namespaces),
		func(n ports.Namespace) bool { return n.Name == namespace && n.Terminating })
}

// namespacesUnread reports whether it is not known if a proof's namespace is under deletion.
func (j judge) namespacesUnread(l layer.Layer) bool {
	return !j.reading.namespaces.Outcome.Known() && slices.ContainsFunc(l.Proofs, func(p layer.Proof) bool { return deletable(p.Ref.Namespace) })
}

// deletable reports whether the API server would let a namespace be deleted.
func deletable(namespace string) bool {
	return !slices.Contains([]string{"", "default", "kube-system", "kube-public"}, namespace)
}

// remnants are what an uninstall leaves: they never say that a layer is there.
func (j judge) remnants(l layer.Layer) []say.Text {
	var found []say.Text
	for _, g := range items(j.reading.groups) {
		if slices.Contains(l.Traces.Groups, g) && !j.sharedGroup(l, g) {
			found = append(found, say.Textf("API group %s", g))
		}
	}
	for _, s := range items(j.reading.classes) {
		if leftBy(l, s) {
			found = append(found, say.Verbatim("StorageClass "+s.Name))
		}
	}
	slices.SortFunc(found, func(a, b say.Text) int { return strings.Compare(a.String(), b.String()) })
	return found
}

// sharedGroup reports whether several layers use the group: it then says nothing about any of them.
func (j judge) sharedGroup(l layer.Layer, group string) bool {
	return slices.ContainsFunc(j.catalogue.Layers, func(other layer.Layer) bool {
		return other.Name != l.Name && slices.Contains(other.Traces.Groups, group)
	})
}

func leftBy(l layer.Layer, s ports.StorageClass) bool {
	return slices.Contains(l.Traces.StorageClasses, s.Name) || slices.ContainsFunc(l.Traces.Provisioners,
		func(p string) bool { return strings.Contains(s.Provisioner, p) })
}

func (t traces) thereEvidence() []Evidence {
	return namespaceEvidence(t.namespaces, say.Textf("there"))
}
func (t traces) deletingEvidence() []Evidence {
	return namespaceEvidence(t.terminating, say.Textf("being deleted"))
}

// goneEvidence is for a layer that was ruled absent: then none of its namespaces speaks for it.
func (t traces) goneEvidence() []Evidence {
	all := namespaceEvidence(t.gone, ports.Missing.Words())
	for i := range all {
		all[i].Outcome = ports.Missing.String()
	}
	return all
}

func namespaceEvidence(names []string, detail say.Text) []Evidence {
	var all []Evidence
	for _, n := range names {
		all = append(all, Evidence{Object: "Namespace " + n, Ref: namespaceRef(n), Outcome: ports.Found.String(), Detail: detail})
	}
	return all
}

func namespaceRef(name string) ports.ObjectRef {
	return ports.ObjectRef{Version: "v1", Kind: "Namespace", Resource: "namespaces", Name: name}
}

func classRef(name string) ports.ObjectRef {
	return ports.ObjectRef{Group: "storage.k8s.io", Version: "v1", Kind: "StorageClass", Resource: "storageclasses", Name: name}
}
