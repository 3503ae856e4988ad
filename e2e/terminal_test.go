package e2e

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// The answers that are no text.
const (
	endOfInput = "\x04"
	ctrlC      = "\x03"
)

// question is what the last line of the terminal says when an answer is waited for.
const question = "[y/N]"

// terminal runs nestor in a terminal. At the question, meanwhile is called and the answer typed. It gives all that the
// terminal showed.
func terminal(t *testing.T, cmd *exec.Cmd, answer string, meanwhile func()) outcome {
	t.Helper()
	return inTerminal(t, cmd, "", answer, meanwhile)
}

// typedAhead also types something before nestor asks anything.
func typedAhead(t *testing.T, cmd *exec.Cmd, early, answer string) outcome {
	t.Helper()
	return inTerminal(t, cmd, early, answer, nil)
}

func inTerminal(t *testing.T, cmd *exec.Cmd, early, answer string, meanwhile func()) outcome {
	t.Helper()
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: 120})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tty.Close() }()
	deadline := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer deadline.Stop()
	if _, err := io.WriteString(tty, early); err != nil {
		t.Fatal(err)
	}
	var shown bytes.Buffer
	typed, chunk := false, make([]byte, 4096)
	for {
		n, err := tty.Read(chunk)
		shown.Write(chunk[:n])
		if !typed && strings.Contains(shown.String(), question) {
			typed = true
			if meanwhile != nil {
				meanwhile()
			}
			if _, err := io.WriteString(tty, answer); err != nil {
				t.Fatal(err)
			}
		}
		if errors.Is(err, io.EOF) || errors.Is(err, syscall.EIO) || errors.Is(err, os.ErrClosed) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	_ = cmd.Wait()
	return outcome{stdout: strings.ReplaceAll(shown.String(), "\r\n", "\n"), status: cmd.ProcessState.ExitCode()}
}
