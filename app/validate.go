package app

import (
	"errors"
	"slices"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// ValidationSchema names the form of a validation.
const ValidationSchema = "nestor.validation/v1"

// The codes of faults that are not about a file's content.
const (
	CodeUnread   = "NST-2012" // a declared file that could not be read
	CodeMisnamed = "NST-2115" // a topology whose name no command takes; a warning
)

// Operand names a stack, or a file; neither: the active stack.
type Operand struct{ Stack, File string }

// Validation is every fault of every file that was looked at.
type Validation struct {
	Schema string        `json:"schema"`
	Strict bool          `json:"strict"` // warnings count as faults
	Valid  bool          `json:"valid"`
	Files  []CheckedFile `json:"files"`
}

// CheckedFile is a declared file, with all that is wrong or doubtful in it.
type CheckedFile struct {
	Stack  string        `json:"stack,omitempty"` // none: a catalogue
	File   string        `json:"file"`            // the real one; empty when it was not found
	Shown  string        `json:"shown"`
	Valid  bool          `json:"valid"`
	Faults []FaultReport `json:"faults"` // in file order
	lines  []string
	raw    []ports.Fault
}

// FaultReport is one thing that is wrong or doubtful. Line and column count from 1; 0: of the whole file.
type FaultReport struct {
	Code     string   `json:"code"`
	Severity string   `json:"severity"` // fault or warning
	Path     string   `json:"path"`
	Line     int      `json:"line"`
	Column   int      `json:"column"`
	What     say.Text `json:"what"`
	Instead  say.Text `json:"instead"`
}

// Text gives each fault for people: its place, what is wrong, what to write instead, and the source line.
func (f CheckedFile) Text(l say.Language) []string {
	var all []string
	for _, fault := range f.raw {
		text := fault.What.In(l) // which names the file
		if fault.Code != CodeUnread {
			text = ports.RenderFault(l, f.Shown, f.lines, fault)
		}
		if fault.Severity == ports.Doubtful {
			text = say.Textf("warning: %s", text).In(l)
		}
		all = append(all, text)
	}
	return all
}

func (f CheckedFile) count(s ports.Severity) int {
	n := 0
	for _, fault := range f.raw {
		if fault.Severity == s {
			n++
		}
	}
	return n
}

// Validate looks at stacks and files, each with the catalogue beside it. All adds every topology of the repository, and
// its catalogue. What cannot be read is a fault of its own, and hides no other.
func (s Stacks) Validate(operands []Operand, all, strict bool) (Validation, error) {
	v := Validation{Schema: ValidationSchema, Strict: strict, Valid: true, Files: []CheckedFile{}}
	for _, o := range operands {
		c := s.check(o, o.File)
		if c.none != nil {
			return v, NotDeclared{c.none}
		}
		v.add(c.files)
	}
	if all {
		found, err := s.Documents.Stacks()
		if err != nil {
			return v, NotDeclared{err}
		}
		for _, f := range found {
			v.add(s.check(Operand{File: f.File}, f.Shown).files)
		}
		if _, own, _ := s.examine(ports.Document{}); own != nil {
			v.add([]CheckedFile{*own})
		}
	}
	return v, nil
}

// add takes each file once: several stacks share a catalogue.
func (v *Validation) add(files []CheckedFile) {
	for _, f := range files {
		if f.File != "" && slices.ContainsFunc(v.Files, func(seen CheckedFile) bool { return seen.File == f.File }) {
			continue
		}
		if v.Strict && len(f.raw) > 0 {
			f.Valid = false
		}
		v.Valid = v.Valid && f.Valid
		v.Files = append(v.Files, f)
	}
}

// checked is a topology that was looked at, with the operator's catalogue that counts for it.
type checked struct {
	Wanted
	valid bool          // then Wanted is set
	files []CheckedFile // the topology, then the catalogue if there is one
	none  error         // why there is no file to look at
}

func (d Declared) check(o Operand, shown string) checked {
	doc, err := d.Documents.Stack(o.Stack, o.File)
	if err != nil {
		f := unread(d.meant(o.Stack, err), o.File, shown)
		f.Stack = o.Stack
		if f.File != "" {
			f.Stack = stack.StackName(f.File)
		}
		return checked{files: []CheckedFile{f}, none: noFile(err)}
	}
	if shown == "" {
		shown = doc.Shown
	}
	catalogue, own, sound := d.examine(doc)
	st, faults := stack.New(doc, catalogue, d.Home)
	if !sound { // the layers that it names may be of the catalogue that could not be read
		faults = slices.DeleteFunc(faults, func(f ports.Fault) bool { return f.Code == layer.CodeUnknownLayer })
	}
	name := stack.StackName(doc.File)
	if fault := ports.StackNameFault(name); !fault.IsZero() {
		faults = append([]ports.Fault{{Code: CodeMisnamed, Severity: ports.Doubtful, What: fault, Instead: say.Textf("rename the file, or name it with -f")}}, faults...)
	}
	c := checked{files: []CheckedFile{checkedFile(name, doc.File, shown, doc.Lines, faults)}}
	if own != nil {
		c.files = append(c.files, *own)
	}
	if sound && c.files[0].Valid {
		c.valid = true
		c.Wanted = Wanted{Stack: st, Catalogue: catalogue, Document: doc, Doubts: doubtsOf(doc.File, doc.Lines, faults)}
		if own != nil {
			c.Overlay = own.Shown
			c.Doubts = append(doubtsOf(own.File, own.lines, own.raw), c.Doubts...)
		}
	}
	return c
}

// noFile is an error that is about no file: there is no repository, or nothing is active and nothing was named.
func noFile(err error) error {
	var problem *say.Problem
	if errors.As(err, &problem) && (problem.Code == problems.NoRepository || problem.Code == problems.NoActiveStack) {
		return err
	}
	return nil
}

// examine reads the catalogue that counts beside a document. When the operator's own is unsound, the built-in one stands in.
func (d Declared) examine(beside ports.Document) (c layer.Catalogue, own *CheckedFile, sound bool) {
	embedded, overlay, err := d.Documents.Catalogue(beside)
	builtIn, _ := layer.New(embedded)
	if err != nil {
		f := unread(err, "", ports.CatalogueFile)
		return builtIn, &f, false
	}
	if overlay == nil {
		return builtIn, nil, true
	}
	whole, faulty := layer.New(embedded, *overlay)
	var faults []ports.Fault
	for _, f := range faulty {
		faults = append(faults, f.Faults...) // of the operator's own: the built-in one has none
	}
	f := checkedFile("", overlay.File, overlay.Shown, overlay.Lines, faults)
	if !f.Valid {
		return builtIn, &f, false
	}
	return whole, &f, true
}

// unread is a file that could not be parsed, or not even be read.
func unread(err error, file, shown string) CheckedFile {
	var invalid *ports.InvalidDocument
	if errors.As(err, &invalid) {
		if shown == "" || shown == ports.CatalogueFile {
			shown = invalid.File
		}
		return checkedFile("", invalid.File, shown, invalid.Lines, invalid.Faults)
	}
	return checkedFile("", file, shown, nil, []ports.Fault{{Code: CodeUnread, What: say.Of(err)}})
}

func checkedFile(stackName, file, shown string, lines []string, faults []ports.Fault) CheckedFile {
	f := CheckedFile{Stack: stackName, File: file, Shown: shown, Valid: !ports.AnyWrong(faults), Faults: []FaultReport{}, lines: lines, raw: faults}
	for _, fault := range faults {
		severity := "fault"
		if fault.Severity == ports.Doubtful {
			severity = "warning"
		}
		f.Faults = append(f.Faults, FaultReport{fault.Code, severity, fault.Path, fault.At.Line, fault.At.Column, fault.What, fault.Instead})
	}
	return f
}
