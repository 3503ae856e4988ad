package files

import (
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// maxReport is more than any report has, in bytes.
const maxReport = 64 << 20

// Reports reads the reports of earlier previews. It implements ports.ReportReader.
type Reports struct{}

// Report implements ports.ReportReader.
func (Reports) Report(file string) ([]byte, error) {
	actual, err := realFile(file, file)
	if err != nil {
		return nil, err
	}
	text, err := readUpTo(maxReport, actual, file)
	if err == nil && len(text) > maxReport {
		return nil, &say.Problem{Code: problems.FileTooLarge, What: say.Textf("%s is larger than any report", file),
			Do: say.Textf("give a file that `nestor preview -o json` printed")}
	}
	return text, err
}
