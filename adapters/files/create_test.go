package files_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/files"
)

func TestAFileIsCreatedOnceAndNeverOverwritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "paris.yaml")
	if err := (files.Creator{}).Create(file, []byte("first")); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{files.Creator{}.Free(file), files.Creator{}.Create(file, []byte("second"))} {
		if err == nil || !strings.Contains(err.Error(), "never overwritten; name another file") {
			t.Errorf("error: %v", err)
		}
	}
	if kept, _ := os.ReadFile(file); string(kept) != "first" {
		t.Errorf("%q", kept)
	}
}

func TestAMissingFolderIsSaidBefore(t *testing.T) {
	err := files.Creator{}.Free(filepath.Join(t.TempDir(), "none", "paris.yaml"))
	if err == nil || !strings.HasSuffix(err.Error(), "make it first") {
		t.Errorf("error: %v", err)
	}
}
