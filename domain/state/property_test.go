package state_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
	"github.com/univ-lehavre/nestor/ports"
)

func drawing(t *rapid.T) statetest.Draw {
	return func(what string, n int) int { return rapid.IntRange(0, n-1).Draw(t, what) }
}

// verdicts gives all layers', wanted and extra.
func verdicts(st state.State) map[string]state.Verdict {
	all := map[string]state.Verdict{}
	for _, l := range append(st.Extra.Layers, st.Layers...) {
		all[l.Name] = l.Verdict
	}
	return all
}

func TestALostAnswerOnlyMakesVerdictsUnknown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := statetest.Random(drawing(t))
		if rapid.Bool().Draw(t, "by lists") {
			w.ByLists()
		}
		before := w.Compose()
		lost := w.Lose(drawing(t))
		after := w.Compose()
		for i, was := range before.Layers {
			is := after.Layers[i]
			if is.Verdict != was.Verdict && is.Verdict != state.Unknown && !onlyItsSurroundingsWereLost(w, was, is, lost) {
				t.Fatalf("without %s, %s went from %s (%s) to %s (%s)", lost.What, was.Name, was.Verdict, was.Detail, is.Verdict, is.Detail)
			}
		}
		for name, is := range verdicts(state.State{Layers: after.Extra.Layers}) {
			if _, was := verdicts(before)[name]; !was {
				t.Fatalf("without %s, extra %s appeared as %s", lost.What, name, is)
			}
		}
	})
}

// onlyItsSurroundingsWereLost allows the one other change: a layer that was degraded by its namespace's deletion, or by
// the absence of a need, is judged by its own proofs again. It is never absent, for they are there.
func onlyItsSurroundingsWereLost(w *statetest.World, was, is state.Layer, lost statetest.Lost) bool {
	l, _ := w.Catalogue.Find(was.Name)
	for _, p := range l.Proofs {
		if p.Ref == lost.Ref {
			return false
		}
	}
	return was.Verdict == state.Degraded && (is.Verdict == state.Present || is.Verdict == state.Partial)
}

func TestAWorldThatWasNotReadIsUnknown(t *testing.T) {
	for _, s := range []*statetest.World{statetest.Healthy(statetest.Dirqual()), statetest.Healthy(statetest.LocalPath())} {
		for _, l := range s.Unreachable("connection refused").Compose().Layers {
			if l.Verdict != state.Unknown {
				t.Errorf("%s is %s without any answer", l.Name, l.Verdict)
			}
		}
	}
}

func TestTheOrderOfAnswersChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := statetest.Random(drawing(t))
		before := w.Compose()
		w.Shuffle(drawing(t))
		if diff := cmp.Diff(before, w.Compose()); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestWhatIsUnrelatedChangesNoVerdict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := statetest.Random(drawing(t))
		before := w.Compose()
		addUnrelated(w)
		if diff := cmp.Diff(verdicts(before), verdicts(w.Compose())); diff != "" {
			t.Fatal(diff)
		}
	})
}

func addUnrelated(w *statetest.World) {
	w.Namespace("legacy-app", false).Class(ports.StorageClass{Name: "nfs", Provisioner: "nfs.csi.k8s.io", Default: true})
	web := statetest.HealthyObject(statetest.Workload("Deployment", "legacy-app", "web"))
	w.Overview.Workloads["Deployment"] = ports.Listing[ports.Object]{Outcome: w.Overview.Workloads["Deployment"].Outcome,
		Items: append(w.Overview.Workloads["Deployment"].Items, web)}
}

func TestEveryVerdictNamesWhatDecided(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, l := range statetest.Random(drawing(t)).Compose().Layers {
			if l.Verdict != state.Unobservable && !decided(l) {
				t.Fatalf("%s is %s (%q) without deciding evidence", l.Name, l.Verdict, l.Detail)
			}
			if l.Detail.IsZero() {
				t.Fatalf("%s is %s without a word", l.Name, l.Verdict)
			}
		}
	})
}

func decided(l state.Layer) bool {
	for _, e := range l.Evidence {
		if e.Decides {
			return true
		}
	}
	return false
}
