package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/cli"
	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/discover"
	"github.com/univ-lehavre/nestor/ports"
)

// asked answers what only a discovery asks, for recordings that were made by a preview; the rest comes from them.
type asked struct{ ports.ClusterReader }

func (a asked) Objects(ctx context.Context, access ports.Access, markers []ports.Marker) ports.ObjectsAnswer {
	if !slices.EqualFunc(markers, discover.Questions(), func(a, b ports.Marker) bool { return a.Ref == b.Ref }) {
		return a.ClusterReader.Objects(ctx, access, markers)
	}
	answer := ports.ObjectsAnswer{Answers: map[ports.ObjectRef]ports.ObjectAnswer{}, Groups: ports.Listing[string]{Outcome: ports.Found, Items: []string{"apps"}}}
	for _, m := range markers {
		answer.Answers[m.Ref] = ports.ObjectAnswer{Outcome: ports.Missing, Elsewhere: ports.Listing[ports.Object]{Outcome: ports.Found}}
	}
	return answer
}

// TestAPreviewOfWhatWasDiscoveredHasNothingToDo closes the loop on every recorded scenario: its topology is discovered, and
// previewed on the same answers. What is broken is repaired, what is missing is not called for.
func TestAPreviewOfWhatWasDiscoveredHasNothingToDo(t *testing.T) {
	expected := map[string]struct {
		layers  string // declared
		pending string // what the preview then says is to be done
		problem string // why there is no topology
		unread  int
	}{
		"dirqual":        {layers: "metrics-server monitoring gitops registry"},
		"degraded":       {layers: "metrics-server monitoring gitops registry", pending: "repair kubernetes, repair ceph, blocked monitoring"},
		"half-readable":  {layers: "metrics-server", unread: 8},
		"fresh":          {},
		"leftovers":      {layers: "metrics-server"},
		"bench-up":       {layers: "metrics-server monitoring gitops"},
		"bench-orphan":   {layers: "metrics-server monitoring gitops", pending: "repair machines"},
		"unreachable":    {problem: "connection refused"},
		"bench-none":     {problem: "not in the recording"}, // nobody asked a cluster there
		"bench-stopped":  {problem: "not in the recording"},
		"discover":       {layers: "metrics-server monitoring gitops registry"},
		"discover-half":  {layers: "metrics-server", unread: 9},
		"discover-bench": {layers: "metrics-server monitoring gitops"},
	}
	recordings, err := filepath.Glob("fixtures/*.txtar")
	if err != nil || len(recordings) != len(expected) {
		t.Fatalf("%d recordings, %d expected (%v)", len(recordings), len(expected), err)
	}
	for _, file := range recordings {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		want := expected[name]
		t.Run(name, func(t *testing.T) {
			found := discovered(t, file)
			if want.problem != "" {
				if !strings.Contains(found.Problem.String(), want.problem) || len(found.Topology) > 0 || found.Status() != app.Failed {
					t.Errorf("status %d, problem %q\n%s", found.Status(), found.Problem, found.Topology)
				}
				return
			}
			if !found.Problem.IsZero() || len(found.Unread) != want.unread || found.Status() != min(want.unread, app.Failed) {
				t.Errorf("status %d, problem %q, unread %q", found.Status(), found.Problem, found.Unread)
			}
			if line := "\nlayers: [" + strings.ReplaceAll(want.layers, " ", ", ") + "]\n"; !strings.Contains(string(found.Topology), line) {
				t.Errorf("not declared: %s\n%s", line, found.Topology)
			}
			if diff := cmp.Diff(want.pending, pending(previewedAgain(t, file, found.Topology))); diff != "" {
				t.Errorf("to do (-want +got):\n%s\n%s", diff, found.Topology)
			}
		})
	}
}

func replay(t *testing.T, file string) cli.World {
	t.Helper()
	r, err := run.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return replayed(cli.Settings{Timeout: time.Minute}, r, file)
}

func discovered(t *testing.T, file string) app.Discovered {
	t.Helper()
	world := replay(t, file)
	if !strings.HasPrefix(filepath.Base(file), "discover") {
		world.Cluster = asked{world.Cluster}
	}
	use := app.Discover{Readers: world.Readers, Drafter: world.Drafter}
	aim, err := use.Aim(app.DiscoverOptions{})
	if !aim.Problem.IsZero() {
		return app.Discovered{Problem: aim.Problem}
	}
	if err != nil {
		t.Fatal(err)
	}
	found, err := use.Run(context.Background(), aim)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func previewedAgain(t *testing.T, file string, topology []byte) app.Report {
	t.Helper()
	written := filepath.Join(t.TempDir(), "again.yaml")
	if err := os.WriteFile(written, topology, 0o600); err != nil {
		t.Fatal(err)
	}
	report, err := app.Preview{Readers: replay(t, file).Readers}.Run(context.Background(), app.StackOptions{File: written})
	if err != nil {
		t.Fatal(err)
	}
	if report.Target.Judgement != "confirmed" || report.Summary.Unread > 0 || report.Summary.Missing > 0 || len(report.Doubts) > 0 {
		t.Errorf("target %s, %+v, %v", report.Target.Judgement, report.Summary, report.Doubts)
	}
	return report
}

// pending is what a preview says is to be done, layer by layer.
func pending(r app.Report) string {
	var all []string
	for _, l := range r.Layers {
		if l.Action != "none" {
			all = append(all, l.Action+" "+l.Name)
		}
	}
	return strings.Join(all, ", ")
}
