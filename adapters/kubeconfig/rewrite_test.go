package kubeconfig_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	"github.com/univ-lehavre/nestor/adapters/kubeconfig"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

func TestAnAdminConfIsMadeTheStacksOwn(t *testing.T) {
	ca, client := validToday(t, "ca"), validToday(t, "kubernetes-admin")
	r := rewritten(t, adminConf("https://10.0.0.10:6443", ca, client), ports.RewriteOptions{Name: "dirqual", Server: "https://203.0.113.9:6443"})
	want := `apiVersion: v1
kind: Config
clusters:
- cluster:
    certificate-authority-data: ` + ca.cert64() + `
    server: https://203.0.113.9:6443
  name: dirqual
contexts:
- context:
    cluster: dirqual
    user: dirqual
  name: dirqual
current-context: dirqual
users:
- name: dirqual
  user:
    client-certificate-data: ` + client.cert64() + `
    client-key-data: ` + client.key64() + `
`
	if got := string(r.Content.Reveal()); got != want {
		t.Errorf("not the file that was meant:\n%s", cmp.Diff(want, got))
	}
	if diff := cmp.Diff([]ports.Change{
		{What: say.Textf("server"), Old: say.Textf("https://10.0.0.10:6443"), New: say.Textf("https://203.0.113.9:6443")},
		{What: say.Textf("context"), Old: say.Textf("kubernetes-admin@kubernetes"), New: say.Textf("dirqual")},
		{What: say.Textf("cluster"), Old: say.Textf("kubernetes"), New: say.Textf("dirqual")},
		{What: say.Textf("user"), Old: say.Textf("kubernetes-admin"), New: say.Textf("dirqual")},
	}, r.Changes); diff != "" || r.Original != "https://10.0.0.10:6443" {
		t.Errorf("original %q, changes (-want +got):\n%s", r.Original, diff)
	}
}

// TestTheFourServersOfFetchedFilesAreReplacedOrKept: loopback by address and by name, an internal name, an address.
func TestTheFourServersOfFetchedFilesAreReplacedOrKept(t *testing.T) {
	ca, client := validToday(t, "ca"), validToday(t, "admin")
	for _, server := range []string{"https://127.0.0.1:6443", "https://localhost:6443", "https://lb-apiserver.kubernetes.local:8443", "https://10.0.0.10:6443"} {
		for option, want := range map[string]string{"": server, "https://203.0.113.9:6443": "https://203.0.113.9:6443", "https://[2001:db8::10]:6443": "https://[2001:db8::10]:6443"} {
			r := rewritten(t, adminConf(server, ca, client), ports.RewriteOptions{Name: "dirqual", Server: option})
			view := r.Kubeconfig.View
			if view.Server != want || r.Kubeconfig.Access.Server != want || view.CASHA256 != ca.sha256 || r.Original != server {
				t.Errorf("%s to %q: server %s, access %s, original %s, CA kept: %v", server, option, view.Server, r.Kubeconfig.Access.Server, r.Original, view.CASHA256 == ca.sha256)
			}
			said := ports.Change{What: say.Textf("server"), Old: say.Verbatim(server), New: say.Verbatim(want)}
			if want == server {
				said = ports.Change{}
			}
			if diff := cmp.Diff(said, changeOf(r, "server")); diff != "" {
				t.Errorf("%s to %q (-want +got):\n%s", server, option, diff)
			}
		}
	}
}

func TestThePathOfAServerIsKeptUnlessANewOneIsGiven(t *testing.T) {
	const old = "https://rancher.example.org/k8s/clusters/c-aaaaa"
	for option, want := range map[string]string{
		"":                              old,
		"https://203.0.113.9:6443":      "https://203.0.113.9:6443/k8s/clusters/c-aaaaa",
		"https://203.0.113.9:6443/":     "https://203.0.113.9:6443/k8s/clusters/c-aaaaa",
		"https://203.0.113.9/other/one": "https://203.0.113.9/other/one",
	} {
		r := rewritten(t, config("server: "+old, token), ports.RewriteOptions{Name: "dirqual", Server: option})
		if r.Kubeconfig.View.Server != want {
			t.Errorf("%q: %s, want %s", option, r.Kubeconfig.View.Server, want)
		}
	}
	r := rewritten(t, config(`server: "https://10.0.0.10:6443/a%2Fb"`, token), ports.RewriteOptions{Name: "dirqual", Server: "https://h"})
	if r.Kubeconfig.View.Server != "https://h/a%2Fb" {
		t.Errorf("the path is written otherwise: %s", r.Kubeconfig.View.Server)
	}
}

