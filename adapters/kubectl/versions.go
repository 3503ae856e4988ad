package kubectl

import (
	"context"
	"net/http"
	"slices"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// openKind is a marker whose kind kubectl did not recognise.
type openKind struct {
	ref    ports.ObjectRef
	group  apiGroup // when not listed: with the marker's version only
	listed bool     // its group was in /apis
}

// readOtherVersions settles the kinds that kubectl did not recognise: a kind may be there in another version than the
// marker's, and discovery is incomplete, without a word, while an API server starts or another one is out of order.
func (s *search) readOtherVersions(ctx context.Context) {
	open := s.openKinds()
	if len(open) == 0 {
		return
	}
	if s.answer.Broken != nil {
		s.explainAll(open, s.answer.Broken.Text())
		return
	}
	ctx, cancel := s.reader.wave(ctx)
	defer cancel()
	shares := shared(open)
	readings := s.reader.getShares(ctx, s.access, len(shares), func(i int) []ports.ObjectRef { return furtherQuestions(shares[i]) })
	for i, got := range readings {
		s.takeOtherVersions(shares[i], got)
	}
}

// takeOtherVersions settles the kinds of one share.
func (s *search) takeOtherVersions(open []openKind, got reading) {
	if failure := s.take(got, byItsName); failure != nil {
		if !s.breaks(failure, got) {
			s.explainAll(open, failure.Text())
		}
		return
	}
	for _, kind := range open {
		if !s.takeOtherVersion(kind, got) {
			s.settle(kind, got)
		}
	}
}

// openKinds gives the kinds that the API groups do not settle.
func (s *search) openKinds() []openKind {
	var open []openKind
	for _, ref := range s.unrecognised {
		group, listed := s.groups[ref.Group]
		if !listed {
			group = apiGroup{Name: ref.Group, Versions: []apiVersion{{ref.Version}}}
		}
		switch {
		case s.groups == nil: // not read, and said so
		case ref.Group == "": // the core API is not among the groups
			s.explain(ref, say.Textf("the core API has none"))
		default:
			open = append(open, openKind{ref, group, listed})
		}
	}
	return open
}

// explain says why the kind of a marker stays unread.
func (s *search) explain(ref ports.ObjectRef, why say.Text) {
	s.answer.Answers[ref] = ports.ObjectAnswer{Reason: say.Textf("kubectl does not know kind %s in %s; %s", ref.Kind, ref.APIVersion(), why)}
}

func (s *search) explainAll(open []openKind, why say.Text) {
	for _, kind := range open {
		s.explain(kind.ref, why)
	}
}

// furtherQuestions gives the open markers in the other served versions, what defines their kinds, and who serves each
// version.
func furtherQuestions(open []openKind) []ports.ObjectRef {
	var refs []ports.ObjectRef
	seen := map[ports.ObjectRef]bool{}
	once := func(ref ports.ObjectRef) {
		if !seen[ref] {
			seen[ref] = true
			refs = append(refs, ref)
		}
	}
	for _, kind := range open {
		refs = append(refs, kind.inOtherVersions()...)
		once(definition(kind.ref))
		for _, version := range kind.group.Versions {
			once(apiService(kind.group, version))
		}
	}
	return refs
}

// inOtherVersions gives the marker in each other served version, the preferred one first.
func (k openKind) inOtherVersions() []ports.ObjectRef {
	var preferred, others []ports.ObjectRef
	for _, version := range k.group.Versions {
		ref := k.ref
		ref.Version = version.Version
		switch version.Version {
		case k.ref.Version:
		case k.group.Preferred.Version:
			preferred = append(preferred, ref)
		default:
			others = append(others, ref)
		}
	}
	return append(preferred, others...)
}

// apiService is the object that says which server answers for a version of a group.
func apiService(group apiGroup, version apiVersion) ports.ObjectRef {
	return named(ports.APIServices, version.Version+"."+group.Name)
}

// takeOtherVersion answers with the first version in which kubectl knew the kind.
func (s *search) takeOtherVersion(kind openKind, again reading) bool {
	for _, ref := range kind.inOtherVersions() {
		if _, asked := again.status(objectPath(ref)); asked {
			answer := again.object(ref)
			answer.Version = ref.Version
			s.answer.Answers[kind.ref] = answer
			return true
		}
	}
	return false
}

// settleListed is for a kind without a definition in a group that is served. It is called not served only if kubectl
// said of every version that it has none, and if the discovery behind that can be believed.
func (s *search) settleListed(kind openKind, again reading) {
	var doubt say.Text
	if len(kind.group.Versions) == 0 {
		doubt = say.Textf("its API group is served without any version")
	}
	for _, ref := range kind.inOtherVersions() {
		if !again.said.unrecognised(ref) {
			doubt = say.Textf("whether it knows one in %s was not said", ref.APIVersion())
		}
	}
	for _, version := range kind.group.Versions {
		if doubt.IsZero() {
			doubt = doubtful(kind.group.Name+"/"+version.Version, again, apiService(kind.group, version))
		}
		if doubt.IsZero() && s.discoveryFailed(kind.group.Name+"/"+version.Version) {
			doubt = say.Textf("discovery failed for %s/%s", kind.group.Name, version.Version)
		}
	}
	if !doubt.IsZero() {
		s.explain(kind.ref, doubt)
		return
	}
	s.notServed(kind.ref, "")
}

// doubtful says why the discovery of a version may have passed over what is served; empty when nothing but definitions
// makes up that version. What another server serves, or the API server has built in, discovery may silently lack.
func doubtful(groupVersion string, got reading, service ports.ObjectRef) say.Text {
	if got.discoveryFailed(groupVersion) {
		return say.Textf("discovery failed for %s", groupVersion)
	}
	answer := got.object(service)
	found, _ := got.document.find(service)
	switch {
	case answer.Outcome != ports.Found:
		return say.Textf("whether discovery of %s is complete is not known (%s %s: %s)", groupVersion, service.Kind, service.Name, reasonOf(answer))
	case found.Spec.Service.Name != "":
		return say.Textf("%s is served by service %s/%s, and discovery passes over it when it does not answer",
			groupVersion, found.Spec.Service.Namespace, found.Spec.Service.Name)
	case found.Metadata.Labels[managedLabel] != "true":
		return say.Textf("%s is not made of custom resource definitions, and its discovery may be incomplete; try again", groupVersion)
	default:
		return say.Text{}
	}
}

func reasonOf(answer ports.ObjectAnswer) say.Text {
	if answer.Reason.IsZero() {
		return answer.Outcome.Words()
	}
	return answer.Reason
}

// discoveryFailed reports that any process of the first wave had no whole discovery of a version.
func (s *search) discoveryFailed(groupVersion string) bool {
	return slices.ContainsFunc(s.first, func(got reading) bool { return got.discoveryFailed(groupVersion) })
}

// discoveryFailed reports what kubectl asks and says when it has to read versions one by one.
func (r reading) discoveryFailed(groupVersion string) bool {
	if r.forged["/apis/"+groupVersion] {
		return true
	}
	for _, asked := range r.byPath["/apis/"+groupVersion] {
		if asked.Status != http.StatusOK {
			return true
		}
	}
	return r.said.discoveryFailed[groupVersion]
}
