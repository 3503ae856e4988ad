package e2e

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/univ-lehavre/nestor/internal/sshtest"
)

// node is a control-plane node that can be logged in to: a real sshd on loopback, with a real cluster's admin.conf.
type node struct {
	*sshtest.Server
	cluster
	home
	repository string
	conf       string // admin.conf on the node
	kept       string // the kubeconfig on the operator's machine
}

// aNode starts one, and a stack's repository that leads to it.
func aNode(t *testing.T, c cluster) node {
	t.Helper()
	n := node{Server: sshtest.Start(t, sshtest.Options{}), cluster: c, home: home(t.TempDir())}
	n.repository = filepath.Join(string(n.home), "stack")
	n.kept = filepath.Join(string(n.home), ".kube", "dirqual.config")
	n.conf = filepath.Join(n.Server.Dir, "admin.conf")
	n.put(t, n.conf, n.adminConf(t))
	n.put(t, filepath.Join(n.repository, ".git", "HEAD"), "ref: refs/heads/main\n")
	n.put(t, n.topology(), n.text(t))
	n.inventory(t, "")
	return n
}

func (n node) topology() string { return filepath.Join(n.repository, "topologies", "dirqual.yaml") }

// text is the story's topology, with the cluster pinned.
func (n node) text(t *testing.T) string {
	t.Helper()
	here := []string{"cluster-api}", fmt.Sprintf("cluster-api, control_plane_port: %d}", n.cluster.port), "10.0.0.11", "127.0.0.1"}
	text, err := os.ReadFile(n.cluster.pinned(t, n.kept, here...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// adminConf is a kubeadm file as it lies on a node.
func (n node) adminConf(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(n.cluster.config("admin"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// inventory writes bootstrap/hosts.yaml; more is added to the host's variables.
func (n node) inventory(t *testing.T, more string) {
	t.Helper()
	n.put(t, filepath.Join(n.repository, "bootstrap", "hosts.yaml"), fmt.Sprintf(`control:
  hosts:
    dirqual1:
      ansible_host: 127.0.0.1
      ansible_port: %d
      ansible_user: %s
      ansible_ssh_private_key_file: %s
      ansible_ssh_common_args: -F %s
%s`, n.Server.Port, n.User, n.Key, n.Config, more))
}

func (n node) put(t *testing.T, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (n node) fetch(t *testing.T, flags ...string) outcome {
	t.Helper()
	return n.home.nestor(t, append([]string{"kubeconfig", "fetch", "dirqual", "-C", n.repository, "--remote-path", n.conf}, flags...)...)
}

// leftovers lists what lies beside the kubeconfig besides itself and its backup.
func (n node) leftovers(t *testing.T) []string {
	t.Helper()
	entries, _ := os.ReadDir(filepath.Dir(n.kept))
	var names []string
	for _, e := range entries {
		if name := e.Name(); name != "dirqual.config" && name != "dirqual.config.bak" {
			names = append(names, name)
		}
	}
	return names
}

// otherKubeconfig is what was there before.
const otherKubeconfig = "apiVersion: v1\nkind: Config\ncurrent-context: old\ncontexts: [{name: old, context: {cluster: old, user: old}}]\nclusters: [{name: old, cluster: {server: 'https://10.9.9.9:6443'}}]\nusers: [{name: old, user: {token: example}}]\n"

func TestFetchingAKubeconfigFromARealNode(t *testing.T) {
	t.Parallel()
	c := theStory.cluster(t)
	t.Run("by scp", func(t *testing.T) {
		n := aNode(t, c)
		o := n.fetch(t)
		if o.status != 0 {
			t.Fatalf("status %d:\n%s%s", o.status, o.stdout, o.stderr)
		}
		info, err := os.Stat(n.kept)
		if err != nil || info.Mode().Perm() != 0o600 || len(n.leftovers(t)) > 0 {
			t.Errorf("%v, %v, left %v", err, info.Mode(), n.leftovers(t))
		}
		kept, _ := os.ReadFile(n.kept)
		if !bytes.Contains(kept, []byte("current-context: dirqual\n")) {
			t.Errorf("the context is not called after the stack")
		}
		if p := n.home.nestor(t, "preview", "dirqual", "-C", n.repository); p.status != 0 || !strings.Contains(p.stdout, "3 of 10 layers to install") {
			t.Errorf("status %d:\n%s%s", p.status, p.stdout, p.stderr)
		}
		again := n.fetch(t)
		if after, _ := os.ReadFile(n.kept); again.status != 0 || !bytes.Equal(after, kept) {
			t.Errorf("a second time: status %d\n%s", again.status, again.stderr)
		}
	})

	t.Run("a dry run runs and writes nothing", func(t *testing.T) {
		n := aNode(t, c)
		o := n.fetch(t, "--dry-run")
		if _, err := os.Stat(n.kept); err == nil || o.status != 0 || !strings.Contains(o.stdout, "scp ") || !strings.Contains(o.stdout, n.conf) {
			t.Errorf("status %d:\n%s%s", o.status, o.stdout, o.stderr)
		}
	})

	t.Run("the preview offers it, fetches, and goes on", func(t *testing.T) {
		n := aNode(t, c)
		n.put(t, n.topology(), n.text(t))
		args := []string{"preview", "dirqual", "-C", n.repository}
		if o := n.home.nestor(t, args...); o.status != 1 || !strings.Contains(o.stdout+o.stderr, "nestor kubeconfig fetch dirqual") {
			t.Errorf("without a terminal: status %d\n%s%s", o.status, o.stdout, o.stderr)
		}
		if _, err := os.Stat(n.kept); err == nil {
			t.Error("a preview fetched by itself")
		}
		n.localPath(t)
		if o := terminal(t, n.home.command(args), "n\n", nil); o.status != 1 || !strings.Contains(o.stdout, "Fetch the kubeconfig of dirqual from dirqual1 ("+n.User+"@127.0.0.1 port ") {
			t.Errorf("answered no: status %d\n%s", o.status, o.stdout)
		}
		o := terminal(t, n.home.command(args), "y\n", nil)
		if o.status != 0 || !strings.Contains(o.stdout, "3 of 10 layers to install") {
			t.Errorf("answered yes: status %d\n%s", o.status, o.stdout)
		}
	})

	t.Run("a topology that names no kubeconfig gets the line, and nothing else changes", func(t *testing.T) {
		n := aNode(t, c)
		text := strings.Replace(n.text(t), "kubeconfig: "+n.kept+"\n", "", 1) + "# the end, without a line's end"
		n.put(t, n.topology(), text)
		args := []string{"kubeconfig", "fetch", "dirqual", "-C", n.repository, "--remote-path", n.conf}
		o := n.home.nestor(t, args...)
		if after, _ := os.ReadFile(n.topology()); o.status != 1 || string(after) != text || !strings.Contains(o.stderr, "kubeconfig: ~/.kube/dirqual.config") {
			t.Errorf("without a terminal: status %d\n%s", o.status, o.stderr)
		}
		o = terminal(t, n.home.command(args), "y\n", nil)
		want := strings.Replace(text, "target_kind: prod\n", "target_kind: prod\nkubeconfig: ~/.kube/dirqual.config\n", 1)
		if after, _ := os.ReadFile(n.topology()); o.status != 0 || string(after) != want || !strings.Contains(o.stdout, "+kubeconfig: ~/.kube/dirqual.config") {
			t.Errorf("answered yes: status %d\n%s\n%s", o.status, o.stdout, after)
		}
		if p := n.home.nestor(t, "preview", "dirqual", "-C", n.repository); p.status != 0 {
			t.Errorf("status %d:\n%s%s", p.status, p.stdout, p.stderr)
		}
	})

	t.Run("killed at any moment it leaves the old file or the new one", func(t *testing.T) {
		n := aNode(t, c)
		n.put(t, n.kept, otherKubeconfig)
		fetched := 0
		for i := range 25 {
			cmd := n.home.command([]string{"kubeconfig", "fetch", "dirqual", "-C", n.repository, "--remote-path", n.conf})
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			kill := time.AfterFunc(time.Duration(i)*25*time.Millisecond, func() { _ = cmd.Process.Kill() })
			_ = cmd.Wait()
			kill.Stop()
			after, err := os.ReadFile(n.kept)
			whole := bytes.Contains(after, []byte("current-context: dirqual\n")) && bytes.HasSuffix(after, []byte("\n"))
			if err != nil || string(after) != otherKubeconfig && !whole {
				t.Fatalf("after %d ms: %v\n%d bytes", i*25, err, len(after))
			}
			if whole {
				fetched++
				n.put(t, n.kept, otherKubeconfig)
			}
		}
		t.Logf("%d of 25 came to their end", fetched)
	})

	old := otherKubeconfig
	for name, fault := range map[string]struct {
		prepare func(*testing.T, node)
		flags   []string
		words   string
		status  int
	}{
		"wrong key":        {func(t *testing.T, n node) { sshtest.NewKey(t, n.Key+"2", ""); n.inventory(t, ""); n.replaceKey(t) }, nil, "Permission denied", 1},
		"unknown host key": {func(t *testing.T, n node) { n.put(t, n.KnownHosts, "") }, nil, "host key", 1},
		"missing file":     {func(t *testing.T, n node) { _ = os.Remove(n.conf) }, nil, "No such file", 1},
		"empty file":       {func(t *testing.T, n node) { n.put(t, n.conf, "") }, nil, "empty", 1},
		"half a file":      {func(t *testing.T, n node) { text := n.adminConf(t); n.put(t, n.conf, text[:len(text)/2]) }, nil, "", 1},
		"HTML":             {func(t *testing.T, n node) { n.put(t, n.conf, "<!doctype html><html></html>") }, nil, "HTML", 1},
		"another cluster": {func(t *testing.T, n node) {
			n.put(t, n.topology(), wrongPin(n.text(t), n.cluster.uid(t)))
		}, nil, "pins the cluster", 3},
		"unreachable API":             {func(t *testing.T, n node) {}, []string{"--server", "https://127.0.0.1:1"}, "does not reach", 1},
		"name not in the certificate": {func(t *testing.T, n node) {}, []string{"--tls-server-name", "api.example.org"}, "is for other names (cluster-api, localhost, kubernetes) than api.example.org", 1},
		"an option as a host":         {func(t *testing.T, n node) { n.hostile(t) }, nil, "", 64},
		"the shared file": {func(t *testing.T, n node) {
			n.put(t, n.topology(), strings.Replace(n.text(t), n.kept, "~/.kube/config", 1))
		}, nil, ".kube/config", 1},
	} {
		t.Run("nothing is lost: "+name, func(t *testing.T) {
			n := aNode(t, c)
			n.put(t, n.kept, old)
			fault.prepare(t, n)
			o := n.fetch(t, fault.flags...)
			after, _ := os.ReadFile(n.kept)
			if o.status != fault.status || !strings.Contains(o.stderr, fault.words) || string(after) != old || len(n.leftovers(t)) > 0 {
				t.Errorf("status %d, left %v, the old file is kept: %v\n%s%s", o.status, n.leftovers(t), string(after) == old, o.stdout, o.stderr)
			}
			if lines := strings.Split(strings.TrimSpace(o.stderr), "\n"); !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "nestor: ") }) {
				t.Errorf("no reason:\n%s", o.stderr)
			}
		})
	}
}

// localPath puts the file where kubeadm keeps it on this machine, which plays the node: the preview asks for no other.
func (n node) localPath(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 || os.Getenv("NESTOR_E2E_WRITES_ETC") == "" {
		t.Skip("NESTOR_E2E_WRITES_ETC=1 lets root's tests put a file into /etc/kubernetes of this machine, which plays the node")
	}
	if _, err := os.Stat("/etc/kubernetes"); err == nil {
		t.Skip("this machine has an /etc/kubernetes of its own")
	}
	t.Cleanup(func() { _ = os.RemoveAll("/etc/kubernetes") })
	n.put(t, "/etc/kubernetes/admin.conf", n.adminConf(t))
}

// wrongPin pins another cluster.
func wrongPin(text, uid string) string {
	return strings.Replace(text, uid, "00000000-0000-4000-8000-000000000000", 1)
}

// replaceKey makes the inventory name a key that the node does not accept.
func (n node) replaceKey(t *testing.T) {
	t.Helper()
	file := filepath.Join(n.repository, "bootstrap", "hosts.yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	n.put(t, file, strings.Replace(string(text), "private_key_file: "+n.Key, "private_key_file: "+n.Key+"2", 1))
}

// hostile puts an option where the host should be.
func (n node) hostile(t *testing.T) {
	t.Helper()
	file := filepath.Join(n.repository, "bootstrap", "hosts.yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	n.put(t, file, strings.Replace(string(text), "ansible_host: 127.0.0.1", `ansible_host: "-oProxyCommand=touch pwn"`, 1))
}
