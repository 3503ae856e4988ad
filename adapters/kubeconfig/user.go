package kubeconfig

import (
	"crypto/tls"
	"crypto/x509"
	"maps"
	"path/filepath"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// freezeUser checks how a user authenticates, shows it in the view, and gives its self-contained fields.
func freezeUser(e entry, view *ports.KubeconfigView) (map[string]any, error) {
	fields := maps.Clone(e.fields)
	if fields == nil {
		fields = map[string]any{}
	}
	delete(fields, "extensions")
	ways, err := waysOf(e, fields, view)
	if err != nil {
		return nil, say.Errorf("user %q in %s: %w", e.name, called(e.file), err)
	}
	view.Auth = ways.used()
	if view.Auth == ports.AuthNone {
		return nil, problem(problems.KubeconfigNoCredentials, say.Textf("no credentials for user %s in %s: kubectl would ask for a user name", plain(e.name), called(e.file)), say.Textf("fetch the kubeconfig again, or add a client certificate or a token"))
	}
	switch view.Auth {
	case ports.AuthExec:
		view.AuthCommand = textAt(mapAt(fields, "exec"), "command")
	case ports.AuthProvider:
		view.AuthCommand = textAt(mapAt(fields, "auth-provider"), "name")
	}
	return fields, nil
}

// ways are the ways of authentication that a user entry carries.
type ways struct {
	certificate, tokenFile, token, basic, exec, provider bool
}

// used is the one that decides. kubectl sends a certificate and a header together and the API server looks at the
// certificate first; it reads a token file before a token, and runs no plugin when it has something else to send.
func (w ways) used() ports.AuthKind {
	switch {
	case w.certificate:
		return ports.AuthCertificate
	case w.tokenFile:
		return ports.AuthTokenFile
	case w.token:
		return ports.AuthToken
	case w.basic:
		return ports.AuthBasic
	case w.exec:
		return ports.AuthExec
	case w.provider:
		return ports.AuthProvider
	}
	return ports.AuthNone
}

func waysOf(e entry, fields map[string]any, view *ports.KubeconfigView) (w ways, err error) {
	if err := checkImpersonation(fields); err != nil {
		return w, err
	}
	if w.certificate, err = freezeCertificate(e, fields, view); err != nil {
		return w, err
	}
	w.token = textAt(fields, "token") != ""
	if w.tokenFile, err = freezeTokenFile(e, fields, w.token); err != nil {
		return w, err
	}
	w.basic = textAt(fields, "username") != ""
	password := textAt(fields, "password") != ""
	if w.token && (w.basic || password) || w.tokenFile && w.basic {
		return w, problem(problems.BadCredentials, say.Textf("it has a token and a user name or password, and kubectl refuses both together"), say.Textf("leave one of the two"))
	}
	if w.exec, err = freezeExec(e, fields); err != nil {
		return w, err
	}
	w.provider, err = checkProvider(fields, w.exec)
	return w, err
}

func checkImpersonation(fields map[string]any) error {
	groups, _ := fields["as-groups"].([]any)
	more := textAt(fields, "as-uid") != "" || len(groups) > 0 || len(mapAt(fields, "as-user-extra")) > 0
	if more && textAt(fields, "as") == "" {
		return problem(problems.BadCredentials, say.Textf("it has as-uid, as-groups or as-user-extra without as, and kubectl refuses that"), say.Textf("add as: or remove them"))
	}
	return nil
}

// freezeCertificate inlines a client certificate and its key. A key alone is no credential, and kubectl ignores it.
func freezeCertificate(e entry, fields map[string]any, view *ports.KubeconfigView) (bool, error) {
	certificate, err := inline(e, fields, "client-certificate", "client-certificate-data")
	if err != nil {
		return false, err
	}
	key, err := inline(e, fields, "client-key", "client-key-data")
	if err != nil || certificate == nil {
		return false, err
	}
	if key == nil {
		return false, problem(problems.BadCredentials, say.Textf("it has a client certificate without its key"), say.Textf("add client-key or client-key-data"))
	}
	leaf, err := clientCertificate(certificate, key)
	if err != nil {
		return false, err
	}
	view.CertSubject, view.CertEnd = leaf.Subject.String(), leaf.NotAfter.UTC()
	return true, nil
}

// clientCertificate gives the certificate that a server is shown, once its key is seen to fit.
func clientCertificate(certificate, key []byte) (*x509.Certificate, error) {
	pair, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		return nil, &say.Problem{Code: problems.BadCredentials, What: say.Textf("its client certificate and key cannot be used"), Why: err, Do: say.Textf("fetch the kubeconfig again")}
	}
	leaf, err := x509.ParseCertificate(pair.Certificate[0])
	if err != nil {
		return nil, &say.Problem{Code: problems.BadCredentials, What: say.Textf("its client certificate cannot be used"), Why: err, Do: say.Textf("fetch the kubeconfig again")}
	}
	return leaf, nil
}

