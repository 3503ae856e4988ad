package files_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/ports"
)

// tree makes files in a new folder and gives it, links resolved. "-> x" makes a link to x, a name ending in / a folder.
func tree(t *testing.T, content map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range content {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		target, link := strings.CutPrefix(text, "-> ")
		switch {
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(path, 0o755)
		case link:
			err = os.Symlink(target, path)
		default:
			err = os.WriteFile(path, []byte(text), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// found gives a document's file and shown name with the folder taken out.
func found(root string, doc ports.Document) string {
	return strings.ReplaceAll(doc.File+" as "+doc.Shown, root, "ROOT")
}

const some = "nodes: []\n"

func TestStackIsFound(t *testing.T) {
	for _, c := range []struct {
		name        string
		tree        map[string]string
		dir         string
		stack, file string
		want        string
	}{
		{"by name", map[string]string{"topologies/a.yaml": some, "topologies/a.example.yaml": some}, "", "a", "", "ROOT/topologies/a.yaml as ROOT/topologies/a.yaml"},
		{"its example", map[string]string{"topologies/a.example.yaml": some}, "", "a", "", "ROOT/topologies/a.example.yaml as ROOT/topologies/a.example.yaml"},
		{"from below", map[string]string{"topologies/a.yaml": some, "x/y/": ""}, "x/y", "a", "", "ROOT/topologies/a.yaml as ROOT/topologies/a.yaml"},
		{"active, a file", map[string]string{"topology.yaml": some, "x/": ""}, "x", "", "", "ROOT/topology.yaml as ROOT/topology.yaml"},
		{"active, a link", map[string]string{"topology.yaml": "-> topologies/a.yaml", "topologies/a.yaml": some}, "", "", "", "ROOT/topologies/a.yaml as ROOT/topology.yaml"},
		{"a link of links", map[string]string{"topology.yaml": "-> b", "b": "-> real/a.yaml", "real/a.yaml": some}, "", "", "", "ROOT/real/a.yaml as ROOT/topology.yaml"},
		{"a relative file", map[string]string{"x/f.yaml": some}, "x", "", "f.yaml", "ROOT/x/f.yaml as f.yaml"},
		{"a file behind a linked folder", map[string]string{"l": "-> deep/er", "deep/er/": "", "deep/f.yaml": some}, "", "", "l/../f.yaml", "ROOT/deep/f.yaml as l/../f.yaml"},
		{"from a linked folder", map[string]string{"repo/topology.yaml": some, "repo/x/": "", "other/l": "-> ../repo/x"}, "other/l", "", "", "ROOT/repo/topology.yaml as ROOT/repo/topology.yaml"},
		{"the nearest one", map[string]string{"topology.yaml": some, "x/topologies/a.yaml": some, "x/y/": ""}, "x/y", "a", "", "ROOT/x/topologies/a.yaml as ROOT/x/topologies/a.yaml"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := tree(t, c.tree)
			doc, err := files.NewStacks(filepath.Join(root, c.dir), "/nowhere").Stack(c.stack, c.file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, found(root, doc)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFoundFilesAreShownFromTheWorkingFolder(t *testing.T) {
	root := tree(t, map[string]string{"topologies/a.yaml": some})
	t.Chdir(root)
	doc, err := files.NewStacks("", "/nowhere").Stack("a", "")
	if err != nil {
		t.Fatal(err)
	}
	if want := "ROOT/topologies/a.yaml as topologies/a.yaml"; found(root, doc) != want {
		t.Errorf("%s, want %s", found(root, doc), want)
	}
}

func TestStackIsNotFound(t *testing.T) {
	two := map[string]string{"topologies/b.yaml": some, "topologies/a.example.yaml": some, "topologies/a.yaml": some, "topologies/layers.yaml": "", "topologies/.c.yaml": ""}
	for _, c := range []struct {
		name        string
		tree        map[string]string
		dir         string
		stack, file string
		want        string
	}{
		{"unknown name", two, "", "c", "", `there is no stack "c" in ROOT/topologies; name one of: a, b`},
		{"unknown name in an empty folder", map[string]string{"topologies/": ""}, "", "c", "", `there is no stack "c": ROOT/topologies holds no topology; write topologies/c.yaml`},
		{"path as name", two, "", "../x", "", `"../x" is no stack name: letters, digits, dots, dashes and underscores, a letter or digit first; a stack is named, not its file; commands that read one stack take a file as -f FILE`},
		{"dots as name", two, "", "a..b", "", `"a..b" is no stack name: letters, digits, dots, dashes and underscores, a letter or digit first; a stack is named, not its file; commands that read one stack take a file as -f FILE`},
		{"option as name", two, "", "-a", "", `"-a" is no stack name: letters, digits, dots, dashes and underscores, a letter or digit first; a stack is named, not its file; commands that read one stack take a file as -f FILE`},
		{"catalogue as name", two, "", "layers", "", `layers.yaml is the catalogue's file, not a stack; a stack is named, not its file; commands that read one stack take a file as -f FILE`},
		{"name and file", two, "", "a", "f", `a stack (a) and a file (f) are both named; name one of them`},
		{"none active", two, "", "", "", `no stack is active: ROOT/topology.yaml is not there; name one of: a, b; or make one active: nestor stack select NAME`},
		{"none at all", map[string]string{"topologies/": ""}, "", "", "", `no stack is active and none is declared in ROOT/topologies; write a topology there: nestor stack new NAME`},
		{"beyond the repository", map[string]string{"topology.yaml": some, "x/.git/": "", "x/y/": ""}, "x/y", "", "", `no repository: neither topology.yaml nor a folder topologies from ROOT/x/y up to ROOT/x; go to your repository, name a topology with -f FILE, or make one: nestor stack new NAME, or nestor discover for a cluster that runs`},
		{"missing file", two, "", "", "f.yaml", `f.yaml is not there; check its path`},
		{"folder", two, "", "", "topologies", `topologies is a folder; name a file in it`},
		{"dangling link", map[string]string{"topology.yaml": "-> gone.yaml"}, "", "", "", `ROOT/topology.yaml is a link to gone.yaml, which is not there; make it a link to an existing file`},
		{"link to itself", map[string]string{"topology.yaml": "-> topology.yaml"}, "", "", "", `ROOT/topology.yaml is a link that leads nowhere (EvalSymlinks: too many links); make it a link to an existing file`},
		{"dangling link hides no example", map[string]string{"topologies/a.yaml": "-> gone.yaml", "topologies/a.example.yaml": some}, "", "a", "", `ROOT/topologies/a.yaml is a link to gone.yaml, which is not there; make it a link to an existing file`},
		{"no such start", two, "nope", "", "", `cannot start in ROOT/nope: it is not there or may not be read; name an existing folder`},
		{"device", two, "", "", "/dev/null", `/dev/null is neither a file nor a link to one; give a regular file`},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := tree(t, c.tree)
			_, err := files.NewStacks(filepath.Join(root, c.dir), "/nowhere").Stack(c.stack, c.file)
			if err == nil {
				t.Fatal("found")
			}
			if diff := cmp.Diff(c.want, strings.ReplaceAll(err.Error(), root, "ROOT")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestSearchEndsAtHome(t *testing.T) {
	root := tree(t, map[string]string{"topology.yaml": some, "home/x/": "", "link": "-> home"})
	for _, home := range []string{"home", "link"} {
		_, err := files.NewStacks(filepath.Join(root, "home/x"), filepath.Join(root, home)).Stack("", "")
		if err == nil || !strings.Contains(err.Error(), "up to "+filepath.Join(root, "home")) {
			t.Errorf("home %s: %v", home, err)
		}
	}
	if _, err := files.NewStacks(filepath.Join(root, "home/x"), root).Stack("", ""); err != nil {
		t.Errorf("home itself is searched too: %v", err)
	}
}

func TestUnreadableFileSaysSo(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	root := tree(t, map[string]string{"f.yaml": some})
	if err := os.Chmod(filepath.Join(root, "f.yaml"), 0); err != nil {
		t.Fatal(err)
	}
	_, err := files.NewStacks(root, "").Stack("", "f.yaml")
	if err == nil || !strings.Contains(err.Error(), "permission denied") {
		t.Error(err)
	}
}

func TestSyntaxFaultsNameTheRealFile(t *testing.T) {
	root := tree(t, map[string]string{"topology.yaml": "-> topologies/a.yaml", "topologies/a.yaml": "a: [\n"})
	_, err := files.NewStacks(root, "").Stack("", "")
	var invalid *ports.InvalidDocument
	if !errors.As(err, &invalid) || invalid.File != filepath.Join(root, "topologies/a.yaml") {
		t.Error(err)
	}
}

func TestOthersAreTheOtherStacksOfTheFolder(t *testing.T) {
	root := tree(t, map[string]string{
		"topologies/a.yaml": some, "topologies/a.example.yaml": some, "topologies/b.example.yaml": some,
		"topologies/c.yaml": "-> a.yaml", "topologies/d.yaml": "-> ../private/d.yaml", "private/d.yaml": some,
		"topologies/broken.yaml": "a: [\n", "topologies/gone.yaml": "-> nowhere", "topologies/layers.yaml": some, "topologies/notes.txt": "x",
		"topology.yaml": "-> topologies/a.yaml",
	})
	for _, c := range []struct{ stack, want string }{
		{"", "b.example.yaml d.yaml"},
		{"d", "a.yaml b.example.yaml"},
		{"b", "a.yaml d.yaml"},
	} {
		s := files.NewStacks(root, "")
		doc, err := s.Stack(c.stack, "")
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, other := range s.Others(doc) {
			names = append(names, filepath.Base(other.File))
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("others than %q: %s, want %s", c.stack, got, c.want)
		}
	}
}

func TestCatalogueOverlayStandsBesideTheTopologies(t *testing.T) {
	const overlay = "layers: []\n"
	for _, c := range []struct {
		name  string
		tree  map[string]string
		stack bool
		want  string
	}{
		{"none", map[string]string{"topologies/a.yaml": some}, true, ""},
		{"in the folder", map[string]string{"topologies/a.yaml": some, "topologies/layers.yaml": overlay}, true, "topologies/layers.yaml"},
		{"at the root", map[string]string{"topologies/a.yaml": some, "layers.yaml": overlay}, true, "layers.yaml"},
		{"the folder's own first", map[string]string{"topologies/a.yaml": some, "topologies/layers.yaml": overlay, "layers.yaml": overlay}, true, "topologies/layers.yaml"},
		{"beside a link", map[string]string{"topologies/a.yaml": "-> ../private/a.yaml", "private/a.yaml": some, "topologies/layers.yaml": overlay}, true, "topologies/layers.yaml"},
		{"without a stack", map[string]string{"topologies/": "", "topologies/layers.yaml": overlay}, false, "topologies/layers.yaml"},
		{"without a repository", map[string]string{".git/": ""}, false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := tree(t, c.tree)
			s := files.NewStacks(root, "")
			var beside ports.Document
			if c.stack {
				var err error
				if beside, err = s.Stack("a", ""); err != nil {
					t.Fatal(err)
				}
			}
			embedded, own, err := s.Catalogue(beside)
			if err != nil || embedded.Root.Kind != ports.Map {
				t.Fatalf("embedded is %v: %v", embedded.Root.Kind, err)
			}
			got := ""
			if own != nil {
				got = strings.TrimPrefix(own.File, root+"/")
			}
			if got != c.want {
				t.Errorf("overlay %q, want %q", got, c.want)
			}
		})
	}
}

func TestBrokenOverlayIsAnError(t *testing.T) {
	root := tree(t, map[string]string{"topologies/layers.yaml": "-> gone"})
	if _, _, err := files.NewStacks(root, "").Catalogue(ports.Document{}); err == nil {
		t.Error("a catalogue that cannot be read was left out silently")
	}
}
