// Package archtest proves the shape of the code: which package may know which.
package archtest

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/univ-lehavre/nestor"

// allowed lists, for each folder, the folders of this module that it may import. A folder stands for all below it.
// The first match counts. Tests are held to the same arrows, except external ones that drive an adapter into the core.
var allowed = []struct {
	folder string
	may    []string
}{
	{"ports", []string{"ports"}},
	{"domain", []string{"domain", "ports"}},
	{"app", []string{"domain", "ports"}},
	{"adapters/run", []string{"ports", "internal/atomicfile"}},
	{"adapters/cli/languages", []string{"ports"}},
	{"adapters/cli/formats", []string{"app", "domain", "ports"}},
	{"adapters/cli/man", []string{"ports"}},
	{"adapters/cli", []string{"adapters/cli/languages", "adapters/cli/formats", "adapters/cli/man", "app", "domain", "ports", "schema"}},
	{"adapters/files/yamledit", []string{"ports", "adapters/files", "internal/atomicfile"}},
	{"adapters", []string{"ports", "adapters/run", "internal/atomicfile"}},
	{"fixtures", nil},
	{"schema", nil},
	{"internal/archtest", nil},
	{"internal/atomicfile", nil},
	{"internal/callgraph", nil},
	{"internal/effort", nil},
	{"internal/screen", nil},
	{"internal/sshtest", nil},
	{"bench", nil},
	{".", []string{"adapters", "fixtures", "ports", "app"}},
}

// outside lists what each folder may import besides this module: nil means the standard library alone.
var outside = map[string][]string{
	"ports":                nil,
	"domain":               nil,
	"app":                  {"golang.org/x/sync/errgroup"},
	"adapters/run":         {"github.com/rs/zerolog", "golang.org/x/sys", "golang.org/x/tools/txtar"},
	"internal/atomicfile":  nil,
	"internal/callgraph":   {"golang.org/x/tools"},
	"internal/effort":      nil,
	"internal/screen":      {"golang.org/x/text/width"},
	"internal/sshtest":     nil,
	"adapters/ssh":         nil,
	"adapters/cli/formats": nil,
	"schema":               nil,
}

// pureNet only computes on addresses.
var pureNet = []string{"net/netip", "net/url"}

// starters may start programs: what is in the tool, a benchmark, and the server of some tests.
var starters = []string{"adapters/run", "bench", "internal/sshtest"}

// impure are packages of the standard library that the core must not know: they reach the world or the clock.
var impure = []string{"os", "os/exec", "os/signal", "os/user", "net", "net/http", "io/ioutil", "syscall", "plugin", "unsafe", "log", "embed"}

func TestImportsFollowTheArrows(t *testing.T) {
	for file, imports := range importsOf(t, "../..") {
		folder := path.Dir(file)
		for _, imported := range imports {
			if reason := forbidden(file, folder, imported); reason != "" {
				t.Errorf("%s imports %s: %s", file, imported, reason)
			}
		}
	}
}

func TestTheArrowsCanBeBroken(t *testing.T) {
	for _, c := range []struct{ file, imported string }{
		{"ports/read.go", module + "/domain/stack"},
		{"domain/plan/plan.go", module + "/app"},
		{"domain/plan/plan.go", "os"},
		{"domain/plan/plan.go", "github.com/rs/zerolog"},
		{"adapters/kubectl/objects.go", module + "/adapters/files"},
		{"adapters/kubectl/objects.go", module + "/domain/state"},
		{"adapters/kubectl/objects.go", "os/exec"},
		{"adapters/ssh/ssh.go", module + "/adapters/kubectl"},
		{"adapters/ssh/ssh.go", "os/exec"},
		{"adapters/ssh/ssh.go", module + "/internal/sshtest"},
		{"app/preview.go", module + "/adapters/kubectl"},
		{"app/preview.go", "os"},
		{"app/preview.go", module + "/internal/atomicfile"},
		{"domain/plan/plan.go", module + "/internal/atomicfile"},
		{"adapters/cli/cli.go", module + "/internal/atomicfile"},
		{"adapters/cli/formats/html.go", module + "/adapters/cli"},
		{"adapters/cli/formats/yaml.go", "github.com/goccy/go-yaml"},
		{"schema/schema.go", module + "/domain/stack"},
		{"schema/schema.go", "github.com/santhosh-tekuri/jsonschema/v6"},
		{"internal/atomicfile/write.go", module + "/ports"},
		{"internal/atomicfile/write.go", "golang.org/x/sys/unix"},
		{"adapters/files/load.go", module + "/adapters/files/yamledit"},
		{"adapters/files/yamledit/set.go", module + "/adapters/run"},
	} {
		if forbidden(c.file, path.Dir(c.file), c.imported) == "" {
			t.Errorf("%s may import %s", c.file, c.imported)
		}
	}
}

// forbidden says why a file may not import a package, or "" when it may.
func forbidden(file, folder, imported string) string {
	test := strings.HasSuffix(file, "_test.go")
	if inside, ok := strings.CutPrefix(imported, module+"/"); ok {
		if folder == inside || test {
			return testArrow(folder, inside, test)
		}
		if !covered(inside, rule(folder)) {
			return "this arrow is not in the design"
		}
		return ""
	}
	if test {
		return ""
	}
	if imported == "os/exec" && !slices.Contains(starters, folder) {
		return "only adapters/run starts programs"
	}
	if (within(folder, "domain") || within(folder, "app") || within(folder, "ports")) && covered(imported, impure) && !covered(imported, pureNet) {
		return "the core does not reach the world"
	}
	if strings.Contains(imported, ".") {
		for name, may := range outside {
			if within(folder, name) && !covered(imported, may) {
				return "this folder takes no such library"
			}
		}
	}
	return ""
}

// testArrow holds the tests of the core to the core: they must not need an adapter.
func testArrow(folder, inside string, test bool) string {
	core := within(folder, "domain") || within(folder, "ports")
	if test && core && within(inside, "adapters") {
		return "tests of the core need no adapter"
	}
	return ""
}

func rule(folder string) []string {
	for _, r := range allowed {
		if within(folder, r.folder) || r.folder == "." && folder == "." {
			return r.may
		}
	}
	return nil
}

func covered(imported string, by []string) bool {
	for _, b := range by {
		if within(imported, b) {
			return true
		}
	}
	return false
}

func within(folder, parent string) bool {
	return folder == parent || strings.HasPrefix(folder, parent+"/")
}

// importsOf reads the imports of every Go file of the module, for every operating system.
func importsOf(t *testing.T, root string) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if _, err := os.Stat(filepath.Join(p, "go.mod")); err == nil && p != root || strings.HasPrefix(d.Name(), ".") && p != root {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(p, ".go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, p)
		file := filepath.ToSlash(rel)
		found[file] = nil
		for _, i := range parsed.Imports {
			name, _ := strconv.Unquote(i.Path.Value)
			found[file] = append(found[file], name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < 20 {
		t.Fatalf("only %d files seen: the walk is broken", len(found))
	}
	return found
}