// freezeTokenFile makes the path absolute and looks that a token is in it. Next to a token, kubectl does without it.
func freezeTokenFile(e entry, fields map[string]any, hasToken bool) (bool, error) {
	path := textAt(fields, "tokenFile")
	if path == "" {
		return false, nil
	}
	whole, err := absolute(e, path)
	if err != nil {
		return false, err
	}
	fields["tokenFile"] = whole
	content, err := readReferenced(e, "tokenFile", path)
	if err == nil && strings.TrimSpace(string(content)) == "" {
		err = problem(problems.ReferencedFile, say.Textf("tokenFile names %s, which holds no token", whole), say.Textf("restore it, or fetch the kubeconfig again"))
	}
	if err != nil && hasToken {
		return false, nil
	}
	return err == nil, err
}

// freezeExec makes the command absolute when it has a path in it; a bare name is kubectl's to find in PATH.
func freezeExec(e entry, fields map[string]any) (bool, error) {
	if mapAt(fields, "exec") == nil {
		return false, nil
	}
	plugin := maps.Clone(mapAt(fields, "exec"))
	fields["exec"] = plugin
	if err := checkExec(plugin); err != nil {
		return false, err
	}
	command := textAt(plugin, "command")
	if !strings.ContainsRune(command, filepath.Separator) {
		return true, nil
	}
	command, err := absolute(e, command)
	plugin["command"] = command
	return true, err
}

func checkExec(plugin map[string]any) error {
	variables, _ := plugin["env"].([]any)
	for _, one := range variables {
		if variable, _ := one.(map[string]any); textAt(variable, "name") == "" {
			return problem(problems.BadPlugin, say.Textf("its exec plugin has a variable without a name, and kubectl refuses that"), say.Textf("name it or remove it"))
		}
	}
	version := textAt(plugin, "apiVersion")
	switch mode := textAt(plugin, "interactiveMode"); {
	case textAt(plugin, "command") == "":
		return problem(problems.BadPlugin, say.Textf("its exec plugin has no command"), say.Textf("write the program that gets a token"))
	case version == "":
		return problem(problems.BadPlugin, say.Textf("its exec plugin has no apiVersion"), say.Textf("write the one that the program speaks, such as client.authentication.k8s.io/v1"))
	case mode == "" && strings.HasSuffix(version, "/v1"):
		return problem(problems.BadPlugin, say.Textf("its exec plugin has no interactiveMode, which kubectl requires"), say.Textf("write interactiveMode: Never"))
	case mode != "" && mode != "Never" && mode != "IfAvailable" && mode != "Always":
		return problem(problems.BadPlugin, say.Textf("its exec plugin has interactiveMode %s, which kubectl refuses", plain(mode)), say.Textf("write interactiveMode: Never"))
	}
	return nil
}

func checkProvider(fields map[string]any, hasExec bool) (bool, error) {
	provider := mapAt(fields, "auth-provider")
	switch {
	case provider == nil:
		return false, nil
	case hasExec:
		return false, problem(problems.BadPlugin, say.Textf("it has an exec plugin and an auth-provider, and kubectl refuses both together"), say.Textf("leave one of the two"))
	case textAt(provider, "name") == "":
		return false, problem(problems.BadPlugin, say.Textf("its auth-provider has no name"), say.Textf("name it, or use an exec plugin"))
	}
	// With it kubectl would get a new token behind our back, where its log does not show it, and could not keep what it got.
	delete(mapAt(provider, "config"), "refresh-token")
	return true, nil
}
