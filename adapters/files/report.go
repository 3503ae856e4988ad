package files

import "github.com/univ-lehavre/nestor/ports/say"

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
		return nil, say.Errorf("%s is larger than any report; give a file that `nestor preview -o json` printed", file)
	}
	return text, err
}
