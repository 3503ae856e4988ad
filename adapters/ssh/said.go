package ssh

import (
	"strings"
	"unicode"

	"github.com/univ-lehavre/nestor/adapters/run"
)

// maxSaid is how many characters of a message are quoted.
const maxSaid = 240

// linesOf takes stderr apart. The other side may have written any of it: each line is made fit to be shown.
func linesOf(stderr []byte) []string {
	var lines []string
	for line := range strings.Lines(run.Redact(string(stderr))) {
		if line = clean(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// clean keeps a text from steering a terminal, and short.
func clean(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) {
			return '\uFFFD'
		}
		return r
	}, strings.TrimSpace(strings.ToValidUTF8(text, "\uFFFD")))
	if characters := []rune(text); len(characters) > maxSaid {
		return string(characters[:maxSaid]) + "…"
	}
	return text
}

// find is the last line that holds any of the words: what OpenSSH ends with counts more than what it warned of before.
func find(lines []string, words ...string) string {
	for i := len(lines) - 1; i >= 0; i-- {
		for _, w := range words {
			if strings.Contains(lines[i], w) {
				return strings.TrimSuffix(lines[i], ".")
			}
		}
	}
	return ""
}

// noise are lines that only say that it is over, or that something else was noticed.
var noise = []string{"scp: Connection closed", "unable to resolve host", "Killed by signal", "Warning: ", "@@@"}

// meaningful is the last line that says why.
func meaningful(lines []string) string {
	for i := len(lines) - 1; i >= 0; i-- {
		if find(lines[i:i+1], noise...) == "" {
			return strings.TrimSuffix(lines[i], ".")
		}
	}
	return ""
}
