package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Write puts a recording into a file, whole or not at all. A recording that is there is replaced; any other content,
// a symbolic link or anything else that is not a file is refused. Only the owner may read the result.
// The caller says that it was writing a recording.
func Write(path string, r Recording) error {
	content := r.Format()
	if _, err := Parse(content); err != nil {
		return fmt.Errorf("%s could not be read back: %w", path, err)
	}
	if err := replaceable(path); err != nil {
		return fmt.Errorf("%w; name another file", err)
	}
	if err := replace(path, content); err != nil {
		return fmt.Errorf("%w; check the folder's rights and free space", err)
	}
	return nil
}

func replaceable(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is a symbolic link, a folder or a device, not a file", path)
	case info.Size() == 0:
		return nil
	}
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if _, err := Parse(old); err != nil {
		return fmt.Errorf("%s is no recording, and would be lost", path)
	}
	return nil
}

// replace writes beside the file and renames: a crash leaves the old content or the new.
func replace(path string, content []byte) (err error) {
	temp, err := os.CreateTemp(filepath.Dir(path), ".nestor-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = temp.Close()
			_ = os.Remove(temp.Name())
		}
	}()
	if _, err = temp.Write(content); err != nil {
		return err
	}
	if err = temp.Sync(); err != nil {
		return err
	}
	if err = temp.Close(); err != nil {
		return err
	}
	return os.Rename(temp.Name(), path)
}
