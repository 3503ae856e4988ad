//go:build unix

package ssh

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/internal/sshtest"
	"github.com/univ-lehavre/nestor/ports"
)

func TestOptionsOfTheInventoryCount(t *testing.T) {
	t.Parallel()
	n := newNode(t, sshtest.Options{})
	mark := filepath.Join(n.Dir, "proxied")
	jump := sshtest.Start(t, sshtest.Options{Config: []string{"AllowTcpForwarding yes"}})
	config, err := os.ReadFile(n.Config)
	if err != nil {
		t.Fatal(err)
	}
	known, err := os.ReadFile(n.KnownHosts)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(n.KnownHosts, append(known, []byte(jump.HostKeyLine(t)+"\n")...), 0o600); err != nil {
		t.Fatal(err)
	}
	jumping := filepath.Join(n.Dir, "jumping")
	if err := os.WriteFile(jumping, fmt.Appendf(config, "  IdentityFile %s\n  IdentityFile %s\n", n.Key, jump.Key), 0o600); err != nil {
		t.Fatal(err)
	}
	plain := n.source
	for name, change := range map[string]func(*ports.FetchSource){
		"key":    func(s *ports.FetchSource) { s.KeyFile, s.CommonArgs = "", []string{"-o", "IdentityFile=" + n.Key} },
		"config": func(s *ports.FetchSource) { s.ConfigFile, s.CommonArgs = "", []string{"-F", n.Config} },
		"short":  func(s *ports.FetchSource) { s.KeyFile, s.CommonArgs = "", []string{"-C", "-4", "-i", n.Key} },
		"proxy jump": func(s *ports.FetchSource) {
			s.ConfigFile, s.CommonArgs = jumping, []string{"-o", fmt.Sprintf("ProxyJump=%s@127.0.0.1:%d", jump.User, jump.Port)}
		},
		"proxy command": func(s *ports.FetchSource) {
			s.CommonArgs = []string{"-o", fmt.Sprintf("ProxyCommand=sh -c 'touch %s; exec ssh -F %s -p %d -W %%h:%%p %s@127.0.0.1'", mark, jumping, jump.Port, jump.User)}
		},
	} {
		n.source = plain
		change(&n.source)
		content, failure := n.fetch(t)
		if failure != nil || content != kubeconfig {
			t.Errorf("%s: %q %v %s", name, content, failure, n.stderr())
		}
	}
	if _, err := os.Stat(mark); err != nil {
		t.Errorf("the proxy command was not run: %v", err)
	}
	log, err := os.ReadFile(jump.Log)
	if n := strings.Count(string(log), "Accepted publickey"); err != nil || n != 2 {
		t.Errorf("%d logins on the jump host, want 2: %s", n, log)
	}
}

// TestNoConfigurationMakesSSHQuiet proves that what is fixed comes first.
func TestNoConfigurationMakesSSHQuiet(t *testing.T) {
	t.Parallel()
	n := newNode(t, sshtest.Options{Config: []string{"SetEnv PATH=" + sudoThat(t, `shift; exec "$@"`)}})
	f, err := os.OpenFile(n.Config, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(n.Dir, "shared")
	_, err = fmt.Fprintf(f, "  LogLevel QUIET\n  ControlMaster auto\n  ControlPath %s\n  ControlPersist 5\n  RequestTTY force\n  RemoteCommand echo no\n  PermitLocalCommand yes\n  LocalCommand echo polluted\n", socket)
	if err != nil || f.Close() != nil {
		t.Fatal(err)
	}
	for _, n.source.Sudo = range []bool{false, true} {
		n.fetches(t)
		if _, err := os.Stat(socket); err == nil {
			t.Error("a shared connection was left behind")
		}
	}
	n.source.Sudo, n.source.KeyFile = false, filepath.Join(n.Dir, "host_key")
	n.fails(t, ports.FetchRefused, "Permission denied (publickey)")
}

// TestNothingOfASourceIsAnOption: whatever a source holds, only what is meant is started. A mark proves what was not.
func TestNothingOfASourceIsAnOption(t *testing.T) {
	n := newNode(t, sshtest.Options{})
	t.Chdir(t.TempDir())
	plain := n.source
	inject := "-oProxyCommand=touch pwn"
	for name, change := range map[string]func(*ports.FetchSource){
		"host":           func(s *ports.FetchSource) { s.Host = inject },
		"host, no user":  func(s *ports.FetchSource) { s.Host, s.User = inject, "" },
		"host, brackets": func(s *ports.FetchSource) { s.Host = "[" + inject + "]" },
		"host, v6":       func(s *ports.FetchSource) { s.Host = "::1%$(touch pwn)" },
		"host, shell":    func(s *ports.FetchSource) { s.Host = "127.0.0.1;touch pwn" },
		"host, newline":  func(s *ports.FetchSource) { s.Host = "127.0.0.1\ntouch pwn" },
		"user":           func(s *ports.FetchSource) { s.User = inject },
		"user, shell":    func(s *ports.FetchSource) { s.User = "$(touch${IFS}pwn)" },
		"path":           func(s *ports.FetchSource) { s.Path = inject },
		"path, shell":    func(s *ports.FetchSource) { s.Path = "/etc/x;touch " + filepath.Join(n.Dir, "pwn") },
		"path, pattern":  func(s *ports.FetchSource) { s.Path = filepath.Join(n.Dir, "*.conf") },
		"path, relative": func(s *ports.FetchSource) { s.Path = "admin.conf" },
		"config":         func(s *ports.FetchSource) { s.ConfigFile = inject },
		"key":            func(s *ports.FetchSource) { s.KeyFile = inject },
		"local command": func(s *ports.FetchSource) {
			s.CommonArgs = []string{"-o", "PermitLocalCommand=yes", "-o", "LocalCommand=touch pwn"}
		},
		"library":         func(s *ports.FetchSource) { s.CommonArgs = []string{"-o", "PKCS11Provider=./pwn.so"} },
		"scp's program":   func(s *ports.FetchSource) { s.CommonArgs = []string{"-S", "./pwn"} },
		"jump":            func(s *ports.FetchSource) { s.CommonArgs = []string{"-J", "x;touch pwn"} },
		"an operand":      func(s *ports.FetchSource) { s.CommonArgs = []string{"--", "a:/b"} },
		"no checking":     func(s *ports.FetchSource) { s.CommonArgs = []string{"-o", "StrictHostKeyChecking=no"} },
		"no known hosts":  func(s *ports.FetchSource) { s.CommonArgs = []string{"-o", "userknownhostsfile /dev/null"} },
		"known by a tool": func(s *ports.FetchSource) { s.CommonArgs = []string{"-oKnownHostsCommand=touch pwn"} },
	} {
		for _, sudo := range []bool{false, true} {
			n.source = plain
			n.source.Sudo = sudo
			change(&n.source)
			content, failure := n.fetch(t)
			if last := n.runner.results[len(n.runner.results)-1]; last.Exit != -1 || last.Err == nil || failure == nil || content != "" {
				t.Errorf("%s: something was started: %+v", name, last)
			}
			if failure != nil && (failure.Kind != ports.FetchOther || strings.Contains(failure.Error(), "pwn")) {
				t.Errorf("%s: %+v", name, failure)
			}
		}
	}
	nothingIn(t, ".")
	if _, err := os.Stat(filepath.Join(n.Dir, "pwn")); err == nil {
		t.Error("a command was run on the node")
	}
}
