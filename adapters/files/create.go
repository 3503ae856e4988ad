package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/univ-lehavre/nestor/internal/atomicfile"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Creator keeps new files for their owner alone. A folder that is missing is made, one that is missing in it is not: that
// is a mistyped path. It implements ports.FileCreator.
type Creator struct{}

var _ ports.FileCreator = Creator{}

// Free implements ports.FileCreator.
func (Creator) Free(file string) error {
	if exists(file) {
		return taken(file)
	}
	folder := filepath.Dir(file)
	if above := filepath.Dir(folder); exists(folder) && !isDir(folder) || !isDir(folder) && !isDir(above) {
		return &say.Problem{Code: problems.FolderMissing, What: say.Textf("%s cannot be created", file),
			Why: say.Errorf("there is no folder %s", folder), Do: say.Textf("make it first")}
	}
	return nil
}

// Create implements ports.FileCreator.
func (c Creator) Create(file string, content []byte) error {
	if err := c.Free(file); err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Dir(file), 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return &say.Problem{Code: problems.NotWritten, What: say.Textf("the folder of %s cannot be made", file), Why: err,
			Do: say.Textf("check the rights of the one above")}
	}
	err := atomicfile.Create(file, content, 0o600)
	var linking *os.LinkError
	switch {
	case errors.Is(err, fs.ErrExist): // it came meanwhile
		return taken(file)
	case errors.As(err, &linking):
		return &say.Problem{Code: problems.NotWritten, What: say.Textf("%s cannot be created", file), Why: atomicfile.Cause(err),
			Do: say.Textf("name a file on another file system, or redirect the output")}
	case err != nil:
		return &say.Problem{Code: problems.NotWritten, What: say.Textf("%s cannot be created", file), Why: atomicfile.Cause(err),
			Do: say.Textf("check the folder's rights and free space")}
	}
	return nil
}

func taken(file string) error {
	return &say.Problem{Code: problems.FileExists, What: say.Textf("%s is there already, and is never overwritten", file),
		Do: say.Textf("name another file, or move it away")}
}
