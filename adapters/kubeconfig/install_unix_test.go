//go:build linux || darwin

package kubeconfig_test

import (
	"bytes"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/univ-lehavre/nestor/adapters/kubeconfig"
	"github.com/univ-lehavre/nestor/internal/effort"
	"github.com/univ-lehavre/nestor/ports"
)

// child runs this very test again in a process of its own, with a folder to work in.
func child(t *testing.T, home string) *exec.Cmd {
	command := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	command.Env = append(os.Environ(), "KUBECONFIG_TEST_HOME="+home)
	return command
}

func childHome() string { return os.Getenv("KUBECONFIG_TEST_HOME") }

func runChild(t *testing.T, home string) {
	t.Helper()
	if out, err := child(t, home).CombinedOutput(); err != nil || !bytes.Contains(out, []byte("--- PASS")) {
		t.Fatalf("%v\n%s", err, out)
	}
}

func modeIs(t testing.TB, path string, want fs.FileMode) {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil || info.Mode() != want {
		t.Errorf("%s has mode %v (%v), want %v", path, info.Mode(), err, want)
	}
}

// TestTheFileIsPrivateWhateverTheUmask: no destination, a destination that others may read, and no folder.
func TestTheFileIsPrivateWhateverTheUmask(t *testing.T) {
	for _, umask := range []int{0o022, 0, 0o077, 0o002} {
		home, i := homeWith(t, map[string]string{"there/new": oneContext, "there/same": nextContext})
		for path, mode := range map[string]fs.FileMode{"there": 0o755, "there/new": 0o644, "there/same": 0o644} {
			if err := os.Chmod(filepath.Join(home, path), mode); err != nil {
				t.Fatal(err)
			}
		}
		before := syscall.Umask(umask)
		var backup string
		for _, path := range []string{"there/absent", "there/new", "there/same", ".kube/deep/absent"} {
			if kept := installed(t, i, filepath.Join(home, path), nextContext); kept != "" {
				backup = kept
			}
			holds(t, filepath.Join(home, path), nextContext)
			modeIs(t, filepath.Join(home, path), 0o600)
		}
		syscall.Umask(before)
		modeIs(t, backup, 0o600)
		modeIs(t, filepath.Join(home, ".kube"), 0o700|fs.ModeDir)
		modeIs(t, filepath.Join(home, ".kube", "deep"), 0o700|fs.ModeDir)
		modeIs(t, filepath.Join(home, "there"), 0o755|fs.ModeDir)
		onlyIn(t, filepath.Join(home, "there"), "absent", "new", "new.bak", "same")
	}
}

// TestThereIsNoMomentAtWhichOthersMayRead looks at the folder all the time, while nothing holds back the rights.
func TestThereIsNoMomentAtWhichOthersMayRead(t *testing.T) {
	home, i := homeWith(t, map[string]string{"d/x": ""})
	dir := filepath.Join(home, "d")
	defer syscall.Umask(syscall.Umask(0))
	stop, seen := make(chan struct{}), 0
	var watching sync.WaitGroup
	watching.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			entries, _ := os.ReadDir(dir)
			for _, e := range entries {
				if info, err := e.Info(); err == nil && info.Mode().Perm()&0o077 != 0 && e.Name() != "x" {
					t.Errorf("%s has mode %v", e.Name(), info.Mode())
				}
				seen++
			}
		}
	})
	for range 80 {
		installed(t, i, filepath.Join(dir, "a"), oneContext)
		installed(t, i, filepath.Join(dir, "a"), nextContext)
	}
	close(stop)
	watching.Wait()
	if seen < 80 {
		t.Errorf("only %d looks", seen)
	}
}

func TestAFolderThatOthersMayWriteIsRefused(t *testing.T) {
	for mode, words := range map[fs.FileMode]string{
		0o770: "mode 0770", 0o702: "mode 0702", 0o777: "mode 0777", 0o755: "", 0o700: "", 0o777 | fs.ModeSticky: "",
	} {
		home, i := homeWith(t, map[string]string{"d/a": oneContext})
		if err := os.Chmod(filepath.Join(home, "d"), mode); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"d/a", "d/b", "d/missing/a"} {
			path = filepath.Join(home, path)
			err := i.Check(path, "dirqual", true)
			if words == "" {
				if err != nil {
					t.Error(err)
				}
				continue
			}
			saysWhatToDo(t, err, words, "chmod go-w")
			_, err = install(i, path, nextContext)
			saysWhatToDo(t, err, words, "chmod go-w")
		}
		holds(t, filepath.Join(home, "d", "a"), oneContext)
	}
}

func TestADeviceAPipeAndASocketAreLeftAlone(t *testing.T) {
	home, i := homeWith(t, nil)
	pipe := filepath.Join(home, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, "/dev/null"} {
		saysWhatToDo(t, i.Check(path, "dirqual", true), "no regular file")
		_, err := install(i, path, nextContext)
		saysWhatToDo(t, err, "no regular file")
		modeOf, err := os.Lstat(path)
		if err != nil || modeOf.Mode().IsRegular() {
			t.Errorf("%s was replaced", path)
		}
	}
}

