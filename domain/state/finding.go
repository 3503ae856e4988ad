package state

import (
	"cmp"
	"slices"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// finding is what became of one proof.
type finding struct {
	proof     layer.Proof
	answer    ports.ObjectAnswer
	health    health            // when found
	deleting  bool              // itself, or its namespace
	elsewhere []ports.ObjectRef // this layer's object in other places, when missing
	unread    say.Text          // why it, or its other places, are not known
	forbidden bool              // when unread: by the rights of the kubeconfig's user
	lost      bool              // when unread: nothing of the read that would have told is believed
}

func (f finding) found() bool   { return f.answer.Outcome == ports.Found }
func (f finding) missing() bool { return f.answer.Outcome.Known() && !f.found() }
func (f finding) moved() bool   { return len(f.elsewhere) > 0 || f.oldVersion() }

// oldVersion reports that another version of the kind is served and was not read: neither there nor absent.
func (f finding) oldVersion() bool {
	return f.answer.Outcome == ports.NotServed && f.answer.Version != ""
}

func (j judge) find(p layer.Proof) finding {
	f := finding{proof: p}
	f.answer, f.lost = j.reading.answer(p.Ref)
	switch {
	case !f.answer.Outcome.Known():
		f.unread = notAnswered(f.answer.Outcome, f.answer.Reason)
		f.forbidden = f.answer.Outcome == ports.Forbidden
	case f.found():
		f.health = healthOf(p, *f.answer.Object, j.now)
		f.deleting = f.answer.Object.Deleting || j.terminating(p.Ref.Namespace)
	case p.Anywhere:
		f.elsewhere, f.unread, f.forbidden = j.lookElsewhere(p, f.answer)
		f.lost = inOverview(p.Ref) && !j.reading.listsLost.IsZero()
	}
	return f
}

// lookElsewhere gives the proof's object in other places, and why those places are not known.
func (j judge) lookElsewhere(p layer.Proof, a ports.ObjectAnswer) (places []ports.ObjectRef, unread say.Text, forbidden bool) {
	if a.Outcome == ports.NotServed || p.Ref.Namespace == "" {
		return nil, say.Text{}, false
	}
	listed := a.Elsewhere
	if inOverview(p.Ref) {
		listed = j.reading.workloadsOf(p.Ref.Kind)
	}
	if !listed.Outcome.Known() {
		return nil, say.Textf("not found; other namespaces %s", notAnswered(listed.Outcome, listed.Reason)), listed.Outcome == ports.Forbidden
	}
	for _, o := range items(listed) {
		if isThis(p, o) && !j.expected[placeOf(o.Ref)] {
			places = append(places, o.Ref)
		}
	}
	slices.SortFunc(places, func(a, b ports.ObjectRef) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
	})
	return places, say.Text{}, false
}

// isThis reports whether an object is what a proof looks for, under its name or under the name that its chart gives it.
func isThis(p layer.Proof, o ports.Object) bool {
	return o.Ref.Kind == p.Ref.Kind && (p.AnyName || o.Ref.Name == p.Ref.Name || o.Labels["app.kubernetes.io/name"] == p.Ref.Name)
}

// place is where the catalogue expects an object, whatever its version.
type place struct{ group, kind, namespace, name string }

func placeOf(r ports.ObjectRef) place { return place{r.Group, r.Kind, r.Namespace, r.Name} }

// expectedPlaces are those of all proofs: an object there is that layer's, and no other layer's.
func expectedPlaces(c layer.Catalogue) map[place]bool {
	all := map[place]bool{}
	for _, l := range c.Layers {
		for _, p := range l.Proofs {
			all[placeOf(p.Ref)] = true
		}
	}
	return all
}

func (f finding) evidence() Evidence {
	e := Evidence{Object: f.proof.Ref.String(), Ref: f.proof.Ref, Outcome: f.answer.Outcome.String()}
	switch {
	case f.deleting:
		e.Outcome, e.Detail = "deleting", say.Textf("being deleted")
	case f.found():
		e.Outcome, e.Detail = f.health.word(), f.health.text
	case !f.unread.IsZero():
		e.Detail, e.ReadFailed = f.unread, f.lost
	case f.oldVersion():
		e.Detail = say.Textf("old version present: %s", f.answer.Version)
	case f.answer.Outcome == ports.NotServed:
		e.Detail = say.Textf("kind not served")
	default:
		e.Detail = f.answer.Outcome.Words()
	}
	return e
}

func (h health) word() string {
	switch {
	case h.ok:
		return "healthy"
	case h.waiting:
		return "waiting"
	}
	return "unhealthy"
}

// elsewhereEvidence says of each other place where it is and where it was expected.
func (f finding) elsewhereEvidence() []Evidence {
	var all []Evidence
	for _, ref := range f.elsewhere {
		all = append(all, Evidence{Object: ref.String(), Ref: ref, Outcome: ports.Found.String(), Detail: movedText(ref, f.proof.Ref)})
	}
	return all
}

func movedText(found, expected ports.ObjectRef) say.Text {
	if found.Namespace == expected.Namespace {
		return say.Textf("expected as %s", expected.Name)
	}
	return say.Textf("in namespace %s, expected %s", found.Namespace, expected.Namespace)
}

func movedNote(found, expected ports.ObjectRef) say.Text {
	if found.Namespace == expected.Namespace {
		return say.Textf("%s found, expected as %s", found.String(), expected.Name)
	}
	return say.Textf("%s found in namespace %s, expected %s", found.String(), found.Namespace, expected.Namespace)
}

func (f finding) notes() []Note {
	notes := slices.Clone(f.health.notes)
	for _, e := range f.elsewhereEvidence() {
		notes = append(notes, Note{CodeElsewhere, movedNote(e.Ref, f.proof.Ref)})
	}
	switch {
	case f.oldVersion():
		notes = append(notes, Note{CodeOldVersion, say.Textf("%s: only %s is served", f.proof.Ref.String(), f.answer.Version)})
	case f.answer.Version != "" && f.answer.Version != f.proof.Ref.Version:
		notes = append(notes, Note{CodeOtherVersion, say.Textf("%s was read as %s", f.proof.Ref.String(), f.answer.Version)})
	}
	return notes
}
