package plan

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// The codes of what decides an action other than a layer's own state does. They never change their meaning.
const (
	CodeBlocked     = "NST-3301"
	CodeStorageHeld = "NST-3302"
)

// Meanings says what each code of this package stands for, why it matters, and what to do.
var Meanings = map[string]ports.Meaning{
	CodeBlocked: {
		Means:   say.Textf("a layer that this one needs must be looked at or repaired first"),
		Matters: say.Textf("what is installed on a broken or unknown base fails, or hides the fault"),
		Do:      say.Textf("settle the layer that the line names first, then run nestor preview STACK again"),
	},
	CodeStorageHeld: {
		Means:   say.Textf("the declared storage may compete with another one that is alive, so nothing of it is planned"),
		Matters: say.Textf("two storages in one cluster put data where nobody looks for it"),
		Do:      say.Textf("correct `storage:` in the topology if it is wrong, or make the other backend readable: nestor rbac STACK"),
	},
}
