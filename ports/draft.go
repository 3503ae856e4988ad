package ports

import "github.com/univ-lehavre/nestor/ports/say"

// Draft is a declared file that is still to be written: values, with comments that say why.
type Draft struct {
	Head    []say.Text // comment lines at the top
	Entries []DraftEntry
	Foot    []say.Text // comment lines at the end
}

// DraftEntry is one top-level key. Without a Key it is its comments alone.
type DraftEntry struct {
	Above  []say.Text // comment lines before it
	Key    string
	Value  Value
	Behind []say.Text // comments behind the items of a List or the entries of a Map, in their order; shorter when the rest has none
}

// Drafter writes a draft as text, and reads text as a declared file is read. It touches no file: that what was written means
// what was drafted can be seen before anything is kept.
type Drafter interface {
	Write(d Draft, l say.Language) []byte
	Read(file string, text []byte) (Document, error)
}

// TextValue is a text in a draft.
func TextValue(s string) Value { return Value{Kind: Text, Scalar: s} }

// TextsValue is a list of texts in a draft.
func TextsValue(all []string) Value {
	v := Value{Kind: List}
	for _, s := range all {
		v.Items = append(v.Items, TextValue(s))
	}
	return v
}

// MapValue is a map in a draft.
func MapValue(entries ...Entry) Value { return Value{Kind: Map, Entries: entries} }

// Put adds a text to a map, if there is one.
func (v *Value) Put(key, s string) {
	if s != "" {
		v.Entries = append(v.Entries, Entry{Key: key, Value: TextValue(s)})
	}
}
