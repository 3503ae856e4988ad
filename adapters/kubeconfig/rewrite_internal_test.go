package kubeconfig

import (
	"strings"
	"testing"
	"time"

	"github.com/univ-lehavre/nestor/ports"
)

// TestAResultThatReadsOtherwiseIsNotGiven changes the file, and what is expected of it, on the way.
func TestAResultThatReadsOtherwiseIsNotGiven(t *testing.T) {
	const content = "current-context: c\ncontexts: [{name: c, context: {cluster: k, user: u, namespace: n1}}]\n" +
		"clusters: [{name: k, cluster: {server: 'https://h'}}]\nusers: [{name: u, user: {token: abc}}]\n"
	m, err := fetchedEntries([]byte(content))
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewRewriter(time.Now, Proxies{}).effective(m, []byte(content))
	if err != nil {
		t.Fatal(err)
	}
	if s, err = s.renamed(ports.RewriteOptions{Name: "dirqual"}); err != nil {
		t.Fatal(err)
	}
	file, err := s.yaml()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.readBack(file); err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{{"https://h", "https://x"}, {"n1", "n2"}, {"abc", "abd"}, {"name: dirqual", "name: other"}, {"kind: Config\n", ""}, {"users:", "newer: 1\nusers:"}} {
		changed := strings.Replace(string(file), change[0], change[1], 1)
		if k, err := s.readBack([]byte(changed)); err == nil || !k.Access.Kubeconfig.Empty() || changed == string(file) {
			t.Errorf("%s: %v", change, err)
		}
	}
	for what, change := range map[string]func(*ports.KubeconfigView){
		"CA": func(v *ports.KubeconfigView) { v.CASHA256 = "x" }, "user": func(v *ports.KubeconfigView) { v.Auth = ports.AuthCertificate },
		"namespace": func(v *ports.KubeconfigView) { v.Namespace = "x" }, "server": func(v *ports.KubeconfigView) { v.Server = "https://x" },
	} {
		expected := s
		change(&expected.view)
		if k, err := expected.readBack(file); err == nil || !k.Access.Kubeconfig.Empty() {
			t.Errorf("another %s: %v", what, err)
		}
	}
}
