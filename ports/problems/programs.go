package problems

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Programs that are run (28xx).
const (
	ProgramMissing  = "NST-2801"
	ProgramRelative = "NST-2802"
	ProgramFails    = "NST-2803"
	NotAllowed      = "NST-2804"
	TrustSetting    = "NST-2805"
	NoPrivatePlace  = "NST-2806"
)

// programs are about programs that are run, and limactl (28xx and 29xx).
var programs = map[string]ports.Meaning{
	ProgramMissing: {
		Means:   say.Textf("a program that nestor needs is in no folder of PATH"),
		Matters: say.Textf("what only this program can read stays unknown"),
		Do:      say.Textf("install it, or add its folder to PATH; see what is found: nestor doctor"),
	},
	ProgramRelative: {
		Means:   say.Textf("PATH has a relative folder, and the program was found there"),
		Matters: say.Textf("whoever can write to the current folder could have their own program started in its place"),
		Do:      say.Textf("take the relative folder out of PATH; see which there are: echo $PATH"),
	},
	ProgramFails: {
		Means:   say.Textf("a program was found and could not be started"),
		Matters: say.Textf("what only this program can read stays unknown"),
		Do:      say.Textf("call it by hand to see why; see what nestor finds: nestor doctor"),
	},
	NotAllowed: {
		Means:   say.Textf("a program was about to be called in a way that nestor does not need for reading"),
		Matters: say.Textf("nothing was started: a call that is not known in advance could change a cluster"),
		Do:      say.Textf("remove the options that you added for ssh from the inventory; else report it, with what this prints: nestor doctor"),
	},
	TrustSetting: {
		Means:   say.Textf("the inventory gives ssh a setting that weakens which hosts are trusted, or that is not known to be harmless"),
		Matters: say.Textf("another machine could pass for your node and hand you its own kubeconfig"),
		Do:      say.Textf("remove it from the inventory, and set it in ~/.ssh/config for this host alone; what applies now: ssh -G HOST"),
	},
	NoPrivatePlace: {
		Means:   say.Textf("no private file could be made to hand the kubeconfig to a program"),
		Matters: say.Textf("the kubeconfig holds keys and is never put where others can read it, so nothing was started"),
		Do:      say.Textf("name a folder that you may write and that has space: export TMPDIR=FOLDER"),
	},
}
