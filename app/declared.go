package app

import (
	"errors"

	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
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
	Overlay   string  // the operator's own catalogue, as a file; empty without one
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
		return Wanted{}, NotDeclared{d.meant(name, err)}
	}
	catalogue, overlay, doubts, err := d.catalogue(doc)
	if err != nil {
		return Wanted{}, err
	}
	s, faults := stack.New(doc, catalogue, d.Home)
	if ports.AnyWrong(faults) {
		return Wanted{}, &ports.InvalidDocument{File: doc.File, Lines: doc.Lines, Faults: faults}
	}
	return Wanted{Stack: s, Catalogue: catalogue, Document: doc, Overlay: overlay, Doubts: append(doubts, doubtsOf(doc.File, doc.Lines, faults)...)}, nil
}

// meant says which stack was meant, when no stack has the name and one has nearly the same.
func (d Declared) meant(name string, err error) error {
	var problem *say.Problem
	if !errors.As(err, &problem) || problem.Code != problems.NoSuchStack {
		return err
	}
	stacks, _ := d.Documents.Stacks() // without them there is nothing to compare with
	var names []string
	for _, s := range stacks {
		names = append(names, s.Name)
	}
	near := document.Nearest(name, names)
	if near == "" {
		return err
	}
	return &say.Problem{Code: problem.Code, What: problem.What, Why: problem.Why, Do: say.Textf("did you mean %s?", near)}
}

// catalogue reads the embedded catalogue and the operator's own beside a topology, and names the latter.
func (d Declared) catalogue(beside ports.Document) (c layer.Catalogue, own string, doubts []Doubt, err error) {
	embedded, overlay, err := d.Documents.Catalogue(beside)
	if err != nil {
		return layer.Catalogue{}, "", nil, NotDeclared{err}
	}
	docs := []ports.Document{embedded}
	if overlay != nil {
		docs, own = append(docs, *overlay), overlay.Shown
	}
	catalogue, faulty := layer.New(docs...)
	for _, f := range faulty {
		if ports.AnyWrong(f.Faults) {
			return layer.Catalogue{}, "", nil, &f
		}
		doubts = append(doubts, doubtsOf(f.File, f.Lines, f.Faults)...)
	}
	return catalogue, own, doubts, nil
}

// others gives the valid stacks beside this one.
func (r Readers) others(w Wanted) []stack.Stack {
	var all []stack.Stack
	for _, doc := range r.Documents.Others(w.Document) {
		if other, faults := stack.New(doc, w.Catalogue, r.Environment.Home); !ports.AnyWrong(faults) {
			all = append(all, other)
		}
	}
	return all
}

// pinnedBy gives the clusters that stacks pin: they are theirs.
func pinnedBy(stacks []stack.Stack) []ports.KnownCluster {
	var all []ports.KnownCluster
	for _, other := range stacks {
		if other.Identity != (stack.Identity{}) {
			all = append(all, ports.KnownCluster{Stack: other.Name, File: other.File, UID: other.Identity.ClusterUID, CASHA256: other.Identity.CASHA256})
		}
	}
	return all
}

func doubtsOf(file string, lines []string, faults []ports.Fault) []Doubt {
	doubts := make([]Doubt, 0, len(faults))
	for _, f := range faults {
		doubts = append(doubts, Doubt{File: file, Lines: lines, Fault: f})
	}
	return doubts
}
