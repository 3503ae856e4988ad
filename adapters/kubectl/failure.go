package kubectl

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// stopped says why a process gave nothing to believe, whatever it printed; nil when it ran to its end.
func (r reading) stopped() *ports.Failure {
	for _, asked := range r.requests {
		if !asked.Reads() {
			return fail(ports.FailedOther, "kubectl sent %s %s, and nestor only ever reads: nothing of it is believed; is the kubectl in PATH the real one?",
				asked.Method, asked.Path)
		}
	}
	switch {
	case errors.Is(r.result.Err, run.ErrNotFound):
		return fail(ports.FailedToStart, "kubectl was not found in PATH; install it (https://kubernetes.io/docs/tasks/tools/) or add its folder to PATH")
	case errors.Is(r.result.Err, run.ErrNotRecorded):
		return fail(ports.FailedOther, "%s", shown(r.result.Err.Error()))
	case r.result.Err != nil:
		return fail(ports.FailedToStart, "kubectl could not be started: %s", shown(r.result.Err.Error()))
	case r.result.Interrupted:
		return fail(ports.FailedOther, "interrupted before kubectl ended; run it again")
	case r.result.TimedOut:
		return r.tooLate()
	case r.result.Truncated:
		return fail(ports.FailedOther, "%s answered more than is taken: nothing of it is believed; is this the address of an API server?", r.server)
	default:
		return nil
	}
}

// tooLate tells a server that is silent from one that is slow.
func (r reading) tooLate() *ports.Failure {
	answered := 0
	for _, asked := range r.requests {
		if asked.Status != 0 {
			answered++
		}
	}
	if answered == 0 {
		return fail(ports.FailedTimeout, "no answer from %s in %s; can it be reached from here (VPN, firewall)? --timeout gives it longer",
			r.server, seconds(r.timeout))
	}
	return fail(ports.FailedTimeout, "%s answered %d requests in %s and not the rest; --timeout gives it longer", r.server, answered, seconds(r.timeout))
}

func seconds(d time.Duration) string { return fmt.Sprintf("%g s", d.Seconds()) }

// distrust says why a read without its positive control is not believed.
func (r reading) distrust() *ports.Failure {
	for _, kind := range []func() *ports.Failure{r.unauthorized, r.refusedBeforeAsking, r.untrusted, r.unconnected, r.undiscovered, r.allForbidden, r.noCluster} {
		if failure := kind(); failure != nil {
			return failure
		}
	}
	if reason := r.said.reason(); reason != "" {
		return fail(ports.FailedOther, "kubectl failed: %s; try it by hand with this kubeconfig", reason)
	}
	return fail(ports.FailedOther, "kubectl ended with status %d and said nothing; try it by hand with this kubeconfig", r.result.Exit)
}

func (r reading) unauthorized() *ports.Failure {
	refused := strings.Contains(r.said.reason(), "must be logged in")
	for _, asked := range r.requests {
		refused = refused || asked.Status == http.StatusUnauthorized
	}
	if !refused {
		return nil
	}
	return fail(ports.FailedAuth, "%s does not accept these credentials (401 Unauthorized); they may have expired: log in again, or fetch the kubeconfig again", r.server)
}

// refusedBeforeAsking is what stops kubectl before it sends a request: the credentials it needs.
func (r reading) refusedBeforeAsking() *ports.Failure {
	reason := r.said.reason()
	_, plugin, ofPlugin := strings.Cut(reason, "getting credentials: ")
	switch {
	case r.document.asksForUser:
		return fail(ports.FailedAuth, "the kubeconfig holds no credentials for this context; log in, or fetch the kubeconfig again")
	case ofPlugin && containsAny(plugin, "not found", "no such file", "permission denied", "exec format error"):
		return fail(ports.FailedToStart, "the kubeconfig's credential plugin cannot run: %s; install it, or use a kubeconfig without one", plugin)
	case ofPlugin:
		return fail(ports.FailedAuth, "the kubeconfig's credential plugin gave no credentials: %s; log in with it, then try again", plugin)
	case strings.Contains(reason, "remote error: tls:"):
		return fail(ports.FailedAuth, "%s refuses the client certificate (%s); fetch the kubeconfig again", r.server, afterHead(reason))
	default:
		return nil
	}
}

func (r reading) untrusted() *ports.Failure {
	reason := r.said.reason()
	switch {
	case !containsAny(reason, "x509: ", "tls: failed to verify certificate"):
		return nil
	case strings.Contains(reason, "signed by unknown authority"):
		return fail(ports.FailedAuthority, "the certificate of %s is not signed by the authority that the kubeconfig trusts (%s); is it another cluster, or a rebuilt one?", r.server, afterHead(reason))
	case containsAny(reason, "is valid for", "doesn't contain any IP SANs", "is not valid for any names"):
		return fail(ports.FailedTrust, "the certificate of %s is for other names (%s); use one of them as server or as tls-server-name", r.server, afterHead(reason))
	case strings.Contains(reason, "expired or is not yet valid"):
		return fail(ports.FailedTrust, "the certificate of %s is out of date (%s); renew it, or set this machine's clock", r.server, afterHead(reason))
	default:
		return fail(ports.FailedTrust, "the certificate of %s is not accepted: %s; compare it with the CA of the kubeconfig", r.server, afterHead(reason))
	}
}

