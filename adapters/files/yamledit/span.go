package yamledit

import (
	"strings"

	"github.com/univ-lehavre/nestor/ports/say"
)

// span is where a value stands in a line: bytes from start up to end. Nothing may be written there.
type span struct {
	start, end int
	plain      bool // without quotes
}

// behindKey gives the offset behind the colon of a key that stands plainly, or in quotes, at an indentation.
func behindKey(text string, indent int, key string) (int, bool) {
	if len(text) < indent || strings.Trim(text[:indent], " ") != "" {
		return 0, false
	}
	for _, spelling := range []string{key, `"` + key + `"`, "'" + key + "'"} {
		rest, ok := strings.CutPrefix(text[indent:], spelling)
		if !ok {
			continue
		}
		rest, ok = strings.CutPrefix(strings.TrimLeft(rest, " \t"), ":")
		if ok && (rest == "" || isBlank(rest[0])) {
			return len(text) - len(rest), true
		}
	}
	return 0, false
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' }

// valueSpan finds the value behind a key's colon. Why says why it cannot be exchanged on this line.
func valueSpan(text string, colon int, key string) (s span, why say.Text) {
	rest := strings.TrimLeft(text[colon:], " \t")
	start := len(text) - len(rest)
	if rest == "" || rest[0] == '#' && start > colon {
		return span{start: colon, end: colon}, say.Text{}
	}
	if why := unfit(rest[0], key); !why.IsZero() {
		return span{}, why
	}
	length := spelledLength(rest)
	switch {
	case length < 0:
		return span{}, severalLines(key)
	case !isTrailer(rest[length:]):
		return span{}, say.Textf("the value of %s is followed by something else on its line", key)
	}
	return span{start: start, end: start + length, plain: rest[0] != '"' && rest[0] != '\''}, say.Text{}
}

// unfit says what begins with a character that no simple text begins with.
func unfit(begin byte, key string) say.Text {
	switch begin {
	case '&':
		return say.Textf("the value of %s has an anchor (&)", key)
	case '!':
		return say.Textf("the value of %s has a tag (!)", key)
	case '*':
		return say.Textf("the value of %s is an alias (*)", key)
	case '|', '>':
		return say.Textf("the value of %s is a block of text (%c)", key, begin)
	}
	return say.Text{}
}

func severalLines(key string) say.Text {
	return say.Textf("the value of %s goes over several lines", key)
}

// spelledLength is how long a value is as it is written; less than zero when it does not end on this line.
func spelledLength(rest string) int {
	switch rest[0] {
	case '"':
		return doubleQuotedLength(rest)
	case '\'':
		return singleQuotedLength(rest)
	}
	return plainLength(rest)
}

func doubleQuotedLength(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}

func singleQuotedLength(text string) int {
	for i := 1; i < len(text); i++ {
		if text[i] != '\'' {
			continue
		}
		if !strings.HasPrefix(text[i+1:], "'") {
			return i + 1
		}
		i++
	}
	return -1
}

// plainLength goes up to a comment, or to the line's last character that is no blank.
func plainLength(text string) int {
	for i := 1; i < len(text); i++ {
		if text[i] == '#' && isBlank(text[i-1]) {
			text = text[:i]
		}
	}
	return len(strings.TrimRight(text, " \t"))
}

// isTrailer reports whether a line may end like this behind a value: with blanks and a comment.
func isTrailer(text string) bool {
	rest := strings.TrimLeft(text, " \t")
	return rest == "" || rest[0] == '#' && len(rest) < len(text)
}
