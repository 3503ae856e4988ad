package plan_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
)

func drawing(t *rapid.T) statetest.Draw {
	return func(what string, n int) int { return rapid.IntRange(0, n-1).Draw(t, what) }
}

// A layer that stands in a namespace under deletion, or on an absent need, needs nothing once that is no longer known.
func standsAgain(was, is plan.Step) bool {
	return was.Verdict == state.Degraded && is.Verdict == state.Present && is.Action == plan.None
}

func TestALostAnswerNeverMakesSomethingToDo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := statetest.Random(drawing(t))
		before := planOf(w)
		lost := w.Lose(drawing(t))
		for i, is := range planOf(w).Steps {
			was := before.Steps[i]
			if is.Action != was.Action && is.Action != plan.Look && is.Action != plan.Blocked && !standsAgain(was, is) {
				t.Fatalf("without %s, %+v became %+v", lost.What, was, is)
			}
		}
	})
}

func TestTheOrderOfAnswersChangesNoPlan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := statetest.Random(drawing(t))
		before := planOf(w)
		w.Shuffle(drawing(t))
		if diff := cmp.Diff(before, planOf(w)); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestABlockedStepSaysWhy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := statetest.Random(drawing(t))
		held := w.Compose().Storage.Held
		for _, s := range planOf(w).Steps {
			if s.Action == plan.Blocked && (s.Why.IsZero() || len(s.BlockedBy) == 0 && held.IsZero()) {
				t.Fatalf("%+v", s)
			}
		}
	})
}

func TestTheCountsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := planOf(statetest.Random(drawing(t)))
		s := p.Summary
		if s.None+s.Install+s.Finish+s.Repair+s.Wait+s.Look+s.Blocked != s.Wanted {
			t.Fatalf("%+v", s)
		}
		if s.Install+s.Finish+s.Repair+s.Wait+s.ToCheck+s.BlockedMissing+s.BlockedOther+s.Unread+s.None != s.Wanted {
			t.Fatalf("the sentence does not count every layer: %+v", s)
		}
		for _, step := range p.Steps {
			if step.Action != plan.Blocked && step.Action != step.Own {
				t.Fatalf("%+v", step)
			}
		}
	})
}
