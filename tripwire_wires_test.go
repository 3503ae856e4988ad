//go:build unix

package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// tripwire is a listener that nobody may connect to.
type tripwire struct {
	name     string
	listener net.Listener
	home     string     // when set, only programs with this home count: others of this machine have business there
	accepted chan touch // those who did, in order
}

type touch struct {
	from   string // the address of who it was
	counts bool
}

// newWire listens; the test is told when the address is taken.
func newTripwire(t *testing.T, name, address, home string) (w *tripwire, free bool) {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, false
	}
	w = &tripwire{name, listener, home, make(chan touch, 1000)}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				close(w.accepted)
				return
			}
			// Whoever it is still waits for an answer, and so is still there to be looked at.
			w.accepted <- touch{conn.RemoteAddr().String(), home == "" || from(conn, home)}
			go turnAway(conn)
		}
	}()
	t.Cleanup(func() { _ = listener.Close() })
	return w, true
}

// turnAway gives whoever connected an answer after which it does not try again.
func turnAway(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	_, _ = io.WriteString(conn, "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
	_ = conn.(*net.TCPConn).CloseWrite()
	_, _ = io.Copy(io.Discard, conn)
}

// lastResort is where kubectl goes when nothing is configured.
const lastResort = "localhost:8080"

// from reports whether the other end of a connection is a program with this home. Where that cannot be found out, it is.
func from(conn net.Conn, home string) bool {
	port := conn.RemoteAddr().(*net.TCPAddr).Port
	tables := read("/proc/net/tcp") + "\n" + read("/proc/net/tcp6")
	for line := range strings.Lines(tables) {
		words := strings.Fields(line)
		if len(words) < 10 || !strings.HasSuffix(words[1], fmt.Sprintf(":%04X", port)) {
			continue
		}
		descriptors, _ := filepath.Glob("/proc/[0-9]*/fd/*")
		for _, descriptor := range descriptors {
			if socket, _ := os.Readlink(descriptor); socket == "socket:["+words[9]+"]" {
				return strings.Contains(read(filepath.Join(descriptor, "../../environ")), "HOME="+home+"\x00")
			}
		}
		return false // of a process that this user may not look at
	}
	return true
}

func (w *tripwire) address() string { return w.listener.Addr().String() }

// touches counts who connected since the last count. Connections are accepted in their order, so that all of them were
// when the count's own one is.
func (w *tripwire) touches(t *testing.T) int {
	t.Helper()
	own, err := net.Dial("tcp", w.address())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = own.Close() }()
	n := 0
	for touch := range w.accepted {
		if touch.from == own.LocalAddr().String() {
			return n
		}
		if touch.counts {
			n++
		}
	}
	return n
}

// marking is a program that nobody may start: it leaves its name behind.
func marking(t *testing.T, path, marks string) {
	t.Helper()
	writeFile(t, path, fmt.Sprintf("#!/bin/sh\necho \"%s: $*\" >> '%s'\nexit 1\n", path, marks))
	if err := os.Chmod(path, 0o755); err != nil {
		t.Fatal(err)
	}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

const tokenFolder = "/var/run/secrets/kubernetes.io/serviceaccount"

// podAccount makes this machine look like a pod, where that can be done and undone: kubectl without a kubeconfig would
// take the account.
func podAccount(t *testing.T, ca string) bool {
	t.Helper()
	if os.Geteuid() != 0 {
		return false
	}
	made := tokenFolder
	if _, err := os.Stat(made); err == nil {
		return false // it really is a pod, or another test made it
	}
	for parent := filepath.Dir(made); ; parent = filepath.Dir(parent) {
		if _, err := os.Stat(parent); err == nil {
			break
		}
		made = parent
	}
	t.Cleanup(func() { _ = os.RemoveAll(made) })
	for name, text := range map[string]string{"token": "pod-token", "namespace": "default", "ca.crt": ca} {
		writeFile(t, filepath.Join(tokenFolder, name), text)
	}
	return true
}

// kubeconfigOf is a whole kubeconfig for one server.
func kubeconfigOf(cluster, user string) string {
	return fmt.Sprintf(`apiVersion: v1
kind: Config
current-context: here
contexts: [{name: here, context: {cluster: c, user: u}}]
clusters: [{name: c, cluster: {%s}}]
users: [{name: u, user: {%s}}]
`, cluster, user)
}

// environmentWith replaces variables; nothing of this machine's own counts but its programs.
func environmentWith(set map[string]string) []string {
	env := []string{"GORACE=atexit_sleep_ms=0"} // or each command ends a second late under the race detector
	for name, value := range set {
		env = append(env, name+"="+value)
	}
	return env
}

func read(path string) string {
	text, _ := os.ReadFile(path)
	return strings.TrimSpace(string(text))
}
