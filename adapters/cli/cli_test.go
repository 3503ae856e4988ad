package cli

import (
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"
	"pgregory.net/rapid"
)

func TestFlagsMayStandBehindTheOperand(t *testing.T) {
	flags := tool{}.previewCommand().Flags
	for line, want := range map[string]string{
		"paris -o json":             "-o json -- paris",
		"--exit-code paris -f x":    "--exit-code -f x -- paris",
		"--output=json paris":       "--output=json -- paris",
		"paris --demo more":         "--demo -- paris more",
		"-o json":                   "-o json",
		"-o json -- -paris":         "-o json -- -paris",
		"paris --timeout 2s --demo": "--timeout 2s --demo -- paris",
		"paris --watch -o json":     "--watch=true -o json -- paris",
		"--watch paris":             "--watch=true -- paris",
		"--watch=30 paris":          "--watch=30 -- paris",
		"paris -o":                  "-o",
	} {
		if diff := cmp.Diff(strings.Fields(want), flagsFirst(strings.Fields(line), flags)); diff != "" {
			t.Errorf("%s: %s", line, diff)
		}
	}
}

func TestNoArgumentIsLostOrInvented(t *testing.T) {
	flags := []cli.Flag{&cli.StringFlag{Name: "f"}, &cli.BoolFlag{Name: "b"}}
	rapid.Check(t, func(t *rapid.T) {
		args := rapid.SliceOf(rapid.SampledFrom([]string{"a", "-f", "-b", "--f=x", "-x", "-"})).Draw(t, "args")
		count := map[string]int{}
		for _, a := range args {
			count[a]++
		}
		if len(args) > 0 && args[len(args)-1] == "-f" {
			return // a value is missing: what stands before it does not matter
		}
		for _, a := range flagsFirst(args, flags) {
			if a != "--" {
				count[a]--
			}
		}
		for a, n := range count {
			if n != 0 {
				t.Fatalf("%q: %+d", a, n)
			}
		}
	})
}

func TestNothingThatIsReadSteersTheTerminal(t *testing.T) {
	if got := clean("a\x1b[2Jb\nc\u202ed\x00é 你"); got != "a�[2Jb�c�d�é 你" {
		t.Errorf("%q", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		for _, r := range clean(rapid.String().Draw(t, "text")) {
			if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
				t.Fatalf("%U passes", r)
			}
		}
	})
}
