// Package say holds what is said to people before it is in any language. English stands in the code, where developers
// read it, and is the key under which the other languages keep theirs.
package say

import (
	"fmt"
	"strings"
)

// Language turns an English format into the one to use. Nil is English.
type Language interface {
	// Format gives the format in this language, or the English one when there is none.
	Format(english string) string
	// Plural gives the format in this language that goes with n things.
	Plural(one, many string, n int) string
}

// Sayable is what can be said in a language.
type Sayable interface{ In(l Language) string }

// Text is something to say. Machine formats hold it in English; the zero Text says nothing.
type Text struct {
	english string
	one     string // the format; empty for what is in no language
	many    string // the format for another number of things than one
	n       int
	args    []any
}

// Textf is fmt.Sprintf for people. Its format is a constant, or no language finds it; its arguments may be texts and errors.
func Textf(format string, args ...any) Text {
	return Text{english: fmt.Sprintf(format, args...), one: format, args: args}
}

// Plural is Textf for a number of things: n fills the first gap.
func Plural(n int, one, many string, args ...any) Text {
	return Agree(n, one, many, append([]any{n}, args...)...)
}

// Agree is Textf in words that agree with a number of things, which stands elsewhere.
func Agree(n int, one, many string, args ...any) Text {
	format := many
	if n == 1 {
		format = one
	}
	return Text{english: fmt.Sprintf(format, args...), one: one, many: many, n: n, args: args}
}

// Verbatim is what has no language: a name, a path, another program's own words.
func Verbatim(s string) Text { return Text{english: s} }

// Of is what an error says.
func Of(err error) Text { return Text{english: err.Error(), args: []any{err}} }

// Join strings texts together; those that say nothing are left out.
func Join(separator string, texts ...Text) Text {
	var english []string
	var args []any
	for _, t := range texts {
		if !t.IsZero() {
			english, args = append(english, t.english), append(args, t)
		}
	}
	return Text{english: strings.Join(english, separator), many: separator, args: args}
}

// In gives the text in a language.
func (t Text) In(l Language) string {
	switch {
	case l == nil || t.one == "" && t.args == nil:
		return t.english
	case t.one == "": // texts or errors, with what stands between them
		return strings.Join(each(l, t.args), Between(l, t.many))
	case t.many != "":
		return fill(l, l.Plural(t.one, t.many, t.n), t.args)
	}
	return fill(l, l.Format(t.one), t.args)
}

// Between is what stands between two texts, with a language's own spaces.
func Between(l Language, separator string) string {
	if l == nil {
		return separator
	}
	return l.Format(separator)
}

func each(l Language, args []any) []string {
	said := make([]string, len(args))
	for i, a := range args {
		said[i] = fill(l, "%v", []any{a})
	}
	return said
}

// fill is fmt.Sprintf in a language.
func fill(l Language, format string, args []any) string {
	said := make([]any, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case Sayable:
			said[i] = a.In(l)
		case error:
			said[i] = In(l, a)
		default:
			said[i] = a
		}
	}
	return fmt.Sprintf(strings.ReplaceAll(format, "%w", "%v"), said...)
}

// String is the text in English.
func (t Text) String() string { return t.english }

// IsZero reports a text that says nothing.
func (t Text) IsZero() bool { return t.english == "" }

// Equal reports whether two texts say the same.
func (t Text) Equal(other Text) bool { return t.english == other.english }

// MarshalText is the text in English: machine formats are never translated.
func (t Text) MarshalText() ([]byte, error) { return []byte(t.english), nil }

// UnmarshalText takes a text from a machine format, where it has lost its other languages.
func (t *Text) UnmarshalText(b []byte) error {
	*t = Verbatim(string(b))
	return nil
}

// First gives the first text that says something.
func First(texts ...Text) Text {
	for _, t := range texts {
		if !t.IsZero() {
			return t
		}
	}
	return Text{}
}
