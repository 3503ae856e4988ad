package ports_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/ports"
)

func TestEveryWordSurvivesTheShell(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"", "a b", "it's", `"`, `\`, "$HOME", "`id`", "~", "a\nb", "*", "é", "!x", "a;b", "-x", "#c",
		"-\x1b[2J%s\\n'\"$HOME é\u202e\u009b", "\t\n"} {
		out, err := exec.Command(shell, "-c", "printf %s "+ports.Quoted(word)).Output()
		if err != nil || string(out) != word {
			t.Errorf("%q came out as %q: %v", word, out, err)
		}
	}
	if got := ports.Quoted("a\x1b\u202e\u009b"); strings.ContainsAny(got, "\x1b\u202e\u009b") {
		t.Errorf("%q steers a terminal", got)
	}
	if strings.Contains(ports.Quoted("plain-word_1.2/:@%+="), "'") {
		t.Error("a plain word needs no quotes")
	}
}
