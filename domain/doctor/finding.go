// Package doctor says what a machine and a repository have for nestor, and what they lack.
package doctor

import "github.com/univ-lehavre/nestor/ports/say"

// State says what a finding comes to.
type State string

// The states. Only a Fault is something needed that is missing or does not work.
const (
	Fine  State = "fine"
	Doubt State = "doubt" // it may be meant so, or could not be told: look at it
	Fault State = "fault"
)

// Finding is one fact.
type Finding struct {
	Code  string
	State State
	Topic say.Text // what it is about, in a word
	Text  say.Text
	Do    say.Text // what the operator can do; zero when there is nothing to do
}

// Softened is a finding of something that is not asked about now: it counts no more than a doubt.
func (f Finding) Softened() Finding {
	if f.State == Fault {
		f.State = Doubt
	}
	return f
}

// topic begins a finding.
func topic(t say.Text) func(code string, state State, text, do say.Text) Finding {
	return func(code string, state State, text, do say.Text) Finding { return Finding{code, state, t, text, do} }
}

// Count gives how many findings have a state.
func Count(findings []Finding, state State) int {
	n := 0
	for _, f := range findings {
		if f.State == state {
			n++
		}
	}
	return n
}
