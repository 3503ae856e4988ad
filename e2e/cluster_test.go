package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// bin holds etcd, kube-apiserver and nestor; .ci/e2e builds them.
var bin = os.Getenv("NESTOR_E2E_BIN")

func TestMain(m *testing.M) {
	for _, program := range []string{"etcd", "kube-apiserver", "nestor"} {
		if _, err := os.Stat(filepath.Join(bin, program)); bin == "" || err != nil {
			fmt.Fprintf(os.Stderr, "no %s in NESTOR_E2E_BIN=%q; run .ci/e2e, which builds them and runs these tests\n", program, bin)
			os.Exit(1)
		}
	}
	status := m.Run()
	stopShared()
	os.Exit(status)
}

// cluster is a real etcd and kube-apiserver on loopback, with data of its own.
type cluster struct {
	dir  string
	port int
}

// start brings up an empty control plane; it is taken down at the end of the test.
func start(t *testing.T) cluster {
	t.Helper()
	c := cluster{dir: t.TempDir(), port: reservePorts()}
	t.Cleanup(c.stop)
	if err := c.raise(); err != nil {
		t.Fatal(err)
	}
	return c
}

// seeded is a control plane that looks like the four-node cluster of the story.
func seeded(t *testing.T, flags ...string) cluster {
	t.Helper()
	c := start(t)
	if err := c.seed(flags...); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c cluster) raise() error {
	return command("bash", "controlplane/up.sh", c.dir, fmt.Sprint(c.port))
}

func (c cluster) seed(flags ...string) error {
	return command("python3", append([]string{"controlplane/seed.py", c.config("admin")}, flags...)...)
}

func (c cluster) stop() { _ = exec.Command("bash", "controlplane/down.sh", c.dir).Run() }

func (c cluster) config(user string) string { return filepath.Join(c.dir, user+".config") }

func (c cluster) kubectl(t *testing.T, stdin string, args ...string) {
	t.Helper()
	cmd := exec.Command("kubectl", append([]string{"--kubeconfig", c.config("admin")}, args...)...)
	cmd.Stdin = strings.NewReader(stdin)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("kubectl %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// tryKubectl gives all that kubectl says, be it an error.
func (c cluster) tryKubectl(args ...string) string {
	out, _ := exec.Command("kubectl", append([]string{"--kubeconfig", c.config("admin")}, args...)...).CombinedOutput()
	return string(out)
}

// uid is the cluster's identity.
func (c cluster) uid(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("kubectl", "--kubeconfig", c.config("admin"), "get", "namespace", "kube-system", "-o", "jsonpath={.metadata.uid}").Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// pinned is the story's topology for this cluster, which is the only one that it accepts.
func (c cluster) pinned(t *testing.T, kubeconfig string, changes ...string) string {
	t.Helper()
	return dirqual(t, kubeconfig, append([]string{"exposition:", "identity: {cluster_uid: " + c.uid(t) + "}\nexposition:"}, changes...)...)
}

func command(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "BIN="+bin)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

// dirqual writes the story's topology, pointing at a kubeconfig, and gives its file.
func dirqual(t *testing.T, kubeconfig string, changes ...string) string {
	t.Helper()
	text := `target_kind: prod
kubeconfig: ` + kubeconfig + `
layers: [store, obs, gitops, dataops, gitops-seed, mlflow]
storage: {backend: ceph}
exposition: {mode: gateway}
network: {control_plane_endpoint: cluster-api}
nodes:
  - {name: dirqual1, roles: [control, worker, storage], ansible_host: 10.0.0.11}
  - {name: dirqual2, roles: [worker, storage], ansible_host: 10.0.0.12}
  - {name: dirqual3, roles: [worker, storage], ansible_host: 10.0.0.13}
  - {name: dirqual4, roles: [worker, storage], ansible_host: 10.0.0.14}
`
	text = strings.NewReplacer(changes...).Replace(text)
	return written(t, filepath.Join(t.TempDir(), "dirqual.yaml"), text)
}

// outcome is one run of nestor.
type outcome struct {
	stdout, stderr string
	status         int
	took           time.Duration
}

// nestor runs the tool in a home of its own, with an environment that holds nothing of this machine's clusters.
func nestor(t *testing.T, args ...string) outcome { return home(t.TempDir()).nestor(t, args...) }

// home is an operator's home folder.
type home string

// command is nestor as this operator calls it; variables are added to the environment.
func (h home) command(args []string, variables ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(bin, "nestor"), args...)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + string(h), "TERM=xterm"}, variables...)
	cmd.Dir = string(h)
	return cmd
}

func (h home) nestor(t *testing.T, args ...string) outcome { return finish(t, h.command(args)) }

func finish(t *testing.T, cmd *exec.Cmd) outcome {
	t.Helper()
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	began := time.Now()
	err := cmd.Run()
	o := outcome{stdout.String(), stderr.String(), 0, time.Since(began)}
	var failed *exec.ExitError
	switch {
	case errors.As(err, &failed):
		o.status = failed.ExitCode()
	case err != nil:
		t.Fatal(err)
	}
	return o
}

// report is what the tests look at of nestor.preview/v1.
type report struct {
	Schema string `json:"schema"`
	Target struct {
		ClusterUID, Judgement string
	} `json:"target"`
	Cluster struct {
		Read       bool   `json:"read"`
		Reason     string `json:"reason"`
		NodesReady int    `json:"nodesReady"`
		CephHealth string `json:"cephHealth"`
		Conflict   string `json:"storageConflict"`
		Requests   struct{ Total, Get, Other int }
	} `json:"cluster"`
	Nodes []struct {
		Name     string `json:"name"`
		Status   string `json:"status"`
		Cordoned bool   `json:"cordoned"`
	} `json:"nodes"`
	Machines json.RawMessage `json:"machines"`
	Layers   []struct {
		Name      string   `json:"name"`
		Verdict   string   `json:"verdict"`
		Action    string   `json:"action"`
		Detail    string   `json:"detail"`
		BlockedBy []string `json:"blockedBy"`
		Evidence  []struct {
			Object, Outcome, Detail, Command string
		} `json:"evidence"`
	} `json:"layers"`
	Extra struct {
		Layers     []struct{ Name, Verdict string } `json:"layers"`
		Namespaces []string                         `json:"namespaces"`
	} `json:"extra"`
	Summary struct {
		Wanted   int            `json:"wanted"`
		Missing  int            `json:"missing"`
		Unread   int            `json:"unread"`
		Actions  map[string]int `json:"actions"`
		Sentence string         `json:"sentence"`
	} `json:"summary"`
}

// preview runs `nestor preview -o json` on a topology and reads what it says.
func preview(t *testing.T, file string, flags ...string) (report, outcome) {
	t.Helper()
	o := nestor(t, append([]string{"preview", "-f", file, "-o", "json"}, flags...)...)
	var r report
	if err := json.Unmarshal([]byte(o.stdout), &r); err != nil {
		t.Fatalf("no report: %v\nstdout: %s\nstderr: %s", err, o.stdout, o.stderr)
	}
	return r, o
}

// verdicts maps each layer to "verdict/action".
func (r report) verdicts() map[string]string {
	all := map[string]string{}
	for _, l := range r.Layers {
		all[l.Name] = l.Verdict + "/" + l.Action
	}
	return all
}
