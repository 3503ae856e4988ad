package yamledit_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/files/yamledit"
)

func TestTheEditorWritesOnlyWhenApplied(t *testing.T) {
	path := newFile(t, "s.yaml", 0o640)
	link := filepath.Join(t.TempDir(), "topology.yaml")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	edit, err := yamledit.Editor{}.Edit(link, key, value, "")
	if err != nil {
		t.Fatal(err)
	}
	holds(t, path, oldText)
	if diff := edit.Diff(); !strings.Contains(diff, "+kubeconfig: "+value+"\n") || !strings.HasPrefix(diff, "--- topology.yaml\n") {
		t.Error(diff)
	}
	if err := edit.Apply(); err != nil {
		t.Fatal(err)
	}
	if content, _ := os.ReadFile(path); !strings.Contains(string(content), "kubeconfig: "+value+"\r\n") {
		t.Errorf("%q", content)
	}
	if _, err := os.Readlink(link); err != nil {
		t.Error("the link is gone:", err)
	}
	refused(t, edit.Apply(), "was changed meanwhile")
}

func TestTheEditorLeavesExamplesUnlessTold(t *testing.T) {
	path := newFile(t, "s.example.yaml", 0o640)
	_, err := yamledit.Editor{}.Edit(path, key, value, "")
	refused(t, err, "is an example")
	edit, err := yamledit.Editor{Examples: yamledit.EditExamples}.Edit(path, key, value, "")
	if err != nil {
		t.Fatal(err)
	}
	holds(t, path, oldText)
	if err := edit.Apply(); err != nil {
		t.Fatal(err)
	}
	if content, _ := os.ReadFile(path); !strings.Contains(string(content), "kubeconfig: "+value+"\r\n") {
		t.Errorf("%q", content)
	}
}
