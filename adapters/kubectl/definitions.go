package kubectl

import (
	"context"
	"net/http"
	"strings"
	"sync"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// incomplete is what is said when a kind is defined and kubectl does not know it.
func incomplete() say.Text {
	return say.Textf("the API server is starting, or its discovery is incomplete; try again")
}

// definition is the object that defines a custom kind. It is read from storage, whatever discovery says meanwhile.
func definition(ref ports.ObjectRef) ports.ObjectRef {
	return named(ports.Definitions, ports.DefinitionName(ref))
}

// settle answers for a kind that kubectl knew in no version. Only what is stored makes it not served: discovery, and
// the list of groups with it, is incomplete for a while after each start of an API server.
func (s *search) settle(kind openKind, again reading) {
	crd := definition(kind.ref)
	answer := again.object(crd)
	unknown := say.Textf("whether it is defined is not known (%s %s: %s)", crd.Kind, crd.Name, reasonOf(answer))
	switch {
	case answer.Outcome == ports.Found:
		found, _ := again.document.find(crd)
		s.settleDefined(kind.ref, found)
	case answer.Outcome == ports.Missing && kind.listed:
		s.settleListed(kind, again)
	case answer.Outcome == ports.Missing:
		s.settleUnlisted(kind, again)
	case answer.Outcome == ports.Forbidden && !kind.listed:
		s.doubt(kind.ref, unknown)
	default:
		s.explain(kind.ref, unknown)
	}
}

// settleDefined is for a kind that a definition has: its objects may be stored, so it is never just absent.
func (s *search) settleDefined(ref ports.ObjectRef, crd item) {
	var names []string
	served := false
	for _, version := range crd.Spec.Versions {
		names = append(names, version.Name)
		served = served || version.Served
	}
	if served || len(names) == 0 || !crd.established() {
		s.explain(ref, say.Textf("CustomResourceDefinition %s defines it: %s", crd.Metadata.Name, incomplete()))
		return
	}
	s.notServed(ref, strings.Join(names, ", ")+" (defined, not served)")
}

// settleUnlisted is for a kind without a definition in a group that /apis lacks. Another server may still serve it.
func (s *search) settleUnlisted(kind openKind, again reading) {
	service := apiService(kind.group, kind.group.Versions[0])
	answer := again.object(service)
	switch answer.Outcome {
	case ports.Missing:
		s.notServed(kind.ref, "")
	case ports.Found:
		s.explain(kind.ref, say.Textf("%s %s serves it: %s", service.Kind, service.Name, incomplete()))
	case ports.Forbidden:
		s.doubt(kind.ref, say.Textf("whether another server has it is not known (%s %s: %s)", service.Kind, service.Name, answer.Reason))
	default:
		s.explain(kind.ref, say.Textf("whether another server has it is not known (%s %s: %s)", service.Kind, service.Name, reasonOf(answer)))
	}
}

// notServed answers for a kind that the API server does not have; version is what its definition still holds.
func (s *search) notServed(ref ports.ObjectRef, version string) {
	s.answer.Answers[ref] = ports.ObjectAnswer{Outcome: ports.NotServed, Version: version}
}

// doubt leaves a kind unread for want of a right, until its version is asked for: that needs none.
func (s *search) doubt(ref ports.ObjectRef, why say.Text) {
	s.explain(ref, why)
	if run.DiscoveryRefused(ref.Group, ref.Version) == "" {
		s.doubts = append(s.doubts, doubt{ref, why})
	}
}

// doubt is a kind whose group is not listed, and the right that was missing to know more.
type doubt struct {
	ref ports.ObjectRef
	why say.Text
}

// readDoubtful is the fourth wave: the versions that a right was missing for, and the other places of the markers that
// were missing in another version only. The wave that read these did not fail, nor did any before it.
func (s *search) readDoubtful(ctx context.Context) {
	lost := s.lost(func(a ports.ObjectAnswer) bool { return a.Version != "" })
	if len(lost) == 0 && len(s.doubts) == 0 {
		return
	}
	ctx, cancel := s.reader.wave(ctx)
	defer cancel()
	var together sync.WaitGroup
	var listed reading
	if len(lost) > 0 {
		together.Go(func() { listed = s.reader.getList(ctx, s.access, kindsOf(lost)) })
	}
	paths := s.doubtfulPaths()
	versions := make([]reading, len(paths))
	for i, path := range paths {
		together.Go(func() { versions[i] = s.reader.getRaw(ctx, s.access, path) })
	}
	together.Wait()
	for i, path := range paths {
		s.takeVersion(path, versions[i])
	}
	if len(lost) > 0 {
		s.takeElsewhere(listed, lost)
	}
}

// doubtfulPaths gives the path of each version in doubt once.
func (s *search) doubtfulPaths() []string {
	var paths []string
	seen := map[string]bool{}
	for _, d := range s.doubts {
		if path := versionPath(d.ref); !seen[path] {
			seen[path] = true
			paths = append(paths, path)
		}
	}
	return paths
}

func versionPath(ref ports.ObjectRef) string { return "/apis/" + ref.APIVersion() }

// takeVersion answers for the kinds of one version. While an API server starts it answers 503 there, not 404. Its own 404
// is not in JSON, and kubectl ends with the same words for every such one, but logs what it was answered.
func (s *search) takeVersion(path string, got reading) {
	s.answer.Requests = append(s.answer.Requests, got.requests...)
	failure := got.stopped()
	if failure != nil && s.breaks(failure, got) {
		return
	}
	status, asked := got.status(path)
	why := say.Textf("GET %s: %s", path, statusReason(status, asked))
	switch {
	case failure != nil:
		why = failure.Text()
	case status == http.StatusNotFound:
		why = say.Textf("GET %s: %s", path, notItsOwn())
	}
	for _, d := range s.doubts {
		switch {
		case versionPath(d.ref) != path:
		case failure == nil && status == http.StatusNotFound && got.said.noPage:
			s.notServed(d.ref, "")
		default:
			s.explain(d.ref, say.Join("; ", d.why, why))
		}
	}
}
