package ports

import "github.com/univ-lehavre/nestor/ports/say"

// Meaning is what a stable code stands for, whatever names the sentence around it had.
type Meaning struct {
	Means   say.Text // what was found, in one sentence
	Matters say.Text // why an operator should care
	Do      say.Text // what to do, with the command where there is one
}
