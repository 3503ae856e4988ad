//go:build unix

package ssh

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/univ-lehavre/nestor/internal/sshtest"
	"github.com/univ-lehavre/nestor/ports"
)

// sudoThat is a PATH whose sudo is a shell script.
func sudoThat(t *testing.T, script string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "sudo"), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir + ":/usr/bin:/bin"
}

func TestSudoPrintsTheFile(t *testing.T) {
	t.Parallel()
	n := newNode(t, sshtest.Options{NoSFTP: true, Config: []string{"SetEnv PATH=" + sudoThat(t, `[ "$1 $2 $#" = "-n cat 3" ] || exit 9; shift; exec "$@"`)}})
	n.source.Sudo = true
	n.fetches(t)
}

func TestSudoThatRefuses(t *testing.T) {
	t.Parallel()
	for script, words := range map[string][]string{
		"echo 'sudo: a password is required' >&2; exit 1":                 {"a password is required", "NOPASSWD", "root@127.0.0.1"},
		"echo 'sudo: sorry, you must have a tty to run sudo' >&2; exit 1": {"tty"},
	} {
		n := newNode(t, sshtest.Options{Config: []string{"SetEnv PATH=" + sudoThat(t, script)}})
		n.source.Sudo = true
		n.fails(t, ports.FetchSudo, words...)
	}
}

func TestANodeWithoutSudo(t *testing.T) {
	t.Parallel()
	n := newNode(t, sshtest.Options{Config: []string{"SetEnv PATH=" + t.TempDir()}})
	n.source.Sudo = true
	n.fails(t, ports.FetchSudo, "there is no sudo")
}

func TestSudoThatReachesNoFile(t *testing.T) {
	t.Parallel()
	n := newNode(t, sshtest.Options{Config: []string{"SetEnv PATH=" + sudoThat(t, `shift; exec "$@"`)}})
	n.source.Sudo = true
	n.source.Path += ".missing"
	n.fails(t, ports.FetchNoFile, "No such file or directory")
}

func TestTheRealSudo(t *testing.T) {
	t.Parallel()
	if out, err := exec.Command("sudo", "-n", "true").CombinedOutput(); err != nil {
		t.Skipf("sudo is not installed or wants a password: %s", out)
	}
	n := newNode(t, sshtest.Options{})
	n.source.Sudo = true
	n.fetches(t)
}
