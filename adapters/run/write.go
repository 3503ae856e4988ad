package run

import (
	"errors"
	"io/fs"
	"os"

	"github.com/univ-lehavre/nestor/internal/atomicfile"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Write puts a recording into a file, whole or not at all. A recording that is there is replaced; any other content,
// a symbolic link or anything else that is not a file is refused. Only the owner may read the result.
// The caller says that it was writing a recording.
func Write(path string, r Recording) error {
	content := r.Format()
	if _, err := Parse(content); err != nil {
		return &say.Problem{Code: problems.OwnDefect, What: say.Textf("%s could not be read back", path), Why: err, Do: say.Textf("report it")}
	}
	if err := replaceable(path); err != nil {
		return err
	}
	if err := atomicfile.Write(path, content, 0o600); err != nil {
		return &say.Problem{Code: problems.NotWritten, What: say.Textf("%s was not written", path), Why: atomicfile.Cause(err),
			Do: say.Textf("check the folder's rights and free space")}
	}
	return nil
}

func replaceable(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return unread(path, err, say.Textf("name another file"))
	case !info.Mode().IsRegular():
		return &say.Problem{Code: problems.NotAFile, What: say.Textf("%s is a symbolic link, a folder or a device, not a file", path),
			Do: say.Textf("name another file")}
	case info.Size() == 0:
		return nil
	}
	old, err := os.ReadFile(path)
	if err != nil {
		return unread(path, err, say.Textf("name another file"))
	}
	if _, err := Parse(old); err != nil {
		return &say.Problem{Code: problems.RecordingRefused, What: say.Textf("%s is no recording, and would be lost", path),
			Do: say.Textf("name another file")}
	}
	return nil
}
