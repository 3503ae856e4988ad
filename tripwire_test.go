//go:build unix

package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// minefield is a machine on which everything that kubectl could fall back to is a tripwire.
type minefield struct {
	dir    string // the current folder
	nestor string
	marks  string // the programs that were started and must not be
	wires  []*tripwire
	api    *api // of stack good: the only one that may be touched
	env    map[string]string
}

func newMinefield(t *testing.T) *minefield {
	t.Helper()
	nestor, err := exec.LookPath("nestor") // put there by testscript.Main
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	m := &minefield{dir: filepath.Join(root, "project"), nestor: nestor, marks: filepath.Join(root, "marks"), api: newAPI(t)}
	home := filepath.Join(root, "home")
	m.env = map[string]string{"HOME": home, "TMPDIR": t.TempDir(), "PATH": os.Getenv("PATH"), "LIMA_HOME": filepath.Join(root, "lima")}
	m.layWires(t, home)
	m.layPrograms(t, root)
	m.declare(t, home)
	return m
}

// layWires puts a listener behind everything that could name a server.
func (m *minefield) layWires(t *testing.T, home string) {
	t.Helper()
	address := func(name string) string {
		w, free := newTripwire(t, name, "127.0.0.1:0", "")
		if !free {
			t.Fatal("no port is free on 127.0.0.1")
		}
		m.wires = append(m.wires, w)
		return w.address()
	}
	writeFile(t, filepath.Join(home, ".kube", "config"), kubeconfigOf(fmt.Sprintf("server: %q", "http://"+address("~/.kube/config")), "token: t"))
	kuberc := "https://" + address("~/.kube/kuberc")
	writeFile(t, filepath.Join(home, ".kube", "kuberc"), fmt.Sprintf(`apiVersion: kubectl.config.k8s.io/v1beta1
kind: Preference
defaults: [{command: get, options: [{name: server, default: %q}, {name: insecure-skip-tls-verify, default: "true"}]}]
`, kuberc))
	m.env["KUBERC"] = filepath.Join(home, ".kube", "kuberc")
	m.env["KUBECTL_KUBERC"] = "true"
	pod := strings.Split(address("KUBERNETES_SERVICE_HOST"), ":")
	m.env["KUBERNETES_SERVICE_HOST"], m.env["KUBERNETES_SERVICE_PORT"] = pod[0], pod[1]
	m.env["KUBERNETES_MASTER"] = "http://" + address("KUBERNETES_MASTER")
	proxy := "http://" + address("a proxy of the environment")
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"} {
		m.env[name] = proxy
	}
	m.env["NO_PROXY"] = "192.0.2.1"
	if !podAccount(t, m.api.ca()) {
		t.Log("without a pod's account: only root can make one, where there is none")
	}
	for _, default8080 := range []string{"127.0.0.1:8080", "[::1]:8080"} {
		if w, free := newTripwire(t, lastResort, default8080, home); free {
			m.wires = append(m.wires, w)
		} else {
			t.Log(default8080 + " is taken, and not watched")
		}
	}
}

