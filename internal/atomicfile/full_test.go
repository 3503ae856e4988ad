//go:build linux || darwin

package atomicfile_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/univ-lehavre/nestor/internal/atomicfile"
)

// smallest is where the test below runs out of space.
const smallest = 4096

// TestAFailureInTheMiddleKeepsTheOldFile writes from a process of its own, that may not write large files.
func TestAFailureInTheMiddleKeepsTheOldFile(t *testing.T) {
	if path := os.Getenv("ATOMICFILE_FULL"); path != "" {
		runOutOfSpace(t, path)
		return
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	write(t, path, "old")
	child := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	child.Env = append(os.Environ(), "ATOMICFILE_FULL="+path)
	if out, err := child.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	holds(t, path, "old")
	onlyIn(t, dir, "file")
}

func runOutOfSpace(t *testing.T, path string) {
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: smallest, Max: smallest}); err != nil {
		t.Fatal(err)
	}
	err := atomicfile.Write(path, bytes.Repeat([]byte("new"), smallest), 0o600)
	if !errors.Is(err, syscall.EFBIG) {
		t.Errorf("%v", err)
	}
	refused(t, err)
}
