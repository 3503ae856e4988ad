package files_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/ports"
)

func refusal(t *testing.T, src string) string {
	t.Helper()
	_, err := files.Parse("stack.yaml", "stack.yaml", []byte(src))
	if err == nil {
		t.Fatal("accepted")
	}
	return withoutCodes(err.Error())
}

var faultCode = regexp.MustCompile(` \[NST-\d{4}\]`)

// withoutCodes keeps the words of faults.
func withoutCodes(text string) string { return faultCode.ReplaceAllString(text, "") }

func TestAliasBombIsRefused(t *testing.T) {
	bomb := "a: &a [x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c <= 'k'; c++ {
		before := string(c - 1)
		bomb += string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+before+", ", 9) + "]\n"
	}
	if got := refusal(t, bomb); !strings.Contains(got, "aliases repeat more than 10000 values") {
		t.Error(got)
	}
}

func TestDeepNestingIsRefusedBeforeItIsParsed(t *testing.T) {
	const many = 100_000
	indented := ""
	for i := range 200 {
		indented += strings.Repeat(" ", i) + "a:\n"
	}
	for name, src := range map[string]string{
		"lists in brackets": strings.Repeat("[", many),
		"maps in brackets":  strings.Repeat("{a: ", many),
		"lists on a line":   strings.Repeat("- ", many),
		"explicit keys":     strings.Repeat("? ", many),
		"tags":              strings.Repeat("!a ", many),
		"indented maps":     indented,
	} {
		t.Run(name, func(t *testing.T) {
			if got := refusal(t, src); !strings.Contains(got, "nested deeper than 100 levels") {
				t.Error(got[:min(len(got), 200)])
			}
		})
	}
}

func TestAliasesDoNotHideDepth(t *testing.T) {
	src := "a: &a " + strings.Repeat("[", 60) + strings.Repeat("]", 60) + "\nb: " + strings.Repeat("[", 60) + "*a" + strings.Repeat("]", 60) + "\n"
	if got := refusal(t, src); !strings.Contains(got, "nested deeper") {
		t.Error(got)
	}
}

func TestReasonableNestingIsRead(t *testing.T) {
	root := parse(t, strings.Repeat("[", 50)+strings.Repeat("]", 50))
	if root.Kind != ports.List {
		t.Error(root.Kind)
	}
}

func TestTooLargeAFileIsRefused(t *testing.T) {
	if got := refusal(t, strings.Repeat("# x\n", 1<<18+1)); got != "stack.yaml: the file is larger than 1024 KiB; check that it is the right file" {
		t.Error(got)
	}
}
