package run

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/univ-lehavre/nestor/ports/say"
)

// joinWords writes words as one line that a POSIX shell, or splitWords, takes apart again.
func joinWords(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quoteWord(w)
	}
	return strings.Join(quoted, " ")
}

// quoteWord quotes a word only if it needs it.
func quoteWord(word string) string {
	switch {
	case word != "" && strings.IndexFunc(word, needsQuotes) < 0 && !braceExpansion(word):
		return word
	case strings.IndexFunc(word, notOnALine) < 0:
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	default:
		return quoteControl(word)
	}
}

func needsQuotes(r rune) bool {
	plain := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./,:=@%+{}", r)
	return !plain
}

// braceExpansion is true of what bash would turn into several words.
func braceExpansion(word string) bool {
	return strings.Contains(word, "{") && (strings.Contains(word, ",") || strings.Contains(word, ".."))
}

// notOnALine is true of what would break a line, steer a terminal or not survive as text; it covers invalid UTF-8.
func notOnALine(r rune) bool {
	return r == '\uFFFD' || unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}

// quoteControl uses the $'…' form, with every byte outside printable ASCII escaped.
func quoteControl(word string) string {
	var b strings.Builder
	b.WriteString("$'")
	for i := range len(word) {
		switch c := word[i]; {
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\'' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteString("'")
	return b.String()
}

// splitWords takes a line apart as a POSIX shell would, without any expansion.
func splitWords(line string) ([]string, error) {
	var words []string
	rest := strings.TrimLeft(line, " ")
	for rest != "" {
		word, after, err := nextWord(rest)
		if err != nil {
			return nil, err
		}
		words = append(words, word)
		rest = strings.TrimLeft(after, " ")
	}
	return words, nil
}

// nextWord reads one word: quoted and bare pieces that touch.
func nextWord(line string) (word, rest string, err error) {
	var b strings.Builder
	for line != "" && line[0] != ' ' {
		var piece string
		if piece, line, err = nextPiece(line); err != nil {
			return "", "", err
		}
		b.WriteString(piece)
	}
	return b.String(), line, nil
}

func nextPiece(line string) (piece, rest string, err error) {
	switch {
	case strings.HasPrefix(line, "$'"):
		return controlPiece(line[2:])
	case line[0] == '\'':
		piece, rest, closed := strings.Cut(line[1:], "'")
		if !closed {
			return "", "", say.Errorf("a single quote is not closed")
		}
		return piece, rest, nil
	case line[0] == '"':
		return doublePiece(line[1:])
	case line[0] == '\\' && len(line) > 1:
		return line[1:2], line[2:], nil
	case line[0] == '\\':
		return "", "", say.Errorf("a backslash ends the line")
	}
	end := strings.IndexAny(line, ` '"\`)
	if dollar := strings.Index(line, "$'"); dollar > 0 && (end < 0 || dollar < end) {
		end = dollar
	}
	if end < 0 {
		end = len(line)
	}
	return line[:end], line[end:], nil
}

func doublePiece(line string) (piece, rest string, err error) {
	var b strings.Builder
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '"':
			return b.String(), line[i+1:], nil
		case line[i] == '\\' && i+1 < len(line) && strings.IndexByte("\"\\$`", line[i+1]) >= 0:
			i++
		}
		b.WriteByte(line[i])
	}
	return "", "", say.Errorf("a double quote is not closed")
}

func controlPiece(line string) (piece, rest string, err error) {
	var b strings.Builder
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\'':
			return b.String(), line[i+1:], nil
		case line[i] != '\\':
			b.WriteByte(line[i])
			continue
		}
		char, width, err := escaped(line[i+1:])
		if err != nil {
			return "", "", err
		}
		b.WriteByte(char)
		i += width
	}
	return "", "", say.Errorf("a $' quote is not closed")
}

// escaped reads what follows a backslash in $'…': the byte, and how many characters it took.
func escaped(after string) (char byte, width int, err error) {
	if len(after) >= 3 && after[0] == 'x' {
		n, err := strconv.ParseUint(after[1:3], 16, 8)
		if err != nil {
			return 0, 0, say.Errorf(`\x%s is not a byte`, after[1:3])
		}
		return byte(n), 3, nil
	}
	switch {
	case after == "":
		return 0, 0, say.Errorf("a backslash ends the line")
	case after[0] == 'n':
		return '\n', 1, nil
	case after[0] == 't':
		return '\t', 1, nil
	case after[0] == '\\' || after[0] == '\'':
		return after[0], 1, nil
	}
	return 0, 0, say.Errorf(`\%c is not an escape`, after[0])
}
