//go:build unix

package files

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/ports"
)

func gitIn(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %q: %v: %s", args, err, out)
	}
}

// aWorkTree has files that git tracks, with an index of some version, and one beside them that it does not.
func aWorkTree(t *testing.T, version string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	gitIn(t, dir, "init", "-q")
	for _, name := range []string{"a", "ab", "deep/er/admin.config", "deep/er/admin.conf", "deep/z", "z"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	gitIn(t, dir, "add", "a", "ab", "deep/er/admin.config", "z")
	gitIn(t, dir, "add", "-N", "deep/z") // an entry with more flags
	gitIn(t, dir, "update-index", "--index-version", version)
	return dir
}

func TestWhatGitTracks(t *testing.T) {
	for _, version := range []string{"2", "3", "4"} {
		dir := aWorkTree(t, version)
		for name, want := range map[string]bool{"a": true, "ab": true, "deep/er/admin.config": true, "deep/er/admin.conf": false, "deep/z": true, "z": true, "deep": false} {
			if got := tracked(filepath.Join(dir, name)); got != want {
				t.Errorf("version %s, %s: tracked is %v", version, name, got)
			}
		}
		src, err := os.ReadFile(filepath.Join(dir, ".git", "index"))
		if err != nil {
			t.Fatal(err)
		}
		for end := range src {
			inIndex(src[:end], "z") // cut anywhere, it must end
		}
	}
}

func TestWhatAFurtherWorkTreeTracks(t *testing.T) {
	dir := aWorkTree(t, "2")
	gitIn(t, dir, "-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "-m", "m")
	other := filepath.Join(t.TempDir(), "other")
	gitIn(t, dir, "worktree", "add", "-q", other)
	if !tracked(filepath.Join(other, "a")) || tracked(filepath.Join(other, "new")) {
		t.Error("what the further work tree tracks was not seen")
	}
}

func TestAFileFromOutside(t *testing.T) {
	dir := aWorkTree(t, "2")
	shared, link := filepath.Join(dir, "shared"), filepath.Join(t.TempDir(), "link")
	if err := os.WriteFile(shared, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(shared, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "a"), link); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]ports.FileFacts{
		filepath.Join(dir, "none"): {},
		shared:                     {There: true, Shared: true},
		link:                       {There: true, Tracked: true},
	} {
		if diff := cmp.Diff(want, Facts{}.Look(path)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

func TestARepositoryIsFoundFromBelow(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	below := filepath.Join(dir, topologyFolder, "below")
	if err := os.MkdirAll(below, 0o755); err != nil {
		t.Fatal(err)
	}
	got, err := NewStacks(below, "").Repository()
	if diff := cmp.Diff(ports.Repository{Start: below, Top: dir, Topologies: filepath.Join(dir, topologyFolder)}, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if got, err := NewStacks(filepath.Join(dir, "gone"), "").Repository(); err == nil || got.Top != "" {
		t.Errorf("%+v", got)
	}
}
