//go:build linux || darwin

package ssh

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"go.uber.org/goleak"

	"github.com/univ-lehavre/nestor/internal/sshtest"
	"github.com/univ-lehavre/nestor/ports"
)

// The test binary plays nestor on a terminal when this variable holds what it should do.
const sceneVariable = "SSH_TEST_SCENE"

// scene is what nestor does there.
type scene struct {
	Source  ports.FetchSource
	Beside  string
	Timeout time.Duration // of the context, in place of Fetch's own
}

func TestMain(m *testing.M) {
	if text := os.Getenv(sceneVariable); text != "" {
		os.Exit(play(text))
	}
	goleak.VerifyTestMain(m)
}

// play fetches, then asks a question of its own: that works only if the terminal is nestor's again, with echo.
func play(text string) int {
	var s scene
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return 9
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	secret, failure := New(realRunner(), 10*time.Second).Fetch(ctx, s.Source, s.Beside)
	if failure != nil {
		fmt.Printf("failure: %s: %s\n", failure.Kind, failure)
	} else {
		fmt.Printf("fetched %d bytes\n", len(secret.Reveal()))
	}
	fmt.Print("and now? ")
	answer, err := bufio.NewReader(os.Stdin).ReadString('\n')
	fmt.Printf("heard %q %v\n", answer, err)
	return 0
}

// stage is the terminal on which nestor plays.
type stage struct {
	t     *testing.T
	tty   *os.File
	cmd   *exec.Cmd
	mutex sync.Mutex
	shown bytes.Buffer
}

func (s *scene) start(t *testing.T) *stage {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return s.startAs(t, exec.Command(self))
}

func (s *scene) startAs(t *testing.T, cmd *exec.Cmd) *stage {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(os.Environ(), sceneVariable+"="+string(text), "SSH_AUTH_SOCK=", "DISPLAY=")
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: 500})
	if err != nil {
		t.Skipf("no terminal: %v", err)
	}
	st := &stage{t: t, tty: tty, cmd: cmd}
	go func() {
		chunk := make([]byte, 4096)
		for {
			n, err := tty.Read(chunk)
			st.mutex.Lock()
			st.shown.Write(chunk[:n])
			st.mutex.Unlock()
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = tty.Close() })
	return st
}

func (s *stage) text() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.shown.String()
}

// waits until the terminal shows a text.
func (s *stage) waits(text string) {
	s.t.Helper()
	for range 2000 {
		if strings.Contains(s.text(), text) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.t.Fatalf("%q is not shown: %s", text, s.text())
}

func (s *stage) types(text string) {
	s.t.Helper()
	if _, err := io.WriteString(s.tty, text); err != nil {
		s.t.Fatal(err)
	}
}

// ends answers nestor's own question.
func (s *stage) ends() {
	s.t.Helper()
	s.waits("and now? ")
	s.types("still mine\n")
	s.waits(`heard "still mine\n" <nil>`)
	if !strings.Contains(s.text(), "and now? still mine\r\n") {
		s.t.Errorf("there is no echo: %s", s.text())
	}
	_ = s.cmd.Wait()
}

// lockedNode accepts a key with a passphrase alone, and nestor may ask.
func lockedNode(t *testing.T, o sshtest.Options) (*node, *scene) {
	t.Helper()
	n := newNode(t, o)
	locked := filepath.Join(n.Dir, "locked")
	sshtest.NewKey(t, locked, "sesame")
	n.Accept(t, locked)
	n.source.KeyFile, n.source.Ask = locked, true
	return n, &scene{n.source, n.beside, time.Minute}
}

const prompt = "Enter passphrase for key "

func TestAPassphraseIsAskedForOnTheTerminal(t *testing.T) {
	t.Parallel()
	n, s := lockedNode(t, sshtest.Options{Config: []string{"SetEnv PATH=" + sudoThat(t, `shift; exec "$@"`)}})
	for _, s.Source.Sudo = range []bool{false, true} {
		st := s.start(t)
		st.waits(prompt)
		st.types("sesame\n")
		st.waits(fmt.Sprintf("fetched %d bytes", len(kubeconfig)))
		st.ends()
		if strings.Contains(st.text(), "sesame") {
			t.Errorf("the passphrase is shown: %s", st.text())
		}
		nothingIn(t, n.beside)
	}
}

func TestCtrlCAtThePassphrase(t *testing.T) {
	t.Parallel()
	n, s := lockedNode(t, sshtest.Options{})
	for _, s.Source.Sudo = range []bool{false, true} {
		st := s.start(t)
		st.waits(prompt)
		st.types("half\x03")
		st.waits("failure: " + string(ports.FetchStopped))
		st.ends()
		nothingIn(t, n.beside)
	}
}

// TestTheTerminalComesBackFromAKilledSSH: what was half typed must not reach the next question.
func TestTheTerminalComesBackFromAKilledSSH(t *testing.T) {
	t.Parallel()
	n, s := lockedNode(t, sshtest.Options{})
	s.Timeout = 3 * time.Second
	st := s.start(t)
	st.waits(prompt)
	st.types("half a secret")
	st.waits("failure: " + string(ports.FetchTimeout))
	st.ends()
	nothingIn(t, n.beside)
}

func TestAHostKeyIsAskedForOnTheTerminal(t *testing.T) {
	t.Parallel()
	n := newNode(t, sshtest.Options{})
	if err := os.WriteFile(n.KnownHosts, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	n.source.Ask = true
	s := &scene{n.source, n.beside, time.Minute}
	st := s.start(t)
	st.waits("(yes/no/[fingerprint])?")
	st.types("no\n")
	st.waits("failure: " + string(ports.FetchUnknownKey))
	st.ends()
	st = s.start(t)
	st.waits("(yes/no/[fingerprint])?")
	st.types("yes\n")
	st.waits("fetched")
	st.ends()
}

// TestBatchNeverAsks: with a terminal there, and a jump host that does not know of BatchMode.
func TestBatchNeverAsks(t *testing.T) {
	t.Parallel()
	n, s := lockedNode(t, sshtest.Options{})
	s.Source.Ask = false
	st := s.start(t)
	st.waits("failure: " + string(ports.FetchRefused))
	st.ends()
	s.Source.CommonArgs = []string{"-o", fmt.Sprintf("ProxyCommand=ssh -F %s -i %s -p %d -W %%h:%%p %s@127.0.0.1", n.Config, s.Source.KeyFile, n.Port, n.User)}
	st = s.start(t)
	st.waits("failure: " + string(ports.FetchRefused))
	st.ends()
	if strings.Contains(st.text(), prompt) {
		t.Errorf("it asked: %s", st.text())
	}
}

// TestInTheBackgroundNothingIsAsked: the terminal is another program's, and is not taken from it.
func TestInTheBackgroundNothingIsAsked(t *testing.T) {
	t.Parallel()
	_, s := lockedNode(t, sshtest.Options{})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	st := s.startAs(t, exec.Command("sh", "-c", `set -m; "$0" & wait`, self))
	st.waits("failure: " + string(ports.FetchRefused))
	if strings.Contains(st.text(), prompt) {
		t.Errorf("it asked: %s", st.text())
	}
}

// TestWithoutATerminalNothingIsAsked runs in a session that has none.
func TestWithoutATerminalNothingIsAsked(t *testing.T) {
	if f, err := os.Open("/dev/tty"); err == nil {
		_ = f.Close()
		t.Skip("these tests run on a terminal")
	}
	n, _ := lockedNode(t, sshtest.Options{})
	n.fails(t, ports.FetchRefused, "Permission denied")
}
