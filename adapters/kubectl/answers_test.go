package kubectl

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/ports"
)

func TestOnlyTheRoundTrippersLinesAreRequests(t *testing.T) {
	const server = "https://10.0.0.1:6443"
	one := func(path string, status int) *ports.Request {
		return &ports.Request{Method: "GET", Path: path, Status: status}
	}
	for line, want := range map[string]*ports.Request{
		`I1130 03:02:12.519512   12283 round_trippers.go:560] GET https://10.0.0.1:6443/api?timeout=32s 200 OK in 2 milliseconds`:                                     one("/api?timeout=32s", 200),
		`I1130 03:02:12.519512   12283 round_trippers.go:553] GET https://10.0.0.1:6443/api/v1/nodes 404 Not Found in 0 milliseconds`:                                 one("/api/v1/nodes", 404),
		`I1130 03:02:12.519512   12283 round_trippers.go:553] GET https://10.0.0.1:6443/api?timeout=32s  in 3 milliseconds`:                                           one("/api?timeout=32s", 0),
		`I1130 03:02:12.519512 1234567 round_trippers.go:632] "Response" verb="GET" url="https://10.0.0.1:6443/api" status="200 OK" milliseconds=8`:                   one("/api", 200),
		`I1130 03:02:12.519512   12283 round_trippers.go:632] "Response" verb="GET" url="https://10.0.0.1:6443/api" status="" milliseconds=0`:                         one("/api", 0),
		`I1130 03:02:12.519512   12283 round_trippers.go:700] "Response" logger="x" status="403 Forbidden" url="https://10.0.0.1:6443/api" verb="GET" milliseconds=1`: one("/api", 403),
		`I1130 03:02:12.519512   12283 round_trippers.go:632] "Request" verb="GET" url="https://10.0.0.1:6443/api" status="200 OK" milliseconds=8`:                    nil,
		`I1130 03:02:12.519512   12283 round_trippers.go:632] "Response" verb="GET" url="https://10.0.0.1:6443/api" status="200 OK`:                                   nil,
		`I1130 03:02:12.519512   12283 round_trippers.go:632] "Response" verb="GET" url="https://10.0.0.1:6443/api" status="200 OK"`:                                  nil,
		`I1130 03:02:12.519512   12283 round_trippers.go:560] GET https://10.0.0.1:6443/api 404 Not Found in 2`:                                                       nil,
		`I1130 03:02:12.519512   12283 helpers.go:246] GET https://10.0.0.1:6443/api 404 Not Found in 2 milliseconds`:                                                 nil,
		`GET https://10.0.0.1:6443/api 404 Not Found in 2 milliseconds`:                                                                                               nil,
		`  "message": "round_trippers.go:560] GET https://10.0.0.1:6443/api 404 Not Found in 2 milliseconds"`:                                                         nil,
		`error: I1130 03:02:12.519512   12283 round_trippers.go:560] GET https://10.0.0.1:6443/api 404 Not Found in 2 milliseconds`:                                   nil,
		``: nil,
	} {
		got, ok := requestOf(line, parseServer(server))
		if ok != (want != nil) {
			t.Errorf("%s: a request: %v", line, ok)
			continue
		}
		if ok {
			if diff := cmp.Diff(*want, got.Request); diff != "" {
				t.Errorf("%s: %s", line, diff)
			}
		}
	}
}

