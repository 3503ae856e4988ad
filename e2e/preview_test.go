package e2e

import (
	"encoding/json"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// story is the truth about the seeded cluster: three layers of ten are missing.
var story = map[string]string{
	"kubernetes": "present/none", "ceph": "present/none", "sc": "present/none", "datalake": "present/none", "monitoring": "present/none",
	"gitops": "present/none", "registry": "present/none", "dataops": "absent/install", "gitops-seed": "absent/install", "mlflow": "absent/install",
}

// but is the story with some layers as they are said here.
func but(changes map[string]string) map[string]string {
	all := maps.Clone(story)
	maps.Copy(all, changes)
	return all
}

func same(t *testing.T, want, got map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("layers (-want +got):\n%s", diff)
	}
}

func TestHealthyClusterLacksThreeOfTen(t *testing.T) {
	t.Parallel()
	c := theStory.cluster(t)
	for _, user := range []string{"admin", "viewer"} {
		file := c.pinned(t, c.config(user))
		r, o := preview(t, file)
		same(t, story, r.verdicts())
		if o.status != 0 || r.Summary.Wanted != 10 || r.Summary.Missing != 3 || r.Cluster.NodesReady != 4 || r.Machines != nil {
			t.Errorf("%s: status %d, %+v", user, o.status, r.Summary)
		}
		if r.Cluster.Requests.Other != 0 || r.Cluster.Requests.Get < 15 {
			t.Errorf("%s: requests %+v", user, r.Cluster.Requests)
		}
		text := nestor(t, "preview", "-f", file, "--exit-code")
		if text.status != 2 || !strings.Contains(text.stdout, "3 of 10 layers to install") || !strings.Contains(text.stdout, "4/4 nodes Ready") {
			t.Errorf("%s: status %d\n%s%s", user, text.status, text.stdout, text.stderr)
		}
		for _, word := range []string{"VM", "machine", "create"} {
			if strings.Contains(text.stdout, word) {
				t.Errorf("%s: a production preview speaks of %q:\n%s", user, word, text.stdout)
			}
		}
	}

	t.Run("evidence names the object and a command that shows it", func(t *testing.T) {
		r, _ := preview(t, c.pinned(t, c.config("admin")))
		for _, l := range r.Layers {
			if len(l.Evidence) == 0 {
				t.Errorf("%s has no evidence", l.Name)
			}
			for _, e := range l.Evidence {
				if e.Command == "" || !strings.Contains(e.Command, c.config("admin")) {
					t.Errorf("%s: %s: command %q", l.Name, e.Object, e.Command)
				}
			}
		}
	})

	t.Run("a user without rights learns nothing, and nothing is called absent", func(t *testing.T) {
		r, o := preview(t, c.pinned(t, c.config("blind")))
		allUnknown(t, r, o, 1)
		if !strings.Contains(r.Cluster.Reason, "nestor-blind") {
			t.Errorf("reason: %q", r.Cluster.Reason)
		}
	})

	t.Run("all but one kind: only what rests on it is unknown", func(t *testing.T) { allButOneKind(t, c) })
}

// allUnknown holds a report to knowing nothing: no layer to install, and one line that says why.
func allUnknown(t *testing.T, r report, o outcome, status int) {
	t.Helper()
	for _, l := range r.Layers {
		if l.Verdict != "unknown" || l.Action == "install" {
			t.Errorf("%s is %s, %s", l.Name, l.Verdict, l.Action)
		}
	}
	if o.status != status || r.Summary.Missing != 0 || r.Summary.Actions["install"] != 0 {
		t.Errorf("status %d, want %d; %+v", o.status, status, r.Summary)
	}
	if r.Cluster.Reason == "" || strings.Contains(r.Cluster.Reason, "\n") {
		t.Errorf("reason: %q", r.Cluster.Reason)
	}
}

func allButOneKind(t *testing.T, c cluster) {
	kinds := map[string]map[string]string{
		"storageclasses":   but(map[string]string{"sc": "unknown/look", "dataops": "absent/blocked", "gitops-seed": "absent/blocked", "mlflow": "absent/blocked"}),
		"cephobjectstores": but(map[string]string{"datalake": "unknown/look", "dataops": "absent/blocked", "mlflow": "absent/blocked"}),
		"applications":     but(map[string]string{"gitops-seed": "unknown/look"}),
		"statefulsets":     but(map[string]string{"monitoring": "unknown/look"}),
		"nodes":            but(map[string]string{"kubernetes": "unknown/look", "dataops": "absent/blocked", "gitops-seed": "absent/blocked", "mlflow": "absent/blocked"}),
	}
	all := []string{"nodes", "namespaces", "storageclasses", "deployments", "statefulsets", "cronjobs", "cephclusters", "cephobjectstores", "applications"}
	for kind, want := range kinds {
		t.Run(kind, func(t *testing.T) {
			user := "reads-no-" + kind
			rest := slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s == kind })
			c.kubectl(t, role(user, rest), "apply", "-f", "-")
			r, o := preview(t, c.pinned(t, c.as(t, user)))
			same(t, want, r.verdicts())
			if o.status != 1 {
				t.Errorf("status %d", o.status)
			}
			if !strings.Contains(o.stdout, kind) {
				t.Errorf("the missing right is not named:\n%s", o.stdout)
			}
		})
	}
}

func role(user string, resources []string) string {
	return roleOf(user, []rule{{APIGroups: []string{"*"}, Resources: resources, Verbs: []string{"get", "list"}}})
}

