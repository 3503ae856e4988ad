//go:build unix

package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"github.com/univ-lehavre/nestor/internal/effort"
)

// The test binary plays the child when it is called by this name.
const helper = "helper"

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == helper {
		os.Exit(beChild(os.Args[1:]))
	}
	effort.Rapid()
	goleak.VerifyTestMain(m)
}

func beChild(args []string) int {
	switch args[0] {
	case "talk": // stdin to stdout, a word to stderr, status 3
		_, _ = io.Copy(os.Stdout, os.Stdin)
		fmt.Fprint(os.Stderr, "noise")
		return 3
	case "environ":
		for _, entry := range os.Environ() {
			fmt.Println(entry)
		}
	case "args":
		fmt.Printf("%q", args[1:])
	case "flood":
		chunk := make([]byte, 64<<10)
		for {
			if _, err := os.Stdout.Write(chunk); err != nil {
				return 9 // a broken pipe: the parent did not read on until the kill
			}
		}
	case "read": // each path twice
		for _, path := range append(args[1:], args[1:]...) {
			content, err := os.ReadFile(path)
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				return 1
			}
			fmt.Printf("%s=%s\n", path, content)
		}
	case "modes":
		for _, path := range []string{args[1], filepath.Dir(args[1])} {
			info, err := os.Stat(path)
			if err != nil {
				return 1
			}
			fmt.Printf("%s %v\n", path, info.Mode().Perm())
		}
	case "linger": // with a child in its own group; both stay until they are killed
		if !spawn(false, args[1]) {
			return 1
		}
		return hold(args[1])
	case "leave": // ends at once, but a child of another group keeps the pipes
		fmt.Print("done")
		if !spawn(true, args[1]) {
			return 1
		}
	case "hold":
		return hold(args[1])
	}
	return 0
}

// spawn starts a child that inherits the pipes, and waits until it has reported to the socket.
func spawn(elsewhere bool, socket string) bool {
	ready, tell, err := os.Pipe()
	if err != nil {
		return false
	}
	cmd := exec.Command(os.Args[0], "hold", socket)
	cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = os.Stdout, os.Stderr, []*os.File{tell}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: elsewhere}
	if err := cmd.Start(); err != nil {
		return false
	}
	_ = tell.Close()
	_, _ = ready.Read(make([]byte, 1))
	return true
}

// hold reports to the test's socket and stays until the test closes the connection.
func hold(socket string) int {
	conn, err := net.Dial("unix", socket)
	if err != nil {
		return 1
	}
	_, _ = conn.Write([]byte("x"))
	_, _ = os.NewFile(3, "tell").Write([]byte("x"))
	_, _ = conn.Read(make([]byte, 1))
	return 0
}

// household listens for children that report.
type household struct {
	listener *net.UnixListener
	socket   string
}

func newHousehold(t *testing.T) household {
	t.Helper()
	dir, err := os.MkdirTemp("", "run") // t.TempDir may be too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	socket := filepath.Join(dir, "s")
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: socket})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	return household{listener, socket}
}

// accept waits for n children.
func (h household) accept(t *testing.T, n int) []net.Conn {
	t.Helper()
	var conns []net.Conn
	_ = h.listener.SetDeadline(time.Now().Add(20 * time.Second))
	for range n {
		conn, err := h.listener.Accept()
		if err != nil {
			t.Fatalf("a child did not report: %v", err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
		if _, err := conn.Read(make([]byte, 1)); err != nil {
			t.Fatalf("a child did not report: %v", err)
		}
		conns = append(conns, conn)
	}
	return conns
}

// gone fails unless the process at the other end of each connection has ended.
func gone(t *testing.T, conns []net.Conn) {
	t.Helper()
	for _, conn := range conns {
		_, err := conn.Read(make([]byte, 1))
		var late net.Error
		if errors.As(err, &late) && late.Timeout() {
			t.Error("a process is still alive")
		}
	}
}

// runner is a Real whose PATH holds only the helper.
func runner(t *testing.T, change func(*Options)) *Real {
	t.Helper()
	bin := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(bin, helper)); err != nil {
		t.Fatal(err)
	}
	o := Options{
		Allow:   Allow{helper: {"talk", "environ", "args", "flood", "read", "modes", "linger", "leave"}},
		Environ: []string{"PATH=" + bin, "GORACE=atexit_sleep_ms=0"},
		Log:     zerolog.Nop(),
		TempDir: t.TempDir(),
	}
	if change != nil {
		change(&o)
	}
	return New(o)
}

// deadline is a context that times out when the test says so.
type deadline struct {
	context.Context
	done chan struct{}
	once sync.Once
}

func newDeadline() *deadline {
	return &deadline{Context: context.Background(), done: make(chan struct{})}
}

func (d *deadline) pass()                 { d.once.Do(func() { close(d.done) }) }
func (d *deadline) Done() <-chan struct{} { return d.done }
func (d *deadline) Err() error {
	select {
	case <-d.done:
		return context.DeadlineExceeded
	default:
		return nil
	}
}
