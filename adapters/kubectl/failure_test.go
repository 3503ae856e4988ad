package kubectl

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
)

// Each recorded failure, with what its reason must say.
var failures = map[string]struct {
	kind ports.FailureKind
	says []string
}{
	"refused":        {ports.FailedConnect, []string{"no connection to https://127.0.0.1:16999: connection refused"}},
	"nohost":         {ports.FailedConnect, []string{"https://nope.invalid:6443", "no such host", "VPN"}},
	"other-ca":       {ports.FailedAuthority, []string{"https://127.0.0.1:16443", "not signed by the authority that the kubeconfig trusts", "x509: certificate signed by unknown authority"}},
	"unauthorized":   {ports.FailedAuth, []string{"https://127.0.0.1:16443", "401", "log in again"}},
	"exec-missing":   {ports.FailedToStart, []string{"executable nope-tok not found", "install it"}},
	"exec-failed":    {ports.FailedAuth, []string{"executable false failed with exit code 1"}},
	"no-credentials": {ports.FailedAuth, []string{"no credentials", "fetch the kubeconfig again"}},
}

var failedServers = map[string]string{"refused": "https://127.0.0.1:16999", "nohost": "https://nope.invalid:6443"}

func TestEveryKubectlsFailureHasItsKindAndOneLine(t *testing.T) {
	for name, want := range failures {
		server := failedServers[name]
		if server == "" {
			server = storyServer
		}
		for _, version := range versions(t, "overview-"+name) {
			o := overview(server, recorded(t, "overview-"+name, version))
			check(t, "overview-"+name+" "+version, o.Failure, want.kind, want.says)
		}
		for _, version := range versions(t, "objects-"+name) {
			a, f := objects(server, map[string][]run.Result{byName: {recorded(t, "objects-"+name, version)}}, ports.Marker{Ref: marquez, Groups: []string{"x"}})
			check(t, "objects-"+name+" "+version, a.Failure, want.kind, want.says)
			if len(f.calls) != 1 || a.Answers[marquez].Outcome != ports.Unread {
				t.Errorf("%s: a second wave, or an answer: %v %+v", name, f.asked(), a.Answers)
			}
		}
	}
}

func check(t *testing.T, name string, got *ports.Failure, kind ports.FailureKind, says []string) {
	t.Helper()
	if got == nil || got.Kind != kind {
		t.Errorf("%s: %+v, want %s", name, got, kind)
		return
	}
	for _, part := range says {
		if !strings.Contains(got.Reason.String(), part) {
			t.Errorf("%s: %q lacks %q", name, got.Reason, part)
		}
	}
	if _, advice, found := strings.Cut(got.Reason.String(), "; "); !found || len(advice) < len("run it again") || strings.HasSuffix(got.Reason.String(), ")") {
		t.Errorf("%s: it does not end with what to do: %q", name, got.Reason)
	}
	if strings.Contains(got.Reason.String(), "\n") || strings.Contains(got.Reason.String(), "memcache") || strings.Contains(got.Reason.String(), "STDIN") {
		t.Errorf("%s: not one line for people: %q", name, got.Reason)
	}
}

func TestFrontDoorsThatAreNoAPIServer(t *testing.T) {
	for name, kind := range map[string]ports.FailureKind{
		"overview-html":      ports.FailedControl,
		"overview-login":     ports.FailedControl,
		"overview-proxy-403": ports.FailedForbidden,
	} {
		server := map[string]string{"overview-html": "http://127.0.0.1:19001", "overview-login": "http://127.0.0.1:19005", "overview-proxy-403": "http://127.0.0.1:19002"}[name]
		o := overview(server, recorded(t, name, "1.33"))
		check(t, name, o.Failure, kind, []string{server})
		if o.Nodes.Outcome != ports.Unread {
			t.Errorf("%s: %+v", name, o.Nodes)
		}
	}
}