// TestATLSServerNameIsTheWayOutOfANameThatIsNotInTheCertificate, and verification is never switched off.
func TestATLSServerNameIsTheWayOutOfANameThatIsNotInTheCertificate(t *testing.T) {
	ca, client := validToday(t, "ca"), validToday(t, "admin")
	content := adminConf("https://10.0.0.10:6443", ca, client)
	r := rewritten(t, content, ports.RewriteOptions{Name: "dirqual", Server: "https://203.0.113.9:6443", ServerName: "10.0.0.10"})
	cluster := only(t, frozen(t, r.Kubeconfig), "clusters", "cluster")
	if cluster["tls-server-name"] != "10.0.0.10" || r.Kubeconfig.View.ServerName != "10.0.0.10" || r.Kubeconfig.View.Insecure || cluster["insecure-skip-tls-verify"] != nil {
		t.Errorf("tls-server-name %v, shown as %q, insecure %v", cluster["tls-server-name"], r.Kubeconfig.View.ServerName, r.Kubeconfig.View.Insecure)
	}
	if got := changeOf(r, "tls-server-name"); !got.Old.IsZero() || got.New.String() != "10.0.0.10" {
		t.Errorf("said as %+v", got)
	}
	named := strings.Replace(content, "    server:", "    tls-server-name: api.example.org\n    server:", 1)
	if r := rewritten(t, named, toDirqual); r.Kubeconfig.View.ServerName != "api.example.org" || !changeOf(r, "tls-server-name").What.IsZero() {
		t.Errorf("the file's own name is not kept: %q", r.Kubeconfig.View.ServerName)
	}
	if r := rewritten(t, named, ports.RewriteOptions{Name: "a", ServerName: "b.example.org"}); !cmp.Equal(changeOf(r, "tls-server-name"), ports.Change{What: say.Textf("tls-server-name"), Old: say.Textf("api.example.org"), New: say.Textf("b.example.org")}) {
		t.Errorf("changes %+v", r.Changes)
	}
}

// TestAClientCertificateOutsideItsTimeIsRefusedWithTheDate: a server would say no more than "Unauthorized".
func TestAClientCertificateOutsideItsTimeIsRefusedWithTheDate(t *testing.T) {
	ca := validToday(t, "ca")
	at := func(end time.Time) string {
		return adminConf("https://10.0.0.10:6443", ca, newPair(t, "admin", end)) // it begins 48 hours before its end
	}
	rewriteRefused(t, at(time.Date(2025, 3, 1, 8, 0, 0, 0, time.UTC)), toDirqual, "expired on 2025-03-01", "kubeadm certs renew admin.conf")
	rewriteRefused(t, at(today.Add(-time.Second)), toDirqual, "expired on 2026-11-30")
	rewriteRefused(t, at(today.Add(48*time.Hour+time.Second)), toDirqual, "not valid before 2026-11-30 12:00:01 UTC", "it is 2026-11-30 12:00:00 UTC here", "clocks")
	for _, end := range []time.Time{today, today.Add(48 * time.Hour)} {
		if r := rewritten(t, at(end), toDirqual); !r.Kubeconfig.View.CertEnd.Equal(end) {
			t.Errorf("ends at %s, not %s", r.Kubeconfig.View.CertEnd, end)
		}
	}
}

