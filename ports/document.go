package ports

import (
	"fmt"
	"slices"
	"strings"
)

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

// String names the kind as an error would ("a list").
func (k Kind) String() string {
	return [...]string{"nothing", "text", "a number", "a boolean", "a list", "a map"}[k]
}

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

// Severity tells a fault that stops from one that is only said.
type Severity int

// A Wrong document is refused; a Doubtful one is used, and the doubt is said.
const (
	Wrong Severity = iota
	Doubtful
)

// Fault is one thing that is wrong in a declared document.
type Fault struct {
	Code     string // stable, such as "NST-2003"
	Severity Severity
	Path     string // the field, such as "nodes[1].roles[0]"
	At       Position
	What     string // what is wrong
	Instead  string // what to write instead; may be empty
	KeyOnly  bool   // it is about a key, and the value behind it is nobody's business
}

// AnyWrong reports whether a document with these faults is refused.
func AnyWrong(faults []Fault) bool {
	return slices.ContainsFunc(faults, func(f Fault) bool { return f.Severity == Wrong })
}

// Error gives the fault without its file: "nodes[1].roles[0]: unknown role …".
func (f Fault) Error() string {
	text := f.What
	if f.Instead != "" {
		text += "; " + f.Instead
	}
	if f.At.Line == 0 {
		return text
	}
	return fmt.Sprintf("%d:%d: %s", f.At.Line, f.At.Column, text)
}

// InvalidDocument is the error of a document with faults. It is for the person who wrote the file.
type InvalidDocument struct {
	File   string
	Lines  []string
	Faults []Fault // in file order
}

// mostFaults is how many faults are told at once: a file with more was not written by hand.
const mostFaults = 20

// Error lists the faults as file:line:column, each with its source line.
func (e *InvalidDocument) Error() string {
	var text []string
	for i, f := range e.Faults {
		if i == mostFaults {
			text = append(text, fmt.Sprintf("… and %d more faults", len(e.Faults)-mostFaults))
			break
		}
		text = append(text, RenderFault(e.File, e.Lines, f))
	}
	return strings.Join(text, "\n")
}

// RenderFault prints one fault of a file as "file:line:column: what; what to write instead", then its source line.
func RenderFault(file string, lines []string, f Fault) string {
	if f.At.Line == 0 {
		return file + ": " + f.Error()
	}
	text := file + ":" + f.Error()
	if f.At.Line <= len(lines) {
		text += fmt.Sprintf("\n    %4d | %s", f.At.Line, f.excerpt(lines[f.At.Line-1]))
	}
	return text
}

// around is how much of a long source line is shown on each side of a fault.
const around = 60

// excerpt is the part of a source line that the fault is about. The value of a key that nestor does not know may be
// anything, a password too: it is left out.
func (f Fault) excerpt(line string) string {
	runes := []rune(line)
	end := len(runes)
	if f.KeyOnly {
		if i := slices.Index(runes[min(f.At.Column, end):], ':'); i >= 0 {
			end = f.At.Column + i + 1
		}
	}
	start := max(0, f.At.Column-around)
	cut := min(end, f.At.Column+around)
	text := string(runes[min(start, cut):cut])
	if start > 0 {
		text = "…" + text
	}
	if cut < len(runes) {
		text += " …"
	}
	return text
}
