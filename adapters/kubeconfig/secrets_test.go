package kubeconfig_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/adapters/kubeconfig"
)

// planted secrets all hold this word, so that a part of one is found too.
const planted = "S3CRETXYZ"

// TestNoSecretLeavesAKubeconfig plants secrets wherever a kubeconfig has room for one, in sound files and in broken ones.
func TestNoSecretLeavesAKubeconfig(t *testing.T) {
	client := newPair(t, "admin", time.Now().Add(time.Hour))
	servers := []string{
		`"https://joe:` + planted + `@127.0.0.1:1"`, `"https://joe:` + planted + `@127.0.0.1:port"`, `"https://joe:` + planted + `@127.0.0.1 :1"`,
		`"joe:` + planted + `@127.0.0.1"`, `"http://` + planted + `@127.0.0.1"`, `"https://127.0.0.1:1/a?token=` + planted + `"`, `"https://127.0.0.1:x?token=` + planted + `"`,
		`[` + planted + `]`, `"https://joe:%zz` + planted + `@127.0.0.1"`,
	}
	proxies := []string{"", `, proxy-url: "http://joe:` + planted + `@proxy:1"`, `, proxy-url: "ftp://joe:` + planted + `@proxy:1"`, `, proxy-url: "://joe:` + planted + `@proxy:1"`,
		`, proxy-url: "http:joe:` + planted + `@proxy:1"`, `, proxy-url: "http://joe/` + planted + `@proxy:1"`}
	users := []string{
		`token: ` + planted, `username: joe, password: ` + planted, `token: {` + planted + `: a}`, `token: *` + planted, `token: !!int ` + planted, `? {a: ` + planted + `} : b`,
		`token: "` + planted, `token: ` + planted + `, username: joe, password: ` + planted, `client-key-data: "!` + planted + `"`, `as-user-extra: {a: ` + planted + `}`,
		`exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: tok, env: [{name: A, value: ` + planted + `}], args: [--token=` + planted + `]}`,
		`exec: {apiVersion: client.authentication.k8s.io/v1, command: tok, env: [{name: A, value: [` + planted + `]}]}`,
		`auth-provider: {name: oidc, config: {refresh-token: ` + planted + `}}`,
		`client-certificate-data: ` + client.cert64() + `, client-key-data: ` + client.key64(),
	}
	dir := folder(t, map[string]string{"plain": config(goodCluster, token)})
	keyWords := strings.Split(string(client.key), "\n")[1]
	rapid.Check(t, func(t *rapid.T) {
		server, proxy, user := rapid.SampledFrom(servers).Draw(t, "server"), rapid.SampledFrom(proxies).Draw(t, "proxy"), rapid.SampledFrom(users).Draw(t, "user")
		if rapid.Bool().Draw(t, "a good server") {
			server = `"` + closedPort + `"`
		}
		content := config("server: "+server+proxy, user)
		if rapid.Bool().Draw(t, "a user twice") {
			content = strings.Replace(content, "users: [", "users: [{name: u, user: {token: "+planted+"}}, ", 1)
		}
		if rapid.Bool().Draw(t, "cut short") {
			content = content[:rapid.IntRange(0, len(content)).Draw(t, "at")]
		}
		if rapid.Bool().Draw(t, "indented wrongly") {
			content += "\t- " + planted + ": " + planted
		}
		path := filepath.Join(dir, "config")
		write(t, path, content)
		k := kubeconfig.New(kubeconfig.Proxies{}).Read([]string{path, filepath.Join(dir, "plain")}, "")
		asJSON, err := json.Marshal(k.View)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := json.Marshal(k)
		if err != nil {
			t.Fatal(err)
		}
		for _, printed := range []string{fmt.Sprintf("%+v", k.View), fmt.Sprintf("%#v", k.View), string(asJSON), fmt.Sprintf("%+v %#v", k, k), string(whole)} {
			if strings.Contains(printed, planted) || strings.Contains(printed, keyWords) || strings.Contains(printed, client.key64()[40:80]) {
				t.Fatalf("a secret is printed: %s", printed)
			}
		}
	})
}
