package kubectl

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Each recorded failure, with what its reason must say.
var failures = map[string]struct {
	kind ports.FailureKind
	code string
	says []string
}{
	"refused":        {ports.FailedConnect, problems.Refused, []string{"no connection to https://127.0.0.1:16999: connection refused", ": nc -vz -w 5 127.0.0.1 16999"}},
	"nohost":         {ports.FailedConnect, problems.NameUnknown, []string{"no connection to https://nope.invalid:6443: the name nope.invalid leads to no address (no such host)", "VPN", ": nslookup nope.invalid"}},
	"other-ca":       {ports.FailedAuthority, problems.OtherAuthority, []string{"https://127.0.0.1:16443", "not signed by the authority that the kubeconfig trusts", "x509: certificate signed by unknown authority", ": openssl s_client -connect 127.0.0.1:16443 -showcerts </dev/null"}},
	"unauthorized":   {ports.FailedAuth, problems.Unauthorized, []string{"https://127.0.0.1:16443", "401", "log in again", ": kubectl --kubeconfig /home/op/k --context ctx get namespace kube-system"}},
	"exec-missing":   {ports.FailedToStart, problems.PluginAbsent, []string{"executable nope-tok not found", "install it", ": command -v nope-tok"}},
	"exec-failed":    {ports.FailedAuth, problems.PluginFailed, []string{"executable false failed with exit code 1"}},
	"no-credentials": {ports.FailedAuth, problems.NoCredentials, []string{"no credentials", "fetch the kubeconfig again"}},
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
			check(t, "overview-"+name+" "+version, o.Failure, want.kind, want.code, want.says)
		}
		for _, version := range versions(t, "objects-"+name) {
			a, f := objects(server, map[string][]run.Result{byName: {recorded(t, "objects-"+name, version)}}, ports.Marker{Ref: marquez, Groups: []string{"x"}})
			check(t, "objects-"+name+" "+version, a.Failure, want.kind, want.code, want.says)
			if len(f.calls) != 1 || a.Answers[marquez].Outcome != ports.Unread {
				t.Errorf("%s: a second wave, or an answer: %v %+v", name, f.asked(), a.Answers)
			}
		}
	}
}

// command is what an operator can paste: it ends what to do.
var command = regexp.MustCompile(`: ((?:nslookup|nc|ping|openssl|curl|nestor|command|ls|env|date|(?:KUBECONFIG='[^']+' )?kubectl) \S.*)$`)

func check(t *testing.T, name string, got *ports.Failure, kind ports.FailureKind, code string, says []string) {
	t.Helper()
	if got == nil || got.Kind != kind || got.Code != code {
		t.Errorf("%s: %+v, want %s with %s", name, got, kind, code)
		return
	}
	text := got.Text().String()
	for _, part := range says {
		if !strings.Contains(text, part) {
			t.Errorf("%s: %q lacks %q", name, text, part)
		}
	}
	if strings.Contains(got.Reason.String(), "; ") || strings.HasSuffix(got.Reason.String(), "?") {
		t.Errorf("%s: the reason gives advice: %q", name, got.Reason)
	}
	if code != problems.KubectlInterrupted && code != problems.KubectlNotRecorded && !command.MatchString(got.Do.String()) {
		t.Errorf("%s: it does not end with a command: %q", name, got.Do)
	}
	if strings.Contains(text, "\n") || strings.Contains(text, "memcache") || strings.Contains(text, "STDIN") {
		t.Errorf("%s: not one line for people: %q", name, text)
	}
}

func TestFrontDoorsThatAreNoAPIServer(t *testing.T) {
	for name, c := range map[string]struct {
		kind       ports.FailureKind
		code, says string
	}{
		"overview-html":      {ports.FailedControl, problems.NotAnAPI, "web page"},
		"overview-login":     {ports.FailedControl, problems.NotAnAPI, "web page"},
		"overview-proxy-403": {ports.FailedForbidden, problems.DiscoveryForbidden, "GET /api"},
	} {
		server := map[string]string{"overview-html": "http://127.0.0.1:19001", "overview-login": "http://127.0.0.1:19005", "overview-proxy-403": "http://127.0.0.1:19002"}[name]
		o := overview(server, recorded(t, name, "1.33"))
		check(t, name, o.Failure, c.kind, c.code, []string{server, c.says})
		if o.Nodes.Outcome != ports.Unread {
			t.Errorf("%s: %+v", name, o.Nodes)
		}
	}
}

