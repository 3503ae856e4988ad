package inventory

import (
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
	name  string // empty: the host's own name
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
		return v, false, c.refuse(CodeUnset, v, say.Textf("is empty"), say.Textf("write a value, or remove it"))
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
	plain := say.Textf("write it in plain")
	switch {
	case tag == "!vault" || tag == "!vault-encrypted" || strings.HasPrefix(v.text, "$ANSIBLE_VAULT"):
		return c.refuse(CodeNotPlain, v, say.Textf("is encrypted, and cannot be used"), say.Textf("write it in plain: it is needed to reach the host"))
	case foreign(tag) && tag != "!unsafe":
		return c.refuse(CodeNotPlain, v, say.Textf("carries the tag %s, and cannot be used", tag), plain)
	case v.value.Kind == ports.List, v.value.Kind == ports.Map, v.value.Kind == ports.Bool:
		return c.refuse(CodeNotPlain, v, say.Textf("must be text, and is %s", v.value.Kind), say.Textf("write plain text"))
	case tag != "!unsafe" && template.MatchString(v.text):
		return c.refuse(CodeNotPlain, v, say.Textf("is a template, and templates are not resolved here"), say.Textf("write the value itself"))
	case placeholder.MatchString(strings.TrimSpace(v.text)):
		return c.refuse(CodeUnset, v, say.Textf("is still a placeholder"), say.Textf("write the value, or remove it"))
	}
	return nil
}

// refuse names the file, the line, the variable and the host. What is a predicate, such as "is empty".
func (c chooser) refuse(code string, v choice, what, instead say.Text) error {
	return &say.Problem{Code: code, What: c.about(v, what), Do: instead}
}

func (c chooser) about(v choice, what say.Text) say.Text {
	place := c.file
	if line := v.value.At.Line; line > 0 {
		place += ":" + strconv.Itoa(line)
	}
	if v.name == "" {
		return say.Textf("%s: the name of host %s %s", place, quoted(c.host), what)
	}
	return say.Textf("%s: %s of host %s %s", place, v.name, quoted(c.host), what)
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
func few(names []string) say.Text {
	const most = 5
	if len(names) == 0 {
		return say.Textf("no names")
	}
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = quoted(name)
	}
	return say.Few(shown, most, ", ")
}