// TestAFullDiskKeepsTheOldFile runs out of space while writing the new file, in a process that may not write large ones.
func TestAFullDiskKeepsTheOldFile(t *testing.T) {
	t.Parallel()
	if home := childHome(); home != "" {
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 4096, Max: 4096}); err != nil {
			t.Fatal(err)
		}
		i := kubeconfig.NewInstaller(home)
		_, err := install(i, filepath.Join(home, "a"), strings.Repeat(planted, 4096))
		saysWhatToDo(t, err, "a is as it was, writing it failed", "too large")
		_, err = install(i, filepath.Join(home, "large"), oneContext)
		saysWhatToDo(t, err, "large is as it was, keeping a copy of it failed", "too large")
		_, err = install(i, filepath.Join(home, "new"), strings.Repeat(planted, 4096))
		saysWhatToDo(t, err, "writing it failed", "too large")
		return
	}
	large := "# " + strings.Repeat("x", 8192)
	home, _ := homeWith(t, map[string]string{"a": oneContext, "large": large, "large.bak": nextContext})
	runChild(t, home)
	holds(t, filepath.Join(home, "a"), oneContext)
	holds(t, filepath.Join(home, "a.bak"), oneContext) // it may stay: it is a copy of what is still there
	holds(t, filepath.Join(home, "large"), large)
	holds(t, filepath.Join(home, "large.bak"), nextContext)
	onlyIn(t, home, "a", "a.bak", "large", "large.bak")
}

// TestAFolderThatMayNotBeWrittenKeepsTheOldFile runs as a user whom rights bind.
func TestAFolderThatMayNotBeWrittenKeepsTheOldFile(t *testing.T) {
	t.Parallel()
	const nobody = 65534
	if home := childHome(); home != "" {
		if os.Geteuid() == 0 {
			if err := syscall.Setgid(nobody); err != nil {
				t.Fatal(err)
			}
			if err := syscall.Setuid(nobody); err != nil {
				t.Fatal(err)
			}
		}
		i := kubeconfig.NewInstaller(home)
		_, err := install(i, filepath.Join(home, "d", "a"), nextContext)
		saysWhatToDo(t, err, "keeping a copy of it failed", "permission denied")
		_, err = install(i, filepath.Join(home, "d", "b"), nextContext)
		saysWhatToDo(t, err, "writing it failed", "permission denied")
		_, err = install(i, filepath.Join(home, "d", "e", "a"), nextContext)
		saysWhatToDo(t, err, "folder cannot be made", "permission denied")
		saysWhatToDo(t, i.Check(filepath.Join(home, "d", "secret"), "dirqual", false), "permission denied", "--force")
		saysWhatToDo(t, i.Check(filepath.Join(home, "d", "secret"), "dirqual", true), "no copy", "permission denied")
		return
	}
	home, _ := homeWith(t, map[string]string{"d/a": oneContext, "d/secret": oneContext})
	for path, mode := range map[string]fs.FileMode{"d/a": 0o600, "d/secret": 0, "d": 0o500, "": 0o700} {
		path = filepath.Join(home, path)
		if os.Geteuid() == 0 {
			if err := os.Chown(path, nobody, nobody); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(home, "d"), 0o700) })
	runChild(t, home)
	holds(t, filepath.Join(home, "d", "a"), oneContext)
	onlyIn(t, filepath.Join(home, "d"), "a", "secret")
}

// TestAKillAtAnyMomentLeavesAWholePrivateFile kills a process that installs two contents in turn.
func TestAKillAtAnyMomentLeavesAWholePrivateFile(t *testing.T) {
	t.Parallel()
	contents := []string{oneContext, "# " + strings.Repeat("longer", 20000) + "\n" + nextContext}
	if home := childHome(); home != "" {
		i := kubeconfig.NewInstaller(home)
		for n := 0; ; n++ {
			if _, err := i.Install(filepath.Join(home, "d", "a"), ports.NewSecret([]byte(contents[n%2]))); err != nil {
				t.Fatal(err)
			}
		}
	}
	home, i := homeWith(t, nil)
	path := filepath.Join(home, "d", "a")
	installed(t, i, path, contents[1])
	both := map[string]int{}
	for range effort.Some(60, 12) {
		before, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		killed := child(t, home)
		killed.Env = append(killed.Env, "GOCOVERDIR=") // killed, it could not write any
		if err := killed.Start(); err != nil {
			t.Fatal(err)
		}
		waitForAnother(t, path, before)
		time.Sleep(rand.N(5 * time.Millisecond))
		_ = killed.Process.Kill()
		if err := killed.Wait(); err == nil {
			t.Fatal("it ended by itself")
		}
		for _, file := range []string{path, path + ".bak"} {
			content, err := os.ReadFile(file)
			if os.IsNotExist(err) && file != path {
				continue // not got that far
			}
			if err != nil || string(content) != contents[0] && string(content) != contents[1] {
				t.Fatalf("%s is not whole: %d bytes (%v)", file, len(content), err)
			}
			modeIs(t, file, 0o600)
			both[string(content)]++
		}
		left, _ := filepath.Glob(filepath.Join(home, "d", ".nestor-*"))
		for _, temporary := range left {
			modeIs(t, temporary, 0o600)
		}
	}
	if len(both) != 2 {
		t.Errorf("only %d contents seen: the process did not get far enough", len(both))
	}
}

// waitForAnother waits until the file was replaced.
func waitForAnother(t *testing.T, path string, before fs.FileInfo) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if info, err := os.Stat(path); err == nil && !(os.SameFile(info, before) && info.ModTime().Equal(before.ModTime())) {
			return
		}
	}
	t.Fatal("the process installs nothing")
}
