//go:build !race

package archtest

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sync/errgroup"
	"golang.org/x/tools/go/ssa"

	"github.com/univ-lehavre/nestor/internal/callgraph"
)

// systems are those that operators use. Every file of the tool must be built on one of them.
var systems = []string{"linux", "darwin", "windows"}

// library gives the functions that it is handed their turn: the actions of commands.
const library = "github.com/urfave/cli/v2"

// checked is a program, and what was found in it.
type checked struct {
	checker *callgraph.Checker
	rules   callgraph.Rules
	roots   []*ssa.Function          // of reads
	writes  map[string]*ssa.Function // the others
	report  callgraph.Report
}

// clean checks the tree as it is, once for each system.
var clean = sync.OnceValues(func() (map[string]checked, error) {
	all := map[string]checked{}
	var group errgroup.Group
	var mutex sync.Mutex
	for _, system := range systems {
		group.Go(func() error {
			c, err := check(system, nil)
			mutex.Lock()
			defer mutex.Unlock()
			all[system] = c
			return err
		})
	}
	return all, group.Wait()
})

func check(system string, overlay map[string][]byte) (checked, error) {
	root, err := filepath.Abs("../..")
	if err != nil {
		return checked{}, err
	}
	p, err := callgraph.Load(callgraph.Build{Dir: root, Module: module, GOOS: system, Overlay: overlay})
	if err != nil {
		return checked{}, err
	}
	c := checked{rules: rules, writes: map[string]*ssa.Function{}}
	given, unknown := p.GivenTo(library)
	if len(unknown) > 0 {
		return checked{}, fmt.Errorf("%s: an action that is no function known by name, so whether it reads cannot be told", strings.Join(unknown, ", "))
	}
	starts := append(p.Inits(), p.Main())
	for _, g := range given {
		starts = append(starts, g.Function)
		if what := writing[p.Name(g.Function)]; what != "" {
			c.rules.Exceptions = append(c.rules.Exceptions, callgraph.Exception{From: p.Name(g.By), To: p.Name(g.Value), Why: "a command that writes " + what})
		}
	}
	for _, fn := range append(starts, p.Exported("app")...) {
		if name := p.Name(fn); writing[name] != "" {
			c.writes[name] = fn
		} else {
			c.roots = append(c.roots, fn)
		}
	}
	if c.checker, err = callgraph.NewChecker(p, c.rules); err != nil {
		return checked{}, err
	}
	c.report = c.checker.Check(c.roots)
	return c, nil
}

// tree is clean, or the end of the test.
func tree(t *testing.T) map[string]checked {
	t.Helper()
	all, err := clean()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestReadsCannotWrite(t *testing.T) {
	found := map[string][]string{}
	for system, c := range tree(t) {
		for _, f := range c.report.Findings {
			found[f.String()] = append(found[f.String()], system)
		}
	}
	for _, finding := range slices.Sorted(maps.Keys(found)) {
		slices.Sort(found[finding])
		t.Errorf("on %s, %s", strings.Join(found[finding], ", "), finding)
	}
}

func TestEveryExceptionIsNeeded(t *testing.T) {
	for _, e := range unused(tree(t)) {
		t.Errorf("the exception %s is not needed; take it out", e)
	}
}

func unused(all map[string]checked) []callgraph.Exception {
	var reports []callgraph.Report
	for _, c := range all {
		reports = append(reports, c.report)
	}
	return callgraph.Unused(all["linux"].rules.Exceptions, reports...)
}

// What writes must be found writing: a graph that does not see it there would not see it elsewhere either.
func TestWhatWritesIsFoundWriting(t *testing.T) {
	c := tree(t)["linux"]
	for _, name := range slices.Sorted(maps.Keys(writing)) {
		switch fn := c.writes[name]; {
		case fn == nil:
			t.Errorf("%s is in the table of what writes, and not in the program", name)
		case len(c.checker.Check([]*ssa.Function{fn}).Findings) == 0:
			t.Errorf("%s is in the table of what writes, and does not; take it out", name)
		}
	}
}

func TestReadsReachTheAdapters(t *testing.T) {
	for system, c := range tree(t) {
		for root, names := range reaching {
			i := slices.IndexFunc(c.roots, func(fn *ssa.Function) bool { return c.checker.Name(fn) == root })
			if i < 0 {
				t.Errorf("%s: no read is called %s", system, root)
				continue
			}
			reached := c.checker.Check(c.roots[i : i+1]).Reached
			for _, name := range names {
				if !reached[name] {
					t.Errorf("%s: %s does not reach %s: the graph has lost it, or its name changed", system, root, name)
				}
			}
		}
	}
}

// Each file of the tool must be looked at. Walking the folders also lets the test's cache see new files.
func TestEveryFileIsLookedAt(t *testing.T) {
	seen, folders := map[string]bool{}, map[string]bool{}
	for _, c := range tree(t) {
		for _, file := range c.checker.Files() {
			seen[file], folders[filepath.Dir(file)] = true, true
		}
	}
	for file := range importsOf(t, "../..") {
		if folders[filepath.Dir(file)] && !seen[file] && !strings.HasSuffix(file, "_test.go") {
			t.Errorf("%s is built on none of %s, so nobody looks at what it writes", file, strings.Join(systems, ", "))
		}
	}
}
