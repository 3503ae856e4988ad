package run

import (
	"regexp"
	"strings"
)

const redacted = "[redacted]"

// secretShapes are what a program's messages may hold and a recording must not. What comes before the secret is kept, and
// what was redacted before is left as it is.
var secretShapes = []struct {
	shape *regexp.Regexp
	keep  string
}{
	{regexp.MustCompile(`(://)[^/\s"']*@`), "${1}" + redacted + "@"},
	{regexp.MustCompile(`(?i)\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{6,}`), "${1} " + redacted},
	{regexp.MustCompile(`(\bsshpass\s+-p\s*)(\[redacted\]|"[^"]*"|'[^']*'|\S+)`), "${1}" + redacted},
	{regexp.MustCompile(`\beyJ[A-Za-z0-9_-]{6,}(\.[A-Za-z0-9_-]*)*`), redacted},
	{regexp.MustCompile(`(?i)(--[a-z-]*(?:password|token|secret|key)[a-z-]*\s+)(\[redacted\]|[^\s-]\S*)`), "${1}" + redacted},
	{regexp.MustCompile(`(?i)\b([a-z0-9_-]*(?:password|passwd|passphrase|token|secret|api[_-]?key|access[_-]?key)\\?"?\s*[=:]\s*)(\[redacted\]|\\?"[^"]*"|'[^']*'|[^\s"',;&]+)`), "${1}" + redacted},
}

// keyBlock is a private key, or the rest of one whose end was cut off.
var keyBlock = regexp.MustCompile(`(?s)-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(-----END [A-Z ]*PRIVATE KEY-----|$)`)

// Redact takes what looks like a secret out of a program's message. Patterns know only some secrets: what a program may
// say of any kind must be left out before.
func Redact(text string) string {
	text = keyBlock.ReplaceAllString(text, redacted)
	for _, s := range secretShapes {
		text = s.shape.ReplaceAllString(text, s.keep)
	}
	return text
}

// withoutHome writes ~ for the home folder where it stands as a whole path or begins one.
// The root folder is nobody's home: replacing it would change every path.
func withoutHome(text, home string) string {
	home = strings.TrimRight(home, "/")
	if home == "" {
		return text
	}
	whole := regexp.MustCompile(`(^|[^\w./~-])` + regexp.QuoteMeta(home) + `($|[^\w.-])`)
	for { // two paths may share the character between them
		replaced := whole.ReplaceAllString(text, "${1}~${2}")
		if replaced == text {
			return text
		}
		text = replaced
	}
}
