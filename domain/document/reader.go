// Package document reads declared values, keeps going after each fault, and says what to write instead.
package document

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Reader collects the faults of one document while its values are read.
type Reader struct{ faults []ports.Fault }

// Faults gives all that was wrong, in file order.
func (r *Reader) Faults() []ports.Fault {
	sort.SliceStable(r.faults, func(i, j int) bool {
		a, b := r.faults[i].At, r.faults[j].At
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		return a.Column < b.Column
	})
	return r.faults
}

// Fault notes that something is wrong at a place.
func (r *Reader) Fault(f ports.Fault) { r.faults = append(r.faults, f) }

// Field is a value with the path that leads to it.
type Field struct {
	Path    string
	Value   ports.Value
	Present bool
	shape   *Shape
	r       *Reader
}

// Root starts at a document's root, which must be a map with something in it. Only what its shape names can be read.
func (r *Reader) Root(doc ports.Document, shape *Shape) Field {
	f := Field{Value: doc.Root, Present: true, shape: shape, r: r}
	switch doc.Root.Kind {
	case ports.Map:
	case ports.Null:
		f.fault(CodeEmpty, say.Textf("the file declares nothing: %s", emptiness(doc.Lines)), say.Textf("declare at least what is required (in a topology: `nodes`)"))
		f.Present = false
	default:
		f.fault(CodeWrongType, say.Textf("the file is %s, and must be a map of keys", doc.Root.Kind), say.Textf("write `key: value` lines"))
		f.Present = false
	}
	return f
}

// emptiness says how a file comes to declare nothing.
func emptiness(lines []string) say.Text {
	how := say.Textf("it is empty")
	for _, line := range lines {
		switch text := strings.TrimSpace(line); {
		case text == "":
		case strings.HasPrefix(text, "#"):
			how = say.Textf("it holds only comments")
		case text == "---", strings.HasPrefix(text, "--- #"), text == "...":
			how = say.Textf("it holds only a document mark")
		default:
			return say.Textf("its value is null")
		}
	}
	return how
}

func (f Field) fault(code string, what, instead say.Text) {
	f.r.Fault(ports.Fault{Code: code, Path: f.Path, At: f.Value.At, What: f.about(what), Instead: instead})
}

// about says of which field something is said.
func (f Field) about(what say.Text) say.Text {
	if f.Path == "" {
		return what
	}
	return say.Join(": ", say.Verbatim(f.Path), what)
}

// Fault notes that this field is wrong.
func (f Field) Fault(code string, what, instead say.Text) { f.fault(code, what, instead) }

// FaultUnquoted notes that this field is wrong, without showing what is in it: it may hold a password.
func (f Field) FaultUnquoted(code string, what, instead say.Text) {
	f.r.Fault(ports.Fault{Code: code, KeyOnly: true, Path: f.Path, At: f.Value.At, What: f.about(what), Instead: instead})
}

// Doubt notes something about this field that does not stop.
func (f Field) Doubt(code string, what, instead say.Text) {
	f.r.Fault(ports.Fault{Code: code, Severity: ports.Doubtful, Path: f.Path, At: f.Value.At, What: f.about(what), Instead: instead})
}

// Keys checks a map's own keys: duplicates, and names that its shape does not know.
func (f Field) Keys() {
	if !f.Present || f.Value.Kind != ports.Map {
		return
	}
	first := map[string]ports.Position{}
	for _, e := range f.Value.Entries {
		if at, twice := first[e.Key]; twice {
			f.r.Fault(ports.Fault{Code: CodeDuplicate, KeyOnly: true, Path: f.child(e.Key), At: e.At,
				What: say.Textf("%q is declared twice (first on line %d)", f.child(e.Key), at.Line), Instead: say.Textf("keep one of them")})
			continue
		}
		first[e.Key] = e.At
		if known := f.shape.names(); f.shape.Rest == nil && !slices.Contains(known, e.Key) && !slices.Contains(f.shape.Foreign, e.Key) {
			f.unknownKey(e, known)
		}
	}
}

func (f Field) unknownKey(e ports.Entry, known []string) {
	if near := Nearest(e.Key, known); near != "" {
		f.r.Fault(ports.Fault{Code: CodeUnknownKey, KeyOnly: true, Path: f.child(e.Key), At: e.At,
			What: say.Textf("unknown key %q", f.child(e.Key)), Instead: say.Textf("did you mean %q?", near)})
		return
	}
	f.r.Fault(ports.Fault{Code: CodeIgnoredKey, KeyOnly: true, Severity: ports.Doubtful, Path: f.child(e.Key), At: e.At,
		What: say.Textf("unknown key %q is ignored", f.child(e.Key)), Instead: say.Textf("known here: %s", strings.Join(known, ", "))})
}

