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

func TestOneMissingFolderIsMade(t *testing.T) {
	file := filepath.Join(t.TempDir(), "topologies", "paris.yaml")
	if err := (files.Creator{}).Free(file); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Dir(file)); err == nil {
		t.Error("asking has made the folder")
	}
	if err := (files.Creator{}).Create(file, []byte("first")); err != nil {
		t.Fatal(err)
	}
}

func TestAMistypedFolderIsSaidBefore(t *testing.T) {
	occupied := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(occupied, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{filepath.Join(t.TempDir(), "none", "none", "paris.yaml"), filepath.Join(occupied, "paris.yaml")} {
		for _, err := range []error{files.Creator{}.Free(file), files.Creator{}.Create(file, nil)} {
			if err == nil || !strings.HasSuffix(err.Error(), "make it first") {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}
