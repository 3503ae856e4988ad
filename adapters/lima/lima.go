// Package lima lists the VMs of a bench with `limactl list`.
package lima

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
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
			State: ports.MachinesNotInstalled, Code: problems.LimactlAbsent, Reason: say.Textf("limactl is not installed, or not in PATH"),
			Do: say.Textf("install Lima (https://lima-vm.io), or add its folder to PATH, then try: %s", "limactl --version"),
		}
	case result.Err != nil:
		_, reason, do := say.Parts(result.Err)
		return unread(problems.LimactlBroken, reason, say.First(do, try()))
	case result.Interrupted:
		return unread(problems.LimactlInterrupted, say.Textf("reading the VMs was interrupted"), say.Textf("run it again"))
	case result.TimedOut:
		return unread(problems.LimactlSlow, say.Textf("limactl did not answer in time, and a host agent may hang"), say.Textf("give it longer with --timeout, and see which: %s", list))
	case result.Truncated:
		return unread(problems.LimactlAnswer, say.Textf("limactl wrote more than can be taken"), try())
	case result.Exit != 0:
		return failed(result)
	}
	machines, err := parse(result.Stdout)
	switch {
	case err != nil:
		return unread(problems.LimactlAnswer, say.Textf("the answer of limactl cannot be read: %v", err), say.Textf("compare it with: %s", "limactl list --format json"))
	case len(machines) == 0 && !strings.Contains(string(result.Stderr), noInstance):
		return unread(problems.LimactlAnswer, say.Textf("limactl printed nothing, and did not say that there is no instance"), try())
	case len(machines) == 0:
		return none(folder)
	}
	return ports.Machines{State: ports.MachinesRead, Items: machines}
}

// noInstance is what every limactl warns of when it lists nothing: without it, nothing is no answer.
const noInstance = "No instance found"

func unread(code string, reason, do say.Text) ports.Machines {
	return ports.Machines{State: ports.MachinesUnread, Code: code, Reason: reason, Do: do}
}

// none is an empty list. limactl prints it of a folder that does not exist too, so the folder decides.
func none(folder Folder) ports.Machines {
	switch {
	case !folder.Problem.IsZero():
		return unread(problems.LimaFolder, say.Textf("limactl lists no VM, but its folder could not be looked at: %s", folder.Problem), folder.Do)
	case folder.Missing:
		return ports.Machines{
			State: ports.MachinesNoHome, Code: problems.LimaFolderMissing, Reason: say.Textf("the Lima folder %s does not exist", folder.Path),
			Do: say.Textf("if the VMs are elsewhere, set LIMA_HOME to their folder and try: %s", list),
		}
	}
	return ports.Machines{State: ports.MachinesRead}
}
