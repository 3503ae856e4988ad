//go:build linux || darwin

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/clipperhouse/displaywidth"
)

// A program that answers nothing until the gate is opened.
const waiting = "#!/bin/sh\nread _ <\"$GATE\"\necho 'dial tcp 127.0.0.1:1: connect: connection refused' >&2\nexit 1\n"

const waitingConfig = `{apiVersion: v1, kind: Config, current-context: admin@paris, contexts: [{name: admin@paris, context: {cluster: c, user: u}}],
clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}], users: [{name: u, user: {token: hunter2}}]}`

const readingLine = "reading https://127.0.0.1:1 as admin@paris …"

// slowly is a repository whose cluster is read by a kubectl that waits, and the environment to run nestor in.
func slowly(t *testing.T) (root string, environ []string, open func()) {
	t.Helper()
	root = repositoryWith(t, "paris.yaml", "kubeconfig: ~/paris.config\ncluster_endpoint: {mode: external, ip: 127.0.0.1}\nnodes: [{name: cp1, roles: [control, worker], ansible_host: 127.0.0.1}]\n")
	bin, gate := t.TempDir(), filepath.Join(t.TempDir(), "gate")
	for _, err := range []error{
		os.Mkdir(filepath.Join(root, "home"), 0o700),
		os.WriteFile(filepath.Join(root, "home", "paris.config"), []byte(waitingConfig), 0o600),
		os.WriteFile(filepath.Join(root, "topologies", "bench.yaml"), []byte("target_kind: lima\nkubeconfig: ~/paris.config\nnodes: [{name: vm1, roles: [control, worker]}]\n"), 0o600),
		os.WriteFile(filepath.Join(bin, "kubectl"), []byte(waiting), 0o755),
		os.WriteFile(filepath.Join(bin, "limactl"), []byte(waiting), 0o755),
		syscall.Mkfifo(gate, 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return root, []string{"PATH=" + bin, "GATE=" + gate, "TERM=xterm"}, func() {
		t.Helper()
		writer, err := os.OpenFile(gate, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = writer.Close() }) // held open: a kubectl that comes late waits for a line, not for a writer
		if _, err := writer.WriteString(strings.Repeat("\n", 64)); err != nil {
			t.Fatal(err)
		}
	}
}

// seen is what stands on the terminal's lines at the end.
func (s *session) seen() string {
	var lines []string
	for _, line := range strings.Split(s.said, "\n") {
		line = strings.TrimRight(line, "\r")
		if i := strings.LastIndex(line, "\r\x1b[K"); i >= 0 {
			line = line[i+len("\r\x1b[K"):]
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestATerminalShowsWhatIsRead(t *testing.T) {
	for name, args := range map[string][]string{
		"preview": {"preview", "paris", "--no-input"}, "all": {"preview", "--all"}, "target": {"target", "paris"}, "bench": {"preview", "bench", "--no-input"},
		"discover": {"discover", "--kubeconfig", "home/paris.config"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root, environ, open := slowly(t)
			s := startOn(t, 80, root, environ, args...)
			line := readingLine
			if name == "bench" {
				line = "asking limactl for its VMs …"
			}
			if name == "all" || name == "discover" { // two at once, and either may be the first
				s.reads(", and 1 more …")
				s.reads(", and 1 more … 1 s")
			} else {
				s.reads("\r\x1b[K" + line)
				s.reads("\r\x1b[K" + line + " 1 s")
			}
			open()
			s.ends(1)
			if strings.Contains(s.seen(), "reading https") || !strings.Contains(s.seen(), "refused") {
				t.Errorf("%s", s.seen())
			}
		})
	}
}

func TestTheProgressLineIsCutToTheTerminal(t *testing.T) {
	t.Parallel()
	root, environ, open := slowly(t)
	s := startOn(t, 20, root, environ, "target", "paris")
	s.reads("\r\x1b[Kreading https://…")
	s.reads("\r\x1b[Kreading http… 1 s")
	open()
	s.ends(1)
}

func TestNothingMovesOnADumbTerminalNorBesideALog(t *testing.T) {
	for name, c := range map[string]struct {
		term string
		args []string
	}{
		"a dumb terminal": {"TERM=dumb", []string{"target", "paris", "--timeout", "1s"}},
		"a log":           {"TERM=xterm", []string{"target", "paris", "--timeout", "1s", "--log-level", "debug", "--color", "never"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root, environ, _ := slowly(t)
			s := startOn(t, 80, root, append(environ, c.term), c.args...) // the deadline ends it
			s.ends(1)
			if strings.Contains(s.said, "\x1b") || strings.Contains(s.said, "reading https") {
				t.Errorf("%q", s.said)
			}
		})
	}
}

func TestAnInterruptionSaysWhatWasRead(t *testing.T) {
	for name, language := range map[string]string{
		"interrupted while reading https://127.0.0.1:1 as admin@paris [NST-6011]":                     "en",
		"interrompu pendant\u00a0: lecture de https://127.0.0.1:1 en tant que admin@paris [NST-6011]": "fr",
	} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			root, environ, _ := slowly(t)
			s := startOn(t, 0, root, append(environ, "NESTOR_LANG="+language), "preview", "paris", "--no-input")
			s.reads("https://127.0.0.1:1")
			s.types("\x03")
			s.ends(1)
			if !strings.Contains(s.seen(), "nestor: "+name) {
				t.Errorf("%s", s.seen())
			}
		})
	}
}

func TestADialogueThatIsInterruptedSaysWhere(t *testing.T) {
	s := start(t, repositoryWith(t, "", ""), "stack", "new", "paris")
	s.reads("[prod] ")
	s.types("\n")
	s.reads("node: ")
	s.types("\x03")
	s.reads(`interrupted at the question "node:" [NST-6011]`)
	s.reads("nothing was written")
	s.ends(1)
}

func TestAReportFitsItsTerminal(t *testing.T) {
	for _, columns := range []uint16{80, 40, 20} {
		for _, args := range [][]string{{"preview", "--demo"}, {"preview", "--demo", "--explain"}, {"layers"}, {"stack", "ls"}, {"stack", "show", "paris"}, {"preview", "nowhere"}} {
			s := startOn(t, columns, repositoryWith(t, "paris.yaml", plain), []string{"PATH=", "NO_COLOR=1"}, args...)
			s.end()
			for _, line := range strings.Split(strings.ReplaceAll(s.said, "\r\n", "\n"), "\n") {
				if strings.HasPrefix(strings.TrimSpace(line), "$ ") {
					continue // a command stays whole, to be pasted
				}
				if n := displaywidth.String(line); n > int(columns) && len(strings.Fields(line)) > 1 {
					t.Errorf("%s: %d columns on a terminal of %d: %s", strings.Join(args, " "), n, columns, line)
				}
			}
		}
	}
}
