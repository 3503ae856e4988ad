//go:build !race

package archtest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/univ-lehavre/nestor/internal/callgraph"
)

// overlay lays a file over the tree, and collects what must be found in it.
type overlay struct {
	files map[string][]byte
	want  []string // "file:line what"
}

func (o *overlay) add(t *testing.T, file string, content []byte) {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("../..", file))
	if err != nil {
		t.Fatal(err)
	}
	o.files[path] = content
	for i, line := range strings.Split(string(content), "\n") {
		if _, wanted, ok := strings.Cut(line, "// finds "); ok {
			for what := range strings.SplitSeq(wanted, ", ") {
				o.want = append(o.want, fmt.Sprintf("%s:%d %s", file, i+1, what))
			}
		}
	}
}

// places are findings as a file's comments expect them.
func places(findings []callgraph.Finding) []string {
	var all []string
	for _, f := range findings {
		all = append(all, f.Steps[len(f.Steps)-1].At+" "+f.What)
	}
	return all
}

// mended are words of real files, and what is put behind them.
var mended = []struct{ file, words, more string }{
	{"adapters/files/known.go", `	_, clusters, err := readKnown(k.path)`, `; _ = os.WriteFile(k.path, nil, 0o600) // finds os.WriteFile`},
	{"adapters/kubeconfig/open_windows.go", `func openNow(file string) (*os.File, error) {`, ` _ = os.Remove(file) // finds os.Remove`},
	{"adapters/run/guard.go", `func Readers() Allow {`, ` _ = Allow{"kubectl": {"patch"}} // finds an entry of adapters/run.Allow`},
	{"adapters/run/real.go", `	f.apart = sshLike(c.Program)`, `; _ = exec.CommandContext(alive, path, "list") // finds os/exec.CommandContext`},
}

func TestSeededWritesAreFound(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/seeds.txtar")
	if err != nil {
		t.Fatal(err)
	}
	o := overlay{files: map[string][]byte{}}
	for _, f := range archive.Files {
		o.add(t, f.Name, f.Data)
	}
	for _, m := range mended {
		content, err := os.ReadFile(filepath.Join("../..", m.file))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Count(content, []byte(m.words)) != 1 {
			t.Errorf("%s has not one %q to seed", m.file, m.words)
		}
		o.add(t, m.file, bytes.Replace(content, []byte(m.words), []byte(m.words+m.more+"\n"), 1))
	}
	c, err := check("windows", o.files) // another system than this one: a file of it is among the seeds
	if err != nil {
		t.Fatal(err)
	}
	got := places(c.report.Findings)
	slices.Sort(got)
	slices.Sort(o.want)
	if diff := cmp.Diff(o.want, got); diff != "" {
		t.Errorf("(-want +found):\n%s", diff)
	}
	i := slices.IndexFunc(c.report.Findings, func(f callgraph.Finding) bool { return f.From == "(app.shown).String" })
	if i < 0 {
		t.Fatal("no chain to show")
	}
	if diff := cmp.Diff(chain, c.report.Findings[i].String()); diff != "" {
		t.Errorf("a chain of calls (-want +printed):\n%s", diff)
	}
}

// chain is how a finding is printed.
const chain = `app.SeedStringer reaches os.WriteFile: not on the list of what a read may call
    gives to a library (*app.shown).String   app/seed_libraries.go:26
    calls (app.shown).String
    does os.WriteFile   app/seed_libraries.go:21`

func TestAnExceptionThatIsNotNeededIsFound(t *testing.T) {
	c := tree(t)["linux"]
	if len(c.report.Findings) > 0 {
		t.Skip("the tree is not clean")
	}
	stale := []callgraph.Exception{
		{From: "(app.Preview).Run", To: "app.nothing"},        // no such edge
		{From: "(app.Preview).Run", To: "(app.Preview).read"}, // an edge that leads to no write
	}
	r := c.rules
	r.Exceptions = slices.Concat(r.Exceptions, stale)
	checker, err := callgraph.NewChecker(c.checker.Program, r)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(stale, callgraph.Unused(stale, checker.Check(c.roots))); diff != "" {
		t.Errorf("(-want +found):\n%s", diff)
	}
}
