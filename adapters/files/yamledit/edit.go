// Package yamledit sets one key of a YAML file, on one line: every other byte stays as it is. What it cannot change
// that way it refuses.
package yamledit

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
)

// Edit is a change of one line of a file, as bytes before and after it. The zero Edit changes nothing.
type Edit struct {
	before, after []byte
}

// Content gives the whole file as it is after the edit.
func (e Edit) Content() []byte { return bytes.Clone(e.after) }

// Changed reports whether there is anything to write: a key that has its value already is left as it is.
func (e Edit) Changed() bool { return !bytes.Equal(e.before, e.after) }

// context is how many lines are shown around a change.
const context = 3

// Diff shows the edit as one hunk of a unified diff, under the file's name; empty when nothing changes. It is for
// people: line ends are not shown, and characters that would steer a terminal are replaced.
func (e Edit) Diff(name string) string {
	if !e.Changed() {
		return ""
	}
	old, changed := splitLines(withoutMark(e.before)), splitLines(withoutMark(e.after))
	same := commonStart(old, changed)
	tail := commonEnd(old[same:], changed[same:])
	first := max(0, same-context)
	last := min(tail, context)

	var b strings.Builder
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", visible(name), visible(name))
	fmt.Fprintf(&b, "@@ -%s +%s @@\n", hunk(first, len(old)-tail+last), hunk(first, len(changed)-tail+last))
	show(&b, " ", old[first:same])
	show(&b, "-", old[same:len(old)-tail])
	show(&b, "+", changed[same:len(changed)-tail])
	show(&b, " ", old[len(old)-tail:len(old)-tail+last])
	return b.String()
}

func withoutMark(content []byte) string { return strings.TrimPrefix(string(content), byteOrderMark) }

func commonStart(a, b []line) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func commonEnd(a, b []line) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

// hunk writes a range of lines as diff does: the first, counted from 1, and how many.
func hunk(first, behind int) string {
	if behind-first == 1 {
		return fmt.Sprint(first + 1)
	}
	return fmt.Sprintf("%d,%d", first+1, behind-first)
}

func show(b *strings.Builder, sign string, lines []line) {
	for _, l := range lines {
		b.WriteString(sign + visible(l.text) + "\n")
		if l.end == "" {
			b.WriteString("\\ No newline at end of file\n")
		}
	}
}

// visible replaces what a terminal would obey instead of showing.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)) {
			return '�'
		}
		return r
	}, text)
}
