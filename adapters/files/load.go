package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
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
		return "", &say.Problem{Code: problems.FileUnread, What: say.Textf("cannot tell where %s is", shown), Why: err, Do: say.Textf("give its absolute path")}
	}
	info, err := os.Stat(actual)
	switch {
	case err != nil:
		return "", unreachable(path, shown, err)
	case info.IsDir():
		return "", &say.Problem{Code: problems.NotAFile, What: say.Textf("%s is a folder", shown), Do: say.Textf("name a file in it")}
	case !info.Mode().IsRegular():
		return "", &say.Problem{Code: problems.NotAFile, What: say.Textf("%s is neither a file nor a link to one", shown), Do: say.Textf("give a regular file")}
	}
	return actual, nil
}

func unreachable(path, shown string, err error) error {
	info, linkErr := os.Lstat(path)
	link := linkErr == nil && info.Mode()&fs.ModeSymlink != 0
	switch {
	case errors.Is(err, fs.ErrPermission):
		return &say.Problem{Code: problems.FileForbidden, What: say.Textf("%s may not be read (permission denied)", shown),
			Do: say.Textf("give yourself the right to read it and its folders")}
	case link && errors.Is(err, fs.ErrNotExist):
		target, _ := os.Readlink(path)
		return &say.Problem{Code: problems.FileMissing, What: say.Textf("%s is a link to %s, which is not there", shown, target),
			Do: say.Textf("make it a link to an existing file")}
	case link:
		return &say.Problem{Code: problems.FileMissing, What: say.Textf("%s is a link that leads nowhere (%v)", shown, err),
			Do: say.Textf("make it a link to an existing file")}
	case errors.Is(err, fs.ErrNotExist):
		return &say.Problem{Code: problems.FileMissing, What: say.Textf("%s is not there", shown), Do: say.Textf("check its path")}
	}
	return &say.Problem{Code: problems.FileUnread, What: say.Textf("%s cannot be read", shown), Why: err, Do: say.Textf("check its path")}
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
		return nil, &say.Problem{Code: problems.FileUnread, What: say.Textf("reading %s failed", shown), Why: err, Do: say.Textf("try again, or check the disk")}
	}
	return src, nil
}

func exists(path string) bool { _, err := os.Lstat(path); return err == nil }

func isDir(path string) bool { info, err := os.Stat(path); return err == nil && info.IsDir() }
