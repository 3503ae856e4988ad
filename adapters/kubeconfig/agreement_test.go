package kubeconfig_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/kubeconfig"
)

// A scenario is a list of kubeconfig files, given to the real kubectl and to this package.
type scenario struct {
	name    string
	files   map[string]string
	list    []string // relative to the folder; default: config
	context string
	from    string // the folder, relative, of the file that defines the user
	refuses string // words of our problem: kubectl refuses it too, asks for a user name, or would go elsewhere
}

func scenarios(t *testing.T) []scenario {
	ca, client := newPair(t, "ca", time.Now().Add(time.Hour)), newPair(t, "admin", time.Now().Add(time.Hour))
	token, execV1 := `token: abc`, `exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, `
	one := func(name, cluster, user string) scenario {
		return scenario{name: name, files: map[string]string{"config": config(cluster, user)}}
	}
	with := func(s scenario, extra map[string]string) scenario {
		for name, content := range extra {
			s.files[name] = content
		}
		return s
	}
	bad := func(s scenario, words string) scenario { s.refuses = words; return s }
	raw := func(name, content string) scenario {
		return scenario{name: name, files: map[string]string{"config": content}}
	}
	edited := func(name, old, new string) scenario {
		return raw(name, strings.Replace(config(goodCluster, token), old, new, 1))
	}
	list := func(name string, files map[string]string, order ...string) scenario {
		return scenario{name: name, files: files, list: order}
	}
	kubeadm := func(port int, secret string) string {
		return fmt.Sprintf(`{"current-context": "kubernetes-admin@kubernetes", "contexts": [{"name": "kubernetes-admin@kubernetes", "context": {"cluster": "kubernetes", "user": "kubernetes-admin"}}],
			"clusters": [{"name": "kubernetes", "cluster": {"server": "https://127.0.0.1:%d"}}], "users": [{"name": "kubernetes-admin", "user": {"token": "%s"}}]}`, port, secret)
	}
	tool := map[string]string{"bin/tok": "#!/bin/sh\necho '{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\",\"status\":{\"token\":\"t\"}}'\n"}

	return []scenario{
		one("token", goodCluster, token),
		one("no kind of ours to know", goodCluster+`, newer-than-us: {a: [1, 2]}`, token+`, newer-than-us: 12345678901234567890`),
		one("certificates as data", goodCluster+`, certificate-authority-data: `+ca.cert64(), `client-certificate-data: `+client.cert64()+`, client-key-data: `+client.key64()),
		with(one("certificates in relative files", goodCluster+`, certificate-authority: pki/ca.crt`, `client-certificate: ./pki/c.crt, client-key: pki/../pki/c.key`),
			map[string]string{"pki/ca.crt": string(ca.cert), "pki/c.crt": string(client.cert), "pki/c.key": string(client.key)}),
		with(one("certificate in a file and key as data", goodCluster, `client-certificate: c.crt, client-key-data: `+client.key64()), map[string]string{"c.crt": string(client.cert)}),
		with(one("empty data beside a file", goodCluster+`, certificate-authority: ca.crt, certificate-authority-data: ""`, token), map[string]string{"ca.crt": string(ca.cert)}),
		with(one("token in a relative file", goodCluster, `tokenFile: secrets/t`), map[string]string{"secrets/t": "abc\n"}),
		one("token beside a missing token file", goodCluster, token+`, tokenFile: nope`),
		with(one("exec with a relative command", goodCluster, execV1+`command: ./bin/tok, env: [{name: A, value: b}], args: [x]}`), tool),
		one("exec with a bare command", goodCluster, execV1+`command: "true"}, token: t`),
		with(one("exec with cluster configuration", goodCluster+`, extensions: [{name: client.authentication.k8s.io/exec, extension: {audience: a}}, {name: other, extension: {x: y}}]`,
			execV1+`command: ./bin/tok, provideClusterInfo: true}`), tool),
		one("user name and password", goodCluster, `username: joe, password: "1234"`),
		one("impersonation", goodCluster, token+`, as: jane, as-groups: [g], as-user-extra: {a: [b]}`),
		one("path in the server", `server: "`+closedPort+`/k8s/clusters/c-aaaaa"`, token),
		one("server name and compression", goodCluster+`, tls-server-name: api.example.org, disable-compression: true, insecure-skip-tls-verify: true`, token),
		one("proxy", goodCluster+`, proxy-url: "http://127.0.0.1:2"`, token),
		edited("namespace", "user: u}", "user: u, namespace: tools}"),
		edited("extensions of all kinds", "user: u}", "user: u, extensions: [{name: minikube, extension: {a: b}}]}"),
		edited("null maps", "kind: Config", "kind: Config\npreferences: null\nextensions: null"),
		edited("null entries in a list", "users: [", "users: [null, "),
		edited("no kind and no version", "apiVersion: v1\nkind: Config\n", ""),
		edited("windows line ends", "\n", "\r\n"),
		raw("byte order mark", "\ufeff"+config(goodCluster, token)),
		raw("anchors and merge keys", "x: &x {"+goodCluster+"}\ncurrent-context: c\ncontexts: [{name: c, context: {cluster: k, user: u}}]\nclusters: [{name: k, cluster: *x}]\nusers: [{name: u, user: &u {token: abc}}, {name: v, user: {<<: *u}}]\n"),
		raw("JSON", kubeadm(1, "abc")),
		raw("a second document", config(goodCluster, token)+"---\ncurrent-context: z\n"),
		raw("a list written twice", config(goodCluster, token)+"users: [{name: u, user: {token: second}}]\n"),
		{name: "pinned context", files: map[string]string{"config": strings.Replace(config(goodCluster, token), "contexts: [", "contexts: [{name: other, context: {cluster: k, user: u, namespace: tools}}, ", 1)}, context: "other"},

		list("two clusters under the same names", map[string]string{"a": kubeadm(1, "first"), "b": kubeadm(2, "second")}, "a", "b"),
		list("the same names, the other way round", map[string]string{"a": kubeadm(1, "first"), "b": kubeadm(2, "second")}, "b", "a"),
		func(s scenario) scenario { s.from = "sub"; return s }(list("context here, cluster and user there", map[string]string{"a": "current-context: c\ncontexts: [{name: c, context: {cluster: k, user: u}}]\nusers: null\nclusters: []\n",
			"sub/b": config(goodCluster+`, certificate-authority: ca.crt`, `tokenFile: t`), "sub/ca.crt": string(ca.cert), "sub/t": "abc", "ca.crt": "wrong", "t": "wrong"}, "a", "sub/b")),
		list("first current-context that is not empty", map[string]string{"a": strings.Replace(kubeadm(1, "x"), `"current-context": "kubernetes-admin@kubernetes"`, `"current-context": ""`, 1), "b": config(goodCluster, token)}, "a", "b"),
		list("a missing file in the list", map[string]string{"b": config(goodCluster, token)}, "nope", "b", "neither"),
		list("an empty file in the list", map[string]string{"a": "", "b": config(goodCluster, token), "c": "# nothing\n", "d": "---\n"}, "a", "c", "d", "b"),
		list("the same file twice", map[string]string{"a": config(goodCluster, token)}, "a", "a"),
		{name: "pinned context of the second file, cluster of the first", files: map[string]string{"a": kubeadm(1, "first"),
			"b": strings.Replace(kubeadm(2, "second"), `"name": "kubernetes-admin@kubernetes"`, `"name": "prod"`, 1)}, list: []string{"a", "b"}, context: "prod"},

		bad(list("every file is missing", map[string]string{}, "nope", "neither"), "no such file"),
		bad(list("a directory in the list", map[string]string{"d/x": "", "b": config(goodCluster, token)}, "d", "b"), "directory"),
		bad(list("a broken file after a good one", map[string]string{"a": config(goodCluster, token), "b": "{"}, "a", "b"), "not YAML"),
		bad(raw("empty file", ""), "no current-context"),
		bad(raw("null", "~\n"), "no current-context"),
		bad(raw("list", "[]\n"), "is a list"),
		bad(raw("text", "hello\n"), "is text"),
		bad(raw("web page", "<html><body>Sign in</body></html>\n"), "HTML"),
		bad(edited("other kind", "kind: Config", "kind: Pod"), "is a Pod"),
		bad(edited("other version", "apiVersion: v1", "apiVersion: v2"), "apiVersion v2"),
		bad(edited("no current-context", "current-context: c", `current-context: ""`), "no current-context"),
		bad(edited("context that is not there", "current-context: c", "current-context: nope"), `"nope"`),
		bad(edited("cluster that is not there", "cluster: k", "cluster: ghost"), `"ghost"`),
		bad(edited("user that is not there", "user: u}", "user: ghost}"), `"ghost"`),
		bad(edited("context without a user", ", user: u}", "}"), "names no user"),
		bad(edited("context without a cluster", "cluster: k, ", ""), "names no cluster"),
		bad(edited("fields in the wrong case", "server:", "Server:"), "no server"),
		bad(edited("name written twice", "users: [", "users: [{name: u}, "), "twice"),
		bad(edited("map for a list", "users: [{name: u, user: {token: abc}}]", "users: {}"), "must be a list"),
		bad(edited("bare n for a namespace", "user: u}", "user: u, namespace: n}"), "must be text"),
		bad(one("number for a token", goodCluster, `token: 123`), "must be text"),
		bad(one("no credentials", goodCluster, ``), "no credentials for user u"),
		bad(one("a key alone", goodCluster, `client-key-data: `+client.key64()), "no credentials for user u"),
		bad(one("a password alone", goodCluster, `password: "1"`), "no credentials for user u"),
		bad(one("a null plugin", goodCluster, `exec: null`), "no credentials for user u"),
		bad(with(one("an empty token file", goodCluster, `tokenFile: t`), map[string]string{"t": ""}), "empty"),
		bad(with(one("a blank token file", goodCluster, `tokenFile: t`), map[string]string{"t": " \n"}), "no token"),
		bad(one("a missing token file", goodCluster, `tokenFile: nope`), "not there"),
		bad(one("certificate without key", goodCluster, `client-certificate-data: `+client.cert64()), "without its key"),
		bad(one("certificate with another key", goodCluster, `client-certificate-data: `+client.cert64()+`, client-key-data: `+ca.key64()), "cannot be used"),
		bad(with(one("certificate twice", goodCluster, `client-certificate: c.crt, client-certificate-data: `+client.cert64()+`, client-key-data: `+client.key64()), map[string]string{"c.crt": string(client.cert)}), "both set"),
		bad(with(one("CA twice", goodCluster+`, certificate-authority: ca.crt, certificate-authority-data: `+ca.cert64(), token), map[string]string{"ca.crt": string(ca.cert)}), "both set"),
		bad(one("missing CA file", goodCluster+`, certificate-authority: nope`, token), "not there"),
		bad(one("CA that is not base64", goodCluster+`, certificate-authority-data: "!!"`, token), "base64"),
		bad(one("CA that is not PEM", goodCluster+`, certificate-authority-data: aGVsbG8=`, token), "PEM"),
		bad(one("CA and no verification", goodCluster+`, insecure-skip-tls-verify: true, certificate-authority-data: `+ca.cert64(), token), "insecure-skip-tls-verify"),
		bad(one("token and password", goodCluster, token+`, username: joe, password: "1234"`), "refuses both"),
		bad(one("groups without a user", goodCluster, token+`, as-groups: [g]`), "as-groups"),
		bad(one("plugin without a command", goodCluster, `exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never}`), "no command"),
		bad(one("plugin without a version", goodCluster, `exec: {command: ./tok}`), "no apiVersion"),
		bad(one("plugin without a mode", goodCluster, `exec: {apiVersion: client.authentication.k8s.io/v1, command: ./tok}`), "interactiveMode"),
		bad(one("plugin with an unknown mode", goodCluster, `exec: {apiVersion: client.authentication.k8s.io/v1, command: ./tok, interactiveMode: never}`), "interactiveMode"),
		bad(one("plugin and provider", goodCluster, execV1+`command: ./tok}, auth-provider: {name: oidc}`), "refuses both"),
		bad(one("provider without a name", goodCluster, `auth-provider: {}`), "no name"),
		bad(one("proxy of an unknown kind", goodCluster+`, proxy-url: "ftp://127.0.0.1"`, token), "proxy-url"),
		bad(one("server without a host", `server: "https://"`, token), "names a host"),
		bad(one("server with a trailing space", `server: "`+closedPort+` "`, token), "space"),
		bad(one("empty server", `server: ""`, token), "no server"),
		bad(one("empty cluster", ``, token), "no server"),
		{name: "pinned context that is not there", files: map[string]string{"config": config(goodCluster, token)}, context: "ghost", refuses: `"ghost"`},
	}
}

