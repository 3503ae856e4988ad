package yamledit

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// plainText is what needs no quotes in YAML 1.2 nor 1.1: it begins like a word or a path, so that it is no number and no
// date, and holds nothing that YAML gives a meaning.
var plainText = regexp.MustCompile(`^(~/|\./|\.\./|/|[A-Za-z_])[\pL\pN ~/._@%+,=:-]*$`)

// reserved are words that YAML 1.1 or 1.2 reads as something else than text, in lower case. Ansible still reads 1.1.
var reserved = regexp.MustCompile(`^(y|n|yes|no|on|off|true|false|null)$`)

var plainKey = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]*$`)

func isPlainKey(key string) bool { return plainKey.MatchString(key) && isPlain(key) }

func isPlain(text string) bool {
	return plainText.MatchString(text) && !reserved.MatchString(strings.ToLower(text)) &&
		!strings.Contains(text, ": ") && !strings.HasSuffix(text, ":") && !strings.HasSuffix(text, " ")
}

// scalar writes a text so that YAML reads back exactly it: plain where that is safe, else in quotes.
func scalar(text string) string {
	switch {
	case isPlain(text):
		return text
	case strings.ContainsFunc(text, unprintable):
		return doubleQuoted(text)
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

func doubleQuoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		b.WriteString(escaped(r))
	}
	b.WriteByte('"')
	return b.String()
}

func escaped(r rune) string {
	switch {
	case r == '"', r == '\\':
		return `\` + string(r)
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case !unprintable(r):
		return string(r)
	case r <= 0xff:
		return fmt.Sprintf(`\x%02x`, r)
	case r <= 0xffff:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}
