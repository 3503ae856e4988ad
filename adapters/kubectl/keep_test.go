package kubectl

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
)

// kept is a result as a replay would give it.
func kept(t rapid.TB, result run.Result) run.Result {
	t.Helper()
	result.Stderr = keepStderr(result.Stderr)
	if len(result.Stdout) == 0 { // never asked for
		return result
	}
	projected, err := keep(result.Stdout)
	if err != nil {
		t.Fatal(err)
	}
	result.Stdout = projected
	return result
}

func TestAProjectedOutputReadsTheSame(t *testing.T) {
	t.Parallel()
	for _, name := range recordings(t) {
		for _, version := range versions(t, name) {
			result := recorded(t, name, version)
			again := kept(t, result)
			if len(again.Stdout) > len(result.Stdout) && decode(result.Stdout).Kind != "" && len(result.Stdout) > 300 {
				t.Errorf("%s: the projection grew from %d to %d bytes", name, len(result.Stdout), len(again.Stdout))
			}
			before, after := decode(result.Stdout), decode(again.Stdout)
			if before, after := read(before), read(after); !reflect.DeepEqual(before, after) {
				t.Errorf("%s: %s", name, cmp.Diff(before, after))
			}
			if twice := kept(t, again); !bytes.Equal(twice.Stdout, again.Stdout) {
				t.Errorf("%s: the projection of the projection differs", name)
			}
		}
	}
	o, p := overview(storyServer, recorded(t, "overview", "1.33")), overview(storyServer, kept(t, recorded(t, "overview", "1.33")))
	if diff := cmp.Diff(o, p); diff != "" {
		t.Error(diff)
	}
}

// read is all that can be read of a document.
func read(d document) any {
	type view struct {
		Kind     string
		Groups   []apiGroup
		Objects  []ports.Object
		Nodes    []ports.Node
		Classes  []ports.StorageClass
		Spaces   []ports.Namespace
		Services []item
		Defined  []item
	}
	v := view{Kind: d.Kind, Groups: d.Groups}
	for _, it := range d.Items {
		v.Objects = append(v.Objects, it.object("x"))
		switch it.Kind {
		case "Node":
			v.Nodes = append(v.Nodes, it.node())
		case "StorageClass":
			v.Classes = append(v.Classes, it.storageClass())
		case "Namespace":
			v.Spaces = append(v.Spaces, it.namespace())
		case "APIService":
			v.Services = append(v.Services, item{Metadata: metadata{Labels: it.Metadata.Labels.with(managedLabel)}, Spec: spec{Service: it.Spec.Service}})
		case "CustomResourceDefinition":
			v.Defined = append(v.Defined, item{Spec: spec{Versions: it.Spec.Versions}, Status: status{Conditions: it.Status.Conditions}})
		}
	}
	return v
}