func TestAnAnswerCountsOnlyFromTheServerThatIsRead(t *testing.T) {
	line := func(url string) string {
		return `I1130 03:02:12.519512   12283 round_trippers.go:560] GET ` + url + ` 200 OK in 2 milliseconds`
	}
	for _, c := range []struct{ server, url, path string }{
		{"https://h:6443", "https://h:6443/api", "/api"},
		{"https://h:6443/", "https://h:6443/api", "/api"},
		{"https://H:6443", "https://h:6443/api", "/api"},
		{"https://h:6443", "https://h:6444/api", ""},
		{"https://h:6443", "http://h:6443/api", ""},
		{"https://h:6443", "https://other:6443/api", ""},
		{"https://bob:hunter2@h:6443", "https://bob:hunter2@h:6443/api", "/api"},
		{"https://h/k8s/clusters/c-1", "https://h/k8s/clusters/c-1/api", "/api"},
		{"https://h/k8s/clusters/c-1", "https://h/k8s/clusters/c-2/api", ""},
		{"https://h/k8s/clusters/c-1", "https://h/api", ""},
		{"https://[2001:db8::1]:6443", "https://[2001:db8::1]:6443/apis/apps/v1", "/apis/apps/v1"},
	} {
		got, ok := requestOf(line(c.url), parseServer(c.server))
		if !ok || got.path != c.path {
			t.Errorf("%s from %s: path %q, want %q", c.url, c.server, got.path, c.path)
		}
		if strings.Contains(got.Path, "hunter2") || strings.Contains(parseServer(c.server).String(), "hunter2") {
			t.Errorf("%s: a password is told", c.server)
		}
	}
}

func TestRepeatedAnswersOfOneURL(t *testing.T) {
	for _, c := range []struct {
		statuses []int
		want     int
	}{
		{nil, 0}, {[]int{200}, 200}, {[]int{429, 200}, 200}, {[]int{503, 0, 404}, 404}, {[]int{429, 429}, 429},
		{[]int{404, 404}, 404}, {[]int{200, 404}, 0}, {[]int{403, 404}, 0}, {[]int{404, 500}, 404}, {[]int{0}, 0},
	} {
		if got := settle(c.statuses); got != c.want {
			t.Errorf("%v gave %d, want %d", c.statuses, got, c.want)
		}
	}
}

// Warnings, throttling and broken groups are logged beside good answers, and so is what a wrapper has to say.
func TestNoiseOnStderrChangesNothing(t *testing.T) {
	noise := strings.Join([]string{
		`I1130 03:00:00.000000   12283 request.go:697] Waited for 1.2s due to client-side throttling, not priority and fairness, request: GET:https://127.0.0.1:16443/x`,
		`Warning: v1 ComponentStatus is deprecated in v1.19+`,
		`E1130 03:00:00.000000   12283 memcache.go:287] "Unhandled Error" err="couldn't get resource list for metrics.k8s.io/v1beta1: the server is currently unable to handle the request"`,
		`E1130 03:00:00.000000   12283 memcache.go:121] couldn't get resource list for metrics.k8s.io/v1beta1: the server is currently unable to handle the request`,
		`WARNING: version difference between client (1.27) and server (1.36) exceeds the supported minor version skew of +/-1`,
		`kuberlr: switching to kubectl 1.33`, "\r", "",
	}, "\n") + "\n"
	for _, version := range versions(t, "overview") {
		quiet, noisy := recorded(t, "overview", version), recorded(t, "overview", version)
		noisy.Stderr = []byte(noise + strings.ReplaceAll(string(noisy.Stderr), "\n", "\r\n") + noise)
		if diff := cmp.Diff(overview(storyServer, quiet), overview(storyServer, noisy)); diff != "" {
			t.Errorf("%s: %s", version, diff)
		}
		forbidden, chatty := recorded(t, "overview-workloads-only", version), recorded(t, "overview-workloads-only", version)
		chatty.Stderr = []byte(noise + string(chatty.Stderr))
		if diff := cmp.Diff(overview(movedServer, forbidden), overview(movedServer, chatty)); diff != "" {
			t.Errorf("%s, with refusals: %s", version, diff)
		}
		plain, _ := objects(storyServer, story(t, version), storyMarkers...)
		results := story(t, version)
		for kind := range results {
			results[kind][0].Stderr = append([]byte(noise), results[kind][0].Stderr...)
		}
		loud, _ := objects(storyServer, results, storyMarkers...)
		if diff := cmp.Diff(plain, loud); diff != "" {
			t.Errorf("%s: %s", version, diff)
		}
	}
}
