package kubectl

import (
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

func (r reading) unauthorized() *ports.Failure {
	refused := strings.Contains(r.said.reason(), "must be logged in")
	for _, asked := range r.requests {
		refused = refused || asked.Status == http.StatusUnauthorized
	}
	switch {
	case !refused:
		return nil
	case !r.access.CertEnd.IsZero():
		return fail(ports.FailedAuth, problems.Unauthorized,
			say.Textf("%s does not accept these credentials (401 Unauthorized), a client certificate that is valid until %s", r.server, day(r.access.CertEnd)),
			say.Textf("fetch the kubeconfig again: %s", fetchAgain))
	}
	return fail(ports.FailedAuth, problems.Unauthorized, say.Textf("%s does not accept these credentials (401 Unauthorized)", r.server),
		say.Textf("they may have expired: log in again or fetch the kubeconfig again, and try: %s", r.readsControl()))
}

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// refusedBeforeAsking is what stops kubectl before it sends a request: the credentials it needs.
func (r reading) refusedBeforeAsking() *ports.Failure {
	reason := r.said.reason()
	_, plugin, ofPlugin := strings.Cut(reason, "getting credentials: ")
	switch {
	case r.document.asksForUser:
		return fail(ports.FailedAuth, problems.NoCredentials, say.Textf("the kubeconfig holds no credentials for this context"),
			say.Textf("log in, or fetch the kubeconfig again: %s", fetchAgain))
	case ofPlugin && containsAny(plugin, "not found", "no such file", "permission denied", "exec format error"):
		return r.pluginCannotRun(plugin)
	case ofPlugin:
		return fail(ports.FailedAuth, problems.PluginFailed, say.Textf("the kubeconfig's credential plugin gave no credentials: %s", plugin),
			say.Textf("log in with it, and try: %s", r.readsControl()))
	case strings.Contains(reason, "remote error: tls:"):
		return r.alerted(afterHead(reason))
	default:
		return nil
	}
}

// alerted is a TLS alert. Only those about certificates speak of the client's.
func (r reading) alerted(detail string) *ports.Failure {
	switch {
	case !containsAny(detail, "certificate"):
		return fail(ports.FailedAuth, problems.HandshakeRefused, say.Textf("%s refuses the TLS connection (%s)", r.server, detail),
			say.Textf("see what it wants: %s", r.handshakes()))
	case r.access.CertEnd.IsZero():
		return fail(ports.FailedAuth, problems.ClientCertificate, say.Textf("%s refuses the client certificate (%s)", r.server, detail),
			say.Textf("fetch the kubeconfig again: %s", fetchAgain))
	}
	return fail(ports.FailedAuth, problems.ClientCertificate,
		say.Textf("%s refuses the client certificate, which is valid until %s (%s)", r.server, day(r.access.CertEnd), detail),
		say.Textf("fetch the kubeconfig again: %s", fetchAgain))
}

// pluginProgram is the program in an error about a credential plugin.
var pluginProgram = regexp.MustCompile(`executable (\S+) not found|fork/exec (\S+): `)

func (r reading) pluginCannotRun(detail string) *ports.Failure {
	program := r.access.Plugin
	if m := pluginProgram.FindStringSubmatch(detail); m != nil {
		program = m[1] + m[2]
	}
	reason := say.Textf("the kubeconfig's credential plugin cannot run: %s", detail)
	finds := ports.Command("command", "-v", program)
	switch hint := shown(strings.Join(strings.Fields(r.access.Hint), " ")); {
	case strings.Contains(detail, "permission denied"):
		return fail(ports.FailedToStart, problems.PluginAbsent, reason, say.Textf("see who may run it: %s", ports.Command("ls", "-l", program)))
	case hint != "":
		return fail(ports.FailedToStart, problems.PluginAbsent, reason,
			say.Textf("install it (the kubeconfig says: %s) or use a kubeconfig without one, and look: %s", hint, finds))
	}
	return fail(ports.FailedToStart, problems.PluginAbsent, reason, say.Textf("install it or use a kubeconfig without one, and look: %s", finds))
}
