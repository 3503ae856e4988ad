//go:build unix

package run

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rs/zerolog"
)

func TestSSHHearsEnglishAndFindsItsAgent(t *testing.T) {
	parent := []string{"HOME=/h", "SSH_AUTH_SOCK=/s", "LC_ALL=fr_FR.UTF-8", "KUBECONFIG=/prod", "NESTOR_REPLAY=f"}
	kept := []string{"HOME=/h", "SSH_AUTH_SOCK=/s", "LC_ALL=fr_FR.UTF-8", "KUBERC=off"}
	english := append(slices.Clone(kept), "LC_ALL=C") // of two values the last one counts
	for _, c := range []struct {
		program  string
		terminal bool
		want     []string
	}{
		{"kubectl", false, kept}, {"scp", true, english}, {"ssh", true, english},
		{"scp", false, append(slices.Clone(english), "SSH_ASKPASS_REQUIRE=never")}, {"ssh", false, append(slices.Clone(english), "SSH_ASKPASS_REQUIRE=never")},
	} {
		if got := childEnviron(parent, c.program, c.terminal); !slices.Equal(got, c.want) {
			t.Errorf("%s %v: %q, want %q", c.program, c.terminal, got, c.want)
		}
	}
}

func TestACallMayTakeLessThanTheRunner(t *testing.T) {
	r := runner(t, func(o *Options) { o.MaxStdout = 1 << 20 })
	for limit, want := range map[int]int{1000: 1000, 1 << 30: 1 << 20, 0: 1 << 20} {
		got := r.Run(t.Context(), Call{Program: helper, Args: []string{"flood"}, MaxStdout: limit})
		if len(got.Stdout) != want || !got.Truncated {
			t.Errorf("of %d: %d bytes, truncated %v", limit, len(got.Stdout), got.Truncated)
		}
	}
}

func TestTheFileIsFilledIn(t *testing.T) {
	r := runner(t, nil)
	for file, want := range map[string]string{"/private/x": "/private/x", "": FileArg} {
		got := r.Run(t.Context(), Call{Program: helper, Args: []string{"args", FileArg, "a" + FileArg}, File: file})
		if text := fmt.Sprintf("%q", []string{want, "a" + FileArg}); string(got.Stdout) != text {
			t.Errorf("%s, want %s", got.Stdout, text)
		}
	}
}

func TestALentTerminalIsNotNeeded(t *testing.T) {
	if tty, err := os.Open("/dev/tty"); err == nil {
		_ = tty.Close()
		t.Skip("these tests run on a terminal")
	}
	got := runner(t, nil).Run(t.Context(), Call{Program: helper, Args: []string{"talk"}, Terminal: true})
	equal(t, got, Result{Stderr: []byte("noise"), Exit: 3})
}

func TestAProxyCommandIsNotLogged(t *testing.T) {
	for _, words := range [][]string{{"-o", "ProxyCommand=sshpass -p hunter2 ssh b"}, {"-o", "proxycommand sshpass -p 'hunter2' b"}} {
		var log bytes.Buffer
		r := runner(t, func(o *Options) { o.Log = zerolog.New(&log).Level(zerolog.DebugLevel) })
		call := Call{Program: helper, Args: append([]string{"args"}, words...)}
		r.Run(t.Context(), call)
		if strings.Contains(log.String(), "sshpass") || strings.Contains(call.Logged(), "sshpass") || !strings.Contains(log.String(), "ProxyCommand=[redacted]") {
			t.Error(log.String())
		}
		if shown := call.Shown(); strings.Contains(shown, "hunter2") || !strings.Contains(shown, "sshpass -p") {
			t.Error(shown)
		}
	}
}
