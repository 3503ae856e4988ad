//go:build linux || darwin

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/internal/effort"
)

// shells are started as a person has them, less what this machine's own files would add. The line is set before a prompt
// that they print when all of their start is over.
var shells = []struct {
	name string
	args []string
	set  []string // typed first
}{
	{"bash", []string{"--norc", "--noprofile", "-i"}, []string{"source <(nestor completion bash)"}},
	{"zsh", []string{"-f", "-i"}, []string{"unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -u -D", "source <(nestor completion zsh)"}},
	{"zsh that finds it in fpath", []string{"-f", "-i"}, []string{"mkdir f; nestor completion zsh > f/_nestor; fpath=($PWD/f $fpath)", "autoload -Uz compinit; compinit -u -D"}},
	{"fish", []string{"--no-config", "-i"}, []string{"nestor completion fish | source"}},
}

// completions are lines as far as they are typed before the tabulator key, and the words that they become.
var completions = []struct{ what, typed, words string }{
	{"a command", "nestor prev", "nestor preview"},
	{"a command below a command", "nestor stack sel", "nestor stack select"},
	{"a flag", "nestor preview --dem", "nestor preview --demo"},
	{"a stack", "nestor preview par", "nestor preview paris"},
	{"a stack as a flag's value", "nestor layers --stack par", "nestor layers --stack paris"},
	{"a file", "nestor preview -f onl", "nestor preview -f only.yaml"},
	{"a layer", "nestor explain monit", "nestor explain monitoring"},
	{"a flag's value", "nestor preview --output js", "nestor preview --output json"},
	{"a flag's value behind =", "nestor preview --output=js", "nestor preview --output=json"},
}

// TestShellsComplete presses the tabulator key in each real shell that is here.
func TestShellsComplete(t *testing.T) {
	if effort.Race {
		t.Skip("a shell shows no race of nestor")
	}
	nestor, err := exec.LookPath("nestor") // put there by testscript.Main
	if err != nil {
		t.Fatal(err)
	}
	for _, shell := range shells {
		t.Run(shell.name, func(t *testing.T) {
			program, err := exec.LookPath(strings.Fields(shell.name)[0])
			if err != nil {
				t.Skip(err)
			}
			root := repositoryWith(t, "paris.yaml", "nodes: [{name: cp1, roles: [control, worker]}]\n")
			for _, file := range []string{"only.yaml", "inputrc"} {
				if err := os.WriteFile(filepath.Join(root, file), []byte("set bell-style none\nset enable-bracketed-paste off\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command(program, shell.args...)
			cmd.Dir = root
			cmd.Env = []string{"HOME=" + filepath.Join(root, "home"), "PATH=" + filepath.Dir(nestor) + ":/usr/bin:/bin", "TERM=xterm", "INPUTRC=" + filepath.Join(root, "inputrc"), "GORACE=atexit_sleep_ms=0"}
			if err := os.MkdirAll(filepath.Join(root, "home"), 0o700); err != nil {
				t.Fatal(err)
			}
			s := onTerminal(t, 200, cmd)
			for _, line := range shell.set {
				s.types(line + "\n")
			}
			s.types("echo re\"\"ady\n")
			s.reads("ready")
			for _, c := range completions {
				t.Run(c.what, func(t *testing.T) {
					s.t = t
					if got := s.completes(c.typed); got != c.words {
						t.Errorf("%q becomes %q, not %q", c.typed, got, c.words)
					}
				})
			}
			s.t = t
			s.types("exit\n")
			for s.hears() {
			}
			_ = s.cmd.Wait()
		})
	}
}

// completes types a line and the tabulator key, and has the shell print the words that it has then.
func (s *session) completes(line string) string {
	s.t.Helper()
	s.types(line + "\t" + "\x01printf '[%s]' BEG\"\"IN \x05 EN\"\"D; echo\n")
	s.reads("[BEGIN]")
	from := s.from
	s.reads("[END]")
	words := strings.TrimSuffix(s.said[from:s.from], "[END]")
	return strings.ReplaceAll(strings.Trim(words, "[]"), "][", " ")
}
