package problems

import (
	"os"
	"regexp"
	"testing"
)

func TestEveryCodeOfUsageHasItsMeaning(t *testing.T) {
	source, err := os.ReadFile("usage.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, code := range regexp.MustCompile(`= "(NST-[56]0\d\d)"`).FindAllStringSubmatch(string(source), -1) {
		m := Meanings[code[1]]
		if seen[code[1]] || m.Means.IsZero() || m.Matters.IsZero() || m.Do.IsZero() {
			t.Errorf("%s stands twice, or lacks one of its texts: %+v", code[1], m)
		}
		seen[code[1]] = true
	}
	if len(seen) != len(usage) || len(seen) == 0 {
		t.Errorf("%d codes, and %d meanings", len(seen), len(usage))
	}
}
