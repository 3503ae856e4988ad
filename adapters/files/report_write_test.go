package files_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/files"
)

func TestAReportReplacesAFileWholeAndNothingElse(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "plan.md")
	if err := os.WriteFile(file, []byte("a longer text of yesterday"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := (files.ReportStore{}).Write(file, []byte("today")); err != nil {
		t.Fatal(err)
	}
	at, _ := os.Stat(file)
	if text, _ := os.ReadFile(file); string(text) != "today" || at.Mode().Perm() != 0o644 {
		t.Errorf("%q, %v", text, at.Mode())
	}
	if err := (files.ReportStore{}).Write(folder, nil); err == nil || !strings.Contains(err.Error(), "is no file") {
		t.Errorf("a folder: %v", err)
	}
	if err := (files.ReportStore{}).Write(filepath.Join(folder, "nowhere", "plan.md"), nil); !os.IsNotExist(err) {
		t.Errorf("no folder: %v", err)
	}
	if left, _ := os.ReadDir(folder); len(left) != 1 {
		t.Errorf("%d files are left", len(left))
	}
}
