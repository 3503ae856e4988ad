package ports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/ports/say"
)

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
	What     say.Text // what is wrong
	Instead  say.Text // what to write instead; may be empty
	KeyOnly  bool     // it is about a key, and the value behind it is nobody's business
}

// AnyWrong reports whether a document with these faults is refused.
func AnyWrong(faults []Fault) bool {
	return slices.ContainsFunc(faults, func(f Fault) bool { return f.Severity == Wrong })
}

// Error gives the fault without its file: "3:5: nodes[1].roles[0]: unknown role …".
func (f Fault) Error() string { return f.In(nil) }

// In is Error in a language.
func (f Fault) In(l say.Language) string {
	text := f.What.In(l)
	if !f.Instead.IsZero() {
		text += say.Between(l, "; ") + f.Instead.In(l)
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
func (e *InvalidDocument) Error() string { return e.In(nil) }

// In is Error in a language.
func (e *InvalidDocument) In(l say.Language) string {
	var text []string
	for i, f := range e.Faults {
		if i == mostFaults {
			more := len(e.Faults) - mostFaults
			text = append(text, say.Plural(more, "… and %d more fault", "… and %d more faults").In(l))
			break
		}
		text = append(text, RenderFault(l, e.File, e.Lines, f))
	}
	return strings.Join(text, "\n")
}

// RenderFault prints one fault of a file as "file:line:column: what; what to write instead", then its source line.
func RenderFault(l say.Language, file string, lines []string, f Fault) string {
	text := file + ":"
	if f.At.Line == 0 {
		text += " "
	}
	text += f.In(l)
	if f.Code != "" {
		text += " [" + f.Code + "]"
	}
	if f.At.Line > 0 && f.At.Line <= len(lines) {
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