func TestOnlyTheCurrentContextIsKeptAndTheRestIsNamed(t *testing.T) {
	other := validToday(t, "other")
	content := `
newer: {secret: ` + planted + `}
current-context: c
contexts:
- {name: c, context: {cluster: k, user: u, namespace: tools, extensions: [{name: minikube, extension: {a: ` + planted + `}}]}}
- {name: "evil\nname", context: {cluster: k2, user: u2}}
- {name: a, context: {cluster: k2, user: u2}}
clusters:
- {name: k, cluster: {server: "https://10.0.0.10:6443", disable-compression: true, newer: 1}}
- {name: k2, cluster: {server: "http://joe:` + planted + `@10.0.0.20", insecure-skip-tls-verify: true}}
users:
- {name: u, user: {token: kept, as: jane, as-groups: [g], as-user-extra: {a: [b]}}}
- {name: u2, user: {token: ` + planted + `, client-key-data: ` + other.key64() + `}}
- {name: u3, user: {exec: {command: evil, apiVersion: v1, env: [{name: A, value: ` + planted + `}]}}}
`
	r := rewritten(t, content, toDirqual)
	whole := string(r.Content.Reveal())
	for _, gone := range []string{planted, other.key64(), "evil", "exec", "newer", "10.0.0.20", "extension", "insecure"} {
		if strings.Contains(whole, gone) {
			t.Errorf("%q is still in it", gone)
		}
	}
	view := r.Kubeconfig.View
	if diff := cmp.Diff([]string{"dirqual"}, view.Contexts); diff != "" || view.Cluster != "dirqual" || view.User != "dirqual" || view.Namespace != "tools" {
		t.Errorf("cluster %q, user %q, namespace %q, contexts:\n%s", view.Cluster, view.User, view.Namespace, diff)
	}
	if only(t, frozen(t, r.Kubeconfig), "clusters", "cluster")["disable-compression"] != true || only(t, frozen(t, r.Kubeconfig), "users", "user")["as-user-extra"] == nil {
		t.Error("fields that kubectl knows are lost")
	}
	for what, want := range map[string]ports.Change{
		"dropped contexts": {Old: say.Textf(`a, "evil\nname"`)}, "dropped clusters": {Old: say.Textf("k2")}, "dropped users": {Old: say.Textf("u2, u3")},
		"dropped fields and extensions": {Old: say.Textf("3")}, "impersonation (as), kept": {Old: say.Textf("jane"), New: say.Textf("jane")},
	} {
		want.What = say.Verbatim(what)
		if diff := cmp.Diff(want, changeOf(r, what)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestTheResultIsReadAsItWasShown(t *testing.T) {
	ca, client := validToday(t, "ca"), validToday(t, "admin")
	environment := map[string]string{"HTTPS_PROXY": "http://proxy.example.org:3128"}
	proxies := kubeconfig.ProxiesOf(func(name string) string { return environment[name] })
	for name, content := range map[string]string{
		"certificates": adminConf("https://10.0.0.10:6443", ca, client),
		"token":        config(`server: "https://10.0.0.10:6443"`, `token: "`+strings.Repeat("long token with spaces: # ", 20)+`"`),
		"password":     config(`server: "https://10.0.0.10:6443"`, `username: "null", password: "0x1F"`),
		"odd text":     config(`server: "https://10.0.0.10:6443"`, `token: "\\ \" ' é # : - *a {b} %"`),
		"JSON":         `{"current-context":"c","contexts":[{"name":"c","context":{"cluster":"k","user":"u"}}],"clusters":[{"name":"k","cluster":{"server":"https://h"}}],"users":[{"name":"u","user":{"token":"<&>"}}]}`,
	} {
		r, err := kubeconfig.NewRewriter(func() time.Time { return today }, proxies).Rewrite(ports.NewSecret([]byte(content)), ports.RewriteOptions{Name: "42"})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		path := filepath.Join(folder(t, map[string]string{"config": string(r.Content.Reveal())}), "config")
		read := kubeconfig.New(proxies).Read([]string{path}, "")
		if r.Kubeconfig.View.Files != nil || r.Kubeconfig.Access.Files != nil {
			t.Errorf("%s: files before there are any", name)
		}
		r.Kubeconfig.View.Files, r.Kubeconfig.Access.Files = []string{path}, []string{path} // as its caller does
		if diff := cmp.Diff(read, r.Kubeconfig, cmp.Comparer(func(a, b ports.Secret) bool { return string(a.Reveal()) == string(b.Reveal()) })); diff != "" || !read.View.Problem.IsZero() {
			t.Errorf("%s: problem %q (-read +shown):\n%s", name, read.View.Problem, diff)
		}
		again := rewritten(t, string(r.Content.Reveal()), ports.RewriteOptions{Name: "42"})
		if string(again.Content.Reveal()) != string(r.Content.Reveal()) || again.Changes != nil {
			t.Errorf("%s: rewritten again, it is not the same bytes; changes %+v", name, again.Changes)
		}
	}
}

func TestTheRealKubectlAcceptsTheResult(t *testing.T) {
	if _, err := exec.LookPath("kubectl"); err != nil {
		t.Skip("no kubectl here")
	}
	ca, client := validToday(t, "ca"), newPair(t, "admin", today.Add(24*time.Hour))
	r := rewritten(t, adminConf("https://127.0.0.1:6443", ca, client), ports.RewriteOptions{Name: "dirqual", Server: closedPort, ServerName: "api.example.org"})
	path := filepath.Join(folder(t, nil), "config")
	if err := os.WriteFile(path, r.Content.Reveal(), 0o600); err != nil {
		t.Fatal(err)
	}
	viewed, failure := kubectl(t, filepath.Dir(path), nil, "", "--kubeconfig", path, "config", "view", "--raw", "-o", "json")
	if failure != "" {
		t.Fatal(failure)
	}
	theirs, ours := decode(t, viewed), map[string]any{}
	if err := yaml.Unmarshal(r.Content.Reveal(), &ours); err != nil {
		t.Fatal(err)
	}
	delete(theirs, "preferences")
	if diff := cmp.Diff(theirs, ours); diff != "" {
		t.Errorf("kubectl sees it otherwise (-kubectl +ours):\n%s", diff)
	}
	if _, reached := kubectl(t, filepath.Dir(path), nil, "", "--kubeconfig", path, "get", "--raw", "/x"); !strings.Contains(reached, "127.0.0.1:1") {
		t.Errorf("kubectl does not go to the new server: %s", reached)
	}
}

func TestTheContextMayHaveANameOfItsOwn(t *testing.T) {
	r := rewritten(t, config("server: https://10.0.0.10:6443", token), ports.RewriteOptions{Name: "dirqual", Context: "admin@dirqual"})
	if v := r.Kubeconfig.View; v.Context != "admin@dirqual" || v.Cluster != "dirqual" || v.User != "dirqual" {
		t.Errorf("%+v", v)
	}
}
