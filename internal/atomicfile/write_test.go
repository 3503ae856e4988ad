package atomicfile_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/internal/atomicfile"
)

func TestAFileIsWrittenAndReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for _, content := range []string{"first, and longer", "second", ""} {
		if err := atomicfile.Write(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		holds(t, path, content)
	}
	onlyIn(t, filepath.Dir(path), "file")
}

func TestTheModeIsTheOneAskedFor(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such modes")
	}
	path := filepath.Join(t.TempDir(), "file")
	// 0666 is what a umask would cut.
	for _, mode := range []fs.FileMode{0o600, 0o666, 0o640, 0o400, 0o600} {
		if err := atomicfile.Write(path, nil, mode); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("mode %v, not %v (%v)", info.Mode(), mode, err)
		}
	}
}

func TestALinkIsReplacedAndNotFollowed(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	write(t, target, "kept")
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	if err := atomicfile.Write(link, []byte("new"), 0o600); err != nil {
		t.Fatal(err)
	}
	holds(t, target, "kept")
	holds(t, link, "new")
}

func TestAFolderInTheWayIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "in the way")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(path, "kept"), "kept")
	refused(t, atomicfile.Write(path, []byte("new"), 0o600))
	holds(t, filepath.Join(path, "kept"), "kept")
	onlyIn(t, dir, "in the way")
}

func TestAFolderThatMayNotBeWrittenKeepsItsFile(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("rights do not bind this user")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	write(t, path, "old")
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
	refused(t, atomicfile.Write(path, []byte("new"), 0o600))
	holds(t, path, "old")
	onlyIn(t, dir, "file")
}

func TestAMissingFolderIsNotMade(t *testing.T) {
	dir := t.TempDir()
	refused(t, atomicfile.Write(filepath.Join(dir, "missing", "file"), nil, 0o600))
	onlyIn(t, dir)
}

func refused(t *testing.T, err error) {
	t.Helper()
	if err == nil || !strings.HasSuffix(err.Error(), "; check the folder's rights and free space") {
		t.Errorf("it was written, or there is no advice: %v", err)
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(content)); diff != "" {
		t.Error(diff)
	}
}

func onlyIn(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("left in the folder:\n%s", diff)
	}
}
