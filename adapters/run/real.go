package run

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"github.com/univ-lehavre/nestor/ports/say"
)

// How much a child may write before it is ended, unless Options say otherwise.
const (
	DefaultMaxStdout = 256 << 20
	DefaultMaxStderr = 8 << 20
)

// Options are what a Real runner works with. The zero value allows nothing.
type Options struct {
	Allow   Allow
	Environ []string // the parent's environment, as os.Environ gives it
	Log     zerolog.Logger

	// Only tests set these, to see what a real run seldom shows: a flood, and what is left on a disk.
	MaxStdout int    // bytes; 0: DefaultMaxStdout
	MaxStderr int    // bytes; 0: DefaultMaxStderr
	TempDir   string // for private files; empty: the system's own
	FileOnly  bool   // hand kubeconfigs over in a file, as it is done outside Linux, even where memory would do
}

// Real runs programs of this machine.
type Real struct {
	options  Options
	terminal sync.Mutex // it can be lent to one child at a time
}

// New makes a runner.
func New(o Options) *Real {
	o.MaxStdout = cmp.Or(o.MaxStdout, DefaultMaxStdout)
	o.MaxStderr = cmp.Or(o.MaxStderr, DefaultMaxStderr)
	return &Real{options: o}
}

// Run implements Runner.
func (r *Real) Run(ctx context.Context, c Call) Result {
	began := time.Now()
	result := r.run(ctx, c)
	result.Elapsed = time.Since(began)
	r.log(c, result)
	return result
}

func (r *Real) run(ctx context.Context, c Call) Result {
	if err := r.options.Allow.check(c); err != nil {
		return Result{Exit: -1, Err: err}
	}
	path, err := lookUp(c.Program, r.options.Environ)
	if err != nil {
		return Result{Exit: -1, Err: err}
	}
	return r.start(ctx, path, c)
}

// start runs a program that was found and allowed, to its end or to that of ctx.
func (r *Real) start(ctx context.Context, path string, c Call) Result {
	config, err := r.handOver(c)
	if err != nil {
		return Result{Exit: -1, Err: err}
	}
	defer config.end()
	alive, stop := context.WithCancel(ctx)
	defer stop()

	full := func() { stop() } // of a type of this module: the call graph sees where a call of it leads
	f := &following{
		child:  exec.CommandContext(alive, path, fillIn(c, config)...),
		stdout: &output{limit: r.maxStdout(c), full: full},
		stderr: &output{limit: r.options.MaxStderr, full: full},
	}
	if c.Stream != nil {
		f.stdout.streamTo(c.Stream)
	}
	if c.Terminal {
		r.terminal.Lock()
		defer r.terminal.Unlock()
		f.terminal = openTerminal()
	}
	f.apart = sshLike(c.Program)
	f.child.Env = childEnviron(r.options.Environ, c.Program, f.terminal != nil)
	if c.Stdin != nil {
		f.child.Stdin = bytes.NewReader(c.Stdin)
	}
	if config.inherit != nil {
		f.child.ExtraFiles = []*os.File{config.inherit}
	}
	return f.result(f.run(), ctx.Err())
}

func (r *Real) maxStdout(c Call) int {
	if c.MaxStdout > 0 {
		return min(c.MaxStdout, r.options.MaxStdout)
	}
	return r.options.MaxStdout
}

// handOver makes the kubeconfig readable to the child, if the call refers to it.
func (r *Real) handOver(c Call) (handover, error) {
	for _, arg := range c.Args {
		if !strings.Contains(arg, KubeconfigArg) {
			continue
		}
		if c.Kubeconfig.Empty() {
			return handover{}, refuse(say.Textf("%s with an empty kubeconfig would reach a default server", c.Program))
		}
		return handOver(c.Kubeconfig.Reveal(), r.options.TempDir, r.options.FileOnly)
	}
	return handover{}, nil
}

// fillIn puts paths in the place of placeholders: a whole argument, or what follows "=" in a flag.
func fillIn(c Call, config handover) []string {
	filled := make([]string, len(c.Args))
	for i, arg := range c.Args {
		flag, value := "", arg
		if name, after, cut := strings.Cut(arg, "="); cut && strings.HasPrefix(name, "--") {
			flag, value = name+"=", after
		}
		switch value {
		case KubeconfigArg:
			value = config.path
		case NoCache:
			value = noCacheDir()
		case FileArg:
			value = cmp.Or(c.File, FileArg)
		}
		filled[i] = flag + value
	}
	return filled
}

func noCacheDir() string {
	if runtime.GOOS == "windows" {
		return `NUL\x`
	}
	return NoCache
}
