package problems

import (
	"regexp"
	"testing"
)

func TestEveryCodeHasItsTexts(t *testing.T) {
	form := regexp.MustCompile(`^NST-\d{4}$`)
	seen := map[string]bool{}
	for _, table := range tables {
		for code, m := range table {
			if !form.MatchString(code) || m.Means.IsZero() || m.Matters.IsZero() || m.Do.IsZero() {
				t.Errorf("%s: %+v", code, m)
			}
			if seen[code] {
				t.Errorf("%s stands for two things", code)
			}
			seen[code] = true
		}
	}
	if len(seen) != len(Meanings) || len(commandLine) == 0 {
		t.Errorf("%d codes, %d meanings", len(seen), len(Meanings))
	}
}
