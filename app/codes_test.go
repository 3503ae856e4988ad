package app

import (
	"regexp"
	"testing"
)

func TestEveryCodeHasOneMeaning(t *testing.T) {
	form := regexp.MustCompile(`^NST-\d{4}$`)
	seen := map[string]bool{}
	for _, table := range meanings {
		for id, m := range table {
			if !form.MatchString(id) || m.Means.IsZero() {
				t.Errorf("%s means %q", id, m.Means)
			}
			if seen[id] {
				t.Errorf("%s stands for two things", id)
			}
			seen[id] = true
		}
	}
	if all := Codes(""); len(all) != len(seen) || len(Codes("NST-11")) == 0 || len(Codes("NST-11")) == len(all) {
		t.Errorf("%d codes of %d", len(all), len(seen))
	}
}
