package yamledit_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/files/yamledit"
)

const (
	oldText = "a: 1 # c\r\nkubeconfig: old\r\n"
	newText = "a: 1 # c\r\nkubeconfig: ~/.kube/new.config\r\n"
)

func newFile(t *testing.T, name string, mode fs.FileMode) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(oldText), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func anEdit(t *testing.T) yamledit.Edit {
	t.Helper()
	edit, err := yamledit.Set([]byte(oldText), key, value, "")
	if err != nil {
		t.Fatal(err)
	}
	return edit
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(content)); diff != "" {
		t.Errorf("%s: %s", path, diff)
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
		t.Errorf("in the folder: %s", diff)
	}
}

func refused(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "; ") {
		t.Errorf("%v does not say %q, or there is no advice", err, want)
	}
}

func TestAnEditIsWrittenWithTheFilesOwnMode(t *testing.T) {
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o666, 0o755} {
		path := newFile(t, "s.yaml", mode)
		if err := yamledit.Write(path, anEdit(t), yamledit.LeaveExamples); err != nil {
			t.Fatal(err)
		}
		holds(t, path, newText)
		onlyIn(t, filepath.Dir(path), "s.yaml")
		if info, err := os.Stat(path); runtime.GOOS != "windows" && (err != nil || info.Mode() != mode) {
			t.Errorf("%v, not %v (%v)", info.Mode(), mode, err)
		}
	}
}

func TestALinkStaysAndItsFileIsEdited(t *testing.T) {
	path := newFile(t, "s.yaml", 0o640)
	folder := t.TempDir()
	link, linkToLink := filepath.Join(folder, "topology.yaml"), filepath.Join(folder, "second.yaml")
	for from, to := range map[string]string{link: path, linkToLink: "topology.yaml"} {
		if err := os.Symlink(to, from); err != nil {
			t.Skip(err)
		}
	}
	if err := yamledit.Write(linkToLink, anEdit(t), yamledit.LeaveExamples); err != nil {
		t.Fatal(err)
	}
	holds(t, path, newText)
	if to, err := os.Readlink(link); err != nil || to != path {
		t.Errorf("the link leads to %q (%v)", to, err)
	}
	if to, err := os.Readlink(linkToLink); err != nil || to != "topology.yaml" {
		t.Errorf("the link leads to %q (%v)", to, err)
	}
	onlyIn(t, folder, "second.yaml", "topology.yaml")
}

func TestAReadOnlyFileIsLeftAsItIs(t *testing.T) {
	path := newFile(t, "s.yaml", 0o444)
	refused(t, yamledit.Write(path, anEdit(t), yamledit.LeaveExamples), path+" may not be written (mode 0444), and is left as it is")
	holds(t, path, oldText)
	onlyIn(t, filepath.Dir(path), "s.yaml")
}

func TestAReadOnlyFolderIsLeftAsItIs(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("folders have no such mode")
	}
	path := newFile(t, "s.yaml", 0o600)
	folder := filepath.Dir(path)
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(folder, 0o700) })
	refused(t, yamledit.Write(path, anEdit(t), yamledit.LeaveExamples), folder+" may not be written (mode 0555)")
	holds(t, path, oldText)
	onlyIn(t, folder, "s.yaml")
}

func TestAFileThatWasChangedMeanwhileIsLeftAsItIs(t *testing.T) {
	path := newFile(t, "s.yaml", 0o600)
	edit := anEdit(t)
	const theirs = oldText + "b: 2\n"
	if err := os.WriteFile(path, []byte(theirs), 0o600); err != nil {
		t.Fatal(err)
	}
	refused(t, yamledit.Write(path, edit, yamledit.LeaveExamples), path+" was changed meanwhile, and is left as it is; start again")
	holds(t, path, theirs)
	onlyIn(t, filepath.Dir(path), "s.yaml")
}

func TestAnExampleIsEditedOnlyOnDemand(t *testing.T) {
	for name, own := range map[string]string{"s.example.yaml": "s.yaml", "S.Example.YAML": "S.YAML", "s.example.yml": "s.yml"} {
		path := newFile(t, name, 0o600)
		refused(t, yamledit.Write(path, anEdit(t), yamledit.LeaveExamples),
			path+" is an example, the same for everybody; copy it to "+filepath.Join(filepath.Dir(path), own)+" and edit that one")
		holds(t, path, oldText)
		if err := yamledit.Write(path, anEdit(t), yamledit.EditExamples); err != nil {
			t.Error(err)
		}
		holds(t, path, newText)
	}
}

func TestALinkDoesNotHideAnExample(t *testing.T) {
	for _, c := range []struct{ link, file string }{{"topology.yaml", "s.example.yaml"}, {"s.example.yaml", "s.yaml"}} {
		path := newFile(t, c.file, 0o600)
		link := filepath.Join(filepath.Dir(path), c.link)
		if err := os.Symlink(c.file, link); err != nil {
			t.Skip(err)
		}
		refused(t, yamledit.Write(link, anEdit(t), yamledit.LeaveExamples), "is an example")
		holds(t, path, oldText)
	}
}

func TestOnlyRegularFilesAreWritten(t *testing.T) {
	dir := t.TempDir()
	refused(t, yamledit.Write(filepath.Join(dir, "missing.yaml"), anEdit(t), yamledit.LeaveExamples), "cannot be edited")
	refused(t, yamledit.Write(dir, anEdit(t), yamledit.LeaveExamples), "is not a regular file")
	onlyIn(t, dir)
}

func TestNothingToChangeWritesNothing(t *testing.T) {
	path := newFile(t, "s.yaml", 0o444) // not even rights are needed
	edit, err := yamledit.Set([]byte(oldText), key, "old", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := yamledit.Write(path, edit, yamledit.LeaveExamples); err != nil {
		t.Error(err)
	}
	if err := yamledit.Write(path, yamledit.Edit{}, yamledit.LeaveExamples); err != nil {
		t.Error(err)
	}
	holds(t, path, oldText)
}
