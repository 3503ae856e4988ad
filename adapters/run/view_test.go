package run

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

func TestAViewIsKeptWithoutTheHomeFolder(t *testing.T) {
	with := func(home string) ports.KubeconfigView {
		return ports.KubeconfigView{
			Files: []string{home + "/.kube/a", "/etc/b"}, Missing: []string{home + "/c"}, Exposed: []string{"/etc/b", home + "/.kube/a"}, InGit: []string{home + "/.kube/a"},
			Server: "https://h", Proxy: "http://proxy.internal:3128", ProxyFrom: "HTTPS_PROXY", Problem: say.Textf("%s/c is not YAML; correct it", home),
		}
	}
	if diff := cmp.Diff(with("~"), ViewWithoutHome(with("/home/joe"), "/home/joe")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAnOlderViewIsStillRead(t *testing.T) {
	const older = "-- recording --\n{\"schema\":\"nestor.recording/v1\"}\n-- kubeconfig.json --\n{\"Files\":[\"~/a\"],\"Server\":\"https://h\",\"Proxy\":\"http://p\"}\n"
	r, err := Parse([]byte(older))
	want := ports.KubeconfigView{Files: []string{"~/a"}, Server: "https://h", Proxy: "http://p"}
	if diff := cmp.Diff(want, r.View); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
