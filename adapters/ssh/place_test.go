package ssh

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestWhatKilledTransfersLeftIsSweptAndNothingElse(t *testing.T) {
	beside := t.TempDir()
	old := time.Now().Add(-2 * stale)
	for _, name := range []string{prefix + "old", prefix + "new", "other"} {
		dir := filepath.Join(beside, name)
		if err := os.MkdirAll(filepath.Join(dir, "x"), 0o700); err != nil {
			t.Fatal(err)
		}
		if name != prefix+"new" {
			if err := os.Chtimes(dir, old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	sweep(beside)
	for name, want := range map[string]bool{prefix + "old": false, prefix + "new": true, "other": true} {
		if _, err := os.Stat(filepath.Join(beside, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
