package document

import (
	"fmt"
	"slices"

	"github.com/univ-lehavre/nestor/ports"
)

// Shape says what a value may be, and what it means to whoever writes it. A document's reader takes its keys and words
// from it, and its JSON Schema is written from it: neither can know of a key that the other does not.
type Shape struct {
	About      string       // what it is, in which unit: editors show it
	Kinds      []ports.Kind // what it may be; none: it is not read, and may be anything
	Default    any          // what counts when it is left out
	Words      []string     // the only texts that it may be
	Offered    []string     // texts to choose from, where others are good too
	Misfit     string       // what an editor says of a text that does not fit the pattern
	Pattern    string       // of all its texts, in the syntax that RE2 and ECMAScript share
	Min, Max   int          // of a number, when Max is not 0
	Fewest     int          // items of a list
	Unique     bool         // no item of a list twice
	Item       *Shape       // each item of a list
	Keys       []Key        // of a map
	FewestKeys int          // of a map
	Foreign    []string     // keys of a map that belong to neighbouring tools
	Rest       *Shape       // every other key of a map whose keys are names
	Unknown    *Shape       // of a key that is doubted, and read all the same
	InPart     bool         // it is read in some documents only: a rule says in which, and what it may be there
	Rules      []Rule       // what else must hold
}

// Key is one key of a map.
type Key struct {
	Name     string
	Required bool
	Shape
}

// Rule is a piece of JSON Schema.
type Rule = map[string]any

// names gives the names of a map's keys, as documented.
func (s *Shape) names() []string {
	names := make([]string, len(s.Keys))
	for i, k := range s.Keys {
		names[i] = k.Name
	}
	return names
}

// required gives the names of the keys that must be there.
func (s *Shape) required() []string {
	var names []string
	for _, k := range s.Keys {
		if k.Required {
			names = append(names, k.Name)
		}
	}
	return names
}

// at gives the shape of a key. Reading a key that the shape lacks is a mistake in the code: the schema would refuse it.
func (s *Shape) at(path, key string) *Shape {
	for i := range s.Keys {
		if s.Keys[i].Name == key {
			return &s.Keys[i].Shape
		}
	}
	for _, other := range []*Shape{s.Rest, s.Unknown} {
		if other != nil {
			return other
		}
	}
	panic(fmt.Sprintf("document: %s is read, and its shape has no such key", path))
}

// allow checks that the code reads a value as what its shape says that it is.
func (s *Shape) allow(path string, k ports.Kind) {
	if !slices.Contains(s.Kinds, k) {
		panic(fmt.Sprintf("document: %s is read as %s, and its shape does not say so", path, k))
	}
}

// item gives the shape of a list's items.
func (s *Shape) item(path string) *Shape {
	if s.Item == nil {
		panic(fmt.Sprintf("document: the items of %s are read, and its shape does not say what they are", path))
	}
	return s.Item
}
