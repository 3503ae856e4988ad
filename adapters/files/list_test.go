package files_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/ports"
)

// listed writes a list as "*name (example) file", the folder taken out.
func listed(root string, found []ports.StackFile) string {
	var lines []string
	for _, f := range found {
		line := f.Name
		if f.Active {
			line = "*" + line
		}
		if f.Example {
			line += " (example)"
		}
		lines = append(lines, line+" "+strings.TrimPrefix(f.File, root+"/"))
	}
	return strings.Join(lines, ", ")
}

func TestEveryTopologyIsListed(t *testing.T) {
	for _, c := range []struct {
		name string
		tree map[string]string
		want string
	}{
		{"nothing", map[string]string{"topologies/": ""}, ""},
		{"sorted, an example only without its own", map[string]string{"topologies/b.yaml": some, "topologies/b.example.yaml": some, "topologies/a.example.yaml": some, "topologies/layers.yaml": some, "topologies/.c.yaml": some, "topologies/n.txt": ""},
			"a (example) topologies/a.example.yaml, b topologies/b.yaml"},
		{"whatever is in it", map[string]string{"topologies/a.yaml": "a: [\n", "topologies/b.yaml": "-> nowhere", "topologies/c.yaml/": ""}, "a topologies/a.yaml, b topologies/b.yaml, c topologies/c.yaml"},
		{"whatever it is called", map[string]string{"topologies/a b.yaml": some, "topologies/-x.yaml": some}, "-x topologies/-x.yaml, a b topologies/a b.yaml"},
		{"the active one", map[string]string{"topologies/a.yaml": some, "topologies/b.yaml": some, "topology.yaml": "-> topologies/b.yaml"}, "a topologies/a.yaml, *b topologies/b.yaml"},
		{"active through a link of links", map[string]string{"topologies/a.yaml": "-> ../private/p.yaml", "private/p.yaml": some, "topology.yaml": "-> private/p.yaml"}, "*a topologies/a.yaml"},
		{"active and no link", map[string]string{"topologies/a.yaml": some, "topology.yaml": some}, "a topologies/a.yaml, *topology topology.yaml"},
		{"active and elsewhere", map[string]string{"topologies/a.yaml": some, "private/p.yaml": some, "topology.yaml": "-> private/p.yaml"}, "a topologies/a.yaml, *p topology.yaml"},
		{"active and gone", map[string]string{"topologies/a.yaml": some, "topology.yaml": "-> topologies/gone.yaml"}, "a topologies/a.yaml, *gone topology.yaml"},
		{"active and hidden by its own", map[string]string{"topologies/a.yaml": some, "topologies/a.example.yaml": some, "topology.yaml": "-> topologies/a.example.yaml"}, "a topologies/a.yaml, *a (example) topology.yaml"},
		{"active alone", map[string]string{"topology.yaml": some}, "*topology topology.yaml"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := tree(t, c.tree)
			found, err := files.NewStacks(root, "/nowhere").Stacks()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, listed(root, found)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	root := tree(t, map[string]string{"x/.git/": ""})
	if _, err := files.NewStacks(filepath.Join(root, "x"), "").Stacks(); err == nil || !strings.Contains(err.Error(), "no repository") {
		t.Error(err)
	}
}

func TestARecordingListsTheStacksOfThisMachine(t *testing.T) {
	root := tree(t, map[string]string{"topologies/a.yaml": some})
	stacks := files.NewStacks(root, "")
	for _, reader := range []ports.DocumentReader{files.NewRecorded("b", nil, stacks), files.NewRemembered(stacks)} {
		found, err := reader.Stacks()
		if err != nil || listed(root, found) != "a topologies/a.yaml" {
			t.Errorf("%v %v", found, err)
		}
	}
}
