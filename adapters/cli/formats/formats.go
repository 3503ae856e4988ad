// Package formats writes reports for other readers than a terminal's: programs, merge requests, browsers, CI servers.
package formats

import (
	"strings"
	"unicode"

	"github.com/univ-lehavre/nestor/ports/say"
)

// Clean keeps what a cluster or a file says from steering whatever shows it: control and formatting characters are shown,
// not obeyed.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		if Steers(r) {
			return '�'
		}
		return r
	}, text)
}

// Steers reports whether a character is obeyed where it is shown.
func Steers(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) || strings.ContainsRune(fillers, r)
}

// fillers are letters that show as nothing.
const fillers = "\u115f\u1160\u3164\uffa0"

// Voice is the language in which people are told.
type Voice struct {
	Language say.Language // nil is English
	Name     string       // its name, such as fr
}

func (v Voice) in(text say.Text) string { return Clean(text.In(v.Language)) }

// tag is the language's name for a browser.
func (v Voice) tag() string {
	if v.Language == nil {
		return "en"
	}
	return v.Name
}
