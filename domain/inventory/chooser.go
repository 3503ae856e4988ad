package inventory

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// chooser reads the variables that one host's connection needs. Those that it does not need may hold anything.
type chooser struct {
	file string
	host string
	vars map[string]ports.Value
}

// choice is the variable that counts, and its text.
type choice struct {
	name  string
	value ports.Value
	text  string
}

// find gives the last of the variables that says something; a null one only when no other is there.
func (c chooser) find(names ...string) (choice, bool) {
	var found choice
	for _, name := range names {
		v, set := c.vars[name]
		if set && (v.Kind != ports.Null || found.name == "") {
			found = choice{name: name, value: v, text: v.Scalar}
		}
	}
	return found, found.name != ""
}

// text gives what the last of the variables says, or false when none is set.
func (c chooser) text(names ...string) (choice, bool, error) {
	v, set := c.find(names...)
	if !set {
		return v, false, nil
	}
	if err := c.unreadable(v); err != nil {
		return v, false, err
	}
	if strings.TrimSpace(v.text) == "" {
		return v, false, c.refuse(v, "is empty", "write a value, or remove it")
	}
	return v, true, nil
}

// optional is text that may be empty: an inner group takes back so what an outer one sets.
func (c chooser) optional(name string) (choice, bool, error) {
	v, set := c.find(name)
	if !set || v.value.Tag == "" && strings.TrimSpace(v.text) == "" && v.value.Kind <= ports.Text {
		return v, false, nil
	}
	err := c.unreadable(v)
	return v, err == nil, err
}

var (
	placeholder = regexp.MustCompile(`^(?i:TODO|CHANGE[-_]?ME|FIXME|TBD|REPLACE[-_]?ME|XXX+)$|^(TODO|CHANGE_?ME|FIXME|TBD|REPLACE_?ME)[ :_-]|^<.*>$`)
	template    = regexp.MustCompile(`\{\{|\{%|\{#`)
)

// unreadable refuses what is no plain text, and what is not meant yet.
func (c chooser) unreadable(v choice) error {
	tag := v.value.Tag
	switch {
	case tag == "!vault" || tag == "!vault-encrypted" || strings.HasPrefix(v.text, "$ANSIBLE_VAULT"):
		return c.refuse(v, "is encrypted, and cannot be used", "write it in plain: it is needed to reach the host")
	case foreign(tag) && tag != "!unsafe":
		return c.refuse(v, "carries the tag "+tag+", and cannot be used", "write it in plain")
	case v.value.Kind == ports.List, v.value.Kind == ports.Map, v.value.Kind == ports.Bool:
		return c.refuse(v, "must be text, and is "+v.value.Kind.String(), "write plain text")
	case tag != "!unsafe" && template.MatchString(v.text):
		return c.refuse(v, "is a template, and templates are not resolved here", "write the value itself")
	case placeholder.MatchString(strings.TrimSpace(v.text)):
		return c.refuse(v, "is still a placeholder", "write the value, or remove it")
	}
	return nil
}

// refuse names the file, the line, the variable and the host.
func (c chooser) refuse(v choice, what, instead string) error {
	place := c.file
	if line := v.value.At.Line; line > 0 {
		place += ":" + strconv.Itoa(line)
	}
	if instead != "" {
		what += "; " + instead
	}
	return say.Errorf("%s: %s of host %s %s", place, v.name, quoted(c.host), what)
}

// quoted shows a name: as it is when that is harmless, else with escapes, and shortened.
func quoted(s string) string {
	if runes := []rune(s); len(runes) > 60 {
		s = string(runes[:60]) + "…"
	}
	if harmless.MatchString(s) {
		return s
	}
	return strconv.QuoteToASCII(s)
}

var harmless = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// few lists some names.
func few(names []string) string {
	const most = 5
	if len(names) == 0 {
		return "none"
	}
	shown := make([]string, 0, most)
	for _, name := range names[:min(most, len(names))] {
		shown = append(shown, quoted(name))
	}
	text := strings.Join(shown, ", ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
