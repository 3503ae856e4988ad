package files_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/lockedfile"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/ports"
)

const writers, each = 4, 5

// TestWritersAtOnceLoseNothing runs goroutines here and in processes of their own.
func TestWritersAtOnceLoseNothing(t *testing.T) {
	if path := os.Getenv("KNOWN_WRITER"); path != "" {
		writeMany(t, path, os.Getenv("KNOWN_NAME"))
		return
	}
	path := knownPath(t)
	remember(t, path, named("gone", "/a"))
	var done sync.WaitGroup
	done.Go(func() { writeMany(t, path, "own") })
	for i := range 2 {
		done.Go(func() {
			runAgain(t, "", "KNOWN_WRITER="+path, fmt.Sprintf("KNOWN_NAME=process%d", i))
		})
	}
	done.Go(func() { forgets(t, path, "gone", named("gone", "/a")) })
	for range 20 { // a reader sees whole files
		if _, err := files.NewKnown(path).Known(); err != nil {
			t.Error(err)
		}
	}
	done.Wait()
	var want []ports.KnownCluster
	for _, name := range []string{"own", "process0", "process1"} {
		for w := range writers {
			for i := range each {
				want = append(want, named(name, fmt.Sprintf("/%d/%d", w, i)))
			}
		}
	}
	holdsKnown(t, path, want...)
}

func writeMany(t *testing.T, path, name string) {
	var done sync.WaitGroup
	for w := range writers {
		done.Go(func() {
			for i := range each {
				if err := files.NewKnownStore(path).Remember(named(name, fmt.Sprintf("/%d/%d", w, i))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	done.Wait()
}

func TestAWriterWaitsForTheLock(t *testing.T) {
	path := knownPath(t)
	written(t, path, oneKnown)
	lock, err := lockedfile.Create(path + ".lock")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- files.NewKnownStore(path).Remember(named("tokyo", "/a")) }()
	select {
	case err := <-done:
		done <- err
		t.Error("it did not wait")
	case <-time.After(100 * time.Millisecond):
	}
	holdsKnown(t, path, paris()) // a reader does not wait
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	holdsKnown(t, path, paris(), named("tokyo", "/a"))
}

// TestOnlyTheOwnerMayRead makes everything in a process whose umask hides nothing.
func TestOnlyTheOwnerMayRead(t *testing.T) {
	if path := os.Getenv("KNOWN_OPEN"); path != "" {
		remember(t, path, paris())
		return
	}
	if runtime.GOOS == "windows" {
		t.Skip("no such modes")
	}
	root := t.TempDir()
	path := files.KnownFile("", root)
	runAgain(t, "umask 000", "KNOWN_OPEN="+path)
	for of, want := range map[string]fs.FileMode{path: 0o600, path + ".lock": 0o600, filepath.Dir(path): 0o700,
		filepath.Join(root, ".local"): 0o700, filepath.Join(root, ".local", "state"): 0o700} {
		if info, err := os.Stat(of); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s is %v, not %v (%v)", of, info.Mode().Perm(), want, err)
		}
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	remember(t, path, named("tokyo", "/a"))
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("written again, it is %v, %v", info.Mode(), err)
	}
	onlyFiles(t, filepath.Dir(path), "known_clusters.yaml", "known_clusters.yaml.lock")
}

// runAgain runs the calling test in a process of its own, after a shell's command if there is one.
func runAgain(t *testing.T, before string, env ...string) {
	child := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	if before != "" {
		child = exec.Command("sh", append([]string{"-c", before + ` && exec "$@"`, "sh"}, child.Args...)...)
	}
	child.Env = append(os.Environ(), env...)
	if out, err := child.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func onlyFiles(t *testing.T, dir string, want ...string) {
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
		t.Error(diff)
	}
}
