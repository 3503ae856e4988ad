package kubectl

import (
	"net/http"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// allForbidden is a 403 on everything that was asked, discovery included.
func (r reading) allForbidden() *ports.Failure {
	if !r.allAnswered(http.StatusForbidden) {
		return nil
	}
	return r.noRights()
}

// allAnswered reports whether every request got this status, and there was one.
func (r reading) allAnswered(status int) bool {
	for _, asked := range r.requests {
		if asked.Status != status {
			return false
		}
	}
	return len(r.requests) > 0
}

// undiscovered is a 403 on what every read begins with, before any kind was asked for. kubectl seldom passes on the API
// server's words there ("Forbidden: unknown"), so that a proxy's 403 looks the same.
func (r reading) undiscovered() *ports.Failure {
	for _, path := range []string{"/api", "/apis"} {
		if r.forbidden(path) && len(r.said.rights) == 0 {
			return fail(ports.FailedForbidden, problems.DiscoveryForbidden, say.Textf("%s answers 403 Forbidden to GET %s, with which every read begins", r.server, path),
				say.Textf("have ClusterRole system:discovery bound again, or look for a proxy in between: %s", r.access.Kubectl("get", "--raw", path)))
		}
	}
	return nil
}

// noRights names the user, which only the API server's own 403 does. Which right was missing first depends on the read.
func (r reading) noRights() *ports.Failure {
	if len(r.said.rights) == 0 {
		return fail(ports.FailedForbidden, problems.ForeignForbidden,
			withDetail(say.Textf("%s answers 403 Forbidden to everything, in words that are not the API server's", r.server), r.said.reason()),
			say.Textf("look for a proxy in between: %s", r.asks("https")))
	}
	missing := r.said.rights[0]
	reason := say.Textf("user \"%s\" may read nothing here (403 Forbidden), not even namespace kube-system", missing.user)
	if missing.verb == "" { // about a path: both reads begin with it
		reason = say.Textf("user \"%s\" may read nothing here (403 Forbidden): %s", missing.user, missing.words)
	}
	failure := fail(ports.FailedForbidden, problems.NothingAllowed, reason,
		say.Textf("have an administrator give it the rights to read: %s", ports.GivesRights(missing.user)))
	failure.User = missing.user
	return failure
}

// noCluster is an answer without namespace kube-system in it: not from the API server, or not from all of it.
func (r reading) noCluster() *ports.Failure {
	if !r.anyAnswer() {
		return nil
	}
	said := r.said.reason()
	switch {
	case strings.HasPrefix(r.server.origin, "http://") && r.allAnswered(http.StatusBadRequest):
		return fail(ports.FailedControl, problems.SpeaksHTTPS, say.Textf("%s speaks HTTPS, and the kubeconfig asks it in HTTP", r.server),
			say.Textf("write https:// in the server of the kubeconfig, and see what answers: %s", r.asks("https")))
	case containsAny(said, "text/html", "invalid character '<'"):
		return fail(ports.FailedControl, problems.NotAnAPI, say.Textf("%s answers with a web page (HTML), not as a Kubernetes API: nothing of it is believed", r.server), r.seeWhatAnswers())
	case r.allAnswered(http.StatusNotFound):
		return fail(ports.FailedControl, problems.NotAnAPI, say.Textf("%s answers 404 Not Found to everything, not as a Kubernetes API: nothing of it is believed", r.server), r.seeWhatAnswers())
	}
	return fail(ports.FailedControl, problems.NotAnAPI,
		withDetail(say.Textf("%s answered without namespace kube-system, which every cluster has: nothing of it is believed", r.server), said), r.seeWhatAnswers())
}

// withDetail adds another program's words to a sentence, if there are any.
func withDetail(text say.Text, words string) say.Text {
	if words == "" {
		return text
	}
	return say.Textf("%s (%s)", text, words)
}

func (r reading) anyAnswer() bool {
	for _, asked := range r.requests {
		if asked.Status != 0 {
			return true
		}
	}
	return false
}
