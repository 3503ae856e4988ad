//go:build unix

package ssh

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/internal/sshtest"
	"github.com/univ-lehavre/nestor/ports"
)

func TestSCPCopiesAFile(t *testing.T) {
	t.Parallel()
	n := newNode(t, sshtest.Options{})
	if err := os.Chmod(n.source.Path, 0o644); err != nil {
		t.Fatal(err)
	}
	var modes []string
	n.runner.after = func(c run.Call) {
		for _, path := range []string{c.File, filepath.Dir(c.File)} {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			modes = append(modes, info.Mode().String())
		}
	}
	n.fetches(t)
	if !slices.Equal(modes, []string{"-rw-------", "drwx------"}) {
		t.Errorf("modes %v", modes)
	}
}

func TestAnUnknownHostKey(t *testing.T) {
	t.Parallel()
	n := newNode(t, sshtest.Options{})
	if err := os.WriteFile(n.KnownHosts, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, n.source.Sudo = range []bool{false, true} {
		n.fails(t, ports.FetchUnknownKey, "Host key verification failed", fmt.Sprintf("-p %d", n.Port))
	}
	if known, _ := os.ReadFile(n.KnownHosts); len(known) != 0 {
		t.Errorf("it was accepted: %s", known)
	}
}

func TestAChangedHostKey(t *testing.T) {
	t.Parallel()
	n := newNode(t, sshtest.Options{})
	other := filepath.Join(n.Dir, "other")
	sshtest.NewKey(t, other, "")
	n.Trust(t, other)
	for _, n.source.Sudo = range []bool{false, true} {
		n.fails(t, ports.FetchChangedKey, "has changed and you have requested strict checking", "ssh-keygen ", " -R ", n.KnownAs())
	}
}

func TestTheRemovalOfAChangedKeyWorks(t *testing.T) {
	t.Parallel()
	n := newNode(t, sshtest.Options{})
	other := filepath.Join(n.Dir, "other")
	sshtest.NewKey(t, other, "")
	n.Trust(t, other)
	_, failure := n.fetch(t)
	_, command, _ := strings.Cut(failure.Error(), "log in once: ")
	if !strings.Contains(command, "-f ") {
		t.Skip("this OpenSSH does not print the file")
	}
	if out, err := exec.Command("sh", "-c", command).CombinedOutput(); err != nil {
		t.Fatalf("%s: %s", command, out)
	}
	n.fails(t, ports.FetchUnknownKey)
}

func TestAKeyThatIsNotAccepted(t *testing.T) {
	t.Parallel()
	n := newNode(t, sshtest.Options{})
	other := filepath.Join(n.Dir, "other")
	sshtest.NewKey(t, other, "")
	n.source.KeyFile = other
	n.fails(t, ports.FetchRefused, "Permission denied (publickey)", n.User, other)
	n.source.KeyFile = filepath.Join(n.Dir, "nothing")
	n.fails(t, ports.FetchRefused, "not accessible")
	locked := filepath.Join(n.Dir, "locked")
	sshtest.NewKey(t, locked, "a passphrase")
	n.Accept(t, locked)
	n.source.KeyFile = locked
	n.fails(t, ports.FetchRefused, "ssh-add")
}

func TestAMissingFile(t *testing.T) {
	t.Parallel()
	n := newNode(t, sshtest.Options{})
	path := n.source.Path
	for _, n.source.Path = range []string{path + ".missing", n.Dir} {
		n.fails(t, ports.FetchNoFile, "--remote-path", n.source.Path)
	}
}

// TestAFileOfRoot logs in as another user, which only root's sshd can let in; any other tester locks the file for itself.
func TestAFileOfRoot(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		n := newNode(t, sshtest.Options{})
		if err := os.Chmod(n.source.Path, 0); err != nil {
			t.Fatal(err)
		}
		n.fails(t, ports.FetchNeedsRoot, "--sudo", "Permission denied", "root@127.0.0.1")
		return
	}
	open := openFolder(t)
	n := newNode(t, sshtest.Options{Config: []string{"AuthorizedKeysFile " + filepath.Join(open, "keys")}})
	key, err := os.ReadFile(n.Key + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(open, "keys"), key, 0o644); err != nil {
		t.Fatal(err)
	}
	n.source.User, n.source.Path = "nobody", filepath.Join(open, "admin.conf")
	n.write(t, kubeconfig)
	n.fails(t, ports.FetchNeedsRoot, "--sudo", "Permission denied", "root@127.0.0.1")
}