// layPrograms puts programs where a search that is too wide, or a variable, would find them. Two may be started: limactl,
// which has a VM that is stopped, and kubectl, which marks the variables that should not have reached it.
func (m *minefield) layPrograms(t *testing.T, root string) {
	t.Helper()
	for _, name := range []string{"kubectl", "limactl", "ssh", "scp"} {
		marking(t, filepath.Join(m.dir, name), m.marks)
	}
	for name, variable := range map[string]string{"diff": "KUBECTL_EXTERNAL_DIFF", "editor": "KUBE_EDITOR", "edit": "EDITOR", "pager": "PAGER", "kubectl-get": "KUBECTL_PLUGIN"} {
		marking(t, filepath.Join(root, "marked", name), m.marks)
		m.env[variable] = filepath.Join(root, "marked", name)
	}
	m.env["KUBECTL_COMMAND_HEADERS"] = "true"
	bin := filepath.Join(root, "bin")
	for name, does := range map[string]string{
		"limactl": `echo '{"name":"node1","status":"Stopped"}'`,
		"kubectl": fmt.Sprintf("env | grep '^KUBE' | grep -v '^KUBERC=off$' >> '%s'\nexec '%s' \"$@\"", m.marks, kubectlOrSkip(t)),
	} {
		writeFile(t, filepath.Join(bin, name), "#!/bin/sh\n"+does+"\n")
		if err := os.Chmod(filepath.Join(bin, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	m.env["PATH"] = bin + ":" + m.env["PATH"]
	if err := os.MkdirAll(m.env["LIMA_HOME"], 0o700); err != nil {
		t.Fatal(err)
	}
}

// declare writes the stacks. All kubeconfigs but that of stack good lead to tripwires, through a credential plugin that
// is one too.
func (m *minefield) declare(t *testing.T, home string) {
	t.Helper()
	stack := func(name, text string) {
		writeFile(t, filepath.Join(m.dir, "topologies", name+".yaml"), text)
	}
	node := "nodes: [{name: cp1, roles: [control, worker], ansible_host: \"10.0.0.1\"}]\nlayers: [metrics]\n"
	stack("nameless", node)
	stack("missing", "kubeconfig: ~/.kube/missing.config\n"+node)
	stack("refused", "kubeconfig: ~/.kube/refused.config\nnetwork: {control_plane_endpoint: cluster-api.example}\n"+node)
	stack("bench", "target_kind: lima\nkubeconfig: ~/.kube/bench.config\nnodes: [{name: node1, roles: [control, worker]}]\nlayers: [metrics]\n")
	stack("good", fmt.Sprintf("kubeconfig: ~/.kube/good.config\nidentity: {cluster_uid: %q}\nstorage: {backend: local-path}\n%s", podUID, node))

	plugin := filepath.Join(m.dir, "plugin")
	marking(t, plugin, m.marks)
	exec := fmt.Sprintf("exec: {apiVersion: client.authentication.k8s.io/v1, command: %q, interactiveMode: Never}", plugin)
	bench, _ := newTripwire(t, "the cluster of a bench without a VM", "127.0.0.1:0", "")
	refused, _ := newTripwire(t, "the proxy to a refused cluster", "127.0.0.1:0", "")
	m.wires = append(m.wires, bench, refused)
	writeFile(t, filepath.Join(home, ".kube", "bench.config"), kubeconfigOf(fmt.Sprintf("server: %q", "https://"+bench.address()), exec))
	writeFile(t, filepath.Join(home, ".kube", "refused.config"),
		kubeconfigOf(fmt.Sprintf("server: %q, proxy-url: %q", "https://10.0.0.99:6443", "http://"+refused.address()), exec))
	ca := base64.StdEncoding.EncodeToString([]byte(m.api.ca()))
	writeFile(t, filepath.Join(home, ".kube", "good.config"), kubeconfigOf(fmt.Sprintf("server: %q, certificate-authority-data: %s", m.api.URL, ca), "token: t"))
}

// run runs a program as the operator would, and gives its exit status and all that it printed.
func (m *minefield) run(t *testing.T, program string, args ...string) (status int, said string) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = m.dir, environmentWith(m.env)
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// touched names the tripwires that were touched since the last look.
func (m *minefield) touched(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, w := range m.wires {
		if w.touches(t) > 0 {
			names = append(names, w.name)
		}
	}
	if marks := read(m.marks); marks != "" {
		names = append(names, marks)
	}
	if err := os.RemoveAll(m.marks); err != nil {
		t.Fatal(err)
	}
	return names
}

// walk runs nestor, and names what it touched.
func (m *minefield) walk(t *testing.T, args string) (status int, said string, touched []string) {
	t.Helper()
	status, said = m.run(t, m.nestor, strings.Fields(args)...)
	return status, said, m.touched(t)
}

// TestNothingThatIsNotNamedIsTouched is the first promise: the stack's own cluster is read, or none.
func TestNothingThatIsNotNamedIsTouched(t *testing.T) {
	kubectlOrSkip(t)
	m := newMinefield(t)
	for _, c := range []struct {
		status int
		args   string
	}{
		{1, "preview nameless"}, {1, "target nameless"}, {1, "target env nameless"}, {0, "layers --stack nameless"}, {0, "kubeconfig fetch --dry-run nameless"},
		{1, "preview missing"}, {1, "target missing"}, {1, "target env missing"}, {0, "layers --stack missing"}, {0, "kubeconfig fetch --dry-run missing"},
		{3, "preview refused"}, {3, "target refused"}, {3, "target env refused"}, {0, "layers --stack refused"}, {0, "kubeconfig fetch --dry-run refused"},
		{1, "preview bench"}, {1, "target bench"}, {0, "target env bench"}, {0, "layers --stack bench"}, {0, "kubeconfig fetch --dry-run bench"},
		{0, "layers --stack good"}, {0, "kubeconfig fetch --dry-run good"},
		{0, "doctor"}, {1, "doctor nameless"}, {1, "doctor missing"}, {1, "doctor refused"}, {0, "doctor bench"}, {0, "doctor good"},
	} {
		status, said, touched := m.walk(t, c.args)
		if status != c.status {
			t.Errorf("%s: exit status %d instead of %d: %s", c.args, status, c.status, said)
		}
		if touched = append(touched, m.api.asked()...); len(touched) > 0 {
			t.Errorf("%s touched %q", c.args, touched)
		}
	}
	for _, c := range []struct {
		status int
		args   string
	}{{0, "preview good"}, {2, "preview good --exit-code"}, {0, "target good"}, {0, "target env good"}} {
		status, said, touched := m.walk(t, c.args)
		if status != c.status {
			t.Errorf("%s: exit status %d instead of %d: %s", c.args, status, c.status, said)
		}
		if len(touched) > 0 {
			t.Errorf("%s touched %q", c.args, touched)
		}
		asked := m.api.asked()
		if len(asked) == 0 || slices.ContainsFunc(asked, func(method string) bool { return method != "GET" }) {
			t.Errorf("%s asked the stack's own cluster %q", c.args, asked)
		}
	}
}

// TestProgramsOfTheCurrentFolderAreNotStarted: an empty element of PATH is the current folder.
func TestProgramsOfTheCurrentFolderAreNotStarted(t *testing.T) {
	kubectlOrSkip(t)
	m := newMinefield(t)
	path := m.env["PATH"]
	for _, m.env["PATH"] = range []string{":" + path, ".:" + path, "::" + path} {
		for _, args := range []string{"preview good", "target good", "preview bench", "target env good"} {
			status, said, touched := m.walk(t, args)
			if status != 1 || !strings.Contains(said, "relative folder") {
				t.Errorf("PATH=%.2s… %s: exit status %d, and PATH is not named: %s", m.env["PATH"], args, status, said)
			}
			if touched = append(touched, m.api.asked()...); len(touched) > 0 {
				t.Errorf("PATH=%.2s… %s touched %q", m.env["PATH"], args, touched)
			}
		}
	}
}

// TestTheTripwiresCanBeTouched lets kubectl alone go where it likes.
func TestTheTripwiresCanBeTouched(t *testing.T) {
	kubectl := kubectlOrSkip(t)
	m := newMinefield(t)
	fallback := lastResort
	if _, err := os.Stat(filepath.Join(tokenFolder, "token")); err == nil {
		fallback = "KUBERNETES_SERVICE_HOST"
	}
	kube := func(name string) string { return filepath.Join(m.env["HOME"], ".kube", name) }
	for _, c := range []struct {
		wire, kubeconfig string
		args             string
	}{
		{"~/.kube/config", "", ""},
		{fallback, kube("nothing"), ""},
		{"a proxy of the environment", kube("config"), "--server http://192.0.2.2"},
		{"the proxy to a refused cluster", kube("refused.config"), "--token t"},
		{"the cluster of a bench without a VM", kube("bench.config"), "--token t --insecure-skip-tls-verify"},
		{filepath.Join(m.dir, "plugin"), kube("bench.config"), ""},
	} {
		m.env["KUBECONFIG"] = c.kubeconfig
		_, said := m.run(t, kubectl, append([]string{"get", "--raw", "/"}, strings.Fields(c.args)...)...)
		if touched := m.touched(t); !strings.Contains(strings.Join(touched, "\n"), c.wire) {
			t.Errorf("kubectl %s touched %q, and not %s: %s", c.args, touched, c.wire, said)
		}
	}
}

func kubectlOrSkip(t *testing.T) string {
	t.Helper()
	kubectl, err := exec.LookPath("kubectl")
	if err != nil {
		t.Skip("kubectl is not installed")
	}
	return kubectl
}
