//go:build linux || darwin

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// session is nestor on a terminal, and a person who reads what it says.
type session struct {
	t        *testing.T
	cmd      *exec.Cmd
	terminal *os.File
	heard    chan string // closed when nestor has let go of the terminal
	said     string
	from     int // what was answered already
}

// patience is how long nestor may take to say something.
const patience = 20 * time.Second

// start runs nestor on a terminal of its own, in a repository.
func start(t *testing.T, repository string, args ...string) *session {
	t.Helper()
	return startOn(t, 0, repository, []string{"PATH=", "NO_COLOR=1"}, args...)
}

// outlives is a shell that stays when nestor has ended, as a person's does: when the first process of a terminal ends, the
// terminal drops what nobody has read yet.
const outlives = `trap : INT; "$@"; printf '\036%s\036' $?; read _`

// ended is what that shell says at the end.
var ended = regexp.MustCompile("\x1e([0-9]+)\x1e")

// startOn is start on a terminal of so many columns (0: it does not say).
func startOn(t *testing.T, columns uint16, repository string, environ []string, args ...string) *session {
	t.Helper()
	nestor, err := exec.LookPath("nestor")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/bin/sh", append([]string{"-c", outlives, "sh", nestor}, args...)...)
	cmd.Dir = repository
	cmd.Env = append(environ, "HOME="+filepath.Join(repository, "home"), "GORACE=atexit_sleep_ms=0")
	return onTerminal(t, columns, cmd)
}

// onTerminal starts a program on a terminal of so many columns (0: it does not say).
func onTerminal(t *testing.T, columns uint16, cmd *exec.Cmd) *session {
	t.Helper()
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: columns})
	if err != nil {
		t.Skip("no terminal here: ", err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = terminal.Close() })
	s := &session{t: t, cmd: cmd, terminal: terminal, heard: make(chan string)}
	go func() {
		defer close(s.heard)
		for {
			buffer := make([]byte, 4096)
			n, err := terminal.Read(buffer)
			if n > 0 {
				s.heard <- string(buffer[:n])
			}
			if err != nil {
				return
			}
		}
	}()
	return s
}

// hears waits for more; false when there is no more.
func (s *session) hears() bool {
	s.t.Helper()
	select {
	case text, more := <-s.heard:
		s.said += text
		return more
	case <-time.After(patience):
		s.t.Fatalf("nothing more is said after:\n%s", s.said)
		return false
	}
}

// reads waits until nestor has said this.
func (s *session) reads(want string) {
	s.t.Helper()
	for !strings.Contains(s.said[s.from:], want) {
		if !s.hears() {
			s.t.Fatalf("%q was not said, but:\n%s", want, s.said)
		}
	}
	s.from += strings.Index(s.said[s.from:], want) + len(want)
}

func (s *session) types(line string) {
	if _, err := s.terminal.WriteString(line); err != nil {
		s.t.Fatal(err)
	}
}

// ends waits for the exit status.
func (s *session) ends(status int) {
	s.t.Helper()
	if got := s.end(); got != strconv.Itoa(status) {
		s.t.Errorf("exit status %s, not %d:\n%s", got, status, s.said)
	}
}

// end waits for the exit status, whatever it is.
func (s *session) end() string {
	s.t.Helper()
	for ended.FindString(s.said) == "" {
		if !s.hears() {
			s.t.Fatalf("the terminal is gone after:\n%s", s.said)
		}
	}
	status := ended.FindStringSubmatch(s.said)[1]
	s.said = ended.ReplaceAllString(s.said, "")
	s.types("\n")
	for s.hears() {
	}
	_ = s.cmd.Wait()
	return status
}