func TestConnectionAndCertificateErrorsAreToldApart(t *testing.T) {
	for line, c := range map[string]struct {
		kind ports.FailureKind
		says []string
	}{
		`Unable to connect to the server: x509: certificate is valid for 10.96.0.1, 10.0.0.10, not 203.0.113.9`:                                                     {ports.FailedTrust, []string{"10.96.0.1, 10.0.0.10", "tls-server-name"}},
		`Unable to connect to the server: tls: failed to verify certificate: x509: cannot validate certificate for 10.0.0.1 because it doesn't contain any IP SANs`: {ports.FailedTrust, []string{"tls-server-name"}},
		`Unable to connect to the server: x509: certificate has expired or is not yet valid: current time 2026-11-30T03:00:00Z is after 2025-01-01T00:00:00Z`:       {ports.FailedTrust, []string{"out of date", "2025-01-01"}},
		`Unable to connect to the server: x509: “kube-apiserver” certificate is not trusted`:                                                                        {ports.FailedTrust, []string{"not trusted"}},
		`Unable to connect to the server: remote error: tls: unknown certificate authority`:                                                                         {ports.FailedAuth, []string{"refuses the client certificate"}},
		`Unable to connect to the server: dial tcp 10.0.0.1:6443: connect: no route to host`:                                                                        {ports.FailedConnect, []string{": no route to host"}},
		`Unable to connect to the server: net/http: TLS handshake timeout`:                                                                                          {ports.FailedConnect, []string{"TLS handshake timeout"}},
		`Unable to connect to the server: dial tcp 10.0.0.1:6443: i/o timeout`:                                                                                      {ports.FailedConnect, []string{": i/o timeout; can it be reached"}},
		`Unable to connect to the server: read tcp 10.0.0.2:4->10.0.0.1:6443: read: connection reset by peer`:                                                       {ports.FailedConnect, []string{"connection reset by peer"}},
		`Unable to connect to the server: http: server gave HTTP response to HTTPS client`:                                                                          {ports.FailedConnect, []string{"HTTP response to HTTPS client; is this the address"}},
		`Unable to connect to the server: Get "https://bob:hunter2@h:1/api?timeout=32s": proxyconnect tcp: dial tcp 10.0.0.1:3128: connect: connection refused`:     {ports.FailedConnect, []string{"connection refused; is the proxy right"}},
		`error: You must be logged in to the server (Unauthorized)`:                                                                                                 {ports.FailedAuth, []string{"401"}},
		`error: tls: private key does not match public key`:                                                                                                         {ports.FailedOther, []string{"private key does not match"}},
		`Error in configuration: context was not found for specified context: ghost`:                                                                                {ports.FailedOther, []string{"context was not found"}},
		`Error from server (InternalError): etcd: dial tcp 10.0.0.5:2379: connect: connection refused`:                                                              {ports.FailedOther, []string{"etcd"}},
		`Error from server (Forbidden): forbidden: User "u" cannot get path "/api"`:                                                                                 {ports.FailedOther, []string{`cannot get path "/api"`}},
		`Unable to connect to the server: getting credentials: exec: fork/exec /opt/tok: permission denied`:                                                         {ports.FailedToStart, []string{"permission denied"}},
	} {
		check(t, line, overview("https://bob:hunter2@10.0.0.10:6443", printed(1, "", line)).Failure, c.kind, c.says)
	}
}

// Which read a user without rights is told of first is chance.
func TestAUserWithoutRightsIsToldTheSameByBothReads(t *testing.T) {
	const want = `user "nestor-blind" may read nothing here (403 Forbidden); ask for the role that ` + "`nestor rbac`" + ` prints`
	for _, version := range versions(t, "overview-blind") {
		o := overview(storyServer, recorded(t, "overview-blind", version))
		a, _ := objects(storyServer, map[string][]run.Result{byName: {recorded(t, "objects-blind", version)}}, ports.Marker{Ref: marquez})
		if o.Failure == nil || a.Failure == nil || o.Failure.Reason.String() != want || a.Failure.Reason.String() != want {
			t.Errorf("%s: %+v and %+v", version, o.Failure, a.Failure)
		}
	}
}

func TestDiscoveryThatIsForbiddenNamesTheUser(t *testing.T) {
	o := overview(storyServer, printed(1, "", get("/api?timeout=32s", "403 Forbidden"), `Error from server (Forbidden): forbidden: User "u" cannot get path "/api"`))
	check(t, "discovery", o.Failure, ports.FailedForbidden, []string{`user "u" may read nothing here`})
}

// Of the API server's 403 on discovery kubectl 1.27 to 1.33 pass on no more than these words.
func TestDiscoveryThatIsForbiddenWithoutWordsNamesThePath(t *testing.T) {
	for path, log := range map[string][]string{
		"/api":  {get("/api?timeout=32s", "403 Forbidden")},
		"/apis": {get("/api?timeout=32s", "200 OK"), get("/apis?timeout=32s", "403 Forbidden")},
	} {
		o := overview(storyServer, printed(1, "", append(log, "Error from server (Forbidden): unknown")...))
		check(t, path, o.Failure, ports.FailedForbidden, []string{"403 Forbidden to GET " + path + ",", "system:discovery"})
	}
}