// roleOf is a role and its binding to the user of that name.
func roleOf(user string, rules []rule) string {
	text, _ := json.Marshal(rules)
	return `{"apiVersion":"v1","kind":"List","items":[
{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","metadata":{"name":"` + user + `"},"rules":` + string(text) + `},
{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRoleBinding","metadata":{"name":"` + user + `"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"` + user + `"},
 "subjects":[{"kind":"User","name":"` + user + `","apiGroup":"rbac.authorization.k8s.io"}]}]}`
}

func TestMissingAndAddedLayers(t *testing.T) {
	t.Parallel()
	c := seeded(t, "--missing", "registry,mlflow", "--with", "portal,buildkit,gitea-runner,volume-snapshots,storage-simple")
	r, o := preview(t, c.pinned(t, c.config("admin"), "mlflow]", "mlflow, portal, build, volume-snapshots]"))
	same(t, but(map[string]string{"registry": "absent/install", "dataops": "degraded/repair", "gitops-seed": "present/none", "mlflow": "absent/blocked",
		"portal": "degraded/repair", "buildkit": "degraded/repair", "gitea-runner": "degraded/blocked", "volume-snapshots": "present/none"}), r.verdicts())
	if o.status != 0 {
		t.Errorf("status %d: %s", o.status, o.stderr)
	}
	if len(r.Extra.Layers) == 0 || r.Extra.Layers[0].Name != "storage-simple" && r.Extra.Layers[0].Name != "metrics-server" {
		t.Errorf("extra: %+v", r.Extra)
	}
	if !slices.Contains(r.Extra.Namespaces, "legacy-app") {
		t.Errorf("unclaimed namespaces: %v", r.Extra.Namespaces)
	}
}

func TestCephInErrorBlocksWhatStandsOnIt(t *testing.T) {
	t.Parallel()
	c := seeded(t, "--degraded", "ceph,monitoring")
	r, _ := preview(t, c.pinned(t, c.config("admin")))
	want := but(map[string]string{"monitoring": "degraded/blocked", "dataops": "absent/blocked", "gitops-seed": "absent/blocked", "mlflow": "absent/blocked"})
	got := r.verdicts()
	want["ceph"] = got["ceph"]
	same(t, want, got)
	if got["ceph"] != "degraded/repair" && got["ceph"] != "degraded/wait" || r.Cluster.CephHealth != "HEALTH_ERR" {
		t.Errorf("ceph is %s, %s", got["ceph"], r.Cluster.CephHealth)
	}
	for _, l := range r.Layers {
		if l.Action == "blocked" && !slices.Contains(l.BlockedBy, "ceph") {
			t.Errorf("%s is blocked by %v", l.Name, l.BlockedBy)
		}
	}
	if r.Summary.Missing != 3 {
		t.Errorf("blocked layers still count as missing: %+v", r.Summary)
	}
}

func TestLocalPathClusterUnderCephTopology(t *testing.T) {
	t.Parallel()
	c := seeded(t, "--backend", "local-path")
	r, _ := preview(t, c.pinned(t, c.config("admin")))
	if !strings.Contains(r.Cluster.Conflict, "declared ceph") {
		t.Errorf("conflict: %q", r.Cluster.Conflict)
	}
	for _, l := range r.Layers {
		if l.Action == "install" {
			t.Errorf("%s would be installed over another backend", l.Name)
		}
	}
	r, _ = preview(t, c.pinned(t, c.config("admin"), "backend: ceph", "backend: local-path"))
	got := r.verdicts()
	if got["storage-simple"] != "present/none" || got["dataops"] != "absent/install" || r.Summary.Missing != 3 {
		t.Errorf("%v", got)
	}
}

func TestNodesThatAreNotReady(t *testing.T) {
	t.Parallel()
	c := seeded(t, "--notready", "dirqual3", "--cordon", "dirqual4")
	r, _ := preview(t, c.pinned(t, c.config("admin")))
	same(t, but(map[string]string{"kubernetes": "degraded/repair"}), r.verdicts())
	if r.Nodes[2].Status != "NotReady" || r.Nodes[3].Status != "Ready" || !r.Nodes[3].Cordoned {
		t.Errorf("%+v", r.Nodes)
	}
	missing, _ := preview(t, c.pinned(t, c.config("admin"), "name: dirqual2", "name: dirqual9", "10.0.0.12", "10.0.0.99"))
	if missing.Nodes[1].Status != "missing" {
		t.Errorf("%+v", missing.Nodes)
	}
}

func TestFreshClusterLacksEverythingButKubernetes(t *testing.T) {
	t.Parallel()
	c := seeded(t, "--missing", "ceph,sc,datalake,metrics-server,monitoring,gitops,registry,dataops,mlflow,gitops-seed")
	r, o := preview(t, c.pinned(t, c.config("viewer")))
	for name, got := range r.verdicts() {
		if want := "absent/install"; name != "kubernetes" && got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	if o.status != 0 || r.Summary.Missing != 9 {
		t.Errorf("status %d, %+v %s", o.status, r.Summary, r.Cluster.Reason)
	}
}

func TestPortThatNeverAnswersEndsWithinTheDeadline(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	file := filepath.Join(t.TempDir(), "hole.config")
	config := `{"apiVersion":"v1","kind":"Config","current-context":"c","contexts":[{"name":"c","context":{"cluster":"k","user":"u"}}],
"clusters":[{"name":"k","cluster":{"server":"https://` + l.Addr().String() + `","insecure-skip-tls-verify":true}}],"users":[{"name":"u","user":{"token":"example"}}]}`
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	r, o := preview(t, dirqual(t, file), "--timeout", "2s")
	allUnknown(t, r, o, 1)
	if o.took > 10*time.Second {
		t.Errorf("took %s", o.took)
	}
	if !strings.Contains(r.Cluster.Reason, "2s") && !strings.Contains(r.Cluster.Reason, "2 s") {
		t.Errorf("reason: %q", r.Cluster.Reason)
	}
}
