//go:build linux || darwin

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/cli"
	"github.com/univ-lehavre/nestor/fixtures"
	"github.com/univ-lehavre/nestor/internal/effort"
)

// steering has what a terminal obeys, whole and as YAML and JSON write it.
const (
	steering     = "\x1b[2J\a\r\u202e\u009b"
	steeringYAML = `\e[2J\a\r\u202e\x9b`
	steeringJSON = `\u001b[2J\u0007\r\u202e\u009b`
)

// steered finds what would steer a terminal. Lines end, and nothing else.
var steered = regexp.MustCompile(`[\x00-\x09\x0b-\x1f\x7f\x{80}-\x{9f}\x{200b}-\x{200f}\x{202a}-\x{202e}\x{2066}-\x{2069}]`)

// planted is a repository, a home and programs that steer the terminal wherever they can.
func planted(t *testing.T) (root string) {
	t.Helper()
	root = t.TempDir()
	recording := strings.ReplaceAll(string(fixtures.Demo), `"kubeletVersion": "v1.`, `"kubeletVersion": "`+steeringJSON+`PLANTversion.`)
	for file, content := range map[string]string{
		"topologies/ev" + steering + "PLANTname.yaml": "nodes: [{name: cp1, roles: [control, worker]}]\n",
		"topologies/paris.yaml":                       `kubeconfig: "~/ev\u202ePLANTfile.config"` + "\nlayers: [web]\nnodes: [{name: cp1, roles: [control, worker]}]\n",
		"topologies/server.yaml":                      "kubeconfig: ~/server.config\nlayers: [web]\nnodes: [{name: cp1, roles: [control, worker]}]\n",
		"topologies/live.yaml":                        "kubeconfig: ~/live.config\nlayers: [web]\nnodes: [{name: cp1, roles: [control, worker]}]\n",
		"topologies/bench.yaml":                       "target_kind: lima\nkubeconfig: ~/live.config\nnodes: [{name: cp1, roles: [control, worker]}]\n",
		"topologies/wrong.yaml":                       `layers: ["` + steeringYAML + `PLANTlayer"]` + "\nnodes: [{name: cp1, roles: [control]}]\n",
		"topologies/layers.yaml":                      `layers: [{name: web, label: {en: "` + steeringYAML + `PLANTlabel"}, how: "` + steeringYAML + `PLANThow", needs: [kubernetes], proofs: [{apiVersion: apps/v1, kind: Deployment, namespace: gitops, name: web}]}]` + "\n",
		"home/ev\u202ePLANTfile.config":               steeringConfig("https://10.0.0.11:6443", "here"),
		"home/server.config":                          steeringConfig("https://10.0.0.11:6443/"+steeringYAML+"PLANTserver", "here"),
		"home/live.config":                            steeringConfig("https://127.0.0.1:1", "ev"+steeringYAML+"PLANTcontext"),
		"bin/kubectl":                                 "#!/bin/sh\nprintf 'error: " + strings.ReplaceAll(steering, "\\", "\\\\") + "PLANTerror\\n' >&2\nexit 1\n",
		"bin/limactl":                                 "#!/bin/sh\nprintf '" + strings.ReplaceAll(`{"name":"`+steeringJSON+`PLANTvm","status":"Running","dir":"/d","vmType":"qemu","arch":"x86_64","cpus":1,"memory":1,"disk":1,"errors":[]}`, `\`, `\\`) + "\\n'\n",
		"demo.txtar":                                  recording,
	} {
		path := filepath.Join(root, file)
		mode := os.FileMode(0o600)
		if strings.HasPrefix(file, "bin/") {
			mode = 0o755
		}
		for _, err := range []error{os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(content), mode)} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Setenv("HOME", filepath.Join(root, "home"))
	t.Setenv("PATH", filepath.Join(root, "bin"))
	for _, name := range []string{"XDG_STATE_HOME", "KUBECONFIG", "LIMA_HOME", "NESTOR_REPLAY"} {
		t.Setenv(name, "")
	}
	t.Chdir(root)
	return root
}

func steeringConfig(server, context string) string {
	return `{apiVersion: v1, kind: Config, current-context: "` + context + `", contexts: [{name: "` + context + `", context: {cluster: "` + context + `", user: u}}],
clusters: [{name: "` + context + `", cluster: {server: "` + server + `"}}], users: [{name: u, user: {token: hunter2}}]}`
}

// TestNothingSteersTheTerminal plants what a terminal obeys in names, labels, files, addresses and other programs' messages,
// and looks at all that every command says.
func TestNothingSteersTheTerminal(t *testing.T) {
	if effort.Race {
		t.Skip("these command lines are raced elsewhere")
	}
	planted(t)
	found := map[string]bool{}
	hostile := "ev" + steering + "PLANTname"
	for _, args := range [][]string{
		{"--help"}, {"doctor"}, {"stack", "ls"}, {"stack", "show", "paris"}, {"stack", "show", hostile}, {"stack", "show", "live"},
		{"stack", "validate", "--all"}, {"stack", "validate", hostile}, {"stack", "select", "paris"},
		{"stack", "select", hostile}, {"stack", "show", "wrong"}, {"stack", "new", hostile},
		{"stack", "new", "lyon", "--node", hostile + ":control"}, {hostile}, {"stack", hostile}, {"preview", "--" + hostile},
		{"kubeconfig", hostile}, {"layers"}, {"layers", "--graph", "dot"}, {"layers", "--graph", "mermaid"},
		{"layers", "--graph", hostile}, {"layers", "--stack", "paris"}, {"rbac"}, {"rbac", "paris"},
		{"rbac", "--name", hostile}, {"rbac", "--bind-user", hostile}, {"schema"}, {"completion", hostile}, {"preview"},
		{"preview", "paris"}, {"preview", "server"}, {"preview", "live"}, {"preview", "bench"}, {"preview", "wrong"},
		{"preview", "-f", hostile}, {"preview", "--all"}, {"preview", "--replay", "demo.txtar"},
		{"preview", "--replay", hostile}, {"preview", "--against", hostile}, {"target", "paris"}, {"target", "server"},
		{"target", "live"}, {"target", "--replay", "demo.txtar"}, {"target", "trust", "live"}, {"target", "forget", "live"},
		{"target", "forget", hostile}, {"target", "env", "paris"}, {"target", "env", "live"}, {"target", "env", "bench"},
		{"discover", "--kubeconfig", "home/live.config"}, {"discover", "--kubeconfig", "home/server.config"},
		{"discover", "--replay", "demo.txtar"}, {"discover", "--replay", "demo.txtar", "-o", hostile + ".yaml"},
		{"discover", "--diff", "live"}, {"discover", "--kubeconfig", hostile},
		{"discover", "--replay", "demo.txtar", "--name", hostile}, {"kubeconfig", "fetch", "live", "--dry-run"},
		{"kubeconfig", "fetch", "live"}, {"kubeconfig", "fetch", "live", "--from", hostile},
		{"kubeconfig", "fetch", "live", "--inventory", hostile},
	} {
		for _, more := range [][]string{nil, {"-o", "json"}, {"--log-level", "debug"}, {"--explain"}, {"--lang", "fr"}} {
			words := append(append([]string{"nestor"}, args...), more...)
			var out, said bytes.Buffer
			streams := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &said, Home: os.Getenv("HOME"), Variable: func(string) string { return "" }}
			cli.Main(t.Context(), words, streams, build(), cli.Wiring{Read: reading, Write: writing})
			for name, text := range map[string]string{"stdout": out.String(), "stderr": said.String()} {
				if at := steered.FindStringIndex(text); at != nil {
					t.Errorf("nestor %q: %s has %q", words[1:], name, text[max(0, at[0]-60):min(len(text), at[1]+40)])
				}
				for _, mark := range regexp.MustCompile(`PLANT[a-z]+`).FindAllString(text, -1) {
					found[mark] = true
				}
			}
		}
	}
	for _, mark := range []string{"name", "file", "layer", "label", "how", "server", "context", "error", "vm", "version"} {
		if !found["PLANT"+mark] {
			t.Errorf("what was planted in a %s is nowhere to be seen: this test has lost it", mark)
		}
	}
}
