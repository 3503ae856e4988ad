package kubectl

import (
	"context"
	"sync"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// readGroupsAndElsewhere is the second wave: the served API groups, and the kinds of missing markers in all
// namespaces, at once.
func (s *search) readGroupsAndElsewhere(ctx context.Context) {
	lost := s.lost(func(ports.ObjectAnswer) bool { return true })
	groups, elsewhere := s.groupsWanted(), len(lost) > 0
	if !groups && !elsewhere {
		return
	}
	ctx, cancel := s.reader.wave(ctx)
	defer cancel()
	var together sync.WaitGroup
	var served, listed reading
	if groups {
		together.Go(func() { served = s.reader.getRaw(ctx, s.access, "/apis") })
	}
	if elsewhere {
		together.Go(func() { listed = s.reader.getList(ctx, s.access, kindsOf(lost)) })
	}
	together.Wait()
	if groups {
		s.takeGroups(served)
	}
	if elsewhere {
		s.takeElsewhere(listed, lost)
	}
}

// groupsWanted is true if a kind was not recognised, or if a missing marker may have left API groups behind.
func (s *search) groupsWanted() bool {
	for _, marker := range s.markers {
		answer := s.answer.Answers[marker.Ref]
		if answer.Outcome == ports.Missing && len(marker.Groups) > 0 {
			return true
		}
	}
	return len(s.unrecognised) > 0
}

// lostMarker is a missing marker to look for in other places, at the version that is served.
type lostMarker struct{ key, ref ports.ObjectRef }

// lost gives the missing markers that are to be looked for elsewhere.
func (s *search) lost(among func(ports.ObjectAnswer) bool) []lostMarker {
	var lost []lostMarker
	for _, marker := range s.markers {
		answer := s.answer.Answers[marker.Ref]
		if !marker.Elsewhere || answer.Outcome != ports.Missing || !among(answer) {
			continue
		}
		ref := marker.Ref
		if answer.Version != "" {
			ref.Version = answer.Version
		}
		lost = append(lost, lostMarker{key: marker.Ref, ref: ref})
	}
	return lost
}

// kindsOf gives each kind once, the positive control first.
func kindsOf(lost []lostMarker) []ports.ObjectRef {
	kinds := []ports.ObjectRef{namespaces}
	seen := map[ports.ObjectRef]bool{namespaces: true}
	for _, marker := range lost {
		kind := marker.ref
		kind.Namespace, kind.Name = "", ""
		if !seen[kind] {
			seen[kind] = true
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

func (s *search) takeElsewhere(got reading, lost []lostMarker) {
	failure := s.take(got, inTheList)
	if failure != nil && s.breaks(failure, got) {
		return
	}
	for _, marker := range lost {
		answer := s.answer.Answers[marker.key]
		if failure != nil {
			answer.Elsewhere = ports.Listing[ports.Object]{Reason: failure.Text()}
		} else {
			answer = beside(answer, got.objects(marker.ref), marker.ref)
		}
		s.answer.Answers[marker.key] = answer
	}
}

// beside puts a missing marker beside the list of its kind. A list that holds the marker itself contradicts its 404, and
// which of the two is wrong, or late, cannot be told.
func beside(answer ports.ObjectAnswer, listed ports.Listing[ports.Object], ref ports.ObjectRef) ports.ObjectAnswer {
	var others []ports.Object
	for _, object := range listed.Items {
		if object.Ref.Namespace == ref.Namespace && object.Ref.Name == ref.Name {
			return ports.ObjectAnswer{Version: answer.Version, Reason: say.Textf("404 by its name, and in the list of all %s: two answers contradict each other; try again", ref.Resource)}
		}
		others = append(others, object)
	}
	listed.Items = others
	answer.Elsewhere = listed
	return answer
}
