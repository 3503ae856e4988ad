package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// load reads and parses a file. The document's File is the real one behind any links.
func load(path, shown string) (ports.Document, error) {
	actual, err := realFile(path, shown)
	if err != nil {
		return ports.Document{}, err
	}
	src, err := readFile(actual, shown)
	if err != nil {
		return ports.Document{}, err
	}
	return Parse(actual, shown, src)
}

// realFile follows links to a regular file.
func realFile(path, shown string) (string, error) {
	actual, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", unreachable(path, shown, err)
	}
	if actual, err = filepath.Abs(actual); err != nil {
		return "", say.Errorf("cannot tell where %s is: %w; give its absolute path", shown, err)
	}
	info, err := os.Stat(actual)
	switch {
	case err != nil:
		return "", unreachable(path, shown, err)
	case info.IsDir():
		return "", say.Errorf("%s is a folder; name a file in it", shown)
	case !info.Mode().IsRegular():
		return "", say.Errorf("%s is neither a file nor a link to one; give a regular file", shown)
	}
	return actual, nil
}

func unreachable(path, shown string, err error) error {
	info, linkErr := os.Lstat(path)
	link := linkErr == nil && info.Mode()&fs.ModeSymlink != 0
	switch {
	case errors.Is(err, fs.ErrPermission):
		return say.Errorf("%s may not be read (permission denied); give yourself the right to read it and its folders", shown)
	case link && errors.Is(err, fs.ErrNotExist):
		target, _ := os.Readlink(path)
		return say.Errorf("%s is a link to %s, which is not there; make it a link to an existing file", shown, target)
	case link:
		return say.Errorf("%s is a link that leads nowhere (%w); make it a link to an existing file", shown, err)
	case errors.Is(err, fs.ErrNotExist):
		return say.Errorf("%s is not there; check its path", shown)
	}
	return say.Errorf("%s cannot be read: %w; check its path", shown, err)
}

func readFile(actual, shown string) ([]byte, error) { return readUpTo(maxSize, actual, shown) }

// readUpTo reads a file, of a larger one its beginning: one byte more than allowed, so that it is seen to be too much.
func readUpTo(most int64, actual, shown string) ([]byte, error) {
	f, err := os.Open(actual)
	if err != nil {
		return nil, unreachable(actual, shown, err)
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, say.Errorf("reading %s failed: %w; try again, or check the disk", shown, err)
	}
	return src, nil
}

func exists(path string) bool { _, err := os.Lstat(path); return err == nil }

func isDir(path string) bool { info, err := os.Stat(path); return err == nil && info.IsDir() }
