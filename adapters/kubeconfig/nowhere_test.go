package kubeconfig_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/kubeconfig"
	"github.com/univ-lehavre/nestor/ports"
)

func nowhere(t *testing.T, dir, stack string) string {
	t.Helper()
	path, err := kubeconfig.NewNowhere(dir).Nowhere(stack)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestNowhereIsAValidKubeconfigThatSaysWhy(t *testing.T) {
	for stack, label := range map[string]string{
		"dirqual":               "dirqual-has-no-cluster",
		"Dirqual_2.test":        "dirqual-2-test-has-no-cluster",
		"42":                    "42-has-no-cluster",
		strings.Repeat("a", 63): strings.Repeat("a", 48) + "-has-no-cluster", // 63 characters
	} {
		dir := folder(t, nil)
		path := nowhere(t, dir, stack)
		if want := filepath.Join(dir, "no-cluster-"+stack+".config"); path != want {
			t.Errorf("%s: written to %s, want %s", stack, path, want)
		}
		want := ports.KubeconfigView{
			Files: []string{path}, Context: label, Contexts: []string{label}, Cluster: label, User: label,
			Server: "https://" + label + ".invalid:0", Proxy: "http://127.0.0.1:0", ProxyFrom: "proxy-url", Auth: ports.AuthToken,
		}
		if diff := cmp.Diff(want, viewOf(path)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", stack, diff)
		}
	}
}

func TestNowhereIsForItsOwnerAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no permission bits here")
	}
	dir := filepath.Join(folder(t, nil), "state", "nestor")
	path := nowhere(t, dir, "a")
	for p, want := range map[string]os.FileMode{filepath.Dir(dir): 0o700, dir: 0o700, path: 0o600} {
		if info, err := os.Stat(p); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v %v, want mode %o", p, info, err, want)
		}
	}
}

func TestNowhereReplacesWhatIsThere(t *testing.T) {
	dir := folder(t, map[string]string{"mine": "mine", "no-cluster-a.config": "edited"})
	linked(t, dir, map[string]string{"no-cluster-b.config": "mine"})
	for _, stack := range []string{"a", "a", "b"} {
		if view := viewOf(nowhere(t, dir, stack)); view.Context != stack+"-has-no-cluster" {
			t.Errorf("stack %s: context %q, problem %q", stack, view.Context, view.Problem)
		}
	}
	if content, err := os.ReadFile(filepath.Join(dir, "mine")); err != nil || string(content) != "mine" {
		t.Errorf("what a link led to is now %q: %v", content, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 3 {
		t.Errorf("left behind: %v %v", entries, err)
	}
}

func TestNowhereRefusesOtherFolders(t *testing.T) {
	dir := folder(t, map[string]string{"file": ""})
	for name, c := range map[string]struct{ dir, stack, advice string }{
		"no name":               {dir, "", "rename it"},
		"a name that leads out": {dir, "../../a", "rename it"},
		"an option":             {dir, "-x", "rename it"},
		"dots alone":            {dir, "..", "rename it"},
		"a long name":           {dir, strings.Repeat("a", 64), "rename it"},
		"a folder in the name":  {dir, `a\b`, "rename it"},
		"a second line":         {dir, "a\nusers: []", "rename it"},
		"a format":              {dir, "%s", "rename it"},
		"no folder":             {"", "a", "set HOME"},
		"a relative folder":     {".", "a", "set HOME"},
		"a file for a folder":   {filepath.Join(dir, "file", "x"), "a", "check the rights"},
	} {
		path, err := kubeconfig.NewNowhere(c.dir).Nowhere(c.stack)
		if err == nil || path != "" || !strings.Contains(err.Error(), "; "+c.advice) || !strings.Contains(err.Error(), "reaches no cluster") {
			t.Errorf("%s: path %q, error %v", name, path, err)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("written: %v %v", entries, err)
	}
}

// TestKubectlGetsNowhere puts everything in kubectl's way that it could turn to, and sees it contact none of them.
func TestKubectlGetsNowhere(t *testing.T) {
	if _, err := exec.LookPath("kubectl"); err != nil {
		t.Skip("kubectl is not installed")
	}
	file := nowhere(t, folder(t, nil), "dirqual")
	proxy, toProxy := listener(t, func() {})
	account, toAccount := listener(t, func() {})
	host, port, _ := strings.Cut(account, ":")
	contacted := map[string]*atomic.Int64{"the proxy": toProxy, "the cluster of a pod": toAccount}
	for name, c := range map[string]struct{ args, env []string }{
		"--kubeconfig": {args: []string{"--kubeconfig", file}},
		"KUBECONFIG":   {env: []string{"KUBECONFIG=" + file}},
		"a proxy":      {env: []string{"KUBECONFIG=" + file, "HTTPS_PROXY=http://" + proxy, "https_proxy=http://" + proxy}},
		"in a pod":     {env: []string{"KUBECONFIG=" + file, "KUBERNETES_SERVICE_HOST=" + host, "KUBERNETES_SERVICE_PORT=" + port}},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		command := exec.CommandContext(ctx, "kubectl", append(c.args, "get", "nodes")...)
		command.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "KUBERC=off"}, c.env...)
		command.Stdin = strings.NewReader("joe\npassword\n")
		said, err := command.CombinedOutput()
		if err == nil || ctx.Err() != nil || !bytes.Contains(said, []byte("dirqual-has-no-cluster.invalid")) {
			t.Errorf("%s: %v: %s", name, err, said)
		}
		// No listener on 8080: other tests' kubectl go there. An error names the server.
		for _, elsewhere := range []string{"localhost:8080", "Username", "lookup"} {
			if bytes.Contains(said, []byte(elsewhere)) {
				t.Errorf("%s: kubectl says %q: %s", name, elsewhere, said)
			}
		}
	}
	for what, calls := range contacted {
		if calls.Load() > 0 {
			t.Errorf("%s was contacted %d times", what, calls.Load())
		}
	}
}
