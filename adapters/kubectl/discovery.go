package kubectl

import (
	"context"
	"net/http"
	"slices"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// getRaw is exactly one GET. kubectl drops the path of the server's URL there, so it is put in front.
func (r *Reader) getRaw(ctx context.Context, access ports.Access, path string) reading {
	return r.get(ctx, access, nil, run.KubectlRaw(access.Context, parseServer(access.Server).prefix+path))
}

// apiGroups gives the answer to GET /apis. Group apps is its positive control.
func (r reading) apiGroups() ([]apiGroup, *ports.Failure) {
	if failure := r.stopped(); failure != nil {
		return nil, failure
	}
	status, asked := r.status("/apis")
	switch {
	case status != http.StatusOK && r.said.reason() != "":
		return nil, r.noGroups(say.Verbatim(r.said.reason()))
	case status != http.StatusOK:
		return nil, r.noGroups(statusReason(status, asked))
	case r.document.Kind != "APIGroupList" || !slices.ContainsFunc(r.document.Groups, func(g apiGroup) bool { return g.Name == "apps" }):
		return nil, fail(ports.FailedControl, problems.NotAnAPI, say.Textf("GET /apis was answered without group apps, which every cluster has"), r.seeWhatAnswers())
	default:
		return r.document.Groups, nil
	}
}

func (r reading) noGroups(why say.Text) *ports.Failure {
	return fail(ports.FailedOther, problems.NoGroups, say.Textf("GET /apis: %s", why), say.Textf("try it by hand: %s", r.access.Kubectl("get", "--raw", "/apis")))
}

// takeGroups keeps the served groups, or says why the kinds in question stay unread.
func (s *search) takeGroups(got reading) {
	s.answer.Requests = append(s.answer.Requests, got.requests...)
	groups, failure := got.apiGroups()
	if failure != nil && s.breaks(failure, got) {
		return
	}
	if failure != nil {
		s.answer.Groups = ports.Listing[string]{Reason: failure.Text()}
		for _, ref := range s.unrecognised {
			s.explain(ref, say.Textf("the API groups were not read: %s", failure.Text()))
		}
		return
	}
	s.groups = map[string]apiGroup{}
	s.answer.Groups = ports.Listing[string]{Outcome: ports.Found}
	for _, group := range groups {
		s.groups[group.Name] = group
		s.answer.Groups.Items = append(s.answer.Groups.Items, group.Name)
	}
	slices.Sort(s.answer.Groups.Items)
}
