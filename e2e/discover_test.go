package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// discover writes the topology of a cluster beside nothing else, and gives its file.
func discover(t *testing.T, kubeconfig string, flags ...string) (string, outcome) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "found.yaml")
	return file, nestor(t, append([]string{"discover", "--kubeconfig", kubeconfig, "-o", file}, flags...)...)
}

const gateway = `{"apiVersion": "gateway.networking.k8s.io/v1", "kind": "Gateway", "metadata": {"name": "edge", "namespace": "default"}, "spec": {}}`

const claim = `{"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "data", "namespace": "registry"},
"spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}`

// TestDiscoverThenPreviewHasNothingToDo is the loop on a real API server, for each kind of cluster.
func TestDiscoverThenPreviewHasNothingToDo(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		seed     []string
		layers   string
		declared []string
		sentence string
	}{
		"healthy": {nil, "[metrics-server, monitoring, gitops, registry]", []string{"backend: ceph", "mode: gateway", "volume claims: 1 of 1 not bound: registry/data Pending",
			"namespaces: legacy-app", "postgresql.cnpg.io"}, "Nothing to do: 8 layers are present"},
		"everything": {[]string{"--missing", "", "--with", "portal,buildkit,gitea-runner,volume-snapshots"},
			"[metrics-server, volume-snapshots, monitoring, gitops-seed, mlflow, portal, gitea-runner]", []string{"backend: ceph"}, "Nothing to do: 15 layers are present"},
		"local-path": {[]string{"--backend", "local-path", "--missing", "mlflow"}, "[metrics-server, dataops, gitops-seed]", []string{"backend: local-path"}, "Nothing to do: 8 layers are present"},
		"half a ceph": {[]string{"--missing", "sc,dataops,mlflow,gitops-seed"}, "[metrics-server]", []string{"# storage: not declared",
			"ceph is there, and declaring it would call for what is not: sc (absent)", "gitops is there and not declared"}, "Nothing to do: 2 layers are present"},
		"empty": {[]string{"--missing", "ceph,sc,datalake,metrics-server,monitoring,gitops,registry,dataops,mlflow,gitops-seed"}, "[]", nil, "Nothing to do: 1 layer"},
	} {
		t.Run(name, func(t *testing.T) {
			cluster := seeded(t, c.seed...)
			cluster.kubectl(t, gateway, "apply", "-f", "-")
			if name == "healthy" {
				cluster.kubectl(t, claim, "apply", "-f", "-")
			}
			file, o := discover(t, cluster.config("admin"))
			text, _ := os.ReadFile(file)
			if o.status != 0 || o.stdout != "" {
				t.Fatalf("status %d\n%s%s\n%s", o.status, o.stdout, o.stderr, text)
			}
			for _, want := range append(c.declared, "\nlayers: "+c.layers+"\n", cluster.uid(t)) {
				if !strings.Contains(string(text), want) {
					t.Errorf("%q is not in\n%s", want, text)
				}
			}
			if again := nestor(t, "preview", "-f", file, "--exit-code"); again.status != 0 || !strings.Contains(again.stdout, c.sentence) {
				t.Errorf("preview: status %d\n%s%s\n%s", again.status, again.stdout, again.stderr, text)
			}
			if name == "half a ceph" {
				return // what cannot be declared stays a difference
			}
			if same := nestor(t, "discover", "--diff", file, "--exit-code"); same.status != 0 || !strings.Contains(same.stdout, "The cluster is what is declared.") {
				t.Errorf("diff: status %d\n%s%s", same.status, same.stdout, same.stderr)
			}
		})
	}
}

