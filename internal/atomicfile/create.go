package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Create puts content into a new file at path, with this mode whatever the umask. What is at path already, a link to
// nothing too, is an error that is fs.ErrExist and stays as it is. The file is there whole or not at all, and a failure
// leaves nothing behind. The folder must be there.
func Create(path string, content []byte, mode fs.FileMode) error {
	err := create(path, content, mode)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return err
	}
	return fmt.Errorf("%w; check the folder's rights and free space", err)
}

// create writes beside the file and gives it its name: unlike a rename, a second name never replaces anything.
func create(path string, content []byte, mode fs.FileMode) (err error) {
	temp, err := os.CreateTemp(filepath.Dir(path), ".nestor-*") // for its owner alone until the mode is set
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(temp.Name()) }()
	if err := fill(temp, content, mode); err != nil {
		_ = temp.Close()
		return err
	}
	if err := os.Link(temp.Name(), path); err != nil {
		return err
	}
	syncFolder(filepath.Dir(path))
	return nil
}
