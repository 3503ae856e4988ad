package document_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/domain/document"
)

func TestNearestNameIsTheOneThatWasMeant(t *testing.T) {
	known := []string{"kubeconfig", "target_kind", "nodes", "name", "context", "mode"}
	for written, want := range map[string]string{
		"kubeconfg":   "kubeconfig",
		"Kubeconfig":  "kubeconfig",
		"targetkind":  "target_kind",
		"nmae":        "name", // two letters swapped are one edit
		"node":        "nodes",
		"nome":        "name",
		"noem":        "", // two edits are too many for a short name
		"colour":      "",
		"kubeconfing": "kubeconfig",
	} {
		if got := document.Nearest(written, known); got != want {
			t.Errorf("%s: %q, want %q", written, got, want)
		}
	}
}

func TestOneEditIsAlwaysRecognised(t *testing.T) {
	known := []string{"kubeconfig", "target_kind", "exposition", "resources"}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom(known).Draw(t, "word")
		i := rapid.IntRange(0, len(word)-1).Draw(t, "place")
		letter := string(rapid.RuneFrom([]rune("abcxyz_")).Draw(t, "letter"))
		edited := map[string]string{"drop": word[:i] + word[i+1:], "add": word[:i] + letter + word[i:], "replace": word[:i] + letter + word[i+1:]}
		for how, written := range edited {
			if got := document.Nearest(written, known); got != word {
				t.Fatalf("%s: %q is taken for %q, not %q", how, written, got, word)
			}
		}
	})
}
