package kubectl

import (
	"context"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Objects reads every marker by name in one process, and then only what the missing ones call for: four waves at most,
// and none after one that failed.
func (r *Reader) Objects(ctx context.Context, access ports.Access, markers []ports.Marker) ports.ObjectsAnswer {
	s := newSearch(r, access, markers)
	for _, wave := range []func(context.Context){s.readMarkers, s.readGroupsAndElsewhere, s.readOtherVersions, s.readDoubtful} {
		if s.answer.Failure == nil {
			wave(ctx)
		}
	}
	if s.answer.Failure != nil {
		s.believeNothing()
	}
	return s.answer
}

// search is one call of Objects on its way.
type search struct {
	reader  *Reader
	access  ports.Access
	markers []ports.Marker
	answer  ports.ObjectsAnswer
	groups  map[string]apiGroup // the served ones, once they were read

	first        []reading         // of the first wave
	unrecognised []ports.ObjectRef // kubectl did not know their kind
	doubts       []doubt           // of the third wave
}

func newSearch(r *Reader, access ports.Access, markers []ports.Marker) *search {
	return &search{reader: r, access: access, markers: markers, answer: ports.ObjectsAnswer{
		Answers:  make(map[ports.ObjectRef]ports.ObjectAnswer, len(markers)),
		Controls: ports.Controls{},
	}}
}

// readMarkers is the first wave.
func (s *search) readMarkers(ctx context.Context) {
	ctx, cancel := s.reader.wave(ctx)
	defer cancel()
	shares := shared(s.markers)
	s.first = s.reader.getShares(ctx, s.access, len(shares), func(i int) []ports.ObjectRef { return refsOf(shares[i]) })
	for _, got := range s.first { // each is taken, for the sake of its requests
		if failure := s.take(got, byItsName); s.answer.Failure == nil {
			s.answer.Failure = failure
		}
	}
	if s.answer.Failure == nil {
		s.answerMarkers(shares)
	}
}

func refsOf(markers []ports.Marker) []ports.ObjectRef {
	refs := make([]ports.ObjectRef, len(markers))
	for i, marker := range markers {
		refs[i] = marker.Ref
	}
	return refs
}

// answerMarkers answers each marker from the reading of its share.
func (s *search) answerMarkers(shares [][]ports.Marker) {
	var outcomes []ports.Outcome
	for i, got := range s.first {
		for _, ref := range refsOf(shares[i]) {
			s.answer.Answers[ref] = askable(ref, got.object)
			outcomes = append(outcomes, s.answer.Answers[ref].Outcome)
			if _, asked := got.status(objectPath(ref)); !asked && got.said.unrecognised(ref) {
				s.unrecognised = append(s.unrecognised, ref)
			}
		}
	}
	if s.answer.UID == "" && allForbidden(outcomes) {
		s.answer.Failure = s.noRights()
	}
}

// noRights quotes the process that was told a user's name.
func (s *search) noRights() *ports.Failure {
	for _, got := range s.first {
		if len(got.said.rights) > 0 {
			return got.noRights()
		}
	}
	return s.first[0].noRights()
}

// take keeps the requests of a reading, and says why the reading is not believed. A second UID is a second cluster.
func (s *search) take(got reading, proof control) *ports.Failure {
	s.answer.Requests = append(s.answer.Requests, got.requests...)
	if failure := got.stopped(); failure != nil {
		return failure
	}
	uid, ok := got.proven(proof)
	if !ok {
		return got.distrust()
	}
	told := ports.Controls{proof.verb: uid}
	if told.Contradict(s.answer.Controls) {
		return got.oneOfTwo(say.Textf("%s showed namespace kube-system to one read and refused it to another, so two clusters may answer there", got.server))
	}
	s.answer.Controls[proof.verb] = uid
	switch {
	case s.answer.UID == "":
		s.answer.UID = uid
	case uid != "" && uid != s.answer.UID:
		return got.oneOfTwo(say.Textf("two reads of %s saw two clusters (kube-system has UID %s, then %s)", got.server, s.answer.UID, uid))
	}
	return nil
}

// oneOfTwo is for reads that do not fit together.
func (r reading) oneOfTwo(reason say.Text) *ports.Failure {
	return fail(ports.FailedIdentity, problems.TwoClusters, reason,
		say.Textf("give the kubeconfig the address of one of them, and see several times where it leads: %s",
			r.access.Kubectl("get", "namespace", "kube-system", "-o", "jsonpath={.metadata.uid}")))
}

// breaks notes that a later wave failed. It reports whether that makes the earlier answers worthless too.
func (s *search) breaks(failure *ports.Failure, got reading) bool {
	if failure.Kind == ports.FailedIdentity || got.sentOther() {
		s.answer.Failure = failure
		return true
	}
	s.answer.Broken = failure
	return false
}

func (r reading) sentOther() bool {
	for _, asked := range r.requests {
		if !asked.Reads() {
			return true
		}
	}
	return false
}

func (s *search) believeNothing() {
	s.answer.UID = ""
	s.answer.Groups = ports.Listing[string]{Reason: s.answer.Failure.Text()}
	for _, marker := range s.markers {
		s.answer.Answers[marker.Ref] = ports.ObjectAnswer{Reason: s.answer.Failure.Text()}
	}
}

func nameOf(ref ports.ObjectRef) run.ObjectName {
	return run.ObjectName{APIVersion: ref.APIVersion(), Kind: ref.Kind, Namespace: ref.Namespace, Name: ref.Name}
}

// unaskable says why a ref is left out, or is empty. The resource is not asked for, but its answer is found by it.
func unaskable(ref ports.ObjectRef) say.Text {
	if ref.Resource == "" {
		return say.Textf("its resource is not known")
	}
	return nameOf(ref).Refused()
}

// askable answers for a ref that was left out.
func askable(ref ports.ObjectRef, answer func(ports.ObjectRef) ports.ObjectAnswer) ports.ObjectAnswer {
	if why := unaskable(ref); !why.IsZero() {
		return ports.ObjectAnswer{Reason: why}
	}
	return answer(ref)
}
