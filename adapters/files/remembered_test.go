package files_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/domain/stack"
)

func TestARecordingHoldsOnlyWhatIsReadOfTheFiles(t *testing.T) {
	root := tree(t, map[string]string{
		"topologies/paris.yaml": `# the password is hunter2
target_kind: lima
kubeconfig: ~/.kube/paris.config
context: "admin@paris: 1"
identity: {cluster_uid: 11111111-1111-1111-1111-111111111111}
nodes:
  - {name: cp1, roles: [control, worker], ansible_host: 10.0.0.1, disks: [hunter2]}
  - name: "no"
    roles: [worker]
network: {control_plane_port: 7443, password: hunter2}
storage: {backend: local-path, disks_per_node: 3}
layers: [metrics, "registry"]
gitea: {admin_password: hunter2}
access: {token: hunter2}
`,
		"topologies/bench2.yaml": "target_kind: lima\nkubeconfig: /hunter2\nnodes: [{name: b1, roles: [control], ansible_host: hunter2}]\ngitea: {p: hunter2}\n",
		"topologies/prod.yaml":   "nodes: [{name: hunter2, roles: [control]}]\n",
		"topologies/layers.yaml": "# hunter2\nlayers:\n  - {name: extra, label: {en: \"Extra: one\"}, needs: [kubernetes], seen: nothing}\naliases: {mine: [extra]}\n",
	})
	live := files.NewRemembered(files.NewStacks(root, "/home/operator"))
	doc, err := live.Stack("paris", "")
	if err != nil {
		t.Fatal(err)
	}
	embedded, overlay, err := live.Catalogue(doc)
	if err != nil || len(live.Others(doc)) != 2 {
		t.Fatal(err, "the other topologies are not read")
	}
	sources := live.Sources()
	for name, text := range sources {
		if strings.Contains(string(text), "hunter2") {
			t.Errorf("%s tells a secret:\n%s", name, text)
		}
	}
	if _, kept := sources["topologies/prod.yaml"]; kept || len(sources) != 3 {
		t.Errorf("%d files are kept", len(sources))
	}

	replayed := files.NewRecorded("paris", sources, files.NewStacks(root, "/home/operator"))
	again, err := replayed.Stack("", "")
	if err != nil {
		t.Fatal(err)
	}
	_, overlayAgain, err := replayed.Catalogue(again)
	if err != nil {
		t.Fatal(err)
	}
	before, faults := stack.New(doc, layersOf(t, embedded, *overlay), "/home/operator")
	if len(faults) > 2 {
		t.Fatal(faults)
	}
	after, faults := stack.New(again, layersOf(t, embedded, *overlayAgain), "/home/operator")
	before.File, after.File = "", ""
	if diff := cmp.Diff(before, after); diff != "" || len(faults) > 0 {
		t.Errorf("the recorded stack is another one (-live +recorded): %v\n%s", faults, diff)
	}
}
