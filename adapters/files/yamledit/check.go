package yamledit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// checked makes an edit of new lines, once both readers see the same document in them but for the key.
func (d document) checked(lines []line, c change) (Edit, *Refusal) {
	after := []byte(d.mark + joinLines(lines))
	root, refusal := read(after)
	if refusal != nil || !differsOnly(d.root, root, c) || !decodesAlike(d.lines, lines, c) {
		return Edit{}, refuse(0, say.Textf("with the new line it would no longer be the same document"))
	}
	return Edit{before: d.src, after: after}, nil
}

// differsOnly reports whether a map holds a key with its new value, and is the same besides.
func differsOnly(before, after ports.Value, c change) bool {
	isKey := func(e ports.Entry) bool { return e.Key == c.key }
	i := slices.IndexFunc(after.Entries, isKey)
	if i < 0 || !isText(after.Entries[i].Value, c.value) {
		return false
	}
	if old := slices.IndexFunc(before.Entries, isKey); old >= 0 && old != i {
		return false
	}
	return slices.EqualFunc(without(before.Entries, i, isKey), without(after.Entries, i, isKey), sameEntry)
}

// without drops the entry of a key, which is the one at an index when it is there.
func without(entries []ports.Entry, i int, isKey func(ports.Entry) bool) []ports.Entry {
	if i >= len(entries) || !isKey(entries[i]) {
		return entries
	}
	return slices.Delete(slices.Clone(entries), i, i+1)
}

func sameEntry(a, b ports.Entry) bool { return a.Key == b.Key && same(a.Value, b.Value) }

// same compares values without their places.
func same(a, b ports.Value) bool {
	return a.Kind == b.Kind && a.Scalar == b.Scalar && a.Tag == b.Tag &&
		slices.EqualFunc(a.Items, b.Items, same) && slices.EqualFunc(a.Entries, b.Entries, sameEntry)
}

func isText(v ports.Value, text string) bool {
	return v.Kind == ports.Text && v.Tag == "" && v.Scalar == text
}

// decodesAlike asks goccy's decoder, which shares no code with nestor's reader above the parser. A document that it
// could not decode before proves nothing.
func decodesAlike(before, after []line, c change) bool {
	old, ok := decode(before)
	if !ok {
		return true
	}
	changed, ok := decode(after)
	if !ok {
		return false
	}
	isKey := func(item yaml.MapItem) bool { return item.Key == c.key }
	i := slices.IndexFunc(changed, isKey)
	if i < 0 || changed[i].Value != any(c.value) {
		return false
	}
	// Printed, because a number may be NaN, which equals nothing.
	return fmt.Sprintf("%#v", slices.DeleteFunc(old, isKey)) == fmt.Sprintf("%#v", slices.DeleteFunc(changed, isKey))
}

func decode(lines []line) (document yaml.MapSlice, ok bool) {
	defer func() {
		if recover() != nil {
			document, ok = nil, false
		}
	}()
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = l.text
		if l.end != "" {
			texts[i] += "\n"
		}
	}
	err := yaml.UnmarshalWithOptions([]byte(strings.Join(texts, "")), &document, yaml.UseOrderedMap())
	return document, err == nil
}
