package kubeconfig_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
	"sigs.k8s.io/yaml"

	"github.com/univ-lehavre/nestor/ports"
)

// guess is a random kubeconfig, with what a rewriting of it has to give.
type guess struct {
	content []byte
	sound   bool // nothing in the current context has to be refused
	server  string
	user    map[string]any
}

// drawGuess fills clusters, users and contexts with fields of all kinds. Secrets of what is not current are planted.
func drawGuess(t *rapid.T, ca, client pair) guess {
	g := guess{sound: true, server: "https://" + rapid.SampledFrom([]string{"10.0.0.10:6443", "localhost:6443", "h/k8s/c-1"}).Draw(t, "server")}
	clusterOf := func(server string) map[string]any {
		return map[string]any{"server": server, "certificate-authority-data": ca.cert64()}
	}
	cluster := clusterOf(g.server)
	g.user = rapid.SampledFrom([]map[string]any{
		{"token": "kept"}, {"username": "joe", "password": "no"}, {"client-certificate-data": client.cert64(), "client-key-data": client.key64()},
		{"token": rapid.StringMatching(`[ -~]{1,40}`).Draw(t, "token")},
	}).Draw(t, "user")
	user := map[string]any{}
	for key, value := range g.user {
		user[key] = value
	}
	bad := map[string]any{
		"exec": map[string]any{"command": planted, "apiVersion": "client.authentication.k8s.io/v1", "interactiveMode": "Never"}, "auth-provider": map[string]any{"name": planted},
		"tokenFile": "/etc/hostname", "client-certificate": "c.crt", "client-key": "c.key",
	}
	badCluster := map[string]any{"insecure-skip-tls-verify": true, "proxy-url": "http://" + planted + "@p:1", "certificate-authority": "ca.crt"}
	if rapid.Bool().Draw(t, "something bad") {
		g.sound = false
		key := rapid.SampledFrom([]string{"exec", "auth-provider", "tokenFile", "client-certificate", "client-key", "insecure-skip-tls-verify", "proxy-url", "certificate-authority"}).Draw(t, "bad")
		if value, of := bad[key]; of {
			user[key] = value
		} else {
			cluster[key] = badCluster[key]
		}
	}
	if rapid.Bool().Draw(t, "unknown fields") {
		user["newer"], cluster["newer"] = planted, map[string]any{"a": planted}
	}
	contexts := []any{map[string]any{"name": "c0", "context": map[string]any{"cluster": "k0", "user": "u0", "namespace": "tools"}}}
	clusters, users := []any{map[string]any{"name": "k0", "cluster": cluster}}, []any{map[string]any{"name": "u0", "user": user}}
	for i := range rapid.IntRange(0, 3).Draw(t, "others") {
		other := map[string]any{"token": planted, "exec": bad["exec"], "tokenFile": planted}
		contexts = append(contexts, map[string]any{"name": fmt.Sprint("c", i+1), "context": map[string]any{"cluster": "k0", "user": fmt.Sprint("u", i+1)}})
		clusters = append(clusters, map[string]any{"name": fmt.Sprint("k", i+1), "cluster": clusterOf("https://joe:" + planted + "@h")})
		users = append(users, map[string]any{"name": fmt.Sprint("u", i+1), "user": other})
	}
	if rapid.Bool().Draw(t, "the other way round") {
		slices.Reverse(contexts)
		slices.Reverse(users)
	}
	document := map[string]any{"current-context": "c0", "contexts": contexts, "clusters": clusters, "users": users}
	var err error
	if g.content, err = yaml.Marshal(document); rapid.Bool().Draw(t, "as JSON") {
		g.content, err = json.Marshal(document)
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestAnyKubeconfigIsRewrittenToOneContextOrRefused, and no secret of what is dropped or refused is left or said.
func TestAnyKubeconfigIsRewrittenToOneContextOrRefused(t *testing.T) {
	ca, client := validToday(t, "ca"), validToday(t, "admin")
	rapid.Check(t, func(t *rapid.T) {
		g := drawGuess(t, ca, client)
		o := ports.RewriteOptions{Name: "dirqual", Server: rapid.SampledFrom([]string{"", "https://203.0.113.9:6443/p"}).Draw(t, "new server")}
		r, err := rewrite(string(g.content), o)
		if !g.sound {
			if err == nil || strings.Contains(err.Error(), planted) {
				t.Fatalf("not refused, or with a secret: %v", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		server := g.server
		if o.Server != "" {
			server = o.Server
		}
		var got map[string]any
		if err := yaml.Unmarshal(r.Content.Reveal(), &got); err != nil {
			t.Fatal(err)
		}
		want := map[string]any{
			"apiVersion": "v1", "kind": "Config", "current-context": "dirqual",
			"contexts": []any{map[string]any{"name": "dirqual", "context": map[string]any{"cluster": "dirqual", "user": "dirqual", "namespace": "tools"}}},
			"clusters": []any{map[string]any{"name": "dirqual", "cluster": map[string]any{"server": server, "certificate-authority-data": ca.cert64()}}},
			"users":    []any{map[string]any{"name": "dirqual", "user": g.user}},
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("got %v\nwant %v", got, want)
		}
		if printed := fmt.Sprintf("%s %+v %#v", r.Content.Reveal(), r, r); strings.Contains(printed, planted) {
			t.Fatalf("a secret is left: %s", printed)
		}
		if view := r.Kubeconfig.View; view.Server != server || view.CASHA256 != ca.sha256 || !view.Problem.IsZero() || r.Kubeconfig.Access.Server != server {
			t.Fatalf("shown as %+v", view)
		}
		again, err := rewrite(string(g.content), o)
		if err != nil || !bytes.Equal(again.Content.Reveal(), r.Content.Reveal()) {
			t.Fatalf("other bytes the second time: %v", err)
		}
	})
}

// TestArbitraryBytesAreRefusedWithoutTheirContent starts from noise, and from a sound file with noise in it.
func TestArbitraryBytesAreRefusedWithoutTheirContent(t *testing.T) {
	ca, client := validToday(t, "ca"), validToday(t, "admin")
	whole := adminConf("https://10.0.0.10:6443", ca, client)
	parts := []string{"-----BEGIN ", "<html>", "---\n", "\ufeff", "{", "}", "[", "- ", ": ", "clusters:", "users: [", "\x00", "\n", "&a ", "*a", "!!binary ", "current-context: c\n", planted}
	rapid.Check(t, func(t *rapid.T) {
		content := append([]byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 30).Draw(t, "parts"), "")), rapid.SliceOf(rapid.Byte()).Draw(t, "noise")...)
		if rapid.Bool().Draw(t, "in a sound file") {
			at := rapid.IntRange(0, len(whole)).Draw(t, "at")
			content = append(append([]byte(whole[:at]), content...), whole[at:]...)
		}
		r, err := rewrite(string(content), toDirqual)
		switch {
		case err != nil && (strings.Contains(err.Error(), client.key64()[40:80]) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "; ")):
			t.Fatalf("a secret, several lines or no advice: %v", err)
		case err == nil && r.Kubeconfig.View.Auth == ports.AuthNone:
			t.Fatalf("taken without credentials: %q", content)
		}
	})
}
