package files

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/univ-lehavre/nestor/internal/atomicfile"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// ReportStore writes the reports of previews.
type ReportStore struct{}

var _ ports.ReportWriter = ReportStore{}

// reportMode: others read it too, a CI server for instance. No secret is in a report.
const reportMode fs.FileMode = 0o644

// Write implements ports.ReportWriter. A folder, or a device, is never replaced by a file.
func (ReportStore) Write(file string, content []byte) error {
	if _, err := os.Stat(filepath.Dir(file)); err != nil {
		return err
	}
	if at, err := os.Stat(file); err == nil && !at.Mode().IsRegular() {
		return say.Errorf("%s is there, and is no file", file)
	}
	return atomicfile.Write(file, content, reportMode)
}
