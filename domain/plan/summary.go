package plan

import (
	"fmt"
	"strings"

	"github.com/univ-lehavre/nestor/domain/state"
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
func (s Summary) Sentence() string {
	parts := s.parts()
	if len(parts) == 0 {
		return fmt.Sprintf("Nothing to do: %s present. Nothing was changed.", layers(s.Wanted, "is", "are"))
	}
	return strings.Join(parts, ", ") + ". Nothing was changed."
}

// parts gives one phrase for each count that is not zero; the first one says out of how many.
func (s Summary) parts() []string {
	counts := []struct {
		n    int
		what string
	}{
		{s.Install, "to install"},
		{s.Finish, "to finish"},
		{s.Repair, "to repair"},
		{s.Wait, "to wait for"},
		{s.ToCheck, "to look at"},
		{s.BlockedMissing, "missing and blocked"},
		{s.BlockedOther, "blocked"},
		{s.Unread, "could not be read"},
	}
	var parts []string
	for _, c := range counts {
		switch {
		case c.n == 0:
		case len(parts) == 0:
			parts = append(parts, fmt.Sprintf("%d of %s %s", c.n, layers(s.Wanted, "", ""), c.what))
		default:
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	return parts
}

func layers(n int, one, many string) string {
	if n == 1 {
		return strings.TrimSpace("1 layer " + one)
	}
	return strings.TrimSpace(fmt.Sprintf("%d layers %s", n, many))
}
