package cli

import (
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// shown counts columns as terminals do: wide characters take two, combining ones none, ambiguous ones one. Colours take none.
var shown = displaywidth.Options{ControlSequences: true}

// columns is how many columns a text takes up.
func columns(text string) int { return shown.String(text) }

// widest is the width of the widest of the texts.
func widest(texts ...string) int {
	width := 0
	for _, s := range texts {
		width = max(width, columns(s))
	}
	return width
}

// pad fills a text up to so many columns.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-columns(s)))
}

// fit cuts a text that takes up more than so many columns.
func fit(text string, width int) string { return shown.TruncateString(text, max(width, 1), "…") }

// unbroken gives what a line is not broken within: words, and a dot between two things with the first of them, where both fit.
func unbroken(sentence string, width int) []string {
	var all []string
	for _, word := range strings.Split(sentence, " ") {
		if last := len(all) - 1; word == "·" && last >= 0 && columns(all[last])+2 <= width {
			all[last] += " ·"
			continue
		}
		all = append(all, word)
	}
	return all
}

// wrap breaks a sentence at spaces, so never within an address or a path; a word that is longer than a line stands alone.
// The first line may have fewer columns than the others.
func wrap(sentence string, first, others int) []string {
	var lines []string
	line, length, room := "", 0, first
	for _, word := range unbroken(sentence, min(first, others)) {
		n := columns(word)
		if line != "" && length+1+n > room {
			lines = append(lines, line)
			line, length, room = "", 0, others
		}
		if line != "" {
			line, length = line+" ", length+1
		}
		line, length = line+word, length+n
	}
	return append(lines, line)
}
