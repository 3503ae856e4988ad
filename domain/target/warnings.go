package target

import (
	"fmt"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/ports"
)

// endsSoon is how long before its end a client certificate is mentioned.
const endsSoon = 30 * 24 * time.Hour

// Warnings says what an operator should know of a kubeconfig that may be used: none of it changes a verdict.
func Warnings(k ports.KubeconfigView, res Resolution, now time.Time) []Reason {
	var found []Reason
	say := func(code, format string, args ...any) {
		found = append(found, Reason{code, fmt.Sprintf(format, args...)})
	}

	switch left := k.CertEnd.Sub(now); {
	case k.CertEnd.IsZero():
	case left <= 0: // it explains the 401 that the API gives without a reason
		say(CodeCertExpired, "certificate expired on %s, fetch a new one", date(k.CertEnd))
	case left <= endsSoon:
		say(CodeCertEnding, "the client certificate ends on %s; renew it and fetch a new one", date(k.CertEnd))
	}
	if k.Insecure {
		say(CodeInsecure, "the certificate of %s is not verified (insecure-skip-tls-verify): anything can answer in its place", k.Server)
	}
	if k.Proxy != "" {
		say(CodeProxy, "the cluster is reached through the proxy %s", k.Proxy)
	}
	if res.Overrides != "" {
		say(CodeOverride, "KUBECONFIG overrides the topology's %s; unset it to use that file", res.Overrides)
	}
	if len(k.Missing) > 0 && len(k.Files) > 0 {
		say(CodeMissingFiles, "not there, and skipped: %s", strings.Join(k.Missing, ", "))
	}
	for _, sentence := range k.Shadowed {
		say(CodeShadowed, "%s", sentence)
	}
	switch k.Auth {
	case ports.AuthExec:
		say(CodeProgram, "this kubeconfig runs the local program %s", k.AuthCommand)
	case ports.AuthProvider:
		say(CodeProgram, "this kubeconfig uses kubectl's auth provider %s", k.AuthCommand)
	}
	return found
}

func date(t time.Time) string { return t.UTC().Format(time.DateOnly) }
