package yamledit

import "strings"

const byteOrderMark = "\ufeff"

// line is one line of a file: its text, and what ends it ("\n", "\r\n", "\r"; nothing where the file has no final newline).
type line struct{ text, end string }

func splitLines(text string) []line {
	var lines []line
	for text != "" {
		i := strings.IndexAny(text, "\r\n")
		if i < 0 {
			return append(lines, line{text: text})
		}
		end := text[i : i+1]
		if strings.HasPrefix(text[i:], "\r\n") {
			end = "\r\n"
		}
		lines = append(lines, line{text: text[:i], end: end})
		text = text[i+len(end):]
	}
	return lines
}

func joinLines(lines []line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.text)
		b.WriteString(l.end)
	}
	return b.String()
}

// usualEnd is the line end of a file's last ended line.
func usualEnd(lines []line) string {
	for i := len(lines) - 1; i >= 0; i-- {
		if lines[i].end != "" {
			return lines[i].end
		}
	}
	return "\n"
}

// isMark reports whether a line begins or ends a document.
func (l line) isMark() bool {
	rest, begins := strings.CutPrefix(l.text, "---")
	if !begins {
		rest, begins = strings.CutPrefix(l.text, "...")
	}
	return begins && (rest == "" || strings.ContainsAny(rest[:1], " \t"))
}

// isApart reports whether a line is blank, or a comment that stands no deeper than a column: nothing of an entry above it.
func (l line) isApart(indent int) bool {
	rest := strings.TrimLeft(l.text, " ")
	spaces := len(l.text) - len(rest)
	rest = strings.TrimLeft(rest, "\t")
	return rest == "" || rest[0] == '#' && spaces <= indent
}
