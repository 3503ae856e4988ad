package files

import (
	"fmt"
	"io"
	"os"
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
	f, err := os.Open(actual)
	if err != nil {
		return nil, unreachable(actual, file, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxReport+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading %s failed: %w; try again, or check the disk", file, err)
	case len(text) > maxReport:
		return nil, fmt.Errorf("%s is larger than any report; give a file that `nestor preview -o json` printed", file)
	}
	return text, nil
}
