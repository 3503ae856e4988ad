package problems

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// The codes of output formats and of the files that reports are written to.
const (
	NoSuchView       = "NST-6101"
	UnknownExtension = "NST-6102"
	TwiceTheFile     = "NST-6103"
	ReportNotWritten = "NST-6104"
)

// outputFormats are about output formats and reports' files (61xx).
var outputFormats = map[string]ports.Meaning{
	NoSuchView: {
		Means:   say.Textf("the format of --output or --report cannot show what was asked for"),
		Matters: say.Textf("Nothing was read: a page that shows one stack would hide the others, and test results know no changes."),
		Do:      say.Textf("Choose one of the formats that the message lists, or leave out --all or --against."),
	},
	UnknownExtension: {
		Means:   say.Textf("the extension of a file given to --report names no format"),
		Matters: say.Textf("Nothing was read: a report in another format than its reader expects would be noticed too late."),
		Do:      say.Textf("End the file with .json, .yaml, .yml, .md, .html, .xml (JUnit) or .txt."),
	},
	TwiceTheFile: {
		Means:   say.Textf("--report names one file twice"),
		Matters: say.Textf("Nothing was read: the second report would replace the first."),
		Do:      say.Textf("Leave one of them out, or give the other a name of its own."),
	},
	ReportNotWritten: {
		Means:   say.Textf("a file given to --report could not be written"),
		Matters: say.Textf("The preview was made and printed, and the exit status is 1 although the cluster may be as wanted: whoever waits for the file does not get it. What was there before is unchanged."),
		Do:      say.Textf("Make its folder, check your rights there and the free space, and run the command again."),
	},
}
