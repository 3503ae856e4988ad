package kubeconfig_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/kubeconfig"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

const token = `token: abc`

func TestAListIsMergedAndItsFirstFileDecides(t *testing.T) {
	dir := folder(t, map[string]string{
		"a": strings.NewReplacer("127.0.0.1:1", "10.0.0.10:6443", "name: c", "name: a", "current-context: c", "current-context: a").Replace(config(goodCluster, token)),
		"b": strings.NewReplacer("127.0.0.1:1", "10.0.0.20:6443", "name: c", "name: b", "name: k", "name: k2", "cluster: k", "cluster: k2", "current-context: c", "current-context: b").Replace(config(goodCluster, token)),
	})
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")

	k := kubeconfig.New(kubeconfig.Proxies{}).Read([]string{a, b}, "")
	want := ports.KubeconfigView{
		Files: []string{a, b}, Context: "a", Contexts: []string{"a", "b"}, Cluster: "k", User: "u", Server: "https://10.0.0.10:6443", Auth: ports.AuthToken,
		Shadowed: []say.Text{say.Textf(`user "u" is defined in %s and %s: %s is used`, a, b, a)},
	}
	if diff := cmp.Diff(want, k.View); diff != "" {
		t.Errorf("view (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{a, b}, k.Access.Files); diff != "" || k.Access.Server != want.Server || k.Access.Context != "a" {
		t.Errorf("access: context %q, server %q, files %s", k.Access.Context, k.Access.Server, diff)
	}
	if pinned := kubeconfig.New(kubeconfig.Proxies{}).Read([]string{a, b}, "b"); pinned.View.Server != "https://10.0.0.20:6443" {
		t.Errorf("with context b: server %q", pinned.View.Server)
	}
}

func TestSameNamesInTwoFilesAreSaidAndTheFirstIsUsed(t *testing.T) {
	first := strings.NewReplacer("127.0.0.1:1", "10.0.0.10:6443", "users: [", "users: [{name: aa}, ").Replace(config(goodCluster, token))
	second := strings.NewReplacer("127.0.0.1:1", "10.0.0.20:6443", "users: [", "users: [{name: aa}, ").Replace(config(goodCluster, token))
	dir := folder(t, map[string]string{"a": first, "b": second})
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")

	view := kubeconfig.New(kubeconfig.Proxies{}).Read([]string{a, b}, "").View
	if view.Server != "https://10.0.0.10:6443" {
		t.Errorf("server %q, want the first file's", view.Server)
	}
	var want []say.Text
	for _, name := range []string{`context "c"`, `cluster "k"`, `user "u"`, `user "aa"`} {
		want = append(want, say.Textf("%s is defined in %s and %s: %s is used", name, a, b, a))
	}
	if diff := cmp.Diff(want, view.Shadowed); diff != "" {
		t.Errorf("shadowed names, the effective ones first (-want +got):\n%s", diff)
	}
}

func TestAKeyWrittenTwiceInAFileIsSaid(t *testing.T) {
	view := readOne(t, config(goodCluster, token)+"users: [{name: u, user: {token: other}}]\n").View
	if len(view.Shadowed) != 1 || !strings.Contains(view.Shadowed[0].String(), "line 7") || !strings.Contains(view.Shadowed[0].String(), "the last one is used") {
		t.Errorf("shadowed: %q", view.Shadowed)
	}
}

func TestMissingFilesAreListedAndOnlyRefusedWhenNoneIsThere(t *testing.T) {
	dir := folder(t, map[string]string{"a": config(goodCluster, token)})
	nope, a := filepath.Join(dir, "nope"), filepath.Join(dir, "a")

	k := kubeconfig.New(kubeconfig.Proxies{}).Read([]string{nope, a}, "")
	if !k.View.Problem.IsZero() || !cmp.Equal(k.View.Missing, []string{nope}) || !cmp.Equal(k.View.Files, []string{a}) {
		t.Errorf("problem %q, missing %q, files %q", k.View.Problem, k.View.Missing, k.View.Files)
	}
	refused(t, kubeconfig.New(kubeconfig.Proxies{}).Read([]string{nope}, ""), "no such file", nope)
	refused(t, kubeconfig.New(kubeconfig.Proxies{}).Read(nil, ""), "no kubeconfig is named")
}

func TestNoCurrentContextIsRefusedEvenWithOneContext(t *testing.T) {
	for _, none := range []string{`current-context: ""`, "current-context: null", "x: y"} {
		k := readOne(t, strings.Replace(config(goodCluster, token), "current-context: c", none, 1))
		refused(t, k, "no current-context in ", "(contexts: c)")
	}
}

func TestDanglingReferencesNameWhatIsMissing(t *testing.T) {
	refused(t, readOne(t, strings.Replace(config(goodCluster, token), "current-context: c", "current-context: nope", 1)), `context "nope"`, "(contexts: c)")
	refused(t, readOne(t, strings.Replace(config(goodCluster, token), "cluster: k", "cluster: ghost", 1)), `cluster "ghost"`, "there are: k")
	refused(t, readOne(t, strings.Replace(config(goodCluster, token), "user: u}", "user: ghost}", 1)), `user "ghost"`, "there are: u")
}

func TestAUserWithoutCredentialsIsRefusedBeforeKubectlCouldAsk(t *testing.T) {
	for _, user := range []string{"", `token: ""`, "token: null", `password: "x"`} {
		refused(t, readOne(t, config(goodCluster, user)), "no credentials for user u in ")
	}
}

func TestRelativePathsStartAtTheFileThatDefinesThem(t *testing.T) {
	ca, client := newPair(t, "ca", time.Now().Add(time.Hour)), newPair(t, "admin", time.Now().Add(time.Hour))
	dir := folder(t, map[string]string{
		"x/config":       config(goodCluster+`, certificate-authority: certs/ca.crt`, `client-certificate: certs/c.crt, client-key: certs/c.key, tokenFile: t`),
		"x/certs/ca.crt": string(ca.cert), "x/certs/c.crt": string(client.cert), "x/certs/c.key": string(client.key), "x/t": "abc",
	})
	t.Chdir(dir)
	k := kubeconfig.New(kubeconfig.Proxies{}).Read([]string{filepath.Join("x", "config")}, "") // relative: the base is made absolute too
	content := frozen(t, k)
	if got, want := only(t, content, "clusters", "cluster")["certificate-authority-data"], ca.cert64(); got != want {
		t.Errorf("the CA is not inlined")
	}
	user := only(t, content, "users", "user")
	if user["client-certificate-data"] != client.cert64() || user["client-key-data"] != client.key64() {
		t.Errorf("the client certificate is not inlined")
	}
	if path, _ := user["tokenFile"].(string); !filepath.IsAbs(path) || !strings.HasSuffix(path, filepath.Join("x", "t")) {
		t.Errorf("tokenFile is %q", path)
	}
	for _, gone := range []string{"client-certificate", "client-key"} {
		if _, left := user[gone]; left {
			t.Errorf("%s is left", gone)
		}
	}
}

func TestOnlyHttpsAddressesOfAHostAreAccepted(t *testing.T) {
	for server, words := range map[string]string{
		"10.0.0.10:6443":              "no scheme",
		"localhost:6443":              "no scheme",
		"http://10.0.0.10:6443":       "in clear",
		"HTTP://10.0.0.10":            "in clear",
		"htto://10.0.0.10":            "not https",
		"ftp://10.0.0.10":             "not https",
		"joe:pw@10.0.0.10":            `server "10.0.0.10" has`,
		"ftp://joe:pw@10.0.0.10/?q=1": `server "ftp://10.0.0.10/" is`,
		"https://10.0.0.10:6443 ":     "space",
		" https://10.0.0.10:6443":     "space",
		"https://10.0.0.10 :6443":     "space",
		`https://10.0.0.10\t:6443`:    "space",
		`https://10.0.0.10:6443\x1b[`: "control",
		`https://10.0.0.10\u200b`:     "control",
		"https://":                    "names a host",
		"https://:6443":               "names a host",
		"https://10.0.0.10:port":      "not a URL",
		"":                            "no server",
		"https://h/k8s/c-1#/../c-2":   `server "https://h/k8s/c-1" has a ? or #`,
		"https://h?token=s3cret":      `server "https://h" has a ? or #`,
	} {
		refused(t, readOne(t, config(`server: "`+server+`"`, token)), words, `cluster "k"`)
	}
	for _, server := range []string{"https://10.0.0.10:6443", "HTTPS://api.example.org", "https://[2001:db8::10]:6443/", "https://rancher.example.org/k8s/clusters/c-aaaaa"} {
		if k := readOne(t, config(`server: "`+server+`"`, token)); !k.View.Problem.IsZero() || k.View.Server != server || k.Access.Server != server {
			t.Errorf("%s: shown as %q, problem %q", server, k.View.Server, k.View.Problem)
		}
	}
}

func TestTheViewTellsHowTheUserAuthenticates(t *testing.T) {
	client := newPair(t, "admin", time.Now().Add(time.Hour))
	certificate := `client-certificate-data: ` + client.cert64() + `, client-key-data: ` + client.key64()
	plugin := `exec: {apiVersion: client.authentication.k8s.io/v1, command: get-token, interactiveMode: Never}`
	dir := folder(t, map[string]string{"t": "abc"})
	file := `tokenFile: "` + filepath.ToSlash(filepath.Join(dir, "t")) + `"`
	for _, c := range []struct {
		user    string
		auth    ports.AuthKind
		command string
	}{
		{certificate, ports.AuthCertificate, ""},
		{token, ports.AuthToken, ""},
		{file, ports.AuthTokenFile, ""},
		{`username: joe`, ports.AuthBasic, ""},
		{plugin, ports.AuthExec, "get-token"},
		{`auth-provider: {name: oidc}`, ports.AuthProvider, "oidc"},
		{certificate + `, ` + token + `, ` + plugin, ports.AuthCertificate, ""},
		{token + `, ` + file, ports.AuthTokenFile, ""},
		{token + `, tokenFile: nope`, ports.AuthToken, ""},
		{plugin + `, ` + token, ports.AuthToken, ""},
		{`auth-provider: {name: oidc}, username: joe`, ports.AuthBasic, ""},
	} {
		k := readOne(t, config(goodCluster, c.user))
		if !k.View.Problem.IsZero() || k.View.Auth != c.auth || k.View.AuthCommand != c.command {
			t.Errorf("auth %q by %q, want %q by %q; problem %q", k.View.Auth, k.View.AuthCommand, c.auth, c.command, k.View.Problem)
		}
	}
}

func TestARelativePluginIsShownAndRunByItsAbsolutePath(t *testing.T) {
	command := "." + string(filepath.Separator) + "tok"
	dir := folder(t, map[string]string{"config": config(goodCluster, `exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: '`+command+`'}`)})
	k := kubeconfig.New(kubeconfig.Proxies{}).Read([]string{filepath.Join(dir, "config")}, "")
	plugin, _ := only(t, frozen(t, k), "users", "user")["exec"].(map[string]any)
	if want := filepath.Join(dir, "tok"); plugin["command"] != want || k.View.AuthCommand != want {
		t.Errorf("command %q, shown as %q, want %q", plugin["command"], k.View.AuthCommand, want)
	}
}

func TestAnIncompletePluginIsRefusedInsteadOfTried(t *testing.T) {
	refused(t, readOne(t, config(goodCluster, `exec: {apiVersion: client.authentication.k8s.io/v1, command: ./tok}`)), "interactiveMode", `user "u"`)
}

func TestTheCertificatesAreDescribed(t *testing.T) {
	ca, other := newPair(t, "ca", time.Now().Add(time.Hour)), newPair(t, "other", time.Now().Add(time.Hour))
	expired := newPair(t, "kubernetes-admin", time.Now().Add(-24*time.Hour))
	dir := folder(t, map[string]string{
		"ca.crt": "some words\n" + string(ca.key) + string(ca.cert) + string(other.cert),
		"config": config(goodCluster+`, certificate-authority: ca.crt`, `client-certificate-data: `+expired.cert64()+`, client-key-data: `+expired.key64()),
	})
	view := kubeconfig.New(kubeconfig.Proxies{}).Read([]string{filepath.Join(dir, "config")}, "").View
	if view.CASHA256 != ca.sha256 || view.CACount != 2 {
		t.Errorf("CA %q of %d, want %q of 2", view.CASHA256, view.CACount, ca.sha256)
	}
	if view.CertSubject != "CN=kubernetes-admin,O=system:masters" || !view.CertEnd.Equal(expired.end) {
		t.Errorf("certificate of %q until %s, want until %s", view.CertSubject, view.CertEnd, expired.end)
	}
	if !view.Problem.IsZero() {
		t.Errorf("an expired certificate is not the reader's to judge: %s", view.Problem)
	}
}

func TestNoVerificationIsShownAndRefusedTogetherWithACA(t *testing.T) {
	ca := newPair(t, "ca", time.Now().Add(time.Hour))
	if view := readOne(t, config(goodCluster+`, insecure-skip-tls-verify: true`, token)).View; !view.Insecure || !view.Problem.IsZero() {
		t.Errorf("insecure %v, problem %q", view.Insecure, view.Problem)
	}
	refused(t, readOne(t, config(goodCluster+`, insecure-skip-tls-verify: true, certificate-authority-data: `+ca.cert64(), token)), "kubectl refuses both")
}

func TestAnEmptyCAFileDoesNotBecomeThisMachinesOwnRoots(t *testing.T) {
	dir := folder(t, map[string]string{"config": config(goodCluster+`, certificate-authority: ca.crt`, token), "ca.crt": ""})
	refused(t, kubeconfig.New(kubeconfig.Proxies{}).Read([]string{filepath.Join(dir, "config")}, ""), "ca.crt", "empty")
}

func TestUnknownFieldsAreKept(t *testing.T) {
	content := frozen(t, readOne(t, "newer: {a: 1}\n"+config(goodCluster+`, newer: [1]`, token+`, newer: 12345678901234567890`)))
	if content["newer"] == nil || only(t, content, "clusters", "cluster")["newer"] == nil || fmt.Sprint(only(t, content, "users", "user")["newer"]) != "12345678901234567890" {
		t.Errorf("unknown fields are lost")
	}
}

func TestFilesThatAreNoKubeconfigAreNamed(t *testing.T) {
	dir := folder(t, map[string]string{"big": "# " + strings.Repeat("x", 1<<20), "page": "\ufeff<!DOCTYPE html><p>", "broken": "a: [\nb: {", "d/x": ""})
	for name, words := range map[string]string{"big": "1 MiB", "page": "HTML", "broken": "line", "d": "directory"} {
		refused(t, kubeconfig.New(kubeconfig.Proxies{}).Read([]string{filepath.Join(dir, name)}, ""), filepath.Join(dir, name), words)
	}
}

func TestAnUnreadableFileIsNotTakenForAMissingOne(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		dir := folder(t, map[string]string{"file": ""})
		below := filepath.Join(dir, "file", "config") // a file where a folder should be: unreadable for root as well
		if runtime.GOOS != "windows" {
			refused(t, kubeconfig.New(kubeconfig.Proxies{}).Read([]string{below}, ""), below, "cannot be read")
		}
		return
	}
	dir := folder(t, map[string]string{"config": config(goodCluster, token)})
	path := filepath.Join(dir, "config")
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	refused(t, kubeconfig.New(kubeconfig.Proxies{}).Read([]string{path}, ""), path, "permission")
}