func TestDiscoverSaysWhatItCouldNotRead(t *testing.T) {
	t.Parallel()
	c := seeded(t)
	c.kubectl(t, `{"apiVersion": "v1", "kind": "List", "items": [
{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": "some"}, "rules": [{"apiGroups": ["", "apps"], "resources": ["nodes", "namespaces", "deployments"], "verbs": ["get", "list"]}]},
{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding", "metadata": {"name": "some"}, "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "some"}, "subjects": [{"kind": "User", "name": "some", "apiGroup": "rbac.authorization.k8s.io"}]}]}`,
		"apply", "-f", "-")
	file, o := discover(t, c.as(t, "some"))
	text, _ := os.ReadFile(file)
	if o.status != 1 {
		t.Errorf("status %d\n%s", o.status, o.stderr)
	}
	for _, unread := range []string{"ceph", "sc", "datalake", "storage-simple", "volume-snapshots", "monitoring", "gitops-seed", "Gateways", "storage classes"} {
		if !strings.Contains(string(text), unread+": could not be read (") {
			t.Errorf("%s is not said to be unread:\n%s", unread, text)
		}
	}
	if !strings.Contains(string(text), "# absent: dataops, mlflow, buildkit, portal, gitea-runner\n") {
		t.Errorf("what was read and is absent:\n%s", text)
	}
	if again := nestor(t, "preview", "-f", file, "--exit-code"); again.status != 0 {
		t.Errorf("preview: status %d\n%s%s", again.status, again.stdout, again.stderr)
	}
	if _, o := discover(t, c.config("blind")); o.status != 1 || !strings.Contains(o.stderr, "no topology was made") {
		t.Errorf("blind: status %d\n%s", o.status, o.stderr)
	}
	c.discoverOnlyReads(t)
	c.stop()
	if file, o := discover(t, c.config("admin")); o.status != 1 || !strings.Contains(o.stderr, "refused") || exists(file) {
		t.Errorf("stopped: status %d\n%s", o.status, o.stderr)
	}
}

func exists(file string) bool { _, err := os.Lstat(file); return err == nil }

// discoverOnlyReads looks at the API server's own log of what its users asked.
func (c cluster) discoverOnlyReads(t *testing.T) {
	t.Helper()
	log, err := os.ReadFile(filepath.Join(c.dir, "audit.log"))
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, line := range strings.Split(strings.TrimSpace(string(log)), "\n") {
		var e struct {
			Verb, RequestURI       string
			User, ImpersonatedUser struct{ Username string }
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		if e.ImpersonatedUser.Username != "some" && e.User.Username != "nestor-blind" {
			continue
		}
		seen++
		if e.Verb != "get" && e.Verb != "list" || strings.Contains(e.RequestURI, "secret") || strings.Contains(e.RequestURI, "configmap") {
			t.Errorf("%s %s", e.Verb, e.RequestURI)
		}
	}
	if seen < 20 {
		t.Errorf("only %d requests are in the log", seen)
	}
}

func TestDiscoverRefusesAnotherCluster(t *testing.T) {
	t.Parallel()
	c := seeded(t)
	file := c.pinned(t, c.config("admin"))
	o := nestor(t, "discover", "--diff", file, "--exit-code", "--format", "json")
	var r struct {
		Same        bool
		Differences []struct{ Sign, What, Name string }
	}
	if err := json.Unmarshal([]byte(o.stdout), &r); err != nil || o.status != 2 || r.Same {
		t.Fatalf("status %d, %v\n%s%s", o.status, err, o.stdout, o.stderr)
	}
	var lines []string
	for _, d := range r.Differences {
		lines = append(lines, strings.TrimSpace(d.Sign+" "+d.What+" "+d.Name))
	}
	text := strings.Join(lines, "\n")
	for _, want := range []string{"- layer dataops", "- layer gitops-seed", "- layer mlflow", "+ layer metrics-server", "- exposition gateway", "+ identity ca_sha256"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not among\n%s", want, text)
		}
	}
	other := dirqual(t, c.config("admin"), "exposition:", "identity: {cluster_uid: 11111111-1111-1111-1111-111111111111}\nexposition:")
	if o := nestor(t, "discover", "--diff", other); o.status != 3 || !strings.Contains(o.stdout, "Refused: ") || strings.Contains(o.stdout, "layer") {
		t.Errorf("status %d\n%s%s", o.status, o.stdout, o.stderr)
	}
}
