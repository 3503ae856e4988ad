package layer_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/univ-lehavre/nestor/domain/layer"
)

func TestEveryCodeIsItsOwnAndHasItsThreeTexts(t *testing.T) {
	source, err := os.ReadFile("codes.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, found := range regexp.MustCompile(`"(NST-\d+)"`).FindAllStringSubmatch(string(source), -1) {
		code := found[1]
		m := layer.Meanings[code]
		if seen[code] || !regexp.MustCompile(`^NST-23\d\d$`).MatchString(code) || m.Means.IsZero() || m.Matters.IsZero() || m.Do.IsZero() {
			t.Errorf("%s, seen before: %v; %+v", code, seen[code], m)
		}
		seen[code] = true
	}
	if len(seen) != len(layer.Meanings) || len(seen) == 0 {
		t.Errorf("%d codes, and %d meanings", len(seen), len(layer.Meanings))
	}
}
