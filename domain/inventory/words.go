package inventory

import (
	"strings"

	"github.com/univ-lehavre/nestor/ports/say"
)

// splitWords splits a text into words as a POSIX shell does with quotes and backslashes, and does nothing else that a shell
// does. Like Ansible, it keeps a backslash in double quotes before anything but a quote or a backslash, and drops empty words.
func splitWords(s string) ([]string, error) {
	var words []string
	for {
		s = strings.TrimLeft(s, " \t\r\n")
		if s == "" {
			return words, nil
		}
		word, rest, err := cutWord(s)
		if err != nil {
			return nil, err
		}
		if strings.TrimSpace(word) != "" {
			words = append(words, strings.TrimSpace(word))
		}
		s = rest
	}
}

// cutWord takes the first word off a text that begins with one.
func cutWord(s string) (word, rest string, err error) {
	var b strings.Builder
	for i := 0; i < len(s); {
		switch s[i] {
		case ' ', '\t', '\r', '\n':
			return b.String(), s[i:], nil
		case '\'':
			end := strings.IndexByte(s[i+1:], '\'')
			if end < 0 {
				return "", "", refused(say.Textf("a single quote is not closed"), say.Textf("close it"))
			}
			b.WriteString(s[i+1 : i+1+end])
			i += end + 2
		case '"':
			n, err := doubleQuoted(&b, s[i+1:])
			if err != nil {
				return "", "", err
			}
			i += n + 1
		case '\\':
			if i+1 == len(s) {
				return "", "", refused(say.Textf("a backslash stands at the end"), removeIt())
			}
			b.WriteByte(s[i+1])
			i += 2
		default:
			b.WriteByte(s[i])
			i++
		}
	}
	return b.String(), "", nil
}

// doubleQuoted writes what stands before the closing quote, and gives how much of the text that took, the quote included.
func doubleQuoted(b *strings.Builder, s string) (int, error) {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return i + 1, nil
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\'):
			i++
			b.WriteByte(s[i])
		default:
			b.WriteByte(s[i])
		}
	}
	return 0, refused(say.Textf("a double quote is not closed"), say.Textf("close it"))
}
