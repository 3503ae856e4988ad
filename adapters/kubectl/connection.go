package kubectl

import (
	"regexp"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Words of Go's network errors, as kubectl passes them on.
var (
	throughProxy = []string{"proxyconnect", "socks connect"}
	unknownName  = []string{"no such host", "server misbehaving", "Temporary failure in name resolution"}
	noRoute      = []string{"no route to host", "network is unreachable"}
	cutOff       = []string{"connection reset", "broken pipe", "unexpected EOF", ": EOF"}
	tooSlow      = []string{"i/o timeout", "TLS handshake timeout", "context deadline exceeded", "Client.Timeout exceeded", "connection timed out"}
	notTLS       = []string{"HTTP response to HTTPS client", "tls: first record does not look like a TLS handshake", "malformed HTTP response"}
)

// noServerHead is all that kubectl says of a connection that was refused, by the server or by a proxy.
const noServerHead = "The connection to the server"

// lookedUp is the name in an error of name resolution.
var lookedUp = regexp.MustCompile(`\blookup ([^\s:]+)`)

func (r reading) unconnected() *ports.Failure {
	reason := r.said.reason()
	if strings.HasPrefix(reason, "Error from server") {
		return nil
	}
	refused := strings.HasPrefix(reason, noServerHead) || strings.Contains(reason, "refused")
	name := lookedUp.FindStringSubmatch(reason)
	switch {
	case containsAny(reason, throughProxy...), refused && r.access.Proxy != "":
		return r.notThroughProxy(ports.FailedConnect, reason, refused)
	case containsAny(reason, unknownName...), name != nil && containsAny(reason, tooSlow...):
		return r.nameless(reason, name)
	case refused:
		return fail(ports.FailedConnect, problems.Refused, say.Textf("no connection to %s: connection refused", r.server),
			say.Textf("see that the API server runs and that this is its address: %s", r.dials()))
	case containsAny(reason, noRoute...):
		host, _ := r.server.host()
		return fail(ports.FailedConnect, problems.NoRoute, say.Textf("no connection to %s: %s", r.server, afterHead(reason)),
			say.Textf("turn on the VPN or correct the address, and try: %s", ports.Command("ping", "-c", "3", host)))
	case containsAny(reason, tooSlow...):
		return fail(ports.FailedConnect, problems.NoAnswer, say.Textf("no connection to %s: nothing answered (%s)", r.server, afterHead(reason)), r.reachIt())
	case containsAny(reason, cutOff...):
		return fail(ports.FailedConnect, problems.CutOff, say.Textf("no connection to %s: it was cut off (%s)", r.server, afterHead(reason)),
			r.seeTheCut())
	case containsAny(reason, notTLS...):
		return fail(ports.FailedConnect, problems.SpeaksHTTP, say.Textf("no connection to %s: what answers there does not speak TLS (%s)", r.server, afterHead(reason)),
			say.Textf("correct the server's port in the kubeconfig, and see what answers: %s", r.asks("http")))
	default:
		return nil
	}
}

func (r reading) seeTheCut() say.Text {
	return say.Textf("see whether the API server restarts, or what lies in between: %s", r.handshakes())
}

func (r reading) nameless(reason string, lookup []string) *ports.Failure {
	name, _ := r.server.host()
	if lookup != nil {
		name = lookup[1]
	}
	return fail(ports.FailedConnect, problems.NameUnknown, say.Textf("no connection to %s: the name %s leads to no address (%s)", r.server, name, afterLookup(reason)),
		say.Textf("correct the name, or turn on the VPN whose DNS knows it, and ask: %s", ports.Command("nslookup", name)))
}

// afterLookup is the last part of an error of name resolution: what became of it.
func afterLookup(reason string) string {
	text := afterHead(reason)
	return strings.TrimSpace(text[strings.LastIndex(text, ": ")+1:])
}

// notThroughProxy names the proxy. With one, no other connection can be refused than that to it.
func (r reading) notThroughProxy(kind ports.FailureKind, reason string, refused bool) *ports.Failure {
	detail := afterHead(reason)
	if refused {
		detail = "connection refused"
	}
	if r.access.Proxy == "" {
		return fail(kind, problems.ProxyInBetween, say.Textf("no connection to %s: the proxy in between does not let it through (%s)", r.server, detail),
			say.Textf("correct proxy-url in the kubeconfig or HTTPS_PROXY, which you see with: %s", "env | grep -i proxy"))
	}
	return fail(kind, problems.ProxyInBetween, say.Textf("no connection to %s: the proxy %s (from %s) does not let it through (%s)", r.server, r.access.Proxy, r.access.ProxyFrom, detail),
		say.Textf("correct %s, or see that the proxy runs: %s", r.access.ProxyFrom, dials(hostOf(r.access.Proxy))))
}

// proxyRefused is a proxy's own status in the place of a connection, such as "Bad Gateway".
func (r reading) proxyRefused() *ports.Failure {
	words, ofConnection := strings.CutPrefix(r.said.reason(), "Unable to connect to the server: ")
	if r.access.Proxy == "" || !ofConnection || !statusText.MatchString(words) {
		return nil
	}
	return r.notThroughProxy(ports.FailedOther, words, false)
}

// statusText is the text of an HTTP status, such as "Proxy Authentication Required".
var statusText = regexp.MustCompile(`^(?:[A-Z][A-Za-z-]*)(?: [A-Z][A-Za-z-]*)*$`)
