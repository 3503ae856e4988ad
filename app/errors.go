package app

import (
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// The errors below only mark what they wrap: each is told as its cause.

// NotDeclared is the error of a stack or catalogue that could not be read: there is no such file, or it is none.
type NotDeclared struct{ Cause error }

// Error says what was looked for.
func (e NotDeclared) Error() string { return e.Cause.Error() }

// Unwrap gives the cause.
func (e NotDeclared) Unwrap() error { return e.Cause }

// BadOption is the error of what was asked for and makes no sense.
type BadOption struct{ Cause error }

// Error says what to write.
func (e BadOption) Error() string { return e.Cause.Error() }

// Unwrap gives the cause.
func (e BadOption) Unwrap() error { return e.Cause }

func badOption(code string, what, do say.Text) error {
	return BadOption{&say.Problem{Code: code, What: what, Do: do}}
}

// NotTheStacks is the error of a fetched kubeconfig that reaches another cluster, or one that nothing proves.
type NotTheStacks struct{ Cause error }

// Error says why it was not kept.
func (e NotTheStacks) Error() string { return e.Cause.Error() }

// Unwrap gives the cause.
func (e NotTheStacks) Unwrap() error { return e.Cause }

func notTheStacks(j target.Judgement) error {
	return NotTheStacks{&say.Problem{Code: decisiveCode(j), What: decisive(j)}}
}

// failed is a failed read as a cause, with its own code and advice.
func failed(f *ports.Failure) error { return &say.Problem{Code: f.Code, What: f.Reason, Do: f.Do} }
