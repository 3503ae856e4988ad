package ports

import "github.com/univ-lehavre/nestor/ports/say"

// Meaning is what a stable code stands for, whatever names the sentence around it had.
type Meaning struct {
	Means   say.Text `json:"means"`   // what was found, in one sentence
	Matters say.Text `json:"matters"` // why an operator should care
	Do      say.Text `json:"do"`      // what to do, with the command where there is one
}
