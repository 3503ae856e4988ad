package app

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// declaration is how a code is made a constant.
var declaration = regexp.MustCompile(`= "(NST-[^"]*)"`)

// declaredCodes gives each code of the source with the places of its constants.
func declaredCodes(t *testing.T) map[string][]string {
	t.Helper()
	places := map[string][]string{}
	for _, folder := range []string{"ports", "domain", "app", "adapters"} {
		err := filepath.WalkDir(filepath.Join("..", folder), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			for _, found := range declaration.FindAllStringSubmatch(string(source), -1) {
				places[found[1]] = append(places[found[1]], path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return places
}

func TestEveryCodeIsDeclaredOnceAndHasItsThreeTexts(t *testing.T) {
	form := regexp.MustCompile(`^NST-\d{4}$`)
	declared, known := declaredCodes(t), map[string]bool{}
	for _, table := range meanings {
		for code, m := range table {
			if known[code] {
				t.Errorf("%s stands for two things", code)
			}
			known[code] = true
			if len(declared[code]) == 0 {
				t.Errorf("%s has a meaning, and no constant", code)
			}
			if m.Means.IsZero() || m.Matters.IsZero() || m.Do.IsZero() {
				t.Errorf("%s lacks one of its texts: %+v", code, m)
			}
		}
	}
	for code, places := range declared {
		if !form.MatchString(code) || len(places) != 1 || !known[code] {
			t.Errorf("%s is declared in %v; with a meaning: %v", code, places, known[code])
		}
	}
	if all := Codes(""); len(all) != len(known) || len(Codes("NST-11")) == 0 || len(Codes("NST-11")) == len(all) {
		t.Errorf("%d codes of %d", len(all), len(known))
	}
}
