// Package plan says what would have to be done for a stack to be what its topology declares. It does none of it.
package plan

import (
	"slices"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Action is what a layer calls for.
type Action string

// The actions. Only Install, Finish and Repair are things to do now.
const (
	None    Action = "none"
	Install Action = "install" // absent
	Finish  Action = "finish"  // partial
	Repair  Action = "repair"  // degraded
	Wait    Action = "wait"    // a rollout, reconcile or deletion is under way
	Look    Action = "look"    // unknown, or found in another place
	Blocked Action = "blocked" // a layer that it needs must be looked at or repaired first
)

// Words are the action's, for people.
func (a Action) Words() say.Text {
	switch a {
	case Install:
		return say.Textf("install")
	case Finish:
		return say.Textf("finish")
	case Repair:
		return say.Textf("repair")
	case Wait:
		return say.Textf("wait")
	case Look:
		return say.Textf("look")
	case Blocked:
		return say.Textf("blocked")
	}
	return say.Textf("none")
}

// Step is what one wanted layer calls for.
type Step struct {
	Layer     string
	Verdict   state.Verdict
	Action    Action
	Own       Action   // what it would be if nothing stood in the way
	BlockedBy []string // the needed layers that are at the root of it, in order; empty when the storage itself is in doubt
	Why       say.Text // one sentence; empty without an action
	Code      string   // of the finding that decides the action; empty only for what is present
}

// Plan is every wanted layer's step, in the stack's order.
type Plan struct {
	Steps   []Step
	Summary Summary
}

// Make compares what is wanted with what is there. What is there and not wanted is never planned for removal.
func Make(s stack.Stack, c layer.Catalogue, st state.State) Plan {
	m := maker{stack: s, catalogue: c, state: st}
	var steps []Step
	for _, l := range st.Layers {
		steps = append(steps, m.step(l))
	}
	return Plan{Steps: steps, Summary: summarise(steps)}
}

// Pending reports whether something is to be installed, finished or repaired, be it blocked for now.
func (p Plan) Pending() bool {
	return slices.ContainsFunc(p.Steps, func(s Step) bool {
		return s.Own == Install || s.Own == Finish || s.Own == Repair
	})
}

type maker struct {
	stack     stack.Stack
	catalogue layer.Catalogue
	state     state.State
}

func (m maker) step(l state.Layer) Step {
	own := alone(l)
	step := Step{Layer: l.Name, Verdict: l.Verdict, Action: own, Own: own, Code: l.Code}
	if step.Action == None {
		return step
	}
	step.Why = l.Detail
	if unsure(l) {
		step.Code = state.CodeUnsure
	}
	if roots := m.blockers(l.Name); len(roots) > 0 {
		step.Action, step.BlockedBy, step.Why, step.Code = Blocked, roots, m.whyBlocked(roots), CodeBlocked
	} else if m.heldStorage(l.Name) {
		step.Action, step.Why, step.Code = Blocked, m.state.Storage.Held, CodeStorageHeld
	}
	return step
}

// alone is the action that a layer calls for when nothing that it needs stands in the way.
func alone(l state.Layer) Action {
	switch {
	case l.Verdict == state.Present, l.Verdict == state.Unobservable:
		return None
	case l.Verdict == state.Degraded && l.Waiting:
		return Wait
	case l.Verdict == state.Unknown, l.Unsure, len(l.Elsewhere) > 0:
		return Look
	case l.Verdict == state.Absent:
		return Install
	case l.Verdict == state.Partial:
		return Finish
	}
	return Repair
}

// unsure reports a layer that was read, and is to be looked at only because it may be under deletion.
func unsure(l state.Layer) bool {
	return alone(l) == Look && l.Verdict != state.Unknown && len(l.Elsewhere) == 0
}

func (m maker) whyBlocked(roots []string) say.Text {
	var parts []say.Text
	for _, name := range roots {
		parts = append(parts, m.rootState(name))
	}
	return say.Join("; ", parts...)
}

func (m maker) rootState(name string) say.Text {
	l, _ := m.state.Layer(name)
	switch {
	case m.heldStorage(name):
		return say.Textf("%s is in doubt: %s", name, m.state.Storage.Held)
	case len(l.Elsewhere) > 0:
		return say.Textf("%s was found elsewhere", name)
	case l.Unsure && l.Verdict != state.Unknown:
		return say.Textf("%s is %s and may be under deletion", name, l.Verdict.Words())
	}
	return say.Textf("%s is %s", name, l.Verdict.Words())
}
