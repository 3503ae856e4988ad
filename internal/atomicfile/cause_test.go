package atomicfile

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"testing"
)

func TestTheCauseIsWhatTheSystemSaid(t *testing.T) {
	opening := &fs.PathError{Op: "open", Path: "/x", Err: syscall.EACCES}
	linking := &os.LinkError{Op: "link", Old: "/a", New: "/b", Err: syscall.EXDEV}
	for _, inner := range []error{opening, linking, fs.ErrClosed} {
		if got := Cause(fmt.Errorf("%w", inner)); got.Error() != inner.Error() {
			t.Errorf("%q, want %q", got, inner)
		}
		if _, isPath := Cause(fmt.Errorf("%w; do this", inner)).(*fs.PathError); isPath == (inner == fs.ErrClosed) {
			t.Errorf("%T of %v", Cause(inner), inner)
		}
	}
}
