package yamledit

import (
	"os"
	"path/filepath"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Editor implements ports.TopologyEditor. Files that are examples are left alone, unless told otherwise.
type Editor struct{ Examples Examples }

var _ ports.TopologyEditor = Editor{}

// Edit implements ports.TopologyEditor.
func (e Editor) Edit(file, key, value, after string) (ports.TopologyEdit, error) {
	actual, info, err := target(file, e.Examples)
	if err == nil {
		err = writable(actual, info)
	}
	if err != nil {
		return nil, err
	}
	src, err := os.ReadFile(actual)
	if err != nil {
		return nil, &say.Problem{Code: problems.FileUnread, What: say.Textf("%s cannot be read", actual), Why: err, Do: say.Textf("check its rights")}
	}
	edit, err := Set(src, key, value, after)
	if err != nil {
		return nil, err
	}
	return proposed{file, edit, e.Examples}, nil
}

// proposed is an edit of one file.
type proposed struct {
	file     string
	edit     Edit
	examples Examples
}

func (p proposed) Diff() string { return p.edit.Diff(filepath.Base(p.file)) }

func (p proposed) Apply() error { return Write(p.file, p.edit, p.examples) }