func TestAFileOfNoUse(t *testing.T) {
	t.Parallel()
	n := newNode(t, sshtest.Options{Config: []string{"SetEnv PATH=" + sudoThat(t, `shift; exec "$@"`)}})
	for _, n.source.Sudo = range []bool{false, true} {
		n.write(t, "")
		n.fails(t, ports.FetchEmpty, n.source.Path)
		n.write(t, strings.Repeat("x", maxContent+1))
		n.fails(t, ports.FetchTooLarge, "1 MiB")
		n.write(t, strings.Repeat("x", maxContent))
		if content, failure := n.fetch(t); len(content) != maxContent {
			t.Errorf("%d bytes of a file that just fits: %v", len(content), failure)
		}
	}
}

func TestNobodyListens(t *testing.T) {
	t.Parallel()
	n := newNode(t, sshtest.Options{})
	n.source.Port = sshtest.FreePort(t, n.Address)
	n.fails(t, ports.FetchConnection, "Connection refused", strconv.Itoa(n.source.Port))
}

// TestAServerThatSaysNothing takes the connection and never answers.
func TestAServerThatSaysNothing(t *testing.T) {
	n := newNode(t, sshtest.Options{})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	n.source.Port = listener.Addr().(*net.TCPAddr).Port
	for _, timeout := range []time.Duration{300 * time.Millisecond, 2 * time.Second} { // the deadline, and ssh's own
		began := time.Now()
		_, failure := New(n.runner, timeout).Fetch(t.Context(), n.source, n.beside)
		if failure == nil || failure.Kind != ports.FetchTimeout || time.Since(began) > timeout+3*time.Second {
			t.Errorf("%v: %+v after %v", timeout, failure, time.Since(began))
		}
		nothingIn(t, n.beside)
	}
}

func TestAServerWithoutSFTP(t *testing.T) {
	t.Parallel()
	n := newNode(t, sshtest.Options{NoSFTP: true})
	n.fails(t, ports.FetchNoSFTP, "subsystem request failed", "--sudo")
}

func TestANameThatLeadsNowhere(t *testing.T) {
	t.Parallel()
	n := newNode(t, sshtest.Options{})
	n.source.Host = "nestor-test.invalid"
	n.fails(t, ports.FetchNoHost, "Could not resolve hostname nestor-test.invalid")
}

func TestIPv6(t *testing.T) {
	t.Parallel()
	n := newNode(t, sshtest.Options{Address: "::1", Config: []string{"SetEnv PATH=" + sudoThat(t, `shift; exec "$@"`)}})
	for _, n.source.Sudo = range []bool{false, true} {
		n.fetches(t)
	}
}

// TestAnInterruptionLeavesNothing stops scp while it waits for a server that says nothing.
func TestAnInterruptionLeavesNothing(t *testing.T) {
	t.Parallel()
	n := newNode(t, sshtest.Options{})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	n.source.Port = listener.Addr().(*net.TCPAddr).Port
	beside := filepath.Join(n.beside, "made")
	ctx, interrupt := context.WithCancel(t.Context())
	accepted := make(chan net.Conn, 1)
	go func() {
		conn, err := listener.Accept()
		if err == nil {
			accepted <- conn
		}
		interrupt()
	}()
	_, failure := New(n.runner, time.Minute).Fetch(ctx, n.source, beside)
	if failure == nil || failure.Kind != ports.FetchStopped {
		t.Fatalf("%+v", failure)
	}
	nothingIn(t, n.beside)
	conn := <-accepted
	_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	for { // ends when ssh is gone; its first line comes before
		if _, err := conn.Read(make([]byte, 256)); err != nil {
			if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
				t.Error("ssh is still there")
			}
			return
		}
	}
}
