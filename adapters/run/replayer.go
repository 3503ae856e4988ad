package run

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"sync"

	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Replayer answers calls from a recording. It starts nothing.
type Replayer struct {
	mutex sync.Mutex
	calls map[question][]RecordedCall
	facts map[string]string
}

// question is what makes two calls the same.
type question struct{ command, stdin string }

// NewReplayer answers from r. A command that was recorded several times gives its answers in their order,
// then the last one again; different commands may come in any order.
func NewReplayer(r Recording) *Replayer {
	replayer := &Replayer{calls: map[question][]RecordedCall{}, facts: maps.Clone(r.Environment)}
	for _, c := range r.Calls {
		q := question{commandLine(c.Program, c.Args), string(c.Stdin)}
		replayer.calls[q] = append(replayer.calls[q], c)
	}
	return replayer
}

func ask(c Call) question { return question{c.CommandLine(), string(c.Stdin)} }

// Run implements Runner.
func (r *Replayer) Run(ctx context.Context, c Call) Result {
	if err := ctx.Err(); err != nil {
		late := errors.Is(err, context.DeadlineExceeded)
		return Result{Exit: -1, TimedOut: late, Interrupted: !late}
	}
	call, err := r.take(ask(c))
	if err != nil {
		return Result{Exit: -1, Err: err}
	}
	return Result{
		Stdout:      bytes.Clone(call.Stdout),
		Stderr:      bytes.Clone(call.Stderr),
		Exit:        call.Exit,
		TimedOut:    call.TimedOut,
		Truncated:   call.Truncated,
		Interrupted: call.Interrupted,
		Err:         call.err(),
	}
}

// Fact gives what Recorder.Fact kept.
func (r *Replayer) Fact(name string) (value string, known bool) {
	value, known = r.facts[name]
	return value, known
}

func (r *Replayer) take(q question) (RecordedCall, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	answers := r.calls[q]
	if len(answers) == 0 {
		return RecordedCall{}, problems.Kind(ErrNotRecorded, &say.Problem{Code: problems.RecordingIncomplete,
			What: say.Textf("not in the recording: %s (with %d bytes on stdin)", q.command, len(q.stdin)), Do: say.Textf("record the scenario again")})
	}
	if len(answers) > 1 {
		r.calls[q] = answers[1:]
	}
	return answers[0], nil
}

func (c RecordedCall) err() error {
	switch c.Error {
	case "":
		return nil
	case NotInstalled:
		return missing(c.Program)
	}
	return say.Errorf("%s", c.Error)
}
