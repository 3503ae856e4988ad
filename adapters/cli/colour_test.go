package cli

import "testing"

func TestWhatDecidesOnColour(t *testing.T) {
	for name, c := range map[string]struct {
		flag     string
		variable map[string]string
		terminal bool
		want     ink
	}{
		"a terminal":                        {"auto", nil, true, true},
		"no terminal":                       {"auto", nil, false, false},
		"a command without the flag":        {"", nil, true, true},
		"always":                            {"always", nil, false, true},
		"always goes before NO_COLOR":       {"always", map[string]string{"NO_COLOR": "1", "TERM": "dumb", "CLICOLOR": "0"}, true, true},
		"never":                             {"never", nil, true, false},
		"never goes before CLICOLOR_FORCE":  {"never", map[string]string{"CLICOLOR_FORCE": "1"}, true, false},
		"NO_COLOR":                          {"auto", map[string]string{"NO_COLOR": "0"}, true, false},
		"an empty NO_COLOR":                 {"auto", map[string]string{"NO_COLOR": ""}, true, true},
		"NO_COLOR goes before the force":    {"auto", map[string]string{"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, true, false},
		"CLICOLOR_FORCE without a terminal": {"auto", map[string]string{"CLICOLOR_FORCE": "1"}, false, true},
		"CLICOLOR_FORCE on a dumb terminal": {"auto", map[string]string{"CLICOLOR_FORCE": "yes", "TERM": "dumb"}, true, true},
		"CLICOLOR_FORCE and CLICOLOR=0":     {"auto", map[string]string{"CLICOLOR_FORCE": "1", "CLICOLOR": "0"}, true, true},
		"no force":                          {"auto", map[string]string{"CLICOLOR_FORCE": "0"}, false, false},
		"no force on a terminal":            {"auto", map[string]string{"CLICOLOR_FORCE": "0"}, true, true},
		"CLICOLOR=0":                        {"auto", map[string]string{"CLICOLOR": "0"}, true, false},
		"CLICOLOR=1":                        {"auto", map[string]string{"CLICOLOR": "1"}, false, false},
		"a dumb terminal":                   {"auto", map[string]string{"TERM": "dumb"}, true, false},
		"another terminal":                  {"auto", map[string]string{"TERM": "xterm"}, true, true},
	} {
		if got := wantsColour(c.flag, func(name string) string { return c.variable[name] }, c.terminal); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A colour that one of the usual palettes hides on black or on white must not be among the tints.
func TestNoTintIsHidden(t *testing.T) {
	for _, used := range []tint{green, magenta, red, cyan, bold, faint} {
		for _, hidden := range []tint{"33", "1;33", "34", "37", "30", "93", "97"} {
			if used == hidden {
				t.Errorf("%q is not seen everywhere", used)
			}
		}
	}
}

// Without colour, what is to do is still told apart: by its symbol and, where that is shared, by the word behind it.
func TestNoMeaningIsInAColourAlone(t *testing.T) {
	tints := map[string]tint{}
	for action, m := range marks {
		if before, seen := tints[m.symbol]; seen && before != m.tint {
			t.Errorf("%s: %q has two colours", action, m.symbol)
		}
		tints[m.symbol] = m.tint
	}
}
