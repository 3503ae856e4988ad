package layer

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// The codes of faults in a catalogue, and of layers that a stack cannot have. They never change their meaning.
const (
	CodeUnknownLayer = "NST-2301"
	CodeNotAllowed   = "NST-2302"
	CodeLimaOnly     = "NST-2303"
	CodeCycle        = "NST-2304"
	CodeNoGroup      = "NST-2305"
	CodeForbidden    = "NST-2306"
	CodeNoProof      = "NST-2307"
	CodeTwice        = "NST-2308"
)

// Meanings says what each code of this package stands for.
var Meanings = map[string]ports.Meaning{
	CodeUnknownLayer: {
		Means:   say.Textf("a name is neither a layer nor an alias"),
		Matters: say.Textf("what it stands for is not known, so it would be missing from every plan"),
		Do:      say.Textf("correct its spelling (all names: nestor layers), or define it in layers.yaml beside the topologies"),
	},
	CodeNotAllowed: {
		Means:   say.Textf("a layer does not exist on the stack's storage backend, or on none at all"),
		Matters: say.Textf("it could never be installed, and would be missing for ever"),
		Do:      say.Textf("remove it, or declare under `storage` the backend that it needs; in a catalogue, list a backend under its `needs`"),
	},
	CodeLimaOnly: {
		Means:   say.Textf("a prod stack wants a layer that exists on benches only"),
		Matters: say.Textf("such a layer is about VMs of this machine, so it could never be there"),
		Do:      say.Textf("remove it, or declare `target_kind: lima`"),
	},
	CodeCycle: {
		Means:   say.Textf("layers need each other, or an alias stands for itself"),
		Matters: say.Textf("there is no order in which they could be installed"),
		Do:      say.Textf("remove one of the needs, or name layers in the alias"),
	},
	CodeNoGroup: {
		Means:   say.Textf("the apiVersion of a proof lacks its API group"),
		Matters: say.Textf("the object would be looked for among the core kinds, and the layer would be taken for absent"),
		Do:      say.Textf("write `apiVersion: GROUP/VERSION`, as kubectl api-resources shows it"),
	},
	CodeForbidden: {
		Means:   say.Textf("a proof is of a kind that may hold secrets"),
		Matters: say.Textf("nestor never reads such objects, so the layer could never be seen"),
		Do:      say.Textf("choose a workload or a custom resource"),
	},
	CodeNoProof: {
		Means:   say.Textf("nothing would show whether a layer is there"),
		Matters: say.Textf("nobody could tell it from one that is missing"),
		Do:      say.Textf("give it `proofs:`, or a namespace under `traces:`; if no API shows it, write `seen: nothing`"),
	},
	CodeTwice: {
		Means:   say.Textf("a name is defined twice"),
		Matters: say.Textf("only one of the definitions would count"),
		Do:      say.Textf("keep one of them, or rename one"),
	},
}
