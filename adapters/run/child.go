package run

import (
	"context"
	"errors"
	"os/exec"
	"time"

	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// pipeGrace is how long a dead child's pipes are still read when something it started holds them open.
const pipeGrace = 500 * time.Millisecond

// following is a child and what is learned of it. Its command's context ends it, with all that it started.
type following struct {
	child          *exec.Cmd
	stdout, stderr *output
	terminal       *terminal // what it is lent; nil: none
	apart          bool      // it gets no terminal at all, not even to be refused on it
	killed         bool
}

// run returns why the child did not start; how it ended is in its state.
func (f *following) run() error {
	switch {
	case f.terminal != nil:
		f.terminal.lend(f.child)
		defer f.terminal.takeBack()
	case f.apart:
		ownSession(f.child)
	default:
		ownGroup(f.child)
	}
	f.child.Stdout, f.child.Stderr = f.stdout, f.stderr
	defer f.stderr.end()
	defer f.stdout.end()
	f.child.WaitDelay = pipeGrace
	f.child.Cancel = func() error {
		f.killed = true
		return killGroup(f.child)
	}
	if err := f.child.Start(); err != nil {
		return err
	}
	_ = f.child.Wait() // an exit status, or pipes held open by something that outlived the child: neither is a failure to run
	return nil
}

// result tells how it went. ended is the caller's context error: a child that was ended without it wrote too much.
func (f *following) result(startErr, ended error) Result {
	r := Result{
		Stdout:    f.stdout.bytes.Bytes(),
		Size:      f.stdout.taken,
		Stderr:    f.stderr.bytes.Bytes(),
		Exit:      -1,
		Truncated: f.stdout.over || f.stderr.over,
	}
	switch {
	case startErr != nil && ended == nil:
		r.Err = &say.Problem{Code: problems.ProgramFails, What: say.Textf("%s cannot be run", f.child.Path), Why: startErr,
			Do: say.Textf("check that it runs when called by hand")}
	case startErr != nil || f.killed && !r.Truncated:
		r.TimedOut = errors.Is(ended, context.DeadlineExceeded)
		r.Interrupted = !r.TimedOut
	}
	if f.child.ProcessState != nil {
		r.Exit = f.child.ProcessState.ExitCode()
		r.Interrupted = r.Interrupted || f.terminal != nil && !f.killed && interrupted(f.child.ProcessState)
	}
	return r
}