// connectionWords are those of Go's network errors, as kubectl passes them on.
var connectionWords = []string{
	"refused", "no such host", "no route to host", "network is unreachable", "connection reset", "i/o timeout",
	"TLS handshake timeout", "HTTP response to HTTPS client", "proxyconnect", "unexpected EOF", "broken pipe",
	"server misbehaving", "context deadline exceeded", "Client.Timeout exceeded", "connection timed out", ": EOF",
	"tls: first record does not look like a TLS handshake", "malformed HTTP response",
}

func (r reading) unconnected() *ports.Failure {
	reason := r.said.reason()
	noServer := strings.HasPrefix(reason, "The connection to the server")
	if strings.HasPrefix(reason, "Error from server") || !noServer && !containsAny(reason, connectionWords...) {
		return nil
	}
	detail, advice := afterHead(reason), "can it be reached from here (VPN, firewall)?"
	switch {
	case strings.Contains(reason, "proxyconnect"):
		advice = "is the proxy right (proxy-url in the kubeconfig, HTTPS_PROXY)?"
	case noServer, strings.HasSuffix(detail, "connection refused"):
		detail, advice = "connection refused", "does the API server run, and is this its address?"
	case strings.Contains(reason, "no such host"):
		advice = "is the name right, and the network (VPN)?"
	case containsAny(reason, "HTTP response to HTTPS client", "does not look like a TLS handshake", "malformed HTTP response"):
		advice = "is this the address of an API server, with the right scheme and port?"
	}
	return fail(ports.FailedConnect, "no connection to %s: %s; %s", r.server, detail, advice)
}

// allForbidden is a 403 on everything that was asked, discovery included.
func (r reading) allForbidden() *ports.Failure {
	for _, asked := range r.requests {
		if asked.Status != http.StatusForbidden {
			return nil
		}
	}
	if len(r.requests) == 0 {
		return nil
	}
	return r.noRights()
}

// undiscovered is a 403 on what every read begins with, before any kind was asked for. kubectl seldom passes on the API
// server's words there ("Forbidden: unknown"), so that a proxy's 403 looks the same.
func (r reading) undiscovered() *ports.Failure {
	for _, path := range []string{"/api", "/apis"} {
		if r.forbidden(path) && len(r.said.rights) == 0 {
			return fail(ports.FailedForbidden, "%s answers 403 Forbidden to GET %s, with which every read begins; is ClusterRole system:discovery missing, or a proxy in between?",
				r.server, path)
		}
	}
	return nil
}

// noRights names the user, which only the API server's own 403 does. Which right was missing first depends on the read.
func (r reading) noRights() *ports.Failure {
	if len(r.said.rights) == 0 {
		return fail(ports.FailedForbidden, "%s answers 403 Forbidden to everything, in words that are not the API server's%s; is a proxy in between?",
			r.server, inBrackets(r.said.reason()))
	}
	return fail(ports.FailedForbidden, "user \"%s\" may read nothing here (403 Forbidden); ask for the role that `nestor rbac` prints", r.said.rights[0].user)
}

// noCluster is an answer without namespace kube-system in it: not from the API server, or not from all of it.
func (r reading) noCluster() *ports.Failure {
	if !r.anyAnswer() {
		return nil
	}
	return fail(ports.FailedControl, "%s answered without namespace kube-system, which every cluster has: nothing of it is believed%s; is this the address of an API server?",
		r.server, inBrackets(r.said.reason()))
}

// inBrackets is an addition to a sentence, if there is one.
func inBrackets(text string) string {
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}

func (r reading) anyAnswer() bool {
	for _, asked := range r.requests {
		if asked.Status != 0 {
			return true
		}
	}
	return false
}

// errorHead is how kubectl, and Go's network under it, begin a connection error.
var errorHead = regexp.MustCompile(`^(?:unable to recognize "STDIN": |Unable to connect to the server: )?(?:Get "[^"]*": )?(?:dial tcp [^ ]+: (?:connect: )?|dial tcp: )?`)

// afterHead is the error itself, without Go's guesses at its cause.
func afterHead(reason string) string {
	text, _, _ := strings.Cut(errorHead.ReplaceAllString(reason, ""), " (possibly because of")
	return text
}

func containsAny(text string, words ...string) bool {
	for _, word := range words {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

func fail(kind ports.FailureKind, format string, values ...any) *ports.Failure {
	return &ports.Failure{Kind: kind, Reason: say.Textf(format, values...)}
}
