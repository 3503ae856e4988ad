package kubeconfig_test

import (
	"strings"
	"testing"
	"time"

	"github.com/univ-lehavre/nestor/adapters/kubeconfig"
	"github.com/univ-lehavre/nestor/ports"
)

// today is the clock of these tests.
var today = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func rewriter() kubeconfig.Rewriter {
	return kubeconfig.NewRewriter(func() time.Time { return today }, kubeconfig.Proxies{})
}

// validToday is a pair that is valid around today.
func validToday(t testing.TB, name string) pair {
	t.Helper()
	return newPair(t, name, today.Add(24*time.Hour))
}

// adminConf is what kubeadm writes.
func adminConf(server string, ca, client pair) string {
	return `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: ` + ca.cert64() + `
    server: ` + server + `
  name: kubernetes
contexts:
- context:
    cluster: kubernetes
    user: kubernetes-admin
  name: kubernetes-admin@kubernetes
current-context: kubernetes-admin@kubernetes
kind: Config
preferences: {}
users:
- name: kubernetes-admin
  user:
    client-certificate-data: ` + client.cert64() + `
    client-key-data: ` + client.key64() + `
`
}

var toDirqual = ports.RewriteOptions{Name: "dirqual"}

func rewrite(content string, o ports.RewriteOptions) (ports.Rewritten, error) {
	return rewriter().Rewrite(ports.NewSecret([]byte(content)), o)
}

func rewritten(t testing.TB, content string, o ports.RewriteOptions) ports.Rewritten {
	t.Helper()
	r, err := rewrite(content, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// rewriteRefused wants one line that says these words and what to do, and nothing given.
func rewriteRefused(t testing.TB, content string, o ports.RewriteOptions, words ...string) {
	t.Helper()
	r, err := rewrite(content, o)
	if err == nil {
		t.Errorf("not refused; want %q", words)
		return
	}
	saysWhatToDo(t, err, words...)
	if !r.Content.Empty() || !r.Kubeconfig.Access.Kubeconfig.Empty() || r.Changes != nil {
		t.Errorf("refused, and still gives something: %v", err)
	}
}

func saysWhatToDo(t testing.TB, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("not refused; want %q", words)
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%q does not say %q", err, word)
		}
	}
	if strings.Count(err.Error(), "; ") != 1 || strings.Contains(err.Error(), "\n") {
		t.Errorf("%q is not one line that ends with what to do", err)
	}
	if strings.Contains(err.Error(), planted) {
		t.Errorf("a secret is in %q", err)
	}
}

func changeOf(r ports.Rewritten, what string) ports.Change {
	for _, c := range r.Changes {
		if c.What.String() == what {
			return c
		}
	}
	return ports.Change{}
}
