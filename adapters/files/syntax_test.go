package files

import (
	"errors"
	"testing"

	"github.com/univ-lehavre/nestor/ports"
)

// asked is a language that keeps which sentences it is asked for.
type asked map[string]bool

func (a asked) Format(english string) string { a[english] = true; return english }

func (a asked) Plural(_, many string, _ int) string { return many }

func TestWhatTheParserSaysOftenCanBeSaidInALanguage(t *testing.T) {
	for src, message := range map[string]string{
		"a:\n\tb: c\n":       "a tab stands where no tab may be",
		"a: b\nc: 'd\n":      "could not find end character of single-quoted text",
		"a: \"b\n":           "could not find end character of double-quoted text",
		"a: [b, c\nd: e\n":   "',' or ']' must be specified",
		"a: {b: c\nd: e\n":   "',' or '}' must be specified",
		"a: 1\n b: 2\n":      "mapping value is not allowed in this context",
		"a: {{ x }}\n":       "could not find flow map content",
		"[all]\nnode1 x=1\n": "value is not allowed in this context",
		"]\n":                "could not find '[' character corresponding to ']'",
		"a: - b\n":           "block sequence entries are not allowed in this context",
		"a: @b\n":            "%s is a reserved character",
		"a: `b`\n":           "%s is a reserved character",
		"a: [b\n":            "sequence end token ']' not found",
		"a: {b: c\n":         "could not find flow mapping end token '}'",
		"a: *\n":             "undefined alias name",
		"a: &\n":             "undefined anchor name",
		"a: 1\n- b\n":        "non-map value is specified",
		"a: [b,, c]\n":       "unexpected scalar value type",
	} {
		_, err := Parse("f", "f", []byte(src))
		var invalid *ports.InvalidDocument
		if !errors.As(err, &invalid) {
			t.Errorf("%q: %v", src, err)
			continue
		}
		seen := asked{}
		invalid.Faults[0].In(seen)
		if !seen[message] {
			t.Errorf("%q: %v is not said by %q", src, invalid.Faults[0], message)
		}
	}
}
