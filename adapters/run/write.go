package run

import (
	"errors"
	"io/fs"
	"os"

	"github.com/univ-lehavre/nestor/internal/atomicfile"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Write puts a recording into a file, whole or not at all. A recording that is there is replaced; any other content,
// a symbolic link or anything else that is not a file is refused. Only the owner may read the result.
// The caller says that it was writing a recording.
func Write(path string, r Recording) error {
	content := r.Format()
	if _, err := Parse(content); err != nil {
		return say.Errorf("%s could not be read back: %w", path, err)
	}
	if err := replaceable(path); err != nil {
		return say.Errorf("%w; name another file", err)
	}
	return atomicfile.Write(path, content, 0o600)
}

func replaceable(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return say.Errorf("%s is a symbolic link, a folder or a device, not a file", path)
	case info.Size() == 0:
		return nil
	}
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if _, err := Parse(old); err != nil {
		return say.Errorf("%s is no recording, and would be lost", path)
	}
	return nil
}
