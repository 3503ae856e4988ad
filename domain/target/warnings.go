package target

import (
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// endsSoon is how long before its end a client certificate is mentioned.
const endsSoon = 30 * 24 * time.Hour

// Warnings says what an operator should know of a kubeconfig that may be used: none of it changes a verdict.
func Warnings(k ports.KubeconfigView, res Resolution, now time.Time) []Reason {
	var found []Reason
	say := func(code, format string, args ...any) {
		found = append(found, Reason{code, say.Textf(format, args...)})
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
		say(CodeProxy, "the cluster is reached through the proxy %s%s", k.Proxy, namedBy(k.ProxyFrom))
	}
	if res.Overrides != "" {
		say(CodeOverride, "KUBECONFIG overrides the topology's %s; unset it to use that file", res.Overrides)
	}
	if len(k.Missing) > 0 && len(k.Files) > 0 {
		say(CodeMissingFiles, "not there, and skipped: %s", strings.Join(k.Missing, ", "))
	}
	for _, file := range k.Exposed {
		say(CodeExposed, "other users of this machine may read or write %s, and so use its credentials: chmod 600 %s", file, file)
	}
	for _, file := range k.InGit {
		say(CodeInGit, "%s is inside a git work tree, one `git add` away from being published; keep it outside, such as in ~/.kube", file)
	}
	for _, sentence := range k.Shadowed {
		say(CodeShadowed, "%s", sentence)
	}
	switch k.Auth {
	case ports.AuthExec:
		say(CodeProgram, "this kubeconfig runs the local program %s", k.AuthCommand)
	case ports.AuthProvider:
		say(CodeProgram, "this kubeconfig uses kubectl's auth provider %s; it is read with the token that is there, and none is renewed: if it has expired, run any kubectl command first", k.AuthCommand)
	}
	return found
}

// namedBy says who names a proxy, so that it can be taken out of the way.
func namedBy(source string) string {
	switch source {
	case "":
		return ""
	case "proxy-url":
		return " (proxy-url of the kubeconfig); remove it there if it is not meant"
	}
	return " (" + source + "); unset it, or add the server to NO_PROXY, if it is not meant"
}

func date(t time.Time) string { return t.UTC().Format(time.DateOnly) }