func TestNoSecretReachesARecording(t *testing.T) {
	const secret = "hunter2"
	planted := `"annotations":{"kubectl.kubernetes.io/last-applied-configuration":"hunter2","storageclass.kubernetes.io/is-default-class":"hunter2-class"},` +
		`"labels":{"token":"hunter2","node-role.kubernetes.io/hunter2":"hunter2"},"managedFields":[{"manager":"hunter2"}],"finalizers":["hunter2"],"generateName":"hunter2"`
	spec := `{"replicas":1,"updateStrategy":{"type":"OnDelete","note":"hunter2"},"suspend":false,"provisioner":"hunter2","external":{"enable":false,"key":"hunter2"},"service":{"name":"hunter2","namespace":"hunter2"},
		"taints":[{"key":"hunter2","value":"hunter2","effect":"hunter2"}],"source":{"repoURL":"https://bob:hunter2@git"},
		"template":{"spec":{"containers":[{"name":"a","image":"hunter2","env":[{"name":"PASSWORD","value":"hunter2"}],"args":["--password=hunter2"]}]}}}`
	status := `{"phase":"Ready","ceph":{"health":"hunter2-health","lastChecked":"hunter2","details":{"X":{"message":"hunter2"}}},"nodeInfo":{"kubeletVersion":"hunter2","machineID":"hunter2"},
		"addresses":[{"type":"InternalIP","address":"hunter2"}],"conditions":[{"type":"Ready","status":"True","reason":"Ok","message":"clone https://bob:hunter2@git failed"}],"summary":{"externalURLs":["hunter2"]}}`
	for _, kind := range []string{"apps/v1 Deployment", "apps/v1 StatefulSet", "batch/v1 CronJob", "argoproj.io/v1alpha1 Application", "v1 Namespace", "v1 Secret", "example.org/v1 Node", "g/v1 CephCluster"} {
		apiVersion, name, _ := strings.Cut(kind, " ")
		object := `{"apiVersion":"` + apiVersion + `","kind":"` + name + `","metadata":{"name":"a","uid":"u",` + planted + `},"provisioner":"hunter2","data":{"p":"hunter2"},"stringData":{"p":"hunter2"},"spec":` + spec + `,"status":` + status + `}`
		for _, text := range []string{object, `{"apiVersion":"v1","kind":"List","metadata":{"annotations":{"x":"hunter2"}},"spec":` + spec + `,"status":` + status + `,"provisioner":"hunter2","items":[` + object + `]}`} {
			projected, err := keep([]byte(text))
			if err != nil || bytes.Contains(projected, []byte(secret)) {
				t.Errorf("%s: %v\n%s", kind, err, projected)
			}
			if diff := cmp.Diff(read(decode([]byte(text))), read(decode(projected)), ignoreForeign(name)); diff != "" {
				t.Errorf("%s: %s", kind, diff)
			}
		}
	}
	for _, text := range []string{"hunter2", `{"kind":"List","items":[{"x":"hunter2"}`, "<html>hunter2", `{"x":"hunter2"}`, `"hunter2"`} {
		projected, err := keep([]byte(text))
		if err != nil || bytes.Contains(projected, []byte(secret)) || decode(projected).Kind != "" {
			t.Errorf("%q: %v %s", text, err, projected)
		}
	}
}

// ignoreForeign leaves out the views that only the real kind of this name is given to.
func ignoreForeign(name string) cmp.Option {
	if name != "Node" {
		return nil
	}
	return cmpopts.IgnoreTypes([]ports.Node{})
}

func TestARecordingKeepsWhatSettlesAKind(t *testing.T) {
	projected, err := keep([]byte(`{"apiVersion":"v1","kind":"List","items":[
		{"apiVersion":"apiregistration.k8s.io/v1","kind":"APIService","metadata":{"name":"v1.a.b","labels":{"kube-aggregator.kubernetes.io/automanaged":"true","token":"hunter2"}}},
		{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"c.a.b"},
		 "spec":{"versions":[{"name":"v1","served":true,"schema":{"x":"hunter2"}},{"name":"v2","served":false}],"conversion":{"x":"hunter2"}},
		 "status":{"conditions":[{"type":"Established","status":"True","message":"hunter2"}]}}]}`))
	items := decode(projected).Items
	if err != nil || bytes.Contains(projected, []byte("hunter2")) || len(items) != 2 {
		t.Fatalf("%v %s", err, projected)
	}
	if items[0].Metadata.Labels[managedLabel] != "true" || !items[1].established() {
		t.Errorf("%s", projected)
	}
	if diff := cmp.Diff([]crdVersion{{"v1", true}, {"v2", false}}, items[1].Spec.Versions); diff != "" {
		t.Error(diff)
	}
}

func TestAListOfOneStaysAList(t *testing.T) {
	projected, err := keep([]byte(`{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a"}}]}`))
	if err != nil || decode(projected).Kind != "List" || len(decode(projected).Items) != 1 {
		t.Errorf("%v %s", err, projected)
	}
	empty, err := keep([]byte(`{"apiVersion":"v1","kind":"List","items":[]}`))
	if err != nil || !strings.Contains(string(empty), `"items": []`) {
		t.Errorf("%v %s", err, empty)
	}
	one, err := keep([]byte(`{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a"}}`))
	if err != nil || strings.Contains(string(one), "items") {
		t.Errorf("%v %s", err, one)
	}
	apis, err := keep([]byte(`{"kind":"APIGroupList","apiVersion":"v1","groups":[{"name":"apps","versions":[{"groupVersion":"apps/v1","version":"v1"}],"preferredVersion":{"groupVersion":"apps/v1","version":"v1"}}]}`))
	want := []apiGroup{{Name: "apps", Versions: []apiVersion{{"v1"}}, Preferred: apiVersion{"v1"}}}
	if diff := cmp.Diff(want, decode(apis).Groups); err != nil || diff != "" || strings.Contains(string(apis), "items") {
		t.Errorf("%v %s %s", err, diff, apis)
	}
}