func TestConnectionAndCertificateErrorsAreToldApart(t *testing.T) {
	for line, c := range map[string]struct {
		kind ports.FailureKind
		code string
		says []string
	}{
		`Unable to connect to the server: x509: certificate is valid for 10.96.0.1, 10.0.0.10, not 203.0.113.9`: {ports.FailedTrust, problems.OtherNames, []string{"for other names (10.96.0.1, 10.0.0.10) than 203.0.113.9",
			": kubectl --kubeconfig /home/op/k --context ctx config set-cluster paris --tls-server-name=10.96.0.1"}},
		`Unable to connect to the server: x509: certificate is valid for *.a.example, *.b.example, not c.example`:                                                   {ports.FailedTrust, problems.OtherNames, []string{"(*.a.example, *.b.example)", "x509 -noout -text"}},
		`Unable to connect to the server: tls: failed to verify certificate: x509: cannot validate certificate for 10.0.0.1 because it doesn't contain any IP SANs`: {ports.FailedTrust, problems.NoAddressInCertificate, []string{"has no IP address in it", "tls-server-name"}},
		`Unable to connect to the server: tls: failed to verify certificate: x509: certificate relies on legacy Common Name field, use SANs instead`:                {ports.FailedTrust, problems.NoNamesInCertificate, []string{"no names in it but its Common Name"}},
		`Unable to connect to the server: x509: certificate is not valid for any names, but wanted to match h`:                                                      {ports.FailedTrust, problems.NoNamesInCertificate, []string{"no names in it but its Common Name"}},
		`Unable to connect to the server: x509: certificate has expired or is not yet valid: current time 2026-11-30T03:00:00Z is after 2025-01-01T00:00:00Z`:       {ports.FailedTrust, problems.ServerCertificateExpired, []string{"out of date: it expired on 2025-01-01T00:00:00Z, and it is 2026-11-30T03:00:00Z here", "kubeadm certs renew"}},
		`Unable to connect to the server: x509: certificate has expired or is not yet valid: current time 2026-11-30T03:00:00Z is before 2030-01-01T00:00:00Z`:      {ports.FailedTrust, problems.ServerCertificateEarly, []string{"not valid before 2030-01-01T00:00:00Z, and it is 2026-11-30T03:00:00Z here", "date -u"}},
		`Unable to connect to the server: x509: “kube-apiserver” certificate is expired`:                                                                            {ports.FailedTrust, problems.ServerCertificateExpired, []string{"out of date"}},
		`Unable to connect to the server: x509: “kube-apiserver” certificate is not trusted`:                                                                        {ports.FailedTrust, problems.ServerCertificate, []string{"not trusted", "-showcerts"}},
		`Unable to connect to the server: remote error: tls: unknown certificate authority`:                                                                         {ports.FailedAuth, problems.ClientCertificate, []string{"refuses the client certificate", "nestor kubeconfig fetch"}},
		`Unable to connect to the server: remote error: tls: handshake failure`:                                                                                     {ports.FailedAuth, problems.HandshakeRefused, []string{"refuses the TLS connection", "handshake failure"}},
		`Unable to connect to the server: dial tcp 10.0.0.1:6443: connect: no route to host`:                                                                        {ports.FailedConnect, problems.NoRoute, []string{": no route to host; ", ": ping -c 3 10.0.0.10"}},
		`Unable to connect to the server: net/http: TLS handshake timeout`:                                                                                          {ports.FailedConnect, problems.NoAnswer, []string{"nothing answered (net/http: TLS handshake timeout)"}},
		`Unable to connect to the server: dial tcp 10.0.0.1:6443: i/o timeout`:                                                                                      {ports.FailedConnect, problems.NoAnswer, []string{"(i/o timeout)", "VPN"}},
		`Unable to connect to the server: dial tcp: lookup k8s.lan on 10.0.0.53:53: read udp 10.0.0.2:4->10.0.0.53:53: i/o timeout`:                                 {ports.FailedConnect, problems.NameUnknown, []string{"the name k8s.lan leads to no address (i/o timeout)", ": nslookup k8s.lan"}},
		`Unable to connect to the server: dial tcp: lookup k8s.lan: Temporary failure in name resolution`:                                                           {ports.FailedConnect, problems.NameUnknown, []string{"the name k8s.lan leads to no address"}},
		`Unable to connect to the server: read tcp 10.0.0.2:4->10.0.0.1:6443: read: connection reset by peer`:                                                       {ports.FailedConnect, problems.CutOff, []string{"connection reset by peer", ": openssl s_client -connect 10.0.0.10:6443 </dev/null"}},
		`Unable to connect to the server: EOF`:                                                                                                                  {ports.FailedConnect, problems.CutOff, []string{"cut off (EOF)"}},
		`Unable to connect to the server: http: server gave HTTP response to HTTPS client`:                                                                      {ports.FailedConnect, problems.SpeaksHTTP, []string{"does not speak TLS (http: server gave HTTP response to HTTPS client)", ": curl -sS http://10.0.0.10:6443/version"}},
		`Unable to connect to the server: tls: first record does not look like a TLS handshake`:                                                                 {ports.FailedConnect, problems.SpeaksHTTP, []string{"does not speak TLS"}},
		`Unable to connect to the server: Get "https://bob:hunter2@h:1/api?timeout=32s": proxyconnect tcp: dial tcp 10.0.0.1:3128: connect: connection refused`: {ports.FailedConnect, problems.ProxyInBetween, []string{"(connection refused)", "proxy-url", "env | grep -i proxy"}},
		`error: You must be logged in to the server (Unauthorized)`:                                                                                             {ports.FailedAuth, problems.Unauthorized, []string{"401"}},
		`error: tls: private key does not match public key`:                                                                                                     {ports.FailedOther, problems.KubectlFailed, []string{"private key does not match"}},
		`Error in configuration: context was not found for specified context: ghost`:                                                                            {ports.FailedOther, problems.KubectlFailed, []string{"context was not found"}},
		`Error from server (InternalError): etcd: dial tcp 10.0.0.5:2379: connect: connection refused`:                                                          {ports.FailedOther, problems.KubectlFailed, []string{"etcd"}},
		`Error from server (Forbidden): forbidden: User "u" cannot get path "/api"`:                                                                             {ports.FailedOther, problems.KubectlFailed, []string{`cannot get path "/api"`}},
		`Unable to connect to the server: getting credentials: exec: fork/exec /opt/tok: permission denied`:                                                     {ports.FailedToStart, problems.PluginAbsent, []string{"permission denied", ": ls -l /opt/tok"}},
		`error: unknown flag: --chunk-size`:                                                                                                                     {ports.FailedOther, problems.KubectlOld, []string{"unknown flag: --chunk-size", "install a newer one"}},
		`exec plugin: invalid apiVersion "client.authentication.k8s.io/v1alpha1"`:                                                                               {ports.FailedOther, problems.PluginVersion, []string{"v1alpha1", "apiVersion"}},
	} {
		access := at("https://bob:hunter2@10.0.0.10:6443")
		access.Cluster = "paris"
		check(t, line, overviewWith(access, printed(1, "", line)).Failure, c.kind, c.code, c.says)
	}
}

