//go:build linux || darwin

package yamledit_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/files/yamledit"
)

const (
	somebody = 12345
	editPath = "YAMLEDIT_PATH"
)

func TestRootLeavesAFileToItsOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root may give files away")
	}
	path := newFile(t, "s.yaml", 0o600)
	if err := os.Chown(path, somebody, somebody+1); err != nil {
		t.Fatal(err)
	}
	if err := yamledit.Write(path, anEdit(t), yamledit.LeaveExamples); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if owner := info.Sys().(*syscall.Stat_t); owner.Uid != somebody || owner.Gid != somebody+1 {
		t.Errorf("it belongs to %d:%d", owner.Uid, owner.Gid)
	}
}

// TestSomebodyElsesFileIsLeftAsItIs writes from a process of its own, as a user whom rights bind.
func TestSomebodyElsesFileIsLeftAsItIs(t *testing.T) {
	if path := os.Getenv(editPath); path != "" {
		refused(t, yamledit.Write(path, anEdit(t), yamledit.LeaveExamples), "; ")
		return
	}
	if os.Geteuid() != 0 {
		t.Skip("only root may become somebody else")
	}
	program := programForAll(t)
	for name, modes := range map[string][2]os.FileMode{"file": {0o644, 0o777}, "folder": {0o666, 0o755}} {
		path := newFile(t, name+".yaml", modes[0])
		openUp(t, filepath.Dir(path), modes[1])
		child := exec.Command(program, "-test.run=^"+t.Name()+"$", "-test.v")
		child.Env = append(os.Environ(), editPath+"="+path)
		child.Dir = filepath.Dir(path)
		child.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: somebody, Gid: somebody}}
		if out, err := child.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
		holds(t, path, oldText)
		onlyIn(t, filepath.Dir(path), name+".yaml")
	}
}

// openUp lets everybody into a test's folder, which has this mode then.
func openUp(t *testing.T, folder string, mode os.FileMode) {
	t.Helper()
	for dir := filepath.Dir(folder); dir != filepath.Clean(os.TempDir()) && dir != "/"; dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(folder, mode); err != nil {
		t.Fatal(err)
	}
}

// programForAll copies the test's own program to where everybody may run it.
func programForAll(t *testing.T) string {
	t.Helper()
	program, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "test")
	if err := os.WriteFile(path, program, 0o755); err != nil {
		t.Fatal(err)
	}
	openUp(t, filepath.Dir(path), 0o755)
	return path
}
