package run

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestARecordingIsWrittenForItsOwnerAndReplacesTheOld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.txtar")
	if err := os.WriteFile(path, Recording{Stack: "old"}.Format(), 0o644); err != nil {
		t.Fatal(err)
	}
	want := Recording{Stack: "dirqual", Calls: []RecordedCall{{Program: "kubectl", Exit: 1}}}
	if err := Write(path, want); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want.Format()), string(content)); diff != "" {
		t.Error(diff)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	onlyIn(t, path)
}

func TestAFileThatIsNoRecordingIsNotLost(t *testing.T) {
	path := filepath.Join(t.TempDir(), "paris.yaml")
	if err := os.WriteFile(path, []byte("nodes: []\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, Recording{Stack: "paris"}); err == nil || !strings.Contains(err.Error(), "is no recording") {
		t.Errorf("%v", err)
	}
	if content, _ := os.ReadFile(path); string(content) != "nodes: []\n" {
		t.Errorf("it became %q", content)
	}
}

func TestARecordingIsNeverWrittenThroughALink(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	if err := Write(link, Recording{}); err == nil {
		t.Error("it was written")
	}
	if content, _ := os.ReadFile(target); string(content) != "precious" {
		t.Errorf("the target is now %q", content)
	}
}

func TestAFolderIsNotReplaced(t *testing.T) {
	err := Write(t.TempDir(), Recording{})
	if err == nil || strings.Contains(err.Error(), "writing the recording") || !strings.Contains(err.Error(), "name another file") {
		t.Errorf("it was written, or the caller's words are repeated: %v", err)
	}
}

func TestARecordingThatCouldNotBeReadIsNotWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.txtar")
	if err := Write(path, Recording{Files: map[string][]byte{"../outside": nil}}); err == nil {
		t.Error("it was written")
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Error(err)
	}
}

func onlyIn(t *testing.T, path string) {
	t.Helper()
	var names []string
	_ = filepath.WalkDir(filepath.Dir(path), func(p string, d fs.DirEntry, _ error) error {
		if !d.IsDir() {
			names = append(names, p)
		}
		return nil
	})
	if diff := cmp.Diff([]string{path}, names); diff != "" {
		t.Errorf("left beside it:\n%s", diff)
	}
}