// What is known of a kubeconfig is said where it explains a failure.
func TestAFailureSaysWhatIsKnownOfTheKubeconfig(t *testing.T) {
	end := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		knows func(*ports.Access)
		line  string
		kind  ports.FailureKind
		code  string
		says  string
	}{
		"the CA": {func(a *ports.Access) { a.CASHA256 = "ab12" }, "Unable to connect to the server: x509: certificate signed by unknown authority", ports.FailedAuthority, problems.OtherAuthority, "whose CA has SHA-256 ab12"},
		"the end of the certificate": {func(a *ports.Access) { a.CertEnd = end }, "error: You must be logged in to the server (Unauthorized)", ports.FailedAuth, problems.Unauthorized,
			"(401 Unauthorized), a client certificate that is valid until 2026-03-01; fetch the kubeconfig again: nestor kubeconfig fetch"},
		"the end of a refused one": {func(a *ports.Access) { a.CertEnd = end }, "Unable to connect to the server: remote error: tls: expired certificate", ports.FailedAuth, problems.ClientCertificate, "which is valid until 2026-03-01 (remote"},
		"the proxy that refuses": {proxied, "The connection to the server 10.0.0.10:6443 was refused - did you specify the right host or port?", ports.FailedConnect, problems.ProxyInBetween,
			"the proxy http://proxy:3128 (from HTTPS_PROXY) does not let it through (connection refused); correct HTTPS_PROXY, or see that the proxy runs: nc -vz -w 5 proxy 3128"},
		"the proxy that answers":  {proxied, "Unable to connect to the server: Bad Gateway", ports.FailedOther, problems.ProxyInBetween, "(from HTTPS_PROXY) does not let it through (Bad Gateway)"},
		"the proxy to go through": {proxied, "Unable to connect to the server: x509: certificate signed by unknown authority", ports.FailedAuthority, problems.OtherAuthority, "-connect 10.0.0.10:6443 -showcerts -proxy proxy:3128 </dev/null"},
		"several files":           {func(a *ports.Access) { a.Files = []string{"/a", "/b c"} }, "error: odd", ports.FailedOther, problems.KubectlFailed, ": KUBECONFIG='/a:/b c' kubectl --context ctx get namespace kube-system"},
		"a server without a port": {func(a *ports.Access) { a.Server = "https://h/k8s/c-1" }, "Unable to connect to the server: EOF", ports.FailedConnect, problems.CutOff, "-connect h:443 </dev/null"},
		"an address of version 6": {func(a *ports.Access) { a.Server = "https://[2001:db8::1]:6443" }, "The connection to the server x was refused", ports.FailedConnect, problems.Refused, ": nc -vz -w 5 2001:db8::1 6443"},
		"a hint for the plugin": {func(a *ports.Access) { a.Hint = "run:\nbrew install tok\n" }, "Unable to connect to the server: getting credentials: exec: executable tok not found",
			ports.FailedToStart, problems.PluginAbsent, "install it (the kubeconfig says: run: brew install tok) or use a kubeconfig without one, and look: command -v tok"},
	} {
		access := at("https://10.0.0.10:6443")
		c.knows(&access)
		check(t, name, overviewWith(access, printed(1, "", c.line)).Failure, c.kind, c.code, []string{c.says})
	}
}