func repositoryWith(t *testing.T, name, content string) string {
	t.Helper()
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "topologies"), 0o755); err != nil {
		t.Fatal(err)
	}
	if name != "" {
		if err := os.WriteFile(filepath.Join(root, "topologies", name), []byte(content), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func content(t *testing.T, path ...string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestANewStackIsAskedAboutOnATerminal(t *testing.T) {
	root := repositoryWith(t, "", "")
	s := start(t, root, "stack", "new", "paris")
	s.reads("What it runs on: prod or lima [prod] ")
	s.types("prodd\n")
	s.reads("did you mean prod?")
	s.reads("[prod] ")
	s.types("\n")
	s.reads("node: ")
	s.types("cp1:contrl\n")
	s.reads(`the role "contrl" is none of control, worker, storage`)
	for _, node := range []string{"cp1:control+worker@10.0.0.11", "cp2:control"} {
		s.reads("node: ")
		s.types(node + "\n")
	}
	s.reads("node: ")
	s.types("\n")
	s.reads("in front of its control nodes: ")
	s.types("\n")
	s.reads("several control nodes need one")
	s.types("api.example.org\n")
	s.reads("local-path or ceph [local-path] ")
	s.types("ceph\n")
	s.reads("none yet): ")
	s.types("store,  obz\n")
	s.reads("did you mean obs?")
	s.types("store,  obs\n")
	s.reads("written: ")
	s.ends(0)
	made := content(t, root, "topologies", "paris.yaml")
	for _, want := range []string{"target_kind: prod\n", "layers: [store, obs]\n", "  - {name: cp1, roles: [control, worker], ansible_host: \"10.0.0.11\"}\n", "  - {name: cp2, roles: [control]}\n", "{mode: external, ip: api.example.org}", "backend: ceph\n"} {
		if !strings.Contains(made, want) {
			t.Errorf("%q is not in:\n%s", want, made)
		}
	}
}

func TestAnUnfinishedDialogueWritesNothing(t *testing.T) {
	for name, end := range map[string]string{"Ctrl-C": "\x03", "Ctrl-D": "\x04"} {
		t.Run(name, func(t *testing.T) {
			root := repositoryWith(t, "", "")
			s := start(t, root, "stack", "new", "paris")
			s.reads("[prod] ")
			s.types("\n")
			s.reads("node: ")
			s.types("cp1:control\n")
			s.reads("node: ")
			s.types(end)
			s.ends(1)
			if entries, err := os.ReadDir(filepath.Join(root, "topologies")); err != nil || len(entries) != 0 {
				t.Error(entries, err)
			}
		})
	}
}

// plain has all that an editor of whole files would lose, and names no kubeconfig.
const plain = "\ufeff# The stack.\r\n\r\ntarget_kind:   'prod'      # aligned\r\n\r\nnodes:         # who\r\n- name:  'n1'\t# tab\r\n  roles: [ control,worker ]\r\n- name: n2\r\n  roles: &r [worker]\r\n- {name: n3, roles: *r}\r\ngitea: \"x\"   # no newline"

func TestTheKubeconfigIsWrittenAfterAYes(t *testing.T) {
	const line = "kubeconfig: ~/.kube/paris.config\r\n"
	const before = "target_kind:   'prod'      # aligned\r\n"
	edited := strings.Replace(plain, before, before+line, 1)
	for answer, want := range map[string]string{"y": edited, "n": plain, "": plain} {
		t.Run("answer "+answer, func(t *testing.T) {
			root := repositoryWith(t, "paris.yaml", plain)
			s := start(t, root, "stack", "select", "paris")
			s.reads("selected: ")
			s.reads("+kubeconfig: ~/.kube/paris.config")
			s.reads("Write this line into ")
			s.reads("[y/N] ")
			s.types(answer + "\n")
			s.ends(0)
			if got := content(t, root, "topologies", "paris.yaml"); got != want {
				t.Errorf("%q\ninstead of\n%q", got, want)
			}
			if link, err := os.Readlink(filepath.Join(root, "topology.yaml")); err != nil || link != "topologies/paris.yaml" {
				t.Error(link, err)
			}
			if info, err := os.Stat(filepath.Join(root, "topologies/paris.yaml")); err != nil || info.Mode().Perm() != 0o640 {
				t.Error(info.Mode(), err)
			}
		})
	}
}

func TestAnExampleIsEditedOnlyWhenToldTo(t *testing.T) {
	const example = "nodes: [{name: n1, roles: [control]}]\n"
	for _, told := range []bool{false, true} {
		root := repositoryWith(t, "paris.example.yaml", example)
		args := []string{"stack", "select", "paris"}
		want := example
		if told {
			args, want = append(args, "--edit-example"), example+"kubeconfig: ~/.kube/paris.config\n"
		}
		s := start(t, root, args...)
		s.reads("real addresses belong in paris.yaml")
		if told {
			s.reads("[y/N] ")
			s.types("y\n")
		}
		s.ends(0)
		if got := content(t, root, "topologies", "paris.example.yaml"); got != want {
			t.Errorf("told %v: %q", told, got)
		}
	}
}
