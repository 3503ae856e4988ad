package run

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Recorder runs calls on another runner and remembers what is fit to be kept of them.
type Recorder struct {
	inner Runner
	home  string

	mutex    sync.Mutex
	calls    []RecordedCall
	facts    map[string]string
	failures []error
}

// NewRecorder records what inner answers. In what is kept, the home folder becomes ~.
func NewRecorder(inner Runner, home string) *Recorder {
	return &Recorder{inner: inner, home: home, facts: map[string]string{}}
}

// Run implements Runner: the caller gets the full answer, the recording its projection.
func (r *Recorder) Run(ctx context.Context, c Call) Result {
	c.Stream = nil // a projection needs all of it
	result := r.inner.Run(ctx, c)
	call, err := r.project(c, result)

	r.mutex.Lock()
	defer r.mutex.Unlock()
	if err != nil {
		r.failures = append(r.failures, say.Errorf("recording %s: %w", c.CommandLine(), err))
		return result
	}
	r.calls = append(r.calls, call)
	return result
}

// Fact records something that was seen of this machine without running a program.
func (r *Recorder) Fact(name, value string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.facts[name] = withoutHome(value, r.home)
}

// Recording gives the calls and facts so far, calls ordered by command. It fails if any call could not be kept:
// a recording with holes would replay as another scenario.
func (r *Recorder) Recording() (Recording, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if len(r.failures) > 0 {
		return Recording{}, &say.Problem{Code: problems.NotRecordable, What: say.Textf("nothing is recorded"), Why: all(r.failures),
			Do: say.Textf("please report it with the program's version")}
	}
	calls := slices.Clone(r.calls)
	slices.SortStableFunc(calls, func(a, b RecordedCall) int {
		return cmp.Or(cmp.Compare(a.Program, b.Program), slices.Compare(a.Args, b.Args), bytes.Compare(a.Stdin, b.Stdin))
	})
	return Recording{Environment: maps.Clone(r.facts), Calls: calls}, nil
}

// all is what several errors say, each on a line of its own.
func all(failures []error) error {
	texts := make([]say.Text, len(failures))
	for i, err := range failures {
		texts[i] = say.Of(err)
	}
	return say.Errorf("%s", say.Join("\n", texts...))
}

func (r *Recorder) project(c Call, result Result) (RecordedCall, error) {
	stdout, err := r.keep(c, result)
	if err != nil {
		return RecordedCall{}, err
	}
	call := RecordedCall{
		Program:     c.Program,
		Args:        slices.Clone(c.Args),
		Stdin:       bytes.Clone(c.Stdin),
		Stdout:      stdout,
		Stderr:      r.keepStderr(c, result),
		Exit:        result.Exit,
		TimedOut:    result.TimedOut,
		Truncated:   result.Truncated,
		Interrupted: result.Interrupted,
		Error:       r.errorText(result.Err),
	}
	if len(stdout) == 0 {
		call.NotKept = len(result.Stdout)
	}
	return call, nil
}

// keep leaves out the output of a child that was killed: it ends anywhere, and no parser believes it.
func (r *Recorder) keep(c Call, result Result) ([]byte, error) {
	cut := result.TimedOut || result.Truncated || result.Interrupted
	if cut || c.Keep == nil || len(result.Stdout) == 0 {
		return nil, nil
	}
	kept, err := c.Keep(bytes.Clone(result.Stdout))
	if err != nil {
		return nil, err
	}
	return []byte(withoutHome(string(readable(kept)), r.home)), nil
}

func (r *Recorder) keepStderr(c Call, result Result) []byte {
	if c.KeepStderr == nil || len(result.Stderr) == 0 {
		return nil
	}
	return []byte(withoutHome(string(c.KeepStderr(bytes.Clone(result.Stderr))), r.home))
}

func (r *Recorder) errorText(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, ErrNotFound):
		return NotInstalled
	}
	return strings.TrimSpace(withoutHome(Redact(err.Error()), r.home))
}

// readable indents a JSON document and orders its keys, so that two recordings can be compared line by line.
// Several documents are one a line already, and anything else is left alone.
func readable(output []byte) []byte {
	decoder := json.NewDecoder(bytes.NewReader(output))
	decoder.UseNumber()
	var document any
	if err := decoder.Decode(&document); err != nil || decoder.More() {
		return output
	}
	return jsonBody(document)
}
