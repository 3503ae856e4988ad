package files_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/ports"
)

// names lists a folder.
func names(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

func TestTheLinkIsRelativeAndAlone(t *testing.T) {
	root := tree(t, map[string]string{"topologies/a.yaml": some, "topologies/b.yaml": some, "x/": ""})
	for _, dir := range []string{root, filepath.Join(root, "x"), filepath.Join(root, "topologies")} {
		for _, name := range []string{"a", "b", "b"} {
			link, leadsTo, err := files.NewStackStore(dir, "").Select(filepath.Join(root, "topologies", name+".yaml"))
			if err != nil || link != filepath.Join(root, "topology.yaml") || leadsTo != filepath.Join("topologies", name+".yaml") {
				t.Errorf("%q %q %v", link, leadsTo, err)
			}
			if now, err := os.Readlink(link); err != nil || now != leadsTo {
				t.Errorf("%q %v", now, err)
			}
		}
	}
	if got := names(t, root); got != "topologies topology.yaml x" {
		t.Error(got)
	}
}

func TestOnlyALinkGivesWay(t *testing.T) {
	for name, there := range map[string]string{"a file": "nodes: mine\n", "an empty file": "", "a folder": "/"} {
		t.Run(name, func(t *testing.T) {
			content := map[string]string{"topologies/a.yaml": some}
			if there == "/" {
				content["topology.yaml/kept"] = "kept"
			} else {
				content["topology.yaml"] = there
			}
			root := tree(t, content)
			_, _, err := files.NewStackStore(root, "").Select(filepath.Join(root, "topologies/a.yaml"))
			if err == nil || !strings.Contains(err.Error(), "is no link, and is left as it is") || !strings.Contains(err.Error(), "; move it to ") {
				t.Error(err)
			}
			if info, err := os.Lstat(filepath.Join(root, "topology.yaml")); err != nil || info.Mode()&fs.ModeSymlink != 0 || names(t, root) != "topologies topology.yaml" {
				t.Error(err, names(t, root))
			}
		})
	}
	root := tree(t, map[string]string{"repo/topologies/a.yaml": some, "repo/topology.yaml": "-> topologies/a.yaml", "other/b.yaml": some})
	if _, _, err := files.NewStackStore(filepath.Join(root, "repo"), "").Select(filepath.Join(root, "other/b.yaml")); err == nil || !strings.Contains(err.Error(), "is not in") {
		t.Error("a stack of elsewhere was selected", err)
	}
}

func TestAFailedSelectionKeepsTheOldLink(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("rights do not bind root")
	}
	root := tree(t, map[string]string{"topologies/a.yaml": some, "topologies/b.yaml": some, "topology.yaml": "-> topologies/a.yaml"})
	if err := os.Chmod(root, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(root, 0o700) })
	_, _, err := files.NewStackStore(root, "").Select(filepath.Join(root, "topologies/b.yaml"))
	if err == nil || !strings.Contains(err.Error(), "is as it was") {
		t.Error(err)
	}
	if now, _ := os.Readlink(filepath.Join(root, "topology.yaml")); now != "topologies/a.yaml" || names(t, root) != "topologies topology.yaml" {
		t.Error(now, names(t, root))
	}
}

// TestThereIsAlwaysALink reads the active stack all the while it is changed.
func TestThereIsAlwaysALink(t *testing.T) {
	root := tree(t, map[string]string{"topologies/a.yaml": some, "topologies/b.yaml": some, "topology.yaml": "-> topologies/a.yaml"})
	var done atomic.Bool
	var group sync.WaitGroup
	group.Go(func() {
		for !done.Load() {
			if _, err := os.ReadFile(filepath.Join(root, "topology.yaml")); err != nil {
				t.Error(err)
				return
			}
		}
	})
	for i := range 300 {
		if _, _, err := files.NewStackStore(root, "").Select(filepath.Join(root, "topologies", string("ab"[i%2])+".yaml")); err != nil {
			t.Error(err)
		}
	}
	done.Store(true)
	group.Wait()
	if got := names(t, root); got != "topologies topology.yaml" {
		t.Error(got)
	}
}

