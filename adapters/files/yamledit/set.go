package yamledit

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Refusal says why a file is not edited, and what to do instead.
type Refusal struct {
	Line    int // counts from 1; zero: the whole file
	Why     say.Text
	Instead say.Text
}

// Error gives the refusal without its file.
func (r *Refusal) Error() string { return r.problem().Error() }

// Unwrap is the refusal in its parts.
func (r *Refusal) Unwrap() error { return r.problem() }

func (r *Refusal) problem() *say.Problem {
	what := say.Textf("cannot edit this file safely")
	if r.Line > 0 {
		what = say.Textf("line %d: cannot edit this file safely", r.Line)
	}
	return &say.Problem{Code: problems.NotEditable, What: what, Why: say.Errorf("%s", r.Why), Do: r.Instead}
}

func refuse(line int, why say.Text) *Refusal {
	return &Refusal{Line: line, Why: why}
}

// Set gives a key at the top of a YAML file a text as value. Where the key stands, only its value on that line changes.
// Where it does not, a line is added: behind what belongs to the key named by after, or, when that is empty or not
// there, behind the last key's; before the blank lines and comments that follow. The line ends as the one before it does.
// A file without a final newline stays without: its last line then gets a line end when the new one comes behind it.
//
// The result is read again, and is the same document but for that key. The error is a *Refusal, or says that key or value
// cannot be written at all.
func Set(src []byte, key, value, after string) (Edit, error) {
	switch {
	case !isPlainKey(key):
		return Edit{}, &say.Problem{Code: problems.NotSettable, What: say.Textf("%q cannot be set", key), Why: say.Errorf("it is no simple key"),
			Do: say.Textf("name a key of letters, digits and underscores")}
	case !utf8.ValidString(value):
		return Edit{}, &say.Problem{Code: problems.NotSettable, What: say.Textf("the value for %s is not UTF-8, and YAML holds nothing else", key),
			Do: say.Textf("give another value")}
	}
	c := change{key: key, value: value, line: key + ": " + scalar(value)}
	edit, refusal := set(src, c, after)
	if refusal == nil {
		return edit, nil
	}
	if refusal.Instead.IsZero() {
		refusal.Instead = say.Textf("write the line by hand: %s", c.line)
	}
	return Edit{}, refusal
}

// change is what is wanted: a key, its value, and the line that says so.
type change struct{ key, value, line string }

func set(src []byte, c change, after string) (Edit, *Refusal) {
	d, refusal := open(src)
	if refusal != nil {
		return Edit{}, refusal
	}
	switch found := d.entries(c.key); len(found) {
	case 0:
		return d.add(c, after)
	case 1:
		return d.exchange(found[0], c)
	default:
		return Edit{}, &Refusal{Line: found[1].At.Line, Why: say.Textf("%s stands twice, first on line %d", c.key, found[0].At.Line), Instead: say.Textf("remove one of them")}
	}
}

// document is a file whose root is a map, one key a line.
type document struct {
	src    []byte
	mark   string // the byte order mark, or nothing
	lines  []line
	root   ports.Value
	indent int // of the root's keys
}

func open(src []byte) (document, *Refusal) {
	root, refusal := read(src)
	if refusal != nil {
		return document{}, refusal
	}
	switch {
	case root.Kind == ports.Null:
		return document{}, refuse(0, say.Textf("it declares nothing yet"))
	case root.Kind != ports.Map:
		return document{}, refuse(root.At.Line, say.Textf("it holds %s, not keys with values", root.Kind))
	case root.Tag != "":
		return document{}, refuse(root.At.Line, say.Textf("all of it has the tag %s", root.Tag))
	}
	text := withoutMark(src)
	d := document{src: src, mark: string(src[:len(src)-len(text)]), lines: splitLines(text), root: root, indent: root.At.Column - 1}
	if root.At.Line > len(d.lines) || !d.isBlock() {
		return document{}, refuse(root.At.Line, say.Textf("its keys do not each begin a line"))
	}
	return d, nil
}

// read parses a file with the reader that nestor itself uses.
func read(src []byte) (ports.Value, *Refusal) {
	doc, err := files.Parse("", "", src)
	var invalid *ports.InvalidDocument
	switch {
	case errors.As(err, &invalid) && len(invalid.Faults) > 0:
		fault := invalid.Faults[0]
		return ports.Value{}, &Refusal{Line: fault.At.Line, Why: fault.What, Instead: fault.Instead}
	case err != nil:
		return ports.Value{}, &Refusal{Why: say.Of(err), Instead: say.Textf("mend the file")}
	}
	return doc.Root, nil
}

// isBlock reports whether the root's first key begins its line: one in braces, or behind a mark, does not.
func (d document) isBlock() bool {
	text := d.lines[d.root.At.Line-1].text
	return len(text) > d.indent && strings.Trim(text[:d.indent], " ") == "" && text[d.indent] != '{'
}

func (d document) entries(key string) []ports.Entry {
	var found []ports.Entry
	for _, e := range d.root.Entries {
		if e.Key == key {
			found = append(found, e)
		}
	}
	return found
}

// exchange writes another value behind a key that is there.
func (d document) exchange(e ports.Entry, c change) (Edit, *Refusal) {
	if isText(e.Value, c.value) {
		return Edit{before: d.src, after: d.src}, nil
	}
	text := d.lines[e.At.Line-1].text
	colon, ok := behindKey(text, d.indent, c.key)
	if !ok {
		return Edit{}, refuse(e.At.Line, notPlainly(text, c.key))
	}
	where, why := valueSpan(text, colon, c.key)
	if why.IsZero() {
		why = doubt(where, text, e)
	}
	if !why.IsZero() {
		return Edit{}, refuse(e.At.Line, why)
	}
	written := scalar(c.value)
	if where.start == colon {
		written = " " + written
	}
	lines := slices.Clone(d.lines)
	lines[e.At.Line-1].text = text[:where.start] + written + text[where.end:]
	return d.checked(lines, c)
}

// notPlainly says how a key is there without beginning its line.
func notPlainly(text, key string) say.Text {
	switch begin := strings.TrimLeft(text, " "); {
	case strings.HasPrefix(begin, "?"):
		return say.Textf("%s is written with a question mark", key)
	case strings.HasPrefix(begin, "&"):
		return say.Textf("%s has an anchor (&) before it", key)
	case strings.HasPrefix(begin, "!"):
		return say.Textf("%s has a tag (!) before it", key)
	case strings.HasPrefix(begin, "*"):
		return say.Textf("%s is an alias (*)", key)
	case !strings.HasPrefix(begin, key+":"):
		return say.Textf("%s does not begin this line", key)
	}
	return say.Textf("%s comes from another map, by a merge (<<)", key)
}

// doubt says where the reader saw another value than the one that stands in the line.
func doubt(where span, text string, e ports.Entry) say.Text {
	v := e.Value
	switch {
	case v.Kind == ports.Map, v.Kind == ports.List:
		return say.Textf("the value of %s is %s", e.Key, v.Kind)
	case where.start == where.end && (v.Kind != ports.Null || v.At.Line != e.At.Line):
		return say.Textf("the value of %s stands on another line", e.Key)
	case v.Kind == ports.Null:
		return say.Text{}
	case where.plain && text[where.start:where.end] != v.Scalar:
		return severalLines(e.Key)
	}
	return say.Text{}
}
