package problems

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// What fails in reading the VMs of a bench.
const (
	LimactlAbsent      = "NST-2901"
	LimactlBroken      = "NST-2902"
	LimactlInterrupted = "NST-2903"
	LimactlSlow        = "NST-2904"
	LimactlAnswer      = "NST-2905"
	LimactlFailed      = "NST-2906"
	LimactlNotOwner    = "NST-2907"
	LimaFolder         = "NST-2908"
	LimaFolderMissing  = "NST-2909"
)

// machines are about limactl (29xx).
var machines = map[string]ports.Meaning{
	LimactlAbsent: {
		Means:   say.Textf("limactl is not in PATH"),
		Matters: say.Textf("the VMs of a bench cannot be seen: whether they run, or exist at all, is unknown"),
		Do:      say.Textf("install Lima (https://lima-vm.io), or add its folder to PATH; limactl --version then shows it"),
	},
	LimactlBroken: {
		Means:   say.Textf("limactl is there and could not be started"),
		Matters: say.Textf("the VMs of a bench cannot be seen"),
		Do:      say.Textf("run it by hand, it fails in the same way: limactl list"),
	},
	LimactlInterrupted: {
		Means:   say.Textf("limactl was ended before its list was whole"),
		Matters: say.Textf("a VM that is not in half a list would look absent, so none of it is used"),
		Do:      say.Textf("run the command again and let it end"),
	},
	LimactlSlow: {
		Means:   say.Textf("limactl did not end within the deadline"),
		Matters: say.Textf("it asks the host agent of each VM, and one that hangs costs seconds"),
		Do:      say.Textf("see which VM it waits for (limactl list), stop that one (limactl stop -f NAME), or give it longer with --timeout"),
	},
	LimactlAnswer: {
		Means:   say.Textf("what limactl printed is not a list of VMs that nestor understands"),
		Matters: say.Textf("a list that is believed in part would make VMs look absent"),
		Do:      say.Textf("compare it with limactl list --format json, and update Lima"),
	},
	LimactlFailed: {
		Means:   say.Textf("limactl ended with an error"),
		Matters: say.Textf("one VM that is half made, or being deleted, fails the whole list; the others are unknown meanwhile"),
		Do:      say.Textf("try again after a moment; if it stays so, mend or delete the VM that limactl list names"),
	},
	LimactlNotOwner: {
		Means:   say.Textf("the user who runs nestor may not read the VMs: root, or another than their owner"),
		Matters: say.Textf("VMs belong to one user; another sees none of them, and must not take that for absence"),
		Do:      say.Textf("run nestor as their owner (ls -ld ~/.lima shows who that is), or set LIMA_HOME to the right folder"),
	},
	LimaFolder: {
		Means:   say.Textf("limactl lists no VM, and the folder of its VMs could not be looked at"),
		Matters: say.Textf("limactl prints the same for a folder without VMs and for one that is not there, so nothing is known"),
		Do:      say.Textf("look at the folder and its rights: ls -ld ~/.lima (or the one that LIMA_HOME names)"),
	},
	LimaFolderMissing: {
		Means:   say.Textf("the folder of Lima's VMs does not exist"),
		Matters: say.Textf("either no VM was ever made here, or they are elsewhere and would be made a second time"),
		Do:      say.Textf("if the VMs are elsewhere, export LIMA_HOME=FOLDER, and look: limactl list"),
	},
}