func (f Field) child(key string) string {
	if f.Path == "" {
		return key
	}
	return f.Path + "." + key
}

// At gives the field under a key; the first one when it is there twice.
func (f Field) At(key string) Field {
	child := Field{Path: f.child(key), Value: ports.Value{At: f.Value.At}, shape: f.shape.at(f.child(key), key), r: f.r}
	if f.Present && f.Value.Kind == ports.Map {
		for _, e := range f.Value.Entries {
			if e.Key == key {
				child.Value, child.Present = e.Value, true
				return child
			}
		}
	}
	return child
}

// Has reports whether a map has this key, known or not.
func (f Field) Has(key string) bool {
	return f.Present && slices.ContainsFunc(f.Value.Entries, func(e ports.Entry) bool { return e.Key == key })
}

// Required gives the keys that a map must have.
func (f Field) Required() []string { return f.shape.required() }

// Map reports whether the field is a map; anything else that is there is a fault.
func (f Field) Map() bool { return f.is(ports.Map) }

// Items gives the list's items as fields; anything else that is there is a fault.
func (f Field) Items() []Field {
	if !f.is(ports.List) {
		return nil
	}
	items := make([]Field, len(f.Value.Items))
	for i, v := range f.Value.Items {
		items[i] = Field{Path: fmt.Sprintf("%s[%d]", f.Path, i), Value: v, Present: true, shape: f.shape.item(f.Path), r: f.r}
	}
	return items
}

// Text gives the text, or "" when it is not there; a null or anything that is not text is a fault.
func (f Field) Text() string {
	if !f.is(ports.Text) {
		return ""
	}
	return f.Value.Scalar
}

// Texts gives a list of texts; items that are not text are faults and left out.
func (f Field) Texts() []string {
	var texts []string
	for _, item := range f.Items() {
		if item.is(ports.Text) {
			texts = append(texts, item.Value.Scalar)
		}
	}
	return texts
}

// Bool gives the boolean, or the default when it is not there.
func (f Field) Bool(otherwise bool) bool {
	if !f.is(ports.Bool) {
		return otherwise
	}
	return strings.EqualFold(f.Value.Scalar, "true")
}

// Int gives the whole number, or the default when it is not there.
func (f Field) Int(otherwise int) int {
	if !f.is(ports.Number) {
		return otherwise
	}
	n, err := strconv.Atoi(f.Value.Scalar)
	if err != nil {
		f.fault(CodeWrongType, say.Textf("%s is not a whole number", f.Value.Scalar), say.Textf("write a whole number"))
		return otherwise
	}
	return n
}

// OneOf gives the text if it is one of the allowed ones, else the default; another text is a fault.
func (f Field) OneOf(allowed []string, otherwise string) string {
	if !f.is(ports.Text) {
		return otherwise
	}
	if slices.Contains(allowed, f.Value.Scalar) {
		return f.Value.Scalar
	}
	f.fault(CodeNotOneOf, say.Textf("%q is not known here", f.Value.Scalar), Suggest(f.Value.Scalar, allowed))
	return otherwise
}

// Word gives the text if it is one of the shape's words, else the default; another text is a fault.
func (f Field) Word(otherwise string) string { return f.OneOf(f.shape.Words, otherwise) }

func (f Field) is(want ports.Kind) bool {
	f.shape.allow(f.Path, want)
	if !f.Present {
		return false
	}
	if tag := f.Value.Tag; tag != "" && !strings.HasPrefix(tag, "!!") {
		f.fault(CodeUnresolvable, say.Textf("the tag %s cannot be read here", tag), say.Textf("write a plain value"))
		return false
	}
	if f.Value.Kind == want {
		return true
	}
	f.fault(CodeWrongType, say.Textf("must be %s, and is %s", want, f.describe()), f.instead(want))
	return false
}

func (f Field) describe() say.Text {
	switch f.Value.Kind {
	case ports.Null:
		return say.Textf("empty (null)")
	case ports.Number, ports.Bool, ports.Text:
		return say.Textf("%s (%s)", f.Value.Kind, f.Value.Scalar)
	}
	return f.Value.Kind.Words()
}

func (f Field) instead(want ports.Kind) say.Text {
	switch {
	case want == ports.Text && (f.Value.Kind == ports.Number || f.Value.Kind == ports.Bool):
		return say.Textf("put it in quotes: %q", f.Value.Scalar)
	case f.Value.Kind == ports.Null:
		return say.Textf("write a value, or remove the key")
	case want == ports.List:
		return say.Textf("write a list: [a, b], or a line `- a` for each")
	case want == ports.Bool:
		return say.Textf("write true or false")
	case want == ports.Map:
		return say.Textf("write `key: value` lines under it")
	}
	return say.Text{}
}
