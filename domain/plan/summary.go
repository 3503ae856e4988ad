package plan

import (
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Summary counts the steps. A layer that no API shows is counted nowhere.
type Summary struct {
	Wanted  int // layers that can be observed
	None    int
	Install int
	Finish  int
	Repair  int
	Wait    int
	Look    int
	Blocked int
	Missing int // absent or partial, whatever their action
	Unread  int // unknown, whatever their action
	ToCheck int // to look at although they were read: found elsewhere, mostly
	// Of the blocked ones that could be read: those that are missing, and the others.
	BlockedMissing int
	BlockedOther   int
}

func summarise(steps []Step) Summary {
	var s Summary
	for _, step := range steps {
		if step.Verdict != state.Unobservable {
			s.count(step)
		}
	}
	return s
}

func (s *Summary) count(step Step) {
	s.Wanted++
	*s.counter(step.Action)++
	missing := step.Verdict == state.Absent || step.Verdict == state.Partial
	if missing {
		s.Missing++
	}
	switch {
	case step.Verdict == state.Unknown:
		s.Unread++
	case step.Action == Look:
		s.ToCheck++
	case step.Action == Blocked && missing:
		s.BlockedMissing++
	case step.Action == Blocked:
		s.BlockedOther++
	}
}

func (s *Summary) counter(a Action) *int {
	switch a {
	case Install:
		return &s.Install
	case Finish:
		return &s.Finish
	case Repair:
		return &s.Repair
	case Wait:
		return &s.Wait
	case Look:
		return &s.Look
	case Blocked:
		return &s.Blocked
	}
	return &s.None
}

// Sentence is the plan in one line: "3 of 10 layers to install. Nothing was changed."
func (s Summary) Sentence() say.Text { return say.Textf("%s Nothing was changed.", s.Finding()) }

// Finding is what there is to do, in one sentence.
func (s Summary) Finding() say.Text {
	if len(s.parts()) == 0 {
		return say.Plural(s.Wanted, "Nothing to do: %d layer is present.", "Nothing to do: %d layers are present.")
	}
	return say.Textf("%s.", s.Counts())
}

// Counts is how many layers call for what; it says nothing when there is nothing to do.
func (s Summary) Counts() say.Text { return say.Join(", ", s.parts()...) }

// parts gives one phrase for each count that is not zero; the first one says out of how many.
func (s Summary) parts() []say.Text {
	counts := []struct {
		n    int
		what say.Text
	}{
		{s.Install, say.Textf("to install")},
		{s.Finish, say.Textf("to finish")},
		{s.Repair, say.Textf("to repair")},
		{s.Wait, say.Textf("to wait for")},
		{s.ToCheck, say.Textf("to look at")},
		{s.BlockedMissing, say.Agree(s.BlockedMissing, "missing and blocked", "missing and blocked")},
		{s.BlockedOther, say.Agree(s.BlockedOther, "blocked", "blocked")},
	}
	var parts []say.Text
	for _, c := range counts {
		switch {
		case c.n == 0:
		case len(parts) == 0:
			parts = append(parts, outOf(c.n, s.Wanted, c.what))
		default:
			parts = append(parts, say.Textf("%d %s", c.n, c.what))
		}
	}
	if s.Unread > 0 {
		parts = append(parts, unread(s.Unread, s.Wanted, len(parts) == 0))
	}
	return parts
}

func unread(n, wanted int, first bool) say.Text {
	switch {
	case !first:
		return say.Agree(n, "%d could not be read", "%d could not be read", n)
	case wanted == 1:
		return say.Textf("%d of %d layer could not be read", n, wanted)
	}
	return say.Agree(n, "%d of %d layers could not be read", "%d of %d layers could not be read", n, wanted)
}

func outOf(n, wanted int, what say.Text) say.Text {
	if wanted == 1 {
		return say.Textf("%d of %d layer %s", n, wanted, what)
	}
	return say.Agree(n, "%d of %d layers %s", "%d of %d layers %s", n, wanted, what)
}
