package e2e

import (
	"path/filepath"
	"strings"
	"testing"
)

// widgets are a kind that was in version v1 once, which the catalogue names, and is served as v2 now.
const (
	widgets = `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"widgets.moved.example.org"},
"spec":{"group":"moved.example.org","scope":"Namespaced","names":{"kind":"Widget","plural":"widgets","singular":"widget","listKind":"WidgetList"},
"versions":[{"name":"v2","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}`
	widget      = `{"apiVersion":"moved.example.org/v2","kind":"Widget","metadata":{"namespace":"default","name":"one"}}`
	widgetLayer = `layers: [{name: moved, label: Moved, needs: [kubernetes], proofs: [{apiVersion: moved.example.org/v1, kind: Widget, namespace: default, name: one}]}]
`
	oldGroups = `{"kind":"APIGroupList","apiVersion":"v1","groups":[{"name":"moved.example.org","versions":[{"groupVersion":"moved.example.org/v1","version":"v1"}],
"preferredVersion":{"groupVersion":"moved.example.org/v1","version":"v1"}},{"name":"","versions":[{"groupVersion":"v1","version":"v1"}],"preferredVersion":{"groupVersion":"v1","version":"v1"}}]}`
	oldResources = `{"kind":"APIResourceList","apiVersion":"v1","groupVersion":"moved.example.org/v1",
"resources":[{"name":"widgets","singularName":"widget","namespaced":true,"kind":"Widget","verbs":["get","list"]}]}`
)

// TestAStaleDiscoveryCacheIsNotUsed has a cache in the operator's home, as fresh as kubectl wants it, that remembers
// what the cluster served before. kubectl itself believes it, and finds nothing.
func TestAStaleDiscoveryCacheIsNotUsed(t *testing.T) {
	t.Parallel()
	c := theStory.cluster(t)
	c.kubectl(t, widgets, "apply", "-f", "-")
	c.kubectl(t, "", "wait", "--for=condition=Established", "--timeout=30s", "crd/widgets.moved.example.org")
	c.waitFor(t, "/apis/moved.example.org/v2", `"widgets"`, `"widgets"`)
	c.kubectl(t, widget, "apply", "-f", "-")

	h := home(t.TempDir())
	plain := func(args ...string) string {
		cmd := h.command(nil)
		cmd.Path, cmd.Args = kubectlPath(t), append([]string{"kubectl", "--kubeconfig", c.config("admin")}, args...)
		out, _ := cmd.CombinedOutput()
		return string(out)
	}
	plain("get", "nodes") // it makes the cache
	groups, _ := filepath.Glob(string(h) + "/.kube/cache/discovery/*/servergroups.json")
	if len(groups) != 1 {
		t.Fatalf("kubectl keeps its cache elsewhere: %q", groups)
	}
	written(t, groups[0], oldGroups)
	written(t, filepath.Join(filepath.Dir(groups[0]), "moved.example.org", "v1", "serverresources.json"), oldResources)
	if out := plain("get", "-f", byOldName(t), "--ignore-not-found", "-o", "name"); out != "" {
		t.Fatalf("the cache does not deceive kubectl, so that this test shows nothing: %s", out)
	}

	file := c.pinned(t, c.config("admin"), "mlflow]", "mlflow, moved]")
	written(t, filepath.Join(filepath.Dir(file), "layers.yaml"), widgetLayer)
	o := h.nestor(t, "preview", "-f", file, "--exit-code")
	if o.status != 2 || !strings.Contains(o.stdout, "3 of 11 layers to install") || !strings.Contains(o.stdout, "Widget default/one found") {
		t.Errorf("status %d:\n%s%s", o.status, o.stdout, o.stderr)
	}
}

// byOldName is a file that names the widget as the catalogue does.
func byOldName(t *testing.T) string {
	t.Helper()
	return written(t, filepath.Join(t.TempDir(), "widget.json"), strings.Replace(widget, "v2", "v1", 1))
}
