package app

import (
	"maps"
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/access"
	"github.com/univ-lehavre/nestor/domain/discover"
	"github.com/univ-lehavre/nestor/domain/doctor"
	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/domain/inventory"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Code is a stable code with its meaning.
type Code struct {
	ID string `json:"code"`
	ports.Meaning
}

// own are the codes of faults of a validation that are not about a file's content.
var own = map[string]ports.Meaning{
	CodeUnread: {
		Means:   say.Textf("a declared file could not be read"),
		Matters: say.Textf("what it declares is not known, and nothing is taken for it"),
		Do:      say.Textf("look whether it is there and may be read: ls -l FILE"),
	},
	CodeMisnamed: {
		Means:   say.Textf("a topology has a name that no command takes for a stack"),
		Matters: say.Textf("it can only be reached by its file"),
		Do:      say.Textf("rename the file, or name it with -f FILE"),
	},
}

// meanings are the tables of all packages that have codes.
var meanings = []map[string]ports.Meaning{
	own, problems.Meanings, document.Meanings, stack.Meanings, layer.Meanings, inventory.Meanings, access.Meanings,
	target.Meanings, state.Meanings, plan.Meanings, discover.Meanings, doctor.Meanings,
}

// Codes gives every code that begins so with its meaning, sorted.
func Codes(prefix string) []Code {
	all := map[string]ports.Meaning{}
	for _, table := range meanings {
		maps.Copy(all, table)
	}
	var codes []Code
	for _, id := range slices.Sorted(maps.Keys(all)) {
		if strings.HasPrefix(id, prefix) {
			codes = append(codes, Code{id, all[id]})
		}
	}
	return codes
}
