package ports

import (
	"fmt"
	"strings"
	"unicode"
)

const plainCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@%+="

// Quoted makes one word for a POSIX shell of any text, and nothing of it steers a terminal that shows it.
func Quoted(word string) string {
	if word != "" && strings.Trim(word, plainCharacters) == "" {
		return word
	}
	if strings.IndexFunc(word, invisible) < 0 || strings.HasSuffix(word, "\n") { // which $(…) would take off
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	var b strings.Builder
	for _, c := range []byte(word) {
		if c < ' ' || c >= 0x7f || strings.IndexByte(`'\%-`, c) >= 0 {
			fmt.Fprintf(&b, `\%03o`, c)
		} else {
			b.WriteByte(c)
		}
	}
	return `"$(printf '` + b.String() + `')"`
}

// invisible reports what a terminal obeys instead of showing it.
func invisible(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}

// Command makes one line for a POSIX shell of words.
func Command(words ...string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = Quoted(word)
	}
	return strings.Join(quoted, " ")
}
