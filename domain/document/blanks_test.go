package document_test

import (
	"regexp"
	"testing"
	"unicode"

	"github.com/univ-lehavre/nestor/domain/document"
)

func TestWhatIsNotBlankIsWhatUnicodeSays(t *testing.T) {
	solid := regexp.MustCompile(`^` + document.NotBlank + `$`)
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r >= 0xd800 && r <= 0xdfff { // no characters
			continue
		}
		if unicode.IsSpace(r) == solid.MatchString(string(r)) {
			t.Errorf("%U: a space: %v", r, unicode.IsSpace(r))
		}
	}
}
