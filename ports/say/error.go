package say

import (
	"errors"
	"fmt"
	"io/fs"
)

// wording is an error that can be said in a language.
type wording struct {
	english error // with what it wraps
	format  string
	args    []any
}

// Errorf is fmt.Errorf for people: as Textf, and %w wraps.
func Errorf(format string, args ...any) error {
	return &wording{fmt.Errorf(format, args...), format, args}
}

func (w *wording) Error() string { return w.english.Error() }
func (w *wording) Unwrap() error { return w.english }

// Problem is an error as an operator needs it: what went wrong, why, and what to do.
type Problem struct {
	Code string // stable, such as "NST-2501"
	What Text
	Why  error // the cause; nil when What says all
	Do   Text  // what the operator can do; zero when there is nothing
}

// Error is the problem in one English line: "what: why; what to do".
func (p *Problem) Error() string { return Tell(nil, p).line(nil) }

// Unwrap is the cause.
func (p *Problem) Unwrap() error { return p.Why }

// Told is an error in a language, in its parts. Why and Do may be empty.
type Told struct{ Code, What, Why, Do string }

func (t Told) line(l Language) string {
	text := t.What
	if t.Why != "" {
		text += Between(l, ": ") + t.Why
	}
	if t.Do != "" {
		text += Between(l, "; ") + t.Do
	}
	return text
}

// In gives an error in a language, in one line.
func In(l Language, err error) string {
	if err == nil {
		return ""
	}
	if l == nil {
		return err.Error()
	}
	return Tell(l, err).line(l)
}

// Tell gives an error in a language, in its parts. What wraps a problem speaks of it in What.
func Tell(l Language, err error) Told {
	var path *fs.PathError
	switch e := err.(type) { // the outermost only: what it wraps is said within it
	case *Problem:
		told := Told{Code: e.Code, What: e.What.In(l), Do: e.Do.In(l)}
		if e.Why != nil {
			why := Tell(l, e.Why)
			told.Why, why.Do = Told{What: why.What, Why: why.Why}.line(l), first(told.Do, why.Do)
			told.Do, told.Code = why.Do, first(told.Code, why.Code)
		}
		return told
	case *wording:
		return e.tell(l)
	}
	if inner := errors.Unwrap(err); inner != nil && inner.Error() == err.Error() {
		return Tell(l, inner) // it only marks what it wraps
	}
	if said, ok := err.(Sayable); ok {
		return Told{What: said.In(l)}
	}
	switch {
	case errors.As(err, &path) && err == error(path):
		return Told{What: path.Op + " " + path.Path + ": " + In(l, path.Err)}
	case l == nil:
		return Told{What: err.Error()}
	}
	return Told{What: l.Format(err.Error())}
}

// tell fills the gap of what is wrapped with its What alone, so that its cause and its advice keep their own lines.
func (w *wording) tell(l Language) Told {
	var inner Told
	args := append([]any(nil), w.args...)
	for i, a := range args {
		var problem *Problem
		if err, ok := a.(error); ok && errors.As(err, &problem) && inner == (Told{}) {
			inner = Tell(l, err)
			args[i] = Verbatim(inner.What)
		}
	}
	format := w.format
	if l != nil {
		format = l.Format(format)
	}
	inner.What = fill(l, format, args)
	return inner
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
