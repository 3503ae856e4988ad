package ports

import "github.com/univ-lehavre/nestor/ports/say"

// Kind says what a declared value is, as its file wrote it.
type Kind int

// The kinds of YAML values. A plain `no`, `on` or `y` is Text: YAML 1.2 has no such booleans.
const (
	Null Kind = iota
	Text
	Number
	Bool
	List
	Map
)

// Words name the kind as an error would ("a list").
func (k Kind) Words() say.Text {
	switch k {
	case Text:
		return say.Textf("text")
	case Number:
		return say.Textf("a number")
	case Bool:
		return say.Textf("a boolean")
	case List:
		return say.Textf("a list")
	case Map:
		return say.Textf("a map")
	}
	return say.Textf("nothing")
}

// String is the kind in English.
func (k Kind) String() string { return k.Words().String() }

// In is the kind in a language.
func (k Kind) In(l say.Language) string { return k.Words().In(l) }

// CatalogueFile is the name of an operator's own catalogue, beside the topologies.
const CatalogueFile = "layers.yaml"

// Position is a place in a declared file. Line and Column count from 1; zero means unknown.
type Position struct {
	Line   int
	Column int
}

// Value is one value of a declared document, with the place where it stands.
type Value struct {
	Kind    Kind
	Scalar  string  // of Text, Number and Bool: the text as written, without quotes
	Tag     string  // an explicit tag such as "!vault", empty otherwise
	Entries []Entry // of a Map, in file order, duplicates kept
	Items   []Value // of a List, in file order
	At      Position
}

// Entry is one key of a map with its value. At is the key's place.
type Entry struct {
	Key   string
	At    Position
	Value Value
}

// Document is a declared file (a topology, a catalogue), parsed and not yet judged.
type Document struct {
	File  string   // the file as shown to people: absolute, symbolic links resolved
	Found string   // where it was found, absolute, before links were followed
	Shown string   // the same as the operator would name it
	Root  Value    // Null for an empty file
	Lines []string // the source lines, for messages
}

// StackFile is a topology of a repository. It may hold anything: it was not read.
type StackFile struct {
	Name    string // of the stack, as its file is called
	File    string // absolute, links not followed
	Shown   string // the same as the operator would name it
	Example bool
	Active  bool // topology.yaml is it, or leads to it
}
