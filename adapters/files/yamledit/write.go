package yamledit

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/univ-lehavre/nestor/internal/atomicfile"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Examples says whether an example (`*.example.yaml`), which everybody shares, may be edited.
type Examples bool

// The two answers.
const (
	LeaveExamples Examples = false
	EditExamples  Examples = true
)

// Write puts an edit into the file at path, whole or not at all, with the permissions that the file had, and its owner
// where the system allows it. A link stays, and the file behind it is replaced. The file must still hold what the edit
// was made from: one that was changed meanwhile is left alone. An edit that changes nothing writes nothing.
//
// What was changed between that look and the rename, some milliseconds, is lost. A hard link is cut, and access lists and
// extended attributes are not carried over.
func Write(path string, e Edit, examples Examples) error {
	if !e.Changed() {
		return nil
	}
	actual, info, err := target(path, examples)
	if err != nil {
		return err
	}
	if err := writable(actual, info); err != nil {
		return err
	}
	now, err := os.ReadFile(actual)
	if err != nil {
		return say.Errorf("%s cannot be read again: %w; check its rights", actual, err)
	}
	if !bytes.Equal(now, e.before) {
		return say.Errorf("%s was changed meanwhile, and is left as it is; start again", actual)
	}
	if err := atomicfile.Write(actual, e.after, info.Mode().Perm()); err != nil {
		return say.Errorf("%s is as it was, writing it failed: %w", actual, err)
	}
	keepOwner(actual, info)
	return nil
}

// target follows links to the regular file that is to be replaced.
func target(path string, examples Examples) (string, fs.FileInfo, error) {
	actual, err := filepath.EvalSymlinks(path)
	if err == nil {
		actual, err = filepath.Abs(actual)
	}
	if err != nil {
		return "", nil, say.Errorf("%s cannot be edited: %w; check its path", path, err)
	}
	if example := exampleOf(path, actual); example != "" && !examples {
		return "", nil, say.Errorf("%s is an example, the same for everybody; copy it to %s and edit that one", example, ownName(example))
	}
	info, err := os.Stat(actual)
	if err != nil {
		return "", nil, say.Errorf("%s cannot be edited: %w; check its path", path, err)
	}
	if !info.Mode().IsRegular() {
		return "", nil, say.Errorf("%s is not a regular file; name one", path)
	}
	return actual, info, nil
}

const exampleMiddle = ".example."

// exampleOf gives the first path that names an example; letters count the same in both cases, as on macOS and Windows.
func exampleOf(paths ...string) string {
	for _, path := range paths {
		name := strings.ToLower(filepath.Base(path))
		if strings.HasSuffix(name, exampleMiddle+"yaml") || strings.HasSuffix(name, exampleMiddle+"yml") {
			return path
		}
	}
	return ""
}

// ownName is the name of an operator's own copy.
func ownName(example string) string {
	i := strings.LastIndex(strings.ToLower(example), exampleMiddle)
	return example[:i] + example[i+len(exampleMiddle)-1:]
}

// writable refuses a file or a folder that is marked read-only, also for root, who could write it all the same: a rename
// would replace a read-only file without asking.
func writable(actual string, info fs.FileInfo) error {
	folder := filepath.Dir(actual)
	folderInfo, err := os.Stat(folder)
	switch {
	case err != nil:
		return say.Errorf("%s cannot be edited: %w; check its folder", actual, err)
	case isReadOnly(info):
		return readOnly(actual, info)
	case isReadOnly(folderInfo):
		return readOnly(folder, folderInfo)
	}
	f, err := os.OpenFile(actual, os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrPermission) {
		return readOnly(actual, info)
	}
	if err != nil {
		return say.Errorf("%s cannot be written: %w; check its rights", actual, err)
	}
	return f.Close()
}

const anyWrite fs.FileMode = 0o222

func isReadOnly(info fs.FileInfo) bool { return info.Mode().Perm()&anyWrite == 0 }

func readOnly(path string, info fs.FileInfo) error {
	return say.Errorf("%s may not be written (mode %04o), and is left as it is; give yourself the right to write it", path, info.Mode().Perm())
}
