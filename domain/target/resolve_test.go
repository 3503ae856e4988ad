package target_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
)

// root makes a path absolute on this system.
func root(path string) string {
	whole, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		panic(err)
	}
	return whole
}

func env(kubeconfig string) ports.Environment {
	return ports.Environment{Home: root("/home/op"), WorkDir: root("/work"), ListSeparator: "|", Kubeconfig: kubeconfig}
}

var (
	declared   = stack.Stack{Name: "dirqual", File: "/work/topologies/dirqual.yaml", Kind: stack.Prod, Kubeconfig: root("/home/op/.kube/b")}
	undeclared = stack.Stack{Name: "dirqual", File: "/work/topologies/dirqual.yaml", Kind: stack.Prod}
	bench      = stack.Stack{Name: "local", Kind: stack.Lima}
)

func TestAnExportedListIsSplitAndItsRelativeFilesStartAtTheCurrentFolder(t *testing.T) {
	r := target.Resolve(env(root("/home/op/a")+"||sub/b| |"+root("/home/op/a")), declared, "", false)
	want := target.Resolution{
		Files: []string{root("/home/op/a"), root("/work/sub/b")}, Source: target.FromEnvironment,
		Overrides: declared.Kubeconfig, ContextSource: target.ContextCurrent,
	}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestABlankVariableCountsAsNotExported(t *testing.T) {
	for _, blank := range []string{"", " ", "|", " | |", "\t"} {
		want := target.Resolution{Files: []string{declared.Kubeconfig}, Source: target.FromTopology, ContextSource: target.ContextCurrent}
		if diff := cmp.Diff(want, target.Resolve(env(blank), declared, "", true)); diff != "" {
			t.Errorf("KUBECONFIG=%q (-want +got):\n%s", blank, diff)
		}
		r := target.Resolve(env(blank), undeclared, "", true)
		if r.Files != nil || !strings.Contains(r.Missing.String(), "`kubeconfig: ~/.kube/dirqual.config`") || !strings.Contains(r.Missing.String(), undeclared.File) {
			t.Errorf("KUBECONFIG=%q without a declared file: files %q, missing %q", blank, r.Files, r.Missing)
		}
	}
}

func TestAnExportedFileThatIsNotThereIsStillTheOneThatWasMeant(t *testing.T) {
	nope := root("/home/op/nope")
	r := target.Resolve(env(nope), declared, "", true)
	if diff := cmp.Diff([]string{nope}, r.Files); diff != "" || r.Source != target.FromEnvironment {
		t.Errorf("files %q by %q: fell through to a weaker source", r.Files, r.Source)
	}
}

func TestAnUnexpandedPathIsRefusedAndNotGuessed(t *testing.T) {
	for _, file := range []string{"~/.kube/prod.config", "~", "~ops/x", "$HOME/.kube/prod.config", "${HOME}/x", root("/a") + "|~/b"} {
		r := target.Resolve(env(file), declared, "", true)
		if r.Files != nil || !strings.Contains(r.Missing.String(), "did not expand") || r.Source != target.FromEnvironment {
			t.Errorf("KUBECONFIG=%q: files %q, missing %q", file, r.Files, r.Missing)
		}
	}
	nowhere := env("sub/b")
	nowhere.WorkDir = ""
	if r := target.Resolve(nowhere, declared, "", true); r.Files != nil || !strings.Contains(r.Missing.String(), "current folder") {
		t.Errorf("a relative file without a current folder: files %q, missing %q", r.Files, r.Missing)
	}
}

func TestTheSameFileExportedAndDeclaredOverridesNothing(t *testing.T) {
	if r := target.Resolve(env(declared.Kubeconfig), declared, "", false); r.Overrides != "" {
		t.Errorf("overrides %q", r.Overrides)
	}
	if r := target.Resolve(env(root("/a")), undeclared, "", false); r.Overrides != "" {
		t.Errorf("overrides %q, and nothing is declared", r.Overrides)
	}
}

func TestABenchUsesItsConventionalFileOrReadsNoCluster(t *testing.T) {
	convention := root("/home/op/.kube/local.config")
	r := target.Resolve(env(""), bench, "", true)
	if diff := cmp.Diff([]string{convention}, r.Files); diff != "" || r.Source != target.FromConvention {
		t.Errorf("files %q by %q", r.Files, r.Source)
	}
	r = target.Resolve(env(""), bench, "", false)
	if diff := cmp.Diff(target.Resolution{ContextSource: target.ContextCurrent}, r); diff != "" {
		t.Errorf("without the file (-want +got):\n%s", diff)
	}
	homeless := env("")
	homeless.Home = ""
	if r = target.Resolve(homeless, bench, "", true); r.Files != nil || !r.Missing.IsZero() || target.ConventionPath(homeless, bench) != "" {
		t.Errorf("without a home: %+v", r)
	}
	if r = target.Resolve(env(root("/a")), bench, "", true); r.Source != target.FromEnvironment {
		t.Errorf("an exported file is not used: %+v", r)
	}
}

func TestTheFlagNamesTheContextBeforeTheTopology(t *testing.T) {
	pinned := declared
	pinned.Context = "prod"
	for _, c := range []struct {
		s                   stack.Stack
		flag, name, because string
	}{
		{pinned, "x", "x", target.ContextFromFlag},
		{pinned, "", "prod", target.ContextFromTopology},
		{declared, "", "", target.ContextCurrent},
	} {
		if r := target.Resolve(env(""), c.s, c.flag, false); r.Context != c.name || r.ContextSource != c.because {
			t.Errorf("context %q by %q, want %q by %q", r.Context, r.ContextSource, c.name, c.because)
		}
	}
}

func TestTheDefaultKubeconfigIsNeverUsedUnlessNamed(t *testing.T) {
	ambient := root("/home/op/.kube/config")
	pieces := []string{"", " ", "|", root("/a"), "b", "~", "~/.kube/config", "$HOME/.kube/config", ".config", "config", ".kube"}
	rapid.Check(t, func(t *rapid.T) {
		s := stack.Stack{
			Name:       rapid.SampledFrom([]string{"", "config", "dirqual", ".", "..", "a b"}).Draw(t, "name"),
			Kind:       rapid.SampledFrom([]stack.Kind{stack.Prod, stack.Lima, ""}).Draw(t, "kind"),
			Kubeconfig: rapid.SampledFrom([]string{"", root("/x"), root("/home/op/.kube/y")}).Draw(t, "declared"),
		}
		e := env(strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 4).Draw(t, "list"), "|"))
		e.Home = rapid.SampledFrom([]string{"", e.Home}).Draw(t, "home")
		r := target.Resolve(e, s, rapid.SampledFrom([]string{"", "c"}).Draw(t, "flag"), rapid.Bool().Draw(t, "exists"))
		for _, file := range r.Files {
			if file == ambient || !filepath.IsAbs(file) {
				t.Fatalf("uses %q", file)
			}
		}
		if len(r.Files) > 0 && !r.Missing.IsZero() {
			t.Fatalf("files, and a reason why there are none: %+v", r)
		}
		if len(r.Files) == 0 && r.Missing.IsZero() && s.Kind != stack.Lima {
			t.Fatalf("neither files nor a reason why not: %+v", r)
		}
	})
	if r := target.Resolve(env(ambient), undeclared, "", false); !cmp.Equal(r.Files, []string{ambient}) {
		t.Errorf("named by KUBECONFIG and not used: %+v", r)
	}
}
