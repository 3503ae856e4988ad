package yamledit

import "strings"

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
func valueSpan(text string, colon int) (s span, why string) {
	rest := strings.TrimLeft(text[colon:], " \t")
	start := len(text) - len(rest)
	if rest == "" || rest[0] == '#' && start > colon {
		return span{start: colon, end: colon}, ""
	}
	if why := unfit[rest[0]]; why != "" {
		return span{}, why
	}
	length, why := spelledLength(rest)
	if why != "" {
		return span{}, why
	}
	if !isTrailer(rest[length:]) {
		return span{}, "is followed by something else on its line"
	}
	return span{start: start, end: start + length, plain: rest[0] != '"' && rest[0] != '\''}, ""
}

// unfit are the characters that begin what is no simple text.
var unfit = map[byte]string{
	'&': "has an anchor (&)",
	'!': "has a tag (!)",
	'*': "is an alias (*)",
	'|': "is a block of text (|)",
	'>': "is a block of text (>)",
}

const severalLines = "goes over several lines"

func spelledLength(rest string) (length int, why string) {
	switch rest[0] {
	case '"':
		length = doubleQuotedLength(rest)
	case '\'':
		length = singleQuotedLength(rest)
	default:
		return plainLength(rest), ""
	}
	if length < 0 {
		return 0, severalLines
	}
	return length, ""
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