func TestANewTopologyReplacesNothing(t *testing.T) {
	root := tree(t, map[string]string{
		"topologies/a.yaml": "mine", "topologies/b.yaml": "-> ../elsewhere.yaml", "topologies/c.yaml/": "", "topologies/d.example.yaml": "mine",
	})
	store := files.NewStackStore(root, "")
	for name, example := range map[string]bool{"a": false, "b": false, "c": false, "d": true} {
		_, err := store.Create(name, example, []byte("theirs"))
		if !errors.Is(err, ports.ErrExists) || !strings.Contains(err.Error(), "and is left as it is; ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Lstat(filepath.Join(root, "elsewhere.yaml")); err == nil {
		t.Error("what a link leads to was made")
	}
	for _, file := range []string{"a.yaml", "d.example.yaml"} {
		if content, err := os.ReadFile(filepath.Join(root, "topologies", file)); err != nil || string(content) != "mine" {
			t.Errorf("%q %v", content, err)
		}
	}
	path, err := store.Create("d", false, []byte("new"))
	if content, _ := os.ReadFile(path); err != nil || string(content) != "new" || path != filepath.Join(root, "topologies/d.yaml") {
		t.Error(path, err)
	}
}

func TestOneOfManyNewTopologiesIsKept(t *testing.T) {
	root := tree(t, map[string]string{".git/": ""})
	var made atomic.Int32
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			_, err := files.NewStackStore(root, "").Create("a", false, []byte("x"))
			if err == nil {
				made.Add(1)
			} else if !errors.Is(err, ports.ErrExists) {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if made.Load() != 1 || names(t, filepath.Join(root, "topologies")) != "a.yaml" {
		t.Errorf("%d were made: %s", made.Load(), names(t, filepath.Join(root, "topologies")))
	}
}

func TestANewTopologyGoesWhereItWouldBeFound(t *testing.T) {
	for _, c := range []struct {
		name string
		tree map[string]string
		dir  string
		want string
	}{
		{"beside the others", map[string]string{"topologies/a.yaml": some, "x/": ""}, "x", "topologies/n.yaml"},
		{"beside an active one", map[string]string{"topology.yaml": some, "x/": ""}, "x", "topologies/n.yaml"},
		{"where there is no repository yet", map[string]string{"x/.git/": "", "x/y/": ""}, "x/y", "x/y/topologies/n.yaml"},
		{"behind a linked folder", map[string]string{"topologies": "-> real", "real/": ""}, "", "topologies/n.yaml"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := tree(t, c.tree)
			path, err := files.NewStackStore(filepath.Join(root, c.dir), "").Create("n", false, []byte(some))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(filepath.Join(root, c.want), path); diff != "" {
				t.Error(diff)
			}
			if doc, err := files.NewStacks(filepath.Join(root, c.dir), "").Stack("n", ""); err != nil || filepath.Base(doc.File) != "n.yaml" {
				t.Error("it is not found", err)
			}
		})
	}
}

func TestNoNameLeadsOutOfTheFolder(t *testing.T) {
	root := tree(t, map[string]string{"repo/topologies/": "", "repo/topologies/deep/": ""})
	for _, name := range []string{"", ".", "..", "../x", "../../x", "deep/x", "/x", `deep\x`, "C:x", "x\x00", "x\n", "-x", ".x", "é", "x.example", "layers", strings.Repeat("x", 64)} {
		if path, err := files.NewStackStore(filepath.Join(root, "repo"), "").Create(name, false, []byte("x")); err == nil {
			t.Errorf("%q was written to %s", name, path)
		}
	}
	if got := names(t, root) + " " + names(t, filepath.Join(root, "repo/topologies")) + " " + names(t, filepath.Join(root, "repo/topologies/deep")); got != "repo deep " {
		t.Error(got)
	}
}
