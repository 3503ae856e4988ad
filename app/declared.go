package app

import (
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
)

// Declared reads what operators wrote: topologies and catalogues.
type Declared struct {
	Documents ports.DocumentReader
	Home      string // where ~ leads
}

// Wanted is a valid stack with the catalogue that it was read against.
type Wanted struct {
	Stack     stack.Stack
	Catalogue layer.Catalogue
	Document  ports.Document
	Doubts    []Doubt // warnings of the files that were read
}

// Doubt is a warning about a declared file, with its place.
type Doubt struct {
	File  string
	Lines []string
	ports.Fault
}

// Stack reads a stack by name, by file, or the active one when both are empty. The error of an invalid file is an
// *ports.InvalidDocument with every fault in it.
func (d Declared) Stack(name, file string) (Wanted, error) {
	doc, err := d.Documents.Stack(name, file)
	if err != nil {
		return Wanted{}, err
	}
	catalogue, doubts, err := d.Catalogue()
	if err != nil {
		return Wanted{}, err
	}
	s, faults := stack.New(doc, catalogue, d.Home)
	if firstWrong(faults) != nil {
		return Wanted{}, &ports.InvalidDocument{File: doc.File, Lines: doc.Lines, Faults: faults}
	}
	return Wanted{Stack: s, Catalogue: catalogue, Document: doc, Doubts: append(doubts, doubtsOf(doc.File, doc.Lines, faults)...)}, nil
}

// Catalogue reads the embedded catalogue and the operator's own beside the topologies.
func (d Declared) Catalogue() (layer.Catalogue, []Doubt, error) {
	embedded, overlay, err := d.Documents.Catalogue()
	if err != nil {
		return layer.Catalogue{}, nil, err
	}
	docs := []ports.Document{embedded}
	if overlay != nil {
		docs = append(docs, *overlay)
	}
	catalogue, faulty := layer.New(docs...)
	var doubts []Doubt
	for _, f := range faulty {
		if firstWrong(f.Faults) != nil {
			return layer.Catalogue{}, nil, &f
		}
		doubts = append(doubts, doubtsOf(f.File, f.Lines, f.Faults)...)
	}
	return catalogue, doubts, nil
}

func firstWrong(faults []ports.Fault) *ports.Fault {
	for i := range faults {
		if faults[i].Severity == ports.Wrong {
			return &faults[i]
		}
	}
	return nil
}

func doubtsOf(file string, lines []string, faults []ports.Fault) []Doubt {
	doubts := make([]Doubt, 0, len(faults))
	for _, f := range faults {
		doubts = append(doubts, Doubt{File: file, Lines: lines, Fault: f})
	}
	return doubts
}
