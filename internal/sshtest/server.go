//go:build unix

// Package sshtest runs a real sshd on loopback for tests, as the user who runs them.
package sshtest

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Options of a server. The zero value is a plain one on 127.0.0.1.
type Options struct {
	Address string   // to listen on; empty: 127.0.0.1
	NoSFTP  bool     // it has no sftp subsystem
	Config  []string // further lines of sshd_config; they come first, so they count
}

// Server is a running sshd, and what a client needs to log in to it. The client's files lie in Dir.
type Server struct {
	Address    string
	Port       int
	User       string // whom it lets in: the one who runs the test
	Dir        string
	Key        string // private key that it accepts
	KnownHosts string // holds its host key
	Config     string // for ssh -F: that known_hosts, no agent, and no keys but those named
	Log        string // what it said

	hostKey string
}

// Start runs a server until the test ends. The test is skipped when sshd or an ssh client is not installed.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	sshd := programs(t)
	dir := t.TempDir()
	s := &Server{
		Address: "127.0.0.1", Dir: dir, Key: filepath.Join(dir, "id"), KnownHosts: filepath.Join(dir, "known_hosts"),
		Config: filepath.Join(dir, "config"), Log: filepath.Join(dir, "sshd.log"), hostKey: filepath.Join(dir, "host_key"),
	}
	if o.Address != "" {
		s.Address = o.Address
	}
	who, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	s.User = who.Username
	copyKey(t, "host", s.hostKey)
	copyKey(t, "client", s.Key)
	s.Accept(t, s.Key)
	s.run(t, sshd, o)
	s.Trust(t, s.hostKey)
	write(t, s.Config, "Host *\n  UserKnownHostsFile "+s.KnownHosts+"\n  IdentitiesOnly yes\n  IdentityAgent none\n")
	return s
}

// programs finds sshd, which must be called by its whole path.
func programs(t testing.TB) (sshd string) {
	t.Helper()
	for _, program := range []string{"ssh", "scp", "ssh-keygen"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed (Debian: openssh-client)", program)
		}
	}
	for _, path := range []string{"/usr/sbin/sshd", "/usr/local/sbin/sshd", "/usr/bin/sshd"} {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	t.Skip("sshd is not installed (Debian: openssh-server)")
	return ""
}

// run starts sshd on a free port; another program may take the port in between, so several are tried.
func (s *Server) run(t testing.TB, sshd string, o Options) {
	t.Helper()
	if os.Geteuid() == 0 {
		_ = os.MkdirAll("/run/sshd", 0o755) // root's sshd refuses to run without; the system's start script makes it
	}
	for range 5 {
		s.Port = FreePort(t, s.Address)
		config := filepath.Join(s.Dir, "sshd_config")
		write(t, config, strings.Join(s.settings(o), "\n")+"\n")
		log, err := os.Create(s.Log)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(sshd, "-f", config, "-D", "-e")
		cmd.Stderr = log
		err = cmd.Start()
		_ = log.Close()
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() { _ = cmd.Wait(); close(ended) }()
		if s.answers(ended) {
			t.Cleanup(func() { _ = cmd.Process.Kill(); <-ended })
			return
		}
		_ = cmd.Process.Kill()
		<-ended
	}
	said, _ := os.ReadFile(s.Log)
	t.Fatalf("sshd does not start: %s", said)
}

func (s *Server) settings(o Options) []string {
	settings := append([]string{}, o.Config...)
	settings = append(settings,
		"ListenAddress "+net.JoinHostPort(s.Address, strconv.Itoa(s.Port)), "HostKey "+s.hostKey,
		"AuthorizedKeysFile "+s.authorized(), "StrictModes no", "UsePAM no", "PidFile none", "LogLevel VERBOSE",
		"PasswordAuthentication no", "KbdInteractiveAuthentication no", "PermitRootLogin prohibit-password", "AcceptEnv LC_*")
	if !o.NoSFTP {
		settings = append(settings, "Subsystem sftp internal-sftp")
	}
	return settings
}

// answers waits for the first line of the server's protocol.
func (s *Server) answers(ended <-chan struct{}) bool {
	for range 200 {
		select {
		case <-ended:
			return false
		default:
		}
		if conn, err := net.DialTimeout("tcp", net.JoinHostPort(s.Address, strconv.Itoa(s.Port)), time.Second); err == nil {
			_ = conn.SetDeadline(time.Now().Add(5 * time.Second))
			line, _ := bufio.NewReader(conn).ReadString('\n')
			_ = conn.Close()
			return strings.HasPrefix(line, "SSH-2.0")
		}
		time.Sleep(20 * time.Millisecond)
	}
	return false
}

func (s *Server) authorized() string { return filepath.Join(s.Dir, "authorized_keys") }

// Accept makes the server accept this key alone.
func (s *Server) Accept(t testing.TB, key string) {
	t.Helper()
	write(t, s.authorized(), public(t, key)+"\n")
}

// Trust makes the client expect this key of the server, and no other.
func (s *Server) Trust(t testing.TB, hostKey string) {
	t.Helper()
	write(t, s.KnownHosts, s.KnownAs()+" "+public(t, hostKey)+"\n")
}

// KnownAs is the server's name in known_hosts.
func (s *Server) KnownAs() string { return fmt.Sprintf("[%s]:%d", s.Address, s.Port) }

// HostKeyLine is the server's own line for known_hosts.
func (s *Server) HostKeyLine(t testing.TB) string { return s.KnownAs() + " " + public(t, s.hostKey) }

// pairs are made once for all servers of a test binary: no test minds that two servers have one key.
var pairs = sync.OnceValues(func() (map[string][]byte, error) {
	dir, err := os.MkdirTemp("", "sshtest")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	content := map[string][]byte{}
	for _, name := range []string{"host", "client"} {
		if err := makeKey(filepath.Join(dir, name), ""); err != nil {
			return nil, err
		}
		for _, file := range []string{name, name + ".pub"} {
			if content[file], err = os.ReadFile(filepath.Join(dir, file)); err != nil {
				return nil, err
			}
		}
	}
	return content, nil
})

func copyKey(t testing.TB, name, path string) {
	t.Helper()
	content, err := pairs()
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, string(content[name]))
	write(t, path+".pub", string(content[name+".pub"]))
}

// NewKey makes a key pair; the public one gets ".pub" behind its name.
func NewKey(t testing.TB, path, passphrase string) {
	t.Helper()
	if err := makeKey(path, passphrase); err != nil {
		t.Fatal(err)
	}
}

func makeKey(path, passphrase string) error {
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-C", "test", "-N", passphrase, "-f", path).CombinedOutput(); err != nil {
		return fmt.Errorf("ssh-keygen: %w %s", err, out)
	}
	return nil
}

// FreePort is a port that nobody listens on.
func FreePort(t testing.TB, address string) int {
	t.Helper()
	listener, err := net.Listen("tcp", net.JoinHostPort(address, "0"))
	if err != nil {
		t.Skipf("%s cannot be listened on: %v", address, err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().(*net.TCPAddr).Port
}

// public is the first two words of a public key.
func public(t testing.TB, key string) string {
	t.Helper()
	content, err := os.ReadFile(key + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(string(content))[:2], " ")
}

func write(t testing.TB, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
