package run

import (
	"bytes"
	"strings"
)

// A txtar section cannot hold a line like "-- name --", nor end without a newline. Such a line is written with a
// backslash before it, and a missing last newline as a line of its own, in the words of git and diff.
const noNewline = ` No newline at end`

// escapeBody makes a body that a txtar archive keeps as it is.
func escapeBody(body []byte) []byte {
	if len(body) == 0 {
		return nil
	}
	var b bytes.Buffer
	for line := range bytes.Lines(body) {
		if ambiguous(line) {
			b.WriteByte('\\')
		}
		b.Write(line)
	}
	if body[len(body)-1] != '\n' {
		b.WriteString("\n\\" + noNewline + "\n")
	}
	return b.Bytes()
}

// unescapeBody undoes escapeBody.
func unescapeBody(body []byte) []byte {
	end := []byte("\n\\" + noNewline + "\n")
	body = bytes.TrimSuffix(body, end)
	var b bytes.Buffer
	for line := range bytes.Lines(body) {
		if line[0] == '\\' && ambiguous(line[1:]) {
			line = line[1:]
		}
		b.Write(line)
	}
	return b.Bytes()
}

// ambiguous is true of a line that would be read as something else, with any number of backslashes before it.
func ambiguous(line []byte) bool {
	text := strings.TrimRight(string(line), "\r\n")
	bare := strings.TrimLeft(text, `\`)
	marker := strings.HasPrefix(bare, "-- ") && strings.HasSuffix(bare, " --")
	return marker || bare == noNewline && bare != text
}
