package kubeconfig

import (
	"maps"
	"net/url"
	"strings"
	"unicode"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// execExtension is the one cluster extension that changes what happens: kubectl hands it to an exec plugin.
const execExtension = "client.authentication.k8s.io/exec"

// freezeCluster checks a cluster, shows it in the view, and gives its self-contained fields.
func freezeCluster(e entry, view *ports.KubeconfigView) (map[string]any, error) {
	fields := maps.Clone(e.fields)
	if fields == nil {
		fields = map[string]any{}
	}
	view.ServerName = textAt(fields, "tls-server-name")
	view.Insecure = isTrue(fields, "insecure-skip-tls-verify")
	server := textAt(fields, "server")
	var err error
	if view.Server, err = checkServer(server); err != nil {
		return nil, say.Errorf("cluster %q in %s: %w", e.name, called(e.file), err)
	}
	if view.Proxy, err = checkProxy(textAt(fields, "proxy-url")); err != nil {
		return nil, say.Errorf("cluster %q in %s: %w", e.name, called(e.file), err)
	}
	if view.Proxy != "" {
		view.ProxyFrom = fromKubeconfig
	}
	if err := freezeCA(e, fields, view); err != nil {
		return nil, say.Errorf("cluster %q in %s: %w", e.name, called(e.file), err)
	}
	keepExecExtension(fields)
	return fields, nil
}

// checkServer refuses every address that kubectl would send somewhere else, or in clear, and gives the one to show.
func checkServer(server string) (string, error) {
	scheme, rest, hasScheme := strings.Cut(server, "://")
	switch {
	case server == "":
		return "", problem(problems.BadServer, say.Textf("it has no server, and kubectl would talk to localhost:8080"), say.Textf("write server: https://HOST:6443"))
	case strings.ContainsFunc(server, unprintable):
		return "", problem(problems.BadServer, say.Textf("server %s has a space or a control character in it", guarded(server)), say.Textf("remove it"))
	case !hasScheme:
		return "", problem(problems.BadServer, say.Textf("server %s has no scheme, and kubectl would speak http, in clear", guarded(server)), say.Textf("write https:// before it"))
	case strings.EqualFold(scheme, "http"):
		return "", problem(problems.BadServer, say.Textf("server %s is http: credentials would travel in clear", guarded(server)), say.Textf("write https://"))
	case !strings.EqualFold(scheme, "https"):
		return "", problem(problems.BadServer, say.Textf("server %s is not https", guarded(server)), say.Textf("write https://HOST:6443"))
	case strings.ContainsAny(server, "?#"):
		return "", problem(problems.BadServer, say.Textf("server %s has a ? or # in it, which kubectl takes for a part of the path", guarded(server)), say.Textf("write https://HOST[:PORT][/PATH]"))
	}
	u, err := url.Parse(server)
	if err != nil || rest == "" || u.Hostname() == "" {
		// The cause would quote the address, with its password.
		return "", problem(problems.BadServer, say.Textf("server %s is not a URL that names a host", guarded(server)), say.Textf("write https://HOST:6443"))
	}
	return shownServer(server, u), nil
}

// shownServer keeps the operator's own spelling when there is nothing to hide.
func shownServer(server string, u *url.URL) string {
	if u.User == nil {
		return server
	}
	return withoutUser(u)
}

func unprintable(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }

// checkProxy refuses the proxies that kubectl refuses, without quoting their password.
func checkProxy(proxy string) (string, error) {
	if proxy == "" {
		return "", nil
	}
	u, err := url.Parse(proxy)
	if err != nil {
		return "", problem(problems.BadProxy, say.Textf("proxy-url %s is not a URL", guarded(proxy)), say.Textf("correct it, or remove it"))
	}
	switch u.Scheme {
	case "http", "https", "socks5":
		return shownProxy(u), nil
	}
	return "", problem(problems.BadProxy, say.Textf("proxy-url %s is not http, https or socks5", guarded(proxy)), say.Textf("correct it, or remove it"))
}

// freezeCA inlines the CA. An empty file would silently mean this machine's own roots once inlined: it is refused.
func freezeCA(e entry, fields map[string]any, view *ports.KubeconfigView) error {
	ca, err := inline(e, fields, "certificate-authority", "certificate-authority-data")
	if err != nil || ca == nil {
		return err
	}
	if view.Insecure {
		return problem(problems.BadCA, say.Textf("it has a CA and insecure-skip-tls-verify, and kubectl refuses both together"), say.Textf("remove insecure-skip-tls-verify"))
	}
	certificates := certificatesIn(ca)
	if len(certificates) == 0 {
		return problem(problems.BadCA, say.Textf("its CA holds no certificate in PEM"), say.Textf("fetch the kubeconfig again"))
	}
	view.CASHA256, view.CACount = fingerprint(certificates[0]), len(certificates)
	return nil
}

func keepExecExtension(fields map[string]any) {
	items, _ := fields["extensions"].([]any)
	delete(fields, "extensions")
	for _, one := range items {
		if item, _ := one.(map[string]any); textAt(item, "name") == execExtension {
			fields["extensions"] = []any{item}
		}
	}
}