func TestAProcessThatDidNotEndIsNotBelieved(t *testing.T) {
	whole := recorded(t, "overview", "1.33")
	for name, c := range map[string]struct {
		edit func(*run.Result)
		kind ports.FailureKind
		says string
	}{
		"not installed": {func(r *run.Result) { r.Err = fmt.Errorf("kubectl: %w", run.ErrNotFound) }, ports.FailedToStart, "kubectl was not found in PATH; install it"},
		"not allowed": {func(r *run.Result) {
			r.Err = fmt.Errorf("%w: kubectl; nestor starts only what it needs", run.ErrNotAllowed)
		}, ports.FailedToStart, "not allowed"},
		"not recorded": {func(r *run.Result) { r.Err = fmt.Errorf("%w: kubectl; record the scenario again", run.ErrNotRecorded) }, ports.FailedOther, "not in the recording"},
		"cannot start": {func(r *run.Result) { r.Err = errors.New("/bin/kubectl: exec format error; check that it runs") }, ports.FailedToStart, "exec format error"},
		"interrupted":  {func(r *run.Result) { r.Interrupted = true }, ports.FailedOther, "interrupted"},
		"truncated":    {func(r *run.Result) { r.Truncated = true }, ports.FailedOther, "more than is taken"},
		"slow":         {func(r *run.Result) { r.TimedOut = true }, ports.FailedTimeout, "answered 8 requests in 15 s and not the rest"},
	} {
		result := whole
		c.edit(&result)
		o := overview(storyServer, result)
		check(t, name, o.Failure, c.kind, []string{c.says})
		if o.Nodes.Outcome != ports.Unread || o.Nodes.Reason.IsZero() || o.UID != "" {
			t.Errorf("%s: believed all the same", name)
		}
	}
}

// Nothing but reading may ever happen: should it, the report is worthless and must not pass for one.
func TestARequestThatIsNoGETIsLoud(t *testing.T) {
	post := strings.Replace(get("/api/v1/namespaces/default/pods", "201 Created"), "GET", "POST", 1)
	result := recorded(t, "overview", "1.33")
	result.Stderr = append(result.Stderr, post+"\n"...)
	check(t, "overview", overview(storyServer, result).Failure, ports.FailedOther, []string{"kubectl sent POST /api/v1/namespaces/default/pods"})
	for _, kind := range []string{byName, groups, lists} {
		results := story(t, "1.33")
		results[kind][0].Stderr = append(results[kind][0].Stderr, post+"\n"...)
		a, _ := objects(storyServer, results, storyMarkers...)
		check(t, kind, a.Failure, ports.FailedOther, []string{"POST"})
		if a.Answers[metricsServer].Outcome != ports.Unread {
			t.Errorf("%s: believed all the same", kind)
		}
	}
	results := moved(t, "1.33")
	results[again][0].Stderr = append(results[again][0].Stderr, post+"\n"...)
	a, _ := objects(movedServer, results, movedMarkers...)
	check(t, again, a.Failure, ports.FailedOther, []string{"POST"})
}

func TestTheLastMeaningfulLineIsTheReason(t *testing.T) {
	for want, stderr := range map[string]string{
		"the real reason": "I1130 03:00:00.000000   1 request.go:697] Waited for 1.2s due to client-side throttling\nerror: the real reason\n" +
			"Warning: v1 ComponentStatus is deprecated\nE1130 03:00:00.000000   1 memcache.go:265] couldn't get current server API group list: noise\n",
		"Error from server (InternalError): boom": "error: first\nError from server (InternalError): boom\nhelp text of the program\n",
		"before":              "error: before\nE1130 03:00:00.000000   1 memcache.go:265] \"Unhandled Error\" err=<\n\terror: a body\nerror: a body\n >\n",
		"after":               "I1130 03:00:00.000000   1 helpers.go:246] server response object: %s[{\nerror: a body\n}]\nerror: after\n",
		"cut":                 "I1130 03:00:00.000000   1 helpers.go:246] server response object: %s[{\nI1130 03:00:00.000000   1 x.go:1] y\nerror: cut\n",
		"just words":          "kuberlr: downloading\njust words\n",
		"":                    "Warning: deprecated\n\n",
		"Get https://h/x: no": "error: Get https://bob:hunter2@h/x: no\n",
	} {
		if got := newSaid(linesOf(stderr)).reason(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := newSaid(linesOf("error: " + strings.Repeat("é", 4000))).reason(); len(got) > longestReason+10 {
		t.Errorf("%d bytes", len(got))
	}
}

func TestAUIDThatIsNoneIsNotShownAsOne(t *testing.T) {
	for uid, plain := range map[string]bool{
		"0b4b02b8-8a5b-4a53-9f3e-6d0b8f3f3a11": true, "": false, "0b4b    ✓ confirmed": false, "a\nb": false, "a\x1b[2J": false, strings.Repeat("a", 65): false,
	} {
		if plainUID.MatchString(uid) != plain {
			t.Errorf("%q", uid)
		}
	}
}
