package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/cli"
)

// atTerminal runs nestor in a repository of one stack, paris, as on a terminal where the answer is typed.
func atTerminal(t *testing.T, kubeconfig, answer string, args ...string) (status int, shown string) {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"topologies/paris.yaml": "kubeconfig: paris.config\nnodes: [{name: cp1, roles: [control, worker], ansible_host: 127.0.0.1}]\n",
		"home/.keep":            "", "topologies/paris.config": kubeconfig,
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if text == "" {
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"KUBECONFIG", "NESTOR_REPLAY", "XDG_STATE_HOME", "XDG_CACHE_HOME", "LIMA_HOME"} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", filepath.Join(root, "home"))
	t.Chdir(root)
	var seen bytes.Buffer
	streams := cli.Streams{In: strings.NewReader(answer), Out: &seen, Err: &seen, Interactive: true, Language: "en", Home: os.Getenv("HOME")}
	status = cli.Main(context.Background(), append([]string{"nestor"}, args...), streams, build(), cli.Wiring{Read: reading, Write: writing})
	return status, seen.String()
}

func TestTheCauseComesBeforeTheOfferToFetch(t *testing.T) {
	status, shown := atTerminal(t, "", "n\n", "preview", "paris")
	cause, offer := strings.Index(shown, "the cluster was not read: "), strings.Index(shown, "Fetch the kubeconfig of paris from cp1 (127.0.0.1)? [y/N]")
	if status != 1 || cause < 0 || offer < cause || !strings.Contains(shown[cause:offer], "paris.config") || !strings.Contains(shown[cause:offer], "(NST-1102)") {
		t.Errorf("status %d:\n%s", status, shown)
	}
}
