// Package atomicfile replaces files whole or not at all.
package atomicfile

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Write puts content into the file at path, with this mode whatever the umask. A crash or a failure leaves the old
// content or the new, and a failure leaves nothing else behind. The folder must be there; a link at path is replaced.
// The caller says what it was writing.
func Write(path string, content []byte, mode fs.FileMode) error {
	if err := replace(path, content, mode); err != nil {
		return fmt.Errorf("%w; check the folder's rights and free space", err)
	}
	return nil
}

// replace writes beside the file and renames.
func replace(path string, content []byte, mode fs.FileMode) (err error) {
	temp, err := os.CreateTemp(filepath.Dir(path), ".nestor-*") // for its owner alone until the mode is set
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = temp.Close()
			_ = os.Remove(temp.Name())
		}
	}()
	if err = fill(temp, content, mode); err != nil {
		return err
	}
	if err = os.Rename(temp.Name(), path); err != nil {
		return err
	}
	syncFolder(filepath.Dir(path))
	return nil
}

// fill brings the content to the disk, and closes the file.
func fill(temp *os.File, content []byte, mode fs.FileMode) error {
	if _, err := temp.Write(content); err != nil {
		return err
	}
	if err := temp.Chmod(mode); err != nil {
		return err
	}
	if err := temp.Sync(); err != nil {
		return err
	}
	return temp.Close()
}

// syncFolder makes the new name last, where the system can: the file is whole without it too.
func syncFolder(folder string) {
	f, err := os.Open(folder)
	if err != nil {
		return
	}
	_ = f.Sync()
	_ = f.Close()
}
