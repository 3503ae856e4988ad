package languages

import (
	"context"
	"io/fs"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/univ-lehavre/nestor/ports/say"
)

// No code of nestor's says these: they are the system's and the library's own, and stand in fr/ports-say.po alone.
func TestWhatTheSystemSaysIsSaidInFrench(t *testing.T) {
	french := Load(French)
	causes := []error{
		syscall.EACCES, syscall.EPERM, syscall.ENOENT, syscall.EEXIST, syscall.EISDIR, syscall.ENOTDIR, syscall.EROFS, syscall.ENOSPC,
		syscall.EMFILE, syscall.EIO, syscall.ENAMETOOLONG, syscall.ECONNREFUSED, syscall.ELOOP, syscall.EINVAL,
		fs.ErrNotExist, fs.ErrExist, fs.ErrPermission, exec.ErrNotFound, exec.ErrDot, context.DeadlineExceeded,
	}
	for _, cause := range causes {
		err := &fs.PathError{Op: "open", Path: "/x", Err: cause}
		if got := say.In(french, err); strings.HasSuffix(got, cause.Error()) || !strings.HasPrefix(got, "open /x: ") {
			t.Errorf("%q", got)
		}
	}
}
