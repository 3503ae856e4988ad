// Package run starts other programs, records what they said, and replays it.
//
// It is the only place that starts a process. Nothing goes through a shell, and a Real runner
// starts only what its allowlist names.
package run

import (
	"context"
	"io"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// KubeconfigArg stands in a Call's arguments for the place where the child finds Call.Kubeconfig. It keeps commands
// equal from one run to the next, so that a recording can be matched.
const KubeconfigArg = "{kubeconfig}"

// What keeps a program from being started, for errors.Is on Result.Err.
var (
	ErrNotFound    = say.Errorf("not found in PATH")
	ErrNotAllowed  = say.Errorf("not allowed")
	ErrNotRecorded = say.Errorf("not in the recording")
)

// Call is one program run.
type Call struct {
	Program    string       // a name that is looked up in PATH: "kubectl", "limactl"
	Args       []string     // may hold KubeconfigArg as a whole argument or after "="
	Stdin      []byte       // nil: the child reads /dev/null
	Kubeconfig ports.Secret // the content behind KubeconfigArg; empty when that is not used
	File       string       // the absolute path behind FileArg: the program writes there
	Terminal   bool         // the program may ask on nestor's terminal, if there is one and nestor is in its foreground
	MaxStdout  int          // bytes, when fewer than the runner takes; 0: what that takes
	// Stream reads stdout to its end while the program writes it, and Result.Stdout stays empty: what is large need not be
	// held whole. It has returned when Run returns. A runner that has all of stdout anyway gives it in the Result instead.
	Stream func(stdout io.Reader)
	// Keep projects stdout onto the fields that the caller's parser reads: only these reach a recording.
	// It is asked only for a complete, non-empty stdout. Nil keeps nothing but the size.
	Keep func(stdout []byte) ([]byte, error)
	// KeepStderr does the same for stderr, which may end anywhere, and leaves no secret in what it keeps. Nil keeps nothing.
	KeepStderr func(stderr []byte) []byte
}

// CommandLine is the call as a person would paste it into a shell.
func (c Call) CommandLine() string { return commandLine(c.Program, c.Args) }

func commandLine(program string, args []string) string {
	return joinWords(append([]string{program}, args...))
}

// Shown is the command line as people may see it: without the passwords that a ProxyCommand is known to carry.
func (c Call) Shown() string { return c.withProxy(Redact) }

// Logged is the command line for logs and errors, without any ProxyCommand: it may carry secrets of a form that is not known.
func (c Call) Logged() string {
	return c.withProxy(func(string) string { return "ProxyCommand=" + redacted })
}

func (c Call) withProxy(show func(string) string) string {
	words := append([]string{c.Program}, c.Args...)
	for i, word := range words {
		if strings.HasPrefix(strings.ToLower(word), "proxycommand") {
			words[i] = show(word)
		}
	}
	return joinWords(words)
}

// Result is what became of a Call. A killed child leaves what it had written until then.
type Result struct {
	Stdout      []byte
	Stderr      []byte
	Size        int  // bytes of stdout that were taken, by Stream too; only a Real runner counts them
	Exit        int  // the exit status; -1 when the child did not start or was killed
	Truncated   bool // it wrote more than is taken, and was killed
	TimedOut    bool // the context's deadline passed, and it was killed
	Interrupted bool // the context was cancelled (Ctrl-C), and it was killed; or Ctrl-C reached it on the terminal it was lent
	Err         error
	Elapsed     time.Duration
}

// Runner runs programs. It is safe for concurrent use.
type Runner interface {
	// Run returns when the child has ended or was killed because ctx ended.
	// A child that could not be started is Result.Err; a child that failed is not.
	Run(ctx context.Context, c Call) Result
}