func proxied(a *ports.Access) { a.Proxy, a.ProxyFrom = "http://proxy:3128", "HTTPS_PROXY" }

func TestAPluginThatMayHangIsNamed(t *testing.T) {
	access := at(storyServer)
	access.Plugin = "tok"
	check(t, "silent", overviewWith(access, run.Result{TimedOut: true}).Failure, ports.FailedTimeout, problems.NoAnswer, []string{"no answer from " + storyServer + " in 15 s (the credential plugin tok runs before"})
}

func TestAServerThatIsNoKubernetesAPI(t *testing.T) {
	everything := func(status string) []string {
		return []string{get("/api?timeout=32s", status), get("/apis?timeout=32s", status)}
	}
	for name, c := range map[string]struct {
		server, status, line, code, says string
	}{
		"404 to everything": {storyServer, "404 Not Found", "Error from server (NotFound): the server could not find the requested resource", problems.NotAnAPI, "answers 404 Not Found to everything"},
		"another answer":    {storyServer, "500 Internal Server Error", "Error from server (InternalError): boom", problems.NotAnAPI, "without namespace kube-system"},
	} {
		o := overview(c.server, printed(1, "", append(everything(c.status), c.line)...))
		check(t, name, o.Failure, ports.FailedControl, c.code, []string{c.says, ": curl -ksS https://127.0.0.1:16443/version"})
	}
}

// Which read a user without rights is told of first is chance.
func TestAUserWithoutRightsIsToldTheSameByBothReads(t *testing.T) {
	const want = `user "nestor-blind" may read nothing here (403 Forbidden), not even namespace kube-system; have an administrator give it the rights to read: nestor rbac --bind-user nestor-blind | kubectl apply -f -`
	for _, version := range versions(t, "overview-blind") {
		o := overview(storyServer, recorded(t, "overview-blind", version))
		a, _ := objects(storyServer, map[string][]run.Result{byName: {recorded(t, "objects-blind", version)}}, ports.Marker{Ref: marquez})
		if o.Failure == nil || a.Failure == nil || o.Failure.Text().String() != want || a.Failure.Text().String() != want {
			t.Errorf("%s: %+v and %+v", version, o.Failure, a.Failure)
		}
	}
}

