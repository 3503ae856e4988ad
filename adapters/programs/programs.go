// Package programs looks at the programs of this machine that nestor works with.
package programs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Deadline is how long a program may take to say its version.
const Deadline = 2 * time.Second

// Reader implements ports.ProgramReader.
type Reader struct {
	runner   run.Runner
	environ  []string
	deadline time.Duration
}

var _ ports.ProgramReader = (*Reader)(nil)

// New asks with runner, which must look programs up in this environment too.
func New(runner run.Runner, environ []string, deadline time.Duration) *Reader {
	return &Reader{runner, environ, deadline}
}

// Find implements ports.ProgramReader.
func (r *Reader) Find(name string) (string, error) { return run.Find(name, r.environ) }

// Program implements ports.ProgramReader.
func (r *Reader) Program(ctx context.Context, name string) ports.Program {
	p := ports.Program{Name: name, State: ports.ProgramMissing}
	if p.Path, p.Problem = r.Find(name); p.Problem != nil {
		if !errors.Is(p.Problem, run.ErrNotFound) {
			p.State = ports.ProgramFails // a relative folder of PATH, which nothing is started from
		}
		return p
	}
	call, version := question(name)
	if version == nil {
		p.State = ports.ProgramAnswers
		return p
	}
	ctx, cancel := context.WithTimeout(ctx, r.deadline)
	defer cancel()
	result := r.runner.Run(ctx, call)
	p.State, p.Problem = r.state(result)
	if p.State != ports.ProgramAnswers {
		return p
	}
	if p.Version = shortened(version(result)); p.Version == "" {
		p.Problem = say.Errorf("it said no version that can be understood")
	}
	return p
}

// most is more than any of them says.
const most = 64 << 10

// question is how a program is asked, and how its answer is read; nothing for one that cannot be asked.
func question(name string) (run.Call, func(run.Result) string) {
	switch name {
	case "kubectl":
		return run.Call{Program: "kubectl", Args: run.KubectlVersion(), Kubeconfig: run.Nowhere(), MaxStdout: most}, kubectlVersion
	case "limactl":
		return run.Call{Program: "limactl", Args: run.LimactlVersion(), MaxStdout: most}, limactlVersion
	case "ssh":
		return run.Call{Program: "ssh", Args: run.SSHVersion(), MaxStdout: most}, sshVersion
	}
	return run.Call{}, nil
}

// state judges how a program ended. What it wrote on stderr is not repeated: it may be anything.
func (r *Reader) state(result run.Result) (ports.ProgramState, error) {
	switch {
	case result.TimedOut:
		return ports.ProgramHangs, say.Errorf("no answer within %s", r.deadline)
	case result.Interrupted:
		return ports.ProgramFails, say.Errorf("it was interrupted")
	case result.Err != nil:
		return ports.ProgramFails, result.Err
	case result.Truncated:
		return ports.ProgramFails, say.Errorf("it wrote more than can be taken")
	case result.Exit != 0:
		return ports.ProgramFails, say.Errorf("exit status %d", result.Exit)
	}
	return ports.ProgramAnswers, nil
}

func kubectlVersion(result run.Result) string {
	var said struct{ ClientVersion struct{ GitVersion string } }
	if json.Unmarshal(result.Stdout, &said) != nil {
		return ""
	}
	return said.ClientVersion.GitVersion
}

func limactlVersion(result run.Result) string {
	version, _ := strings.CutPrefix(firstLine(result.Stdout), "limactl version ")
	return version
}

// sshVersion leaves out which library of ciphers it was built with: "OpenSSH_9.2p1 Debian-2, OpenSSL 3.0".
func sshVersion(result run.Result) string {
	version, _, _ := strings.Cut(firstLine(result.Stderr), ",")
	return version
}

func firstLine(text []byte) string {
	line, _, _ := bytes.Cut(bytes.TrimSpace(text), []byte("\n"))
	return strings.TrimSpace(string(line))
}

// shortened keeps a version from filling the screen.
func shortened(version string) string {
	const longest = 60
	if runes := []rune(version); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return version
}