func TestReadsAndRefusesAsTheRealKubectlDoes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the exec scripts of these scenarios are for a POSIX shell")
	}
	if _, err := exec.LookPath("kubectl"); err != nil {
		t.Fatal("this test compares with the real kubectl: install it")
	}
	for _, s := range scenarios(t) {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			dir, list := s.write(t)
			ours := kubeconfig.New(kubeconfig.Proxies{}).Read(list, s.context)
			viewed, failure := kubectl(t, dir, list, s.context, "config", "view", "--raw", "--minify", "--flatten", "-o", "json")
			if s.refuses != "" {
				refused(t, ours, s.refuses)
				_, reached := kubectl(t, dir, list, s.context, "get", "--raw", "/x")
				if failure == "" && strings.Contains(reached, "127.0.0.1:1") && strings.Contains(reached, "refused") {
					t.Errorf("refused, and kubectl would have read the very server that is named: %s", reached)
				}
				return
			}
			if failure != "" {
				t.Fatalf("kubectl refuses it: %s\nours: %q", failure, ours.View.Problem)
			}
			base := filepath.Join(dir, s.from)
			got, want := normal(t, base, frozen(t, ours)), normal(t, base, decode(t, viewed))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("frozen differs from kubectl (-kubectl +ours):\n%s", diff)
			}
			elsewhere := t.TempDir()
			copied := filepath.Join(elsewhere, "frozen")
			if err := os.WriteFile(copied, ours.Access.Kubeconfig.Reveal(), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, reached := kubectl(t, elsewhere, []string{copied}, "", "get", "--raw", "/x"); !strings.Contains(reached, "127.0.0.1:") || !strings.Contains(reached, "refused") {
				t.Errorf("kubectl cannot use the frozen copy from another folder: %s", reached)
			}
		})
	}
}

