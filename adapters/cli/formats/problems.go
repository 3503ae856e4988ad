package formats

import (
	"strings"

	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Kind is what is written: one preview, the changes since another, or the previews of all stacks.
type Kind int

// The kinds.
const (
	OfPreview Kind = iota
	OfChanges
	OfAll
)

// FlagUsage says what --report does.
func FlagUsage(extensions []string) say.Text {
	return say.Textf("also write the result to `FILE`, in the format of its extension: %s; may be given several times", strings.Join(extensions, " "))
}

// NoView is a format in which there is no such view, and those in which there is one.
func NoView(format string, of Kind, able []string) error {
	p := &say.Problem{Code: problems.NoSuchView, Do: say.Textf("write one of %s", strings.Join(able, ", "))}
	switch of {
	case OfChanges:
		p.What = say.Textf("what changed since a report (--against) has no view in %s", format)
	case OfAll:
		p.What = say.Textf("the previews of all stacks (--all) have no view in %s", format)
	default:
		p.What = say.Textf("a preview has no view in %s", format)
	}
	return p
}

// UnknownExtension is a report's file whose name says no format.
func UnknownExtension(file string, known []string) error {
	return &say.Problem{Code: problems.UnknownExtension, What: say.Textf("--report %s: its extension names no format", file), Do: say.Textf("end it with one of %s", strings.Join(known, ", "))}
}

// TwiceTheFile is a file that two reports would be written to.
func TwiceTheFile(file string) error {
	return &say.Problem{Code: problems.TwiceTheFile, What: say.Textf("--report %s is given twice", file), Do: say.Textf("leave one of them out")}
}

// NotWritten is a report's file that could not be written.
func NotWritten(file string, why error) error {
	return &say.Problem{Code: problems.ReportNotWritten, What: say.Textf("the report %s was not written", file), Why: why, Do: say.Textf("the result stands above; give a file in a folder that is there and that you may write to")}
}
