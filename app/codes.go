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
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
)

// Code is a stable code with its meaning.
type Code struct {
	ID string `json:"code"`
	ports.Meaning
}

// meanings are the tables of all packages that have codes.
var meanings = []map[string]ports.Meaning{
	problems.Meanings, document.Meanings, stack.Meanings, layer.Meanings, inventory.Meanings, access.Meanings,
	target.Meanings, state.Meanings, discover.Meanings, doctor.Meanings,
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
