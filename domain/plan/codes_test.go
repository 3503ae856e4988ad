package plan_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
	"github.com/univ-lehavre/nestor/ports"
)

func TestEveryStepHasTheCodeOfWhatDecidesIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, s := range planOf(statetest.Random(drawing(t))).Steps {
			_, own := plan.Meanings[s.Code]
			_, layers := state.Meanings[s.Code]
			switch {
			case (s.Code == "") != (s.Verdict == state.Present):
				t.Fatalf("%+v", s)
			case s.Code != "" && own == layers, own != (s.Action == plan.Blocked):
				t.Fatalf("%+v", s)
			}
		}
	})
}

func TestAStepBlockedByStorageHasItsOwnCode(t *testing.T) {
	w := statetest.Healthy(statetest.LocalPath()).Without("storage-simple").With("ceph")
	for _, s := range planOf(w).Steps {
		if want := map[string]string{"storage-simple": plan.CodeStorageHeld, "gitops": plan.CodeBlocked}[s.Layer]; want != "" && s.Action != plan.None && s.Code != want {
			t.Errorf("%+v, want %s", s, want)
		}
	}
}

func TestWhatMayBeUnderDeletionHasACodeOfItsOwn(t *testing.T) {
	w := statetest.Healthy(statetest.LocalPath())
	w.Object(w.Proof("storage-simple")).Workload.Ready = 0
	w.Overview.Namespaces = ports.Listing[ports.Namespace]{Outcome: ports.Forbidden}
	for _, s := range planOf(w).Steps {
		if s.Layer == "storage-simple" && (s.Action != plan.Look || s.Code != state.CodeUnsure) {
			t.Errorf("%+v", s)
		}
	}
}
