package kubectl

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
)

// Objects reads every marker by name in one process, and then only what the missing ones call for.
func (r *Reader) Objects(ctx context.Context, access ports.Access, markers []ports.Marker) ports.ObjectsAnswer {
	s := newSearch(r, access, markers)
	s.readMarkers(ctx)
	if s.answer.Failure == nil {
		s.readGroupsAndElsewhere(ctx)
	}
	if s.answer.Failure == nil {
		s.readOtherVersions(ctx)
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
	markers []ports.Marker // each object once
	answer  ports.ObjectsAnswer
	groups  map[string]apiGroup // the served ones, once they were read

	first        reading           // of the first wave
	unrecognised []ports.ObjectRef // kubectl did not know their kind
}

func newSearch(r *Reader, access ports.Access, markers []ports.Marker) *search {
	merged := merge(markers)
	return &search{reader: r, access: access, markers: merged, answer: ports.ObjectsAnswer{
		Answers: make(map[ports.ObjectRef]ports.ObjectAnswer, len(merged)),
	}}
}

// merge keeps each object once, in the order given, with all that is to be learned about it.
func merge(markers []ports.Marker) []ports.Marker {
	var merged []ports.Marker
	at := map[ports.ObjectRef]int{}
	for _, marker := range markers {
		i, seen := at[marker.Ref]
		if !seen {
			at[marker.Ref] = len(merged)
			merged = append(merged, marker)
			continue
		}
		merged[i].Elsewhere = merged[i].Elsewhere || marker.Elsewhere
		merged[i].Groups = append(merged[i].Groups[:len(merged[i].Groups):len(merged[i].Groups)], marker.Groups...)
	}
	return merged
}

// readMarkers is the first wave.
func (s *search) readMarkers(ctx context.Context) {
	ctx, cancel := s.reader.wave(ctx)
	defer cancel()
	refs := make([]ports.ObjectRef, len(s.markers))
	for i, marker := range s.markers {
		refs[i] = marker.Ref
	}
	got := s.reader.getObjects(ctx, s.access, refs)
	s.first = got
	if s.answer.Failure = s.take(got, "get"); s.answer.Failure != nil {
		return
	}
	var outcomes []ports.Outcome
	for _, ref := range refs {
		s.answer.Answers[ref] = askable(ref, got.object)
		outcomes = append(outcomes, s.answer.Answers[ref].Outcome)
		if _, asked := got.status(objectPath(ref)); !asked && got.said.unrecognised(ref) {
			s.unrecognised = append(s.unrecognised, ref)
		}
	}
	if s.answer.UID == "" && allForbidden(outcomes) {
		s.answer.Failure = got.noRights()
	}
}

// take keeps the requests of a reading, and says why the reading is not believed. A second UID is a second cluster.
func (s *search) take(got reading, verb string) *ports.Failure {
	s.answer.Requests = append(s.answer.Requests, got.requests...)
	if failure := got.stopped(); failure != nil {
		return failure
	}
	path := objectPath(kubeSystem)
	if verb == "list" {
		path = listPath(namespaces)
	}
	uid, ok := got.control(verb, path)
	switch {
	case !ok:
		return got.distrust()
	case s.answer.UID == "":
		s.answer.UID = uid
	case uid != "" && uid != s.answer.UID:
		return fail(ports.FailedIdentity, "two reads of %s saw two clusters (kube-system has UID %s, then %s): does one address lead to several?",
			got.server, s.answer.UID, uid)
	}
	return nil
}

// ends reports whether a failure of a later wave makes the earlier ones worthless too.
func ends(failure *ports.Failure, got reading) bool {
	return failure != nil && (failure.Kind == ports.FailedIdentity || got.sentOther())
}

func (r reading) sentOther() bool {
	for _, asked := range r.requests {
		if asked.Method != http.MethodGet {
			return true
		}
	}
	return false
}

func (s *search) believeNothing() {
	s.answer.UID = ""
	s.answer.Groups = ports.Listing[string]{Reason: s.answer.Failure.Reason}
	for _, marker := range s.markers {
		s.answer.Answers[marker.Ref] = ports.ObjectAnswer{Reason: s.answer.Failure.Reason}
	}
}

// getObjects reads objects by name in one process, the positive control first. What cannot be a name of an object is
// left out: one such entry would make kubectl refuse all of them.
func (r *Reader) getObjects(ctx context.Context, access ports.Access, refs []ports.ObjectRef) reading {
	entries := [][]byte{manifest(kubeSystem)}
	for _, ref := range refs {
		if ref != kubeSystem && complete(ref) {
			entries = append(entries, manifest(ref))
		}
	}
	list := `{"apiVersion":"v1","kind":"List","items":[` + "\n" + string(bytes.Join(entries, []byte(",\n"))) + "]}\n"
	return r.get(ctx, access, []byte(list), "-f", "-", "--ignore-not-found", "-o", "json")
}

// askable answers for a ref that was left out.
func askable(ref ports.ObjectRef, answer func(ports.ObjectRef) ports.ObjectAnswer) ports.ObjectAnswer {
	if !complete(ref) {
		return ports.ObjectAnswer{Reason: "it is no complete name of a Kubernetes object"}
	}
	return answer(ref)
}

func complete(ref ports.ObjectRef) bool {
	return ref.Version != "" && ref.Kind != "" && ref.Resource != "" && segment(ref.Name) && (ref.Namespace == "" || segment(ref.Namespace))
}

// segment reports whether a name can stand in a URL path.
func segment(name string) bool {
	return name != "" && name != "." && name != ".." && !strings.ContainsAny(name, "/%")
}

func manifest(ref ports.ObjectRef) []byte {
	type meta struct {
		Name      string `json:"name"`
		Namespace string `json:"namespace,omitempty"`
	}
	entry, _ := json.Marshal(struct { // strings only: it cannot fail
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
		Metadata   meta   `json:"metadata"`
	}{ref.APIVersion(), ref.Kind, meta{ref.Name, ref.Namespace}})
	return entry
}
