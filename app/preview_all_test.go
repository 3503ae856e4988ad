package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
)

// repository is a world with several stacks in it, some of which cannot be parsed.
type repository struct {
	*world
	stacks []ports.StackFile
	broken map[string]error
}

func (r repository) Stacks() ([]ports.StackFile, error) { return r.stacks, nil }

func (r repository) Stack(name, file string) (ports.Document, error) {
	if err := r.broken[file]; err != nil {
		return ports.Document{}, err
	}
	return r.world.Stack(name, file)
}

func TestOneStackThatFailsHidesNoOther(t *testing.T) {
	w := paris("prod")
	w.asking, w.yes = target.AtTerminal, true
	files := repository{world: w, broken: map[string]error{"/b": errors.New("no such disk\nreally"), "/c": &ports.InvalidDocument{File: "/c"}}}
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		files.stacks = append(files.stacks, ports.StackFile{Name: name, File: "/" + name, Example: name == "e"})
	}
	readers := w.readers()
	readers.Documents = files
	readers.Environment.Kubeconfig = "/other.config"
	all, err := PreviewAll{readers}.Run(context.Background(), false)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range all.Stacks {
		got = append(got, fmt.Sprint(s.Name, " ", s.Status, " ", s.Report != nil, " ", s.Error))
		if s.Report != nil && slices.Contains(s.Report.Target.Kubeconfig, "/other.config") {
			t.Errorf("%s was read through KUBECONFIG", s.Name)
		}
	}
	want := []string{"a 0 true ", "b 64 false no such disk; really", "c 64 false invalid; every fault, with its place: nestor stack validate c", "d 0 true "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(w.questions) > 0 || all.Ignored != "/other.config" || !slices.Equal(all.Examples, []string{"e"}) || all.Status() != Usage {
		t.Errorf("%d questions, ignored %q, examples %v, status %d", len(w.questions), all.Ignored, all.Examples, all.Status())
	}
}

func TestTheWorstStatusCounts(t *testing.T) {
	order := []int{Done, Pending, Failed, Usage, Refused}
	for i, worst := range order {
		for _, other := range order[:i+1] {
			p := Previews{Stacks: []StackPreview{{Status: other}, {Status: worst}, {Status: other}}}
			if got := p.Status(); got != worst {
				t.Errorf("%d beside %d: %d", other, worst, got)
			}
		}
	}
	if got := (Previews{}).Status(); got != Done {
		t.Errorf("no stack: %d", got)
	}
}
