package run

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// maxRecording is larger than any scenario of one cluster.
const maxRecording = 64 << 20

// Read reads a recording from a file that Write made, or that was written by hand.
func Read(path string) (Recording, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return Recording{}, unread(path, err, say.Textf("name a file that --record wrote"))
	case !info.Mode().IsRegular():
		return Recording{}, &say.Problem{Code: problems.NotAFile, What: say.Textf("%s is not a file", path), Do: say.Textf("name a file that --record wrote")}
	}
	f, err := os.Open(path)
	if err != nil {
		return Recording{}, unread(path, err, say.Textf("check its rights"))
	}
	defer func() { _ = f.Close() }()
	src, err := io.ReadAll(io.LimitReader(f, maxRecording+1))
	switch {
	case err != nil:
		return Recording{}, unread(path, err, say.Textf("check the disk"))
	case len(src) > maxRecording:
		return Recording{}, &say.Problem{Code: problems.RecordingBroken, What: say.Textf("%s is larger than %d MiB, and no recording", path, maxRecording>>20),
			Do: say.Textf("name a file that --record wrote")}
	}
	return Parse(src)
}

// unread is a file that the system does not give, by what the system says.
func unread(path string, err error, do say.Text) error {
	code := problems.FileUnread
	switch {
	case errors.Is(err, fs.ErrNotExist):
		code = problems.FileMissing
	case errors.Is(err, fs.ErrPermission):
		code = problems.FileForbidden
	}
	return &say.Problem{Code: code, What: say.Textf("%s cannot be read", path), Why: err, Do: do}
}
