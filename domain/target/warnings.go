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
	warn := func(code string, text say.Text) { found = append(found, Reason{code, text}) }

	switch left := k.CertEnd.Sub(now); {
	case k.CertEnd.IsZero():
	case left <= 0: // it explains the 401 that the API gives without a reason
		warn(CodeCertExpired, say.Textf("certificate expired on %s, fetch a new one", date(k.CertEnd)))
	case left <= endsSoon:
		warn(CodeCertEnding, say.Textf("the client certificate ends on %s; renew it and fetch a new one", date(k.CertEnd)))
	}
	if k.Insecure {
		warn(CodeInsecure, say.Textf("the certificate of %s is not verified (insecure-skip-tls-verify): anything can answer in its place", k.Server))
	}
	if k.Proxy != "" {
		warn(CodeProxy, proxied(k))
	}
	if res.Overrides != "" {
		warn(CodeOverride, say.Textf("KUBECONFIG overrides the topology's %s; unset it to use that file", res.Overrides))
	}
	if len(k.Missing) > 0 && len(k.Files) > 0 {
		warn(CodeMissingFiles, say.Textf("not there, and skipped: %s", strings.Join(k.Missing, ", ")))
	}
	for _, file := range k.Exposed {
		warn(CodeExposed, say.Textf("other users of this machine may read or write %s, and so use its credentials: chmod 600 %s", file, file))
	}
	for _, file := range k.InGit {
		warn(CodeInGit, say.Textf("%s is inside a git work tree, one `git add` away from being published; keep it outside, such as in ~/.kube", file))
	}
	for _, sentence := range k.Shadowed {
		warn(CodeShadowed, sentence)
	}
	switch k.Auth {
	case ports.AuthExec:
		warn(CodeProgram, say.Textf("this kubeconfig runs the local program %s", k.AuthCommand))
	case ports.AuthProvider:
		warn(CodeProgram, say.Textf("this kubeconfig uses kubectl's auth provider %s; it is read with the token that is there, and none is renewed: if it has expired, run any kubectl command first", k.AuthCommand))
	}
	return found
}

// proxied names a proxy and who chose it, so that it can be taken out of the way.
func proxied(k ports.KubeconfigView) say.Text {
	switch k.ProxyFrom {
	case "":
		return say.Textf("the cluster is reached through the proxy %s", k.Proxy)
	case "proxy-url":
		return say.Textf("the cluster is reached through the proxy %s (proxy-url of the kubeconfig); remove it there if it is not meant", k.Proxy)
	}
	return say.Textf("the cluster is reached through the proxy %s (%s); unset it, or add the server to NO_PROXY, if it is not meant", k.Proxy, k.ProxyFrom)
}

func date(t time.Time) string { return t.UTC().Format(time.DateOnly) }
