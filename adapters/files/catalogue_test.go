package files_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/ports"
)

// catalogue reads the embedded catalogue, and overlays given as text.
func catalogue(t *testing.T, overlays ...string) (layer.Catalogue, []ports.InvalidDocument) {
	t.Helper()
	embedded, _, err := files.NewStacks(t.TempDir(), "").Catalogue(ports.Document{})
	if err != nil {
		t.Fatal(err)
	}
	docs := []ports.Document{embedded}
	for _, text := range overlays {
		doc, err := files.Parse("layers.yaml", "layers.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		docs = append(docs, doc)
	}
	return layer.New(docs...)
}

func TestEmbeddedCatalogueIsWithoutFault(t *testing.T) {
	c, faulty := catalogue(t)
	if len(faulty) > 0 {
		t.Fatalf("%v", faulty[0].Error())
	}
	if len(c.Layers) != 18 {
		t.Errorf("%d layers", len(c.Layers))
	}
	for _, l := range c.Layers {
		if l.Label["en"] == "" || l.Label["fr"] == "" {
			t.Errorf("%s has no label in English and French", l.Name)
		}
	}
}

func TestWantedLayersComeInTheTablesOrder(t *testing.T) {
	c, _ := catalogue(t)
	for name, test := range map[string]struct {
		request layer.Request
		want    string
	}{
		"everything of atlas":               {layer.Request{Backend: layer.Ceph, Layers: []string{"atlas"}}, "kubernetes ceph sc datalake metrics-server monitoring gitops registry dataops gitops-seed mlflow portal"},
		"aliases mixed":                     {layer.Request{Backend: layer.Ceph, Layers: []string{"metrics", "store", "obs", "dataops", "build", "volume-snapshots"}}, "kubernetes ceph sc datalake metrics-server volume-snapshots monitoring gitops registry dataops buildkit gitea-runner"},
		"the ten of the story":              {layer.Request{Backend: layer.Ceph, Layers: []string{"store", "obs", "gitops", "dataops", "gitops-seed", "mlflow"}}, "kubernetes ceph sc datalake monitoring gitops registry dataops gitops-seed mlflow"},
		"a bench":                           {layer.Request{Backend: layer.LocalPath, Lima: true, Layers: []string{"gitops", "metrics"}}, "machines kubernetes storage-simple metrics-server gitops"},
		"a bench with dataops":              {layer.Request{Backend: layer.LocalPath, Lima: true, Layers: []string{"dataops"}}, "machines kubernetes storage-simple monitoring registry dataops"},
		"nothing named":                     {layer.Request{Backend: layer.Ceph}, "kubernetes ceph sc"},
		"base":                              {layer.Request{Backend: layer.LocalPath, Layers: []string{"base"}}, "kubernetes"},
		"hardening":                         {layer.Request{Backend: layer.LocalPath, Hardening: true}, "kubernetes hardening"},
		"a profile holds the smaller ones":  {layer.Request{Backend: layer.Ceph, Profile: "store"}, "kubernetes ceph sc datalake metrics-server"},
		"layers set aside the profile":      {layer.Request{Backend: layer.LocalPath, Profile: "dataops", Layers: []string{"metrics"}}, "kubernetes metrics-server"},
		"storage-simple beside ceph":        {layer.Request{Backend: layer.Ceph, Layers: []string{"storage-simple"}}, "kubernetes ceph sc storage-simple"},
		"the full profile on ceph":          {layer.Request{Backend: layer.Ceph, Profile: "dataops"}, "kubernetes ceph sc datalake metrics-server monitoring registry dataops"},
		"the runner brings what it runs on": {layer.Request{Backend: layer.LocalPath, Layers: []string{"gitea-runner"}}, "kubernetes storage-simple gitops registry buildkit gitea-runner"},
	} {
		t.Run(name, func(t *testing.T) {
			layers, problems := c.Wanted(test.request)
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			var names []string
			for _, l := range layers {
				names = append(names, l.Name)
			}
			if diff := cmp.Diff(test.want, strings.Join(names, " ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLayersThatAStackCannotHave(t *testing.T) {
	c, _ := catalogue(t)
	for _, test := range []struct {
		request       layer.Request
		what, instead string
	}{
		{layer.Request{Backend: layer.LocalPath, Layers: []string{"datalake"}}, `layer "datalake" does not exist on storage backend local-path`, "remove it, or declare `storage: {backend: ceph}`"},
		{layer.Request{Backend: layer.Ceph, Layers: []string{"mlfow"}}, `unknown layer "mlfow"`, "did you mean mlflow?"},
		{layer.Request{Backend: layer.Ceph, Layers: []string{"machines"}}, `layer "machines" exists on lima stacks only`, "remove it, or declare `target_kind: lima`"},
	} {
		_, problems := c.Wanted(test.request)
		if len(problems) != 1 || problems[0].What.String() != test.what || problems[0].Instead.String() != test.instead {
			t.Errorf("%+v", problems)
		}
	}
}

func TestOverlayAddsAndReplacesLayers(t *testing.T) {
	c, faulty := catalogue(t, `
layers:
  - name: longhorn
    label: Longhorn
    how: https://wiki.example.org/longhorn
    needs: [kubernetes]
    proofs: [{apiVersion: apps/v1, kind: DaemonSet, namespace: longhorn-system, name: longhorn-manager}]
  - name: registry
    needs: [longhorn]
    proofs: [{apiVersion: apps/v1, kind: StatefulSet, namespace: harbor, name: harbor-core}]
aliases:
  mine: [registry, longhorn]
ignoredNamespaces: [longhorn-system]
`)
	if len(faulty) > 0 {
		t.Fatal(faulty[0].Error())
	}
	layers, problems := c.Wanted(layer.Request{Backend: layer.Ceph, Layers: []string{"mine", "portal"}})
	var names []string
	for _, l := range layers {
		names = append(names, l.Name)
	}
	if got := strings.Join(names, " "); got != "kubernetes ceph sc longhorn registry portal" || len(problems) > 0 {
		t.Errorf("%s %v", got, problems)
	}
	l, _ := c.Find("longhorn")
	if l.LabelIn("fr") != "Longhorn" || l.How == "" || l.Proofs[0].Health != layer.HealthWorkload {
		t.Errorf("%+v", l)
	}
}

func TestFaultsOfACatalogueNameTheirPlace(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"cycle":         {"layers:\n  - {name: a, needs: [b], seen: nothing}\n  - {name: b, needs: [a], seen: nothing}\n", `2:22: layers[0].needs: layer "a" can never be placed`},
		"unknown need":  {"layers:\n  - {name: a, needs: [kubernets], seen: nothing}\n", `did you mean kubernetes?`},
		"twice":         {"layers:\n  - {name: a, seen: nothing}\n  - {name: a, seen: nothing}\n", `layer "a" is defined twice in this file`},
		"no group":      {"layers:\n  - name: a\n    proofs: [{apiVersion: v1, kind: Deployment, namespace: x, name: y}]\n", `Deployment needs its API group`},
		"secrets":       {"layers:\n  - name: a\n    proofs: [{apiVersion: v1, kind: Secret, namespace: x, name: y}]\n", `Secret may hold secrets and is never read`},
		"no proof":      {"layers:\n  - {name: a, needs: [kubernetes]}\n", `nothing would show layer "a"`},
		"typo":          {"layers:\n  - {name: a, proof: [], seen: nothing}\n", `unknown key "layers[0].proof"; did you mean "proofs"?`},
		"alias of none": {"aliases:\n  x: [nope]\n", `alias "x" names "nope"`},
		"alias cycle":   {"aliases:\n  x: [y]\n  y: [x]\n", `alias "x" stands for itself`},
		"alias a layer": {"aliases:\n  registry: [ceph]\nlayers:\n  - {name: registry, seen: nothing}\n", `"registry" is an alias and a layer`},
		"kind":          {"layers:\n  - name: a\n    proofs: [{apiVersion: apps/v1, kind: Deploymnt, namespace: x, name: y}]\n", `API group apps has no kind "Deploymnt"; did you mean Deployment?`},
		"no namespace":  {"layers:\n  - name: a\n    proofs: [{apiVersion: apps/v1, kind: Deployment, name: y}]\n", `a Deployment lives in a namespace, and none is named`},
		"no backend":    {"layers:\n  - {name: a, needs: {}, seen: nothing}\n", `2:22: layers[0].needs: the layer is allowed on no backend`},
		"name":          {"layers:\n  - {name: ../x, seen: nothing}\n", `is no layer name`},
	} {
		t.Run(name, func(t *testing.T) {
			_, faulty := catalogue(t, test.text)
			if len(faulty) != 1 || !strings.Contains(faulty[0].Error(), test.want) || !strings.HasPrefix(faulty[0].Error(), "layers.yaml:") {
				t.Errorf("want %q in %+v", test.want, faulty)
			}
		})
	}
}

func TestAProofIsAskedForByItsKindsOwnWords(t *testing.T) {
	for kind, want := range map[string]struct {
		apiVersion, resource string
		health               layer.Health
	}{
		"Gateway":     {"gateway.networking.k8s.io/v1", "gateways", layer.HealthExists},
		"Policy":      {"example.org/v1", "policies", layer.HealthExists},
		"Ingress":     {"networking.k8s.io/v1", "ingresses", layer.HealthExists},
		"Endpoints":   {"v1", "endpoints", layer.HealthExists},
		"DaemonSet":   {"apps/v1", "daemonsets", layer.HealthWorkload},
		"StatefulSet": {"apps/v1", "statefulsets", layer.HealthWorkload},
		"CronJob":     {"batch/v1", "cronjobs", layer.HealthScheduled},
		"CephCluster": {"ceph.rook.io/v1", "cephclusters", layer.HealthCeph},
	} {
		c, faulty := catalogue(t, "layers:\n  - name: a\n    proofs: [{apiVersion: "+want.apiVersion+", kind: "+kind+", namespace: x, name: y}]\n")
		if len(faulty) > 0 {
			t.Fatal(faulty[0].Error())
		}
		l, _ := c.Find("a")
		if p := l.Proofs[0]; p.Ref.Resource != want.resource || p.Health != want.health {
			t.Errorf("%s: resource %s, health %s", kind, p.Ref.Resource, p.Health)
		}
	}
}

func TestANamespaceThatALayerCallsItsOwnIsNotIgnored(t *testing.T) {
	before, _ := catalogue(t)
	c, faulty := catalogue(t, `
layers:
  - name: database
    proofs: [{apiVersion: apps/v1, kind: Deployment, namespace: cnpg-system, name: cnpg}]
    traces: {namespaces: [cnpg-system]}
  - name: mailer
    proofs: [{apiVersion: apps/v1, kind: Deployment, namespace: mail, name: mailer}]
ignoredNamespaces: [cnpg-system]
`)
	if len(faulty) > 0 {
		t.Fatal(faulty[0].Error())
	}
	want := slices.DeleteFunc(before.Ignored, func(ns string) bool { return ns == "cnpg-system" })
	if diff := cmp.Diff(want, c.Ignored); diff != "" || !slices.Contains(c.Ignored, "mail") {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// layersOf reads a catalogue that must have no fault.
func layersOf(t *testing.T, docs ...ports.Document) layer.Catalogue {
	t.Helper()
	c, faulty := layer.New(docs...)
	if len(faulty) > 0 {
		t.Fatal(faulty[0].Error())
	}
	return c
}