func (s scenario) write(t *testing.T) (dir string, list []string) {
	dir = folder(t, s.files)
	for _, name := range []string{"bin/tok"} {
		if _, has := s.files[name]; has {
			if err := os.Chmod(filepath.Join(dir, name), 0o700); err != nil {
				t.Fatal(err)
			}
		}
	}
	if s.list == nil {
		s.list = []string{"config"}
	}
	for _, name := range s.list {
		list = append(list, filepath.Join(dir, name))
	}
	return dir, list
}

// kubectl runs the real program with nothing of the developer's own around it. failure is its stderr when it failed.
func kubectl(t *testing.T, dir string, list []string, context string, args ...string) (stdout []byte, failure string) {
	t.Helper()
	if context != "" {
		args = append(args, "--context="+context)
	}
	var out, said bytes.Buffer
	command := exec.CommandContext(bounded(t), "kubectl", args...)
	command.Dir = dir
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "KUBERC=off", "KUBECONFIG=" + strings.Join(list, string(os.PathListSeparator))}
	command.Stdout, command.Stderr = &out, &said
	if err := command.Run(); err != nil {
		return nil, err.Error() + ": " + out.String() + said.String()
	}
	return out.Bytes(), ""
}

func bounded(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// normal keeps what both must agree on: kubectl drops fields it does not know, we drop extensions that change nothing,
// and --flatten leaves a token file and a command as they were written.
func normal(t *testing.T, dir string, config map[string]any) map[string]any {
	cluster := only(t, config, "clusters", "cluster")
	if kept, has := cluster["extensions"].([]any); has {
		cluster["extensions"] = slices.DeleteFunc(kept, func(item any) bool {
			return item.(map[string]any)["name"] != "client.authentication.k8s.io/exec"
		})
	}
	user, inContext := only(t, config, "users", "user"), only(t, config, "contexts", "context")
	delete(user, "newer-than-us")
	delete(cluster, "newer-than-us")
	delete(inContext, "extensions")
	delete(config, "preferences")
	delete(config, "x")
	resolve(dir, user, "tokenFile")
	if plugin, has := user["exec"].(map[string]any); has {
		for key, empty := range map[string]any{"args": nil, "env": nil, "provideClusterInfo": false} {
			if _, written := plugin[key]; !written {
				plugin[key] = empty
			}
		}
		if command := plugin["command"].(string); strings.Contains(command, "/") {
			resolve(dir, plugin, "command")
		}
	}
	return config
}

func resolve(dir string, fields map[string]any, key string) {
	if path, _ := fields[key].(string); path != "" && !filepath.IsAbs(path) {
		fields[key] = filepath.Join(dir, path)
	}
}
