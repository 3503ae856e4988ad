package cli

import (
	"strings"
	"unicode"

	"github.com/univ-lehavre/nestor/domain/plan"
)

// A tint is one of the terminal's own colours. It is seen on light and on dark backgrounds: yellow is not on white, nor blue
// on black, and green and cyan only do for symbols. None carries a meaning that its symbol does not have without it, and
// what somebody must read is never faint.
type tint string

const (
	plain   tint = ""
	green   tint = "32"
	magenta tint = "1;35"
	red     tint = "1;31"
	cyan    tint = "36"
	bold    tint = "1"
	faint   tint = "2"
)

// ink colours text, or leaves it alone.
type ink bool

func (i ink) paint(t tint, text string) string {
	if !i || t == plain || text == "" {
		return text
	}
	return "\x1b[" + string(t) + "m" + text + "\x1b[0m"
}

// wantsColour decides on colour: the flag, else the environment, else whether a terminal shows it.
func wantsColour(flag string, variable func(name string) string, terminal bool) ink {
	force := variable("CLICOLOR_FORCE")
	switch {
	case flag == "always":
		return true
	case flag == "never", variable("NO_COLOR") != "":
		return false
	case force != "" && force != "0":
		return true
	case variable("CLICOLOR") == "0", variable("TERM") == "dumb":
		return false
	}
	return ink(terminal)
}

// mark is the symbol that carries an action's meaning without colour, and its tint.
type mark struct {
	symbol string
	tint   tint
}

var marks = map[plan.Action]mark{
	plan.None:    {"✓", green},
	plan.Install: {"+", cyan},
	plan.Finish:  {"~", magenta},
	plan.Wait:    {"~", magenta},
	plan.Repair:  {"!", red},
	plan.Look:    {"?", magenta},
	plan.Blocked: {"·", faint},
}

// cleanLines is clean for text of several lines.
func cleanLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = clean(line)
	}
	return strings.Join(lines, "\n")
}

// clean keeps what a cluster or a file says from steering the terminal: control and formatting characters are shown, not obeyed.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if steers(r) {
			return '�'
		}
		return r
	}, text)
}

// steers reports whether a terminal obeys a character instead of showing it.
func steers(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) || strings.ContainsRune(fillers, r)
}

// fillers are letters that show as nothing.
const fillers = "\u115f\u1160\u3164\uffa0"