func TestDiscoveryThatIsForbiddenNamesTheUser(t *testing.T) {
	o := overview(storyServer, printed(1, "", get("/api?timeout=32s", "403 Forbidden"), `Error from server (Forbidden): forbidden: User "u" cannot get path "/api"`))
	check(t, "discovery", o.Failure, ports.FailedForbidden, problems.NothingAllowed, []string{`user "u" may read nothing here (403 Forbidden): cannot get path "/api"; `})
}

// Of the API server's 403 on discovery kubectl 1.27 to 1.33 pass on no more than these words.
func TestDiscoveryThatIsForbiddenWithoutWordsNamesThePath(t *testing.T) {
	for path, log := range map[string][]string{
		"/api":  {get("/api?timeout=32s", "403 Forbidden")},
		"/apis": {get("/api?timeout=32s", "200 OK"), get("/apis?timeout=32s", "403 Forbidden")},
	} {
		o := overview(storyServer, printed(1, "", append(log, "Error from server (Forbidden): unknown")...))
		check(t, path, o.Failure, ports.FailedForbidden, problems.DiscoveryForbidden, []string{"403 Forbidden to GET " + path + ",", "system:discovery"})
	}
}

func TestAProcessThatDidNotEndIsNotBelieved(t *testing.T) {
	whole := recorded(t, "overview", "1.33")
	for name, c := range map[string]struct {
		edit func(*run.Result)
		kind ports.FailureKind
		code string
		says string
	}{
		"not installed": {func(r *run.Result) { r.Err = fmt.Errorf("kubectl: %w", run.ErrNotFound) }, ports.FailedToStart, problems.KubectlAbsent, "kubectl was not found in PATH; install it"},
		"not allowed": {func(r *run.Result) {
			r.Err = &say.Problem{What: say.Verbatim("kubectl"), Why: run.ErrNotAllowed, Do: say.Verbatim("try: command -v kubectl")}
		}, ports.FailedToStart, problems.KubectlBroken, "kubectl could not be started: kubectl: not allowed; try: command -v kubectl"},
		"not recorded": {func(r *run.Result) {
			r.Err = &say.Problem{What: say.Verbatim("kubectl"), Why: run.ErrNotRecorded, Do: say.Verbatim("record the scenario again")}
		}, ports.FailedOther, problems.KubectlNotRecorded, "not in the recording; record the scenario again"},
		"cannot start": {func(r *run.Result) { r.Err = errors.New("/bin/kubectl: exec format error") }, ports.FailedToStart, problems.KubectlBroken, "exec format error; try it by hand: kubectl version --client"},
		"interrupted":  {func(r *run.Result) { r.Interrupted = true }, ports.FailedOther, problems.KubectlInterrupted, "interrupted"},
		"truncated":    {func(r *run.Result) { r.Truncated = true }, ports.FailedOther, problems.TooMuch, "more than is taken"},
		"slow":         {func(r *run.Result) { r.TimedOut = true }, ports.FailedTimeout, problems.SlowAnswer, "answered 8 requests in 15 s and not the rest"},
	} {
		result := whole
		c.edit(&result)
		o := overview(storyServer, result)
		check(t, name, o.Failure, c.kind, c.code, []string{c.says})
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
	check(t, "overview", overview(storyServer, result).Failure, ports.FailedOther, problems.KubectlWrites, []string{"kubectl sent POST /api/v1/namespaces/default/pods"})
	for _, kind := range []string{byName, groups, lists} {
		results := story(t, "1.33")
		results[kind][0].Stderr = append(results[kind][0].Stderr, post+"\n"...)
		a, _ := objects(storyServer, results, storyMarkers...)
		check(t, kind, a.Failure, ports.FailedOther, problems.KubectlWrites, []string{"POST"})
		if a.Answers[metricsServer].Outcome != ports.Unread {
			t.Errorf("%s: believed all the same", kind)
		}
	}
	results := moved(t, "1.33")
	results[again][0].Stderr = append(results[again][0].Stderr, post+"\n"...)
	a, _ := objects(movedServer, results, movedMarkers...)
	check(t, again, a.Failure, ports.FailedOther, problems.KubectlWrites, []string{"POST"})
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
