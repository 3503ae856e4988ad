package problems

import (
	"regexp"
	"testing"

	"github.com/univ-lehavre/nestor/ports"
)

func TestACodeOfAClusterAKubeconfigOrAMachineHasItsThreeTexts(t *testing.T) {
	for area, table := range map[string]map[string]ports.Meaning{
		`^NST-12[0-5]\d$`: cluster, `^NST-13[0-5]\d$`: kubeconfigs, `^NST-29\d\d$`: machines,
	} {
		for code, meaning := range table {
			if !regexp.MustCompile(area).MatchString(code) || meaning.Means.IsZero() || meaning.Matters.IsZero() || meaning.Do.IsZero() {
				t.Errorf("%s: %+v", code, meaning)
			}
		}
	}
}

func TestACodeStandsForOneThing(t *testing.T) {
	count := 0
	for _, table := range tables {
		count += len(table)
	}
	if count != len(Meanings) {
		t.Errorf("%d codes, and %d that differ", count, len(Meanings))
	}
}
