// Package lima lists the VMs of a bench with `limactl list`.
package lima

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Reader implements ports.MachineReader.
type Reader struct {
	runner  run.Runner
	home    Home
	timeout time.Duration
}

// New reads with runner. home answers what limactl does not: whether the folder of its VMs is there at all.
// The list may take as long as timeout.
func New(runner run.Runner, home Home, timeout time.Duration) *Reader {
	return &Reader{runner: runner, home: home, timeout: timeout}
}

// Machines implements ports.MachineReader. Only a complete list of a limactl that succeeded is believed.
func (r *Reader) Machines(ctx context.Context) ports.Machines {
	folder := r.home() // before limactl, which might make it
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	return read(r.runner.Run(ctx, Call()), folder)
}

// Call is the one command that is run.
func Call() run.Call {
	return run.Call{Program: "limactl", Args: run.LimactlList(), Keep: keep, KeepStderr: keepStderr}
}

// read judges how limactl ended, then what it printed.
func read(result run.Result, folder Folder) ports.Machines {
	switch {
	case errors.Is(result.Err, run.ErrNotFound):
		return ports.Machines{
			State:  ports.MachinesNotInstalled,
			Reason: say.Textf("limactl is not installed, or not in PATH; install Lima, or add its folder to PATH"),
		}
	case result.Err != nil:
		return unread("%v", result.Err)
	case result.Interrupted:
		return unread("reading the VMs was interrupted")
	case result.TimedOut:
		return unread("limactl did not answer in time; a host agent may hang: see `limactl list`, then try again with a longer --timeout")
	case result.Truncated:
		return unread("limactl wrote more than can be taken; see `limactl list`")
	case result.Exit != 0:
		return unread("limactl failed: %s", failure(result))
	}
	machines, err := parse(result.Stdout)
	switch {
	case err != nil:
		return unread("the answer of limactl cannot be read: %v; compare it with `limactl list --format json`", err)
	case len(machines) == 0 && !strings.Contains(string(result.Stderr), noInstance):
		return unread("limactl printed nothing, and did not say that there is no instance; see `limactl list`")
	case len(machines) == 0:
		return none(folder)
	}
	return ports.Machines{State: ports.MachinesRead, Items: machines}
}

// noInstance is what every limactl warns of when it lists nothing: without it, nothing is no answer.
const noInstance = "No instance found"

func unread(format string, args ...any) ports.Machines {
	return ports.Machines{State: ports.MachinesUnread, Reason: say.Textf(format, args...)}
}

// none is an empty list. limactl prints it of a folder that does not exist too, so the folder decides.
func none(folder Folder) ports.Machines {
	switch {
	case folder.Problem != "":
		return unread("limactl lists no VM, but its folder could not be looked at: %s", folder.Problem)
	case folder.Missing:
		return ports.Machines{
			State:  ports.MachinesNoHome,
			Reason: say.Textf("the Lima folder %s does not exist; if the VMs are elsewhere, set LIMA_HOME to their folder", folder.Path),
		}
	}
	return ports.Machines{State: ports.MachinesRead}
}
