package yamledit

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/univ-lehavre/nestor/internal/atomicfile"
	"github.com/univ-lehavre/nestor/ports/problems"
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
		return &say.Problem{Code: problems.FileUnread, What: say.Textf("%s cannot be read again", actual), Why: err, Do: say.Textf("check its rights")}
	}
	if !bytes.Equal(now, e.before) {
		return &say.Problem{Code: problems.ChangedMeanwhile, What: say.Textf("%s was changed meanwhile, and is left as it is", actual), Do: say.Textf("start again")}
	}
	if err := atomicfile.Write(actual, e.after, info.Mode().Perm()); err != nil {
		return &say.Problem{Code: problems.NotWritten, What: say.Textf("%s is as it was, writing it failed", actual), Why: atomicfile.Cause(err),
			Do: say.Textf("check the folder's rights and free space")}
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
		return "", nil, noTarget(path, err)
	}
	if example := exampleOf(path, actual); example != "" && !examples {
		return "", nil, &say.Problem{Code: problems.SharedExample, What: say.Textf("%s is an example, the same for everybody", example),
			Do: say.Textf("copy it to %s and edit that one", ownName(example))}
	}
	info, err := os.Stat(actual)
	if err != nil {
		return "", nil, noTarget(path, err)
	}
	if !info.Mode().IsRegular() {
		return "", nil, &say.Problem{Code: problems.NotAFile, What: say.Textf("%s is not a regular file", path), Do: say.Textf("name one")}
	}
	return actual, info, nil
}

// noTarget is a path that leads to no file.
func noTarget(path string, err error) error {
	code := problems.FileUnread
	if errors.Is(err, fs.ErrNotExist) {
		code = problems.FileMissing
	}
	return &say.Problem{Code: code, What: say.Textf("%s cannot be edited", path), Why: err, Do: say.Textf("check its path")}
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
		return &say.Problem{Code: problems.FileUnread, What: say.Textf("%s cannot be edited", actual), Why: err, Do: say.Textf("check its folder")}
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
		return &say.Problem{Code: problems.NotWritten, What: say.Textf("%s cannot be written", actual), Why: err, Do: say.Textf("check its rights")}
	}
	return f.Close()
}

const anyWrite fs.FileMode = 0o222

func isReadOnly(info fs.FileInfo) bool { return info.Mode().Perm()&anyWrite == 0 }

func readOnly(path string, info fs.FileInfo) error {
	return &say.Problem{Code: problems.FileForbidden, What: say.Textf("%s may not be written (mode %04o), and is left as it is", path, info.Mode().Perm()),
		Do: say.Textf("give yourself the right to write it")}
}