func TestExistsMeansThatTheresSomethingToRead(t *testing.T) {
	dir := folder(t, map[string]string{"config": ""})
	dangling := filepath.Join(dir, "link")
	if err := os.Symlink(filepath.Join(dir, "nope"), dangling); err != nil {
		t.Skip("no symbolic links here")
	}
	for path, want := range map[string]bool{filepath.Join(dir, "config"): true, filepath.Join(dir, "nope"): false, dangling: false, "": false} {
		if got := kubeconfig.New(kubeconfig.Proxies{}).Exists(path); got != want {
			t.Errorf("Exists(%q) = %v", path, got)
		}
	}
}

func TestAnOpenPipeIsReadAndADeviceIsNot(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no /dev here")
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := w.WriteString(config(goodCluster, token)); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if k := kubeconfig.New(kubeconfig.Proxies{}).Read([]string{fmt.Sprintf("/dev/fd/%d", r.Fd())}, ""); !k.View.Problem.IsZero() {
		t.Errorf("a shell's process substitution is refused: %s", k.View.Problem)
	}
	refused(t, kubeconfig.New(kubeconfig.Proxies{}).Read([]string{"/dev/zero"}, ""), "not a regular file")
}

// kubectl would spend it where its log does not show it, and throw away what it gets for it.
func TestARefreshTokenIsNotHandedOver(t *testing.T) {
	k := readOne(t, config(goodCluster, `auth-provider: {name: oidc, config: {id-token: abc, refresh-token: spend-me, idp-issuer-url: "https://idp.example.org"}}`))
	provider, _ := only(t, frozen(t, k), "users", "user")["auth-provider"].(map[string]any)
	want := map[string]any{"name": "oidc", "config": map[string]any{"id-token": "abc", "idp-issuer-url": "https://idp.example.org"}}
	if diff := cmp.Diff(want, provider); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
