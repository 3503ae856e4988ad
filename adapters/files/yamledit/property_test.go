package yamledit_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/adapters/files/yamledit"
	"github.com/univ-lehavre/nestor/ports"
)

// find gives what a file holds for a key at its root.
func find(src []byte, key string) (ports.Value, bool) {
	doc, err := files.Parse("f.yaml", "f.yaml", src)
	if err != nil {
		return ports.Value{}, false
	}
	for _, e := range doc.Root.Entries {
		if e.Key == key {
			return e.Value, true
		}
	}
	return ports.Value{}, false
}

// entries are what may stand at the top of a file; %s is a key of their own.
var entries = []string{
	"%s: text\n", "%s:   'it''s # x'   # aligned\n", "%s: \"a\\\"b # c\"\t# tab\there\n", "%s: 1e3\n", "%s: no\n", "%s: ~\n", "%s:\n", "%s:   # nothing\n",
	"%s:\n  a: 1\n\n  b:   2  # deep\n  # of it\n", "%s:\n- a\n-   b: c\n    d: e\n", "%s:\n  - [x, 'y']\n", "%s: {a: b, c: [d]}\n", "%s: {\n    a: b,\n    c: d }\n",
	"%s: |\n  kubeconfig: in text\n\n  # text\n", "%s: >-\n    folded\n\n    more\n", "%s: |+\n  kept\n\n\n", "%s: \"over\n  lines\n\n  # x\"\n", "%s: plain\n  over lines\n",
	"%s:\n  kubeconfig: deep\n", "'%s': quoted\n", "\"%s\" : quoted\n", "%s: !vault |\n  x\n", "%s: &a%[1]s v\n",
}

var betweens = []string{"\n", "# comment\n", "#kubeconfig: old\n", "  # indented\n", "\n\n", "   \n", "# 'quote\t\"\n"}

// ownLines are ways to write the wanted key: before its value, the value, and behind it.
var ownLines = [][3]string{
	{"kubeconfig: ", "old", ""}, {"kubeconfig:   ", "'old # ''x'", "   # why"}, {"kubeconfig:\t", `"o\"ld #"`, "\t# why"}, {"kubeconfig: ", "~", " # null"},
	{"kubeconfig: ", "12", "  "}, {"'kubeconfig':  ", "o#l d", " #"}, {`"kubeconfig" : `, "true", ""}, {"kubeconfig:", "", "   # nothing"}, {"kubeconfig:", "", ""},
	{"kubeconfig:", "", "  "},
}

// drawn is a random file: its lines with their ends, and where the wanted key stands in it, or -1.
type drawn struct {
	lines []string
	own   int
	form  [3]string
}

func (d drawn) source() string { return strings.Join(d.lines, "") }

// around is all before the wanted key's value, and all behind it.
func (d drawn) around() (start, end string) {
	line := d.lines[d.own]
	value := strings.Index(line, d.form[0]) + len(d.form[0])
	return strings.Join(d.lines[:d.own], "") + line[:value], line[value+len(d.form[1]):] + strings.Join(d.lines[d.own+1:], "")
}

func drawFile(t *rapid.T, withKey bool) drawn {
	d := drawn{own: -1, form: rapid.SampledFrom(ownLines).Draw(t, "form")}
	var text strings.Builder
	text.WriteString(rapid.SampledFrom([]string{"", "---\n", "%YAML 1.2\n---\n", "# head\n\n", "--- # mark\n"}).Draw(t, "head"))
	count := rapid.IntRange(1, 6).Draw(t, "count")
	own := rapid.IntRange(0, count).Draw(t, "own")
	for i := 0; i <= count; i++ {
		if i == own && withKey {
			d.own = strings.Count(text.String(), "\n")
			text.WriteString(strings.Join(d.form[:], "") + "\n")
		}
		if i < count {
			form := rapid.SampledFrom(entries).Draw(t, "entry")
			text.WriteString(strings.NewReplacer("%s", "k"+string(rune('0'+i)), "%[1]s", string(rune('0'+i))).Replace(form))
		}
		if rapid.Bool().Draw(t, "apart") {
			text.WriteString(rapid.SampledFrom(betweens).Draw(t, "between"))
		}
	}
	d.lines = withEnds(t, text.String())
	return d
}

// withEnds gives the lines of a text other line ends, a byte order mark, or no final newline.
func withEnds(t *rapid.T, text string) []string {
	ends := rapid.SampledFrom([][]string{{"\n"}, {"\r\n"}, {"\r"}, {"\n", "\r\n"}}).Draw(t, "ends")
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSuffix(l, "\n") + rapid.SampledFrom(ends).Draw(t, "end")
	}
	last := &lines[len(lines)-1]
	if rapid.Bool().Draw(t, "no final newline") {
		*last = strings.TrimRight(*last, "\r\n")
	}
	if rapid.Bool().Draw(t, "mark") {
		lines[0] = "\ufeff" + lines[0]
	}
	return lines
}

func TestAnExchangedValueIsTheOnlyDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawFile(t, true)
		value := anyValue().Draw(t, "value")
		edit, err := yamledit.Set([]byte(d.source()), key, value, "")
		if err != nil {
			t.Fatalf("%q: %v", d.source(), err)
		}
		got := string(edit.Content())
		start, end := d.around()
		if !strings.HasPrefix(got, start) || !strings.HasSuffix(got, end) || len(got) < len(start)+len(end) {
			t.Fatalf("%q became %q", d.source(), got)
		}
		if written := got[len(start) : len(got)-len(end)]; strings.ContainsAny(written, "\r\n") {
			t.Errorf("%q goes over lines", written)
		}
		sameDocument(t, d.source(), got, value)
	})
}

func TestAnAddedLineIsTheOnlyDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawFile(t, false)
		value := anyValue().Draw(t, "value")
		after := rapid.SampledFrom([]string{"", "k0", "k1", "k2", "k9"}).Draw(t, "after")
		edit, err := yamledit.Set([]byte(d.source()), key, value, after)
		if err != nil {
			// Text in a block whose last line has no end would get one; with it, the file is edited.
			last := d.lines[len(d.lines)-1]
			if _, err := yamledit.Set([]byte(d.source()+"\n"), key, value, after); err != nil || lineEnd(last) != "" {
				t.Fatalf("%q: %v", d.source(), err)
			}
			return
		}
		got := string(edit.Content())
		if !addsOneLine(d, got) {
			t.Fatalf("%q became %q", d.source(), got)
		}
		sameDocument(t, d.source(), got, value)
	})
}

// addsOneLine takes each line out in turn: one of them must be the new one.
func addsOneLine(d drawn, got string) bool {
	for i := range d.lines {
		before, behind := strings.Join(d.lines[:i+1], ""), strings.Join(d.lines[i+1:], "")
		rest, ok := strings.CutPrefix(got, before)
		if !ok {
			return false
		}
		end := lineEnd(d.lines[i])
		if end == "" { // the old last line gets an end, and the new one has none
			body := strings.TrimLeft(rest, "\r\n")
			return strings.HasPrefix(body, "kubeconfig: ") && !strings.ContainsAny(body, "\r\n") && len(rest)-len(body) <= 2
		}
		added, ok := strings.CutSuffix(rest, end+behind)
		if ok && strings.HasPrefix(added, "kubeconfig: ") && !strings.ContainsAny(added, "\r\n") {
			return true
		}
	}
	return false
}

func lineEnd(line string) string { return line[len(strings.TrimRight(line, "\r\n")):] }

// sameDocument reads both and compares all but the key.
func sameDocument(t interface {
	Helper()
	Errorf(string, ...any)
	Fatalf(string, ...any)
}, before, after, value string) {
	t.Helper()
	old, err := files.Parse("f.yaml", "f.yaml", []byte(before))
	if err != nil {
		t.Fatalf("%q: %v", before, err)
	}
	changed, err := files.Parse("f.yaml", "f.yaml", []byte(after))
	if err != nil {
		t.Fatalf("%q: %v", after, err)
	}
	ignore := cmp.Options{
		cmpopts.IgnoreTypes(ports.Position{}), cmpopts.EquateEmpty(),
		cmpopts.IgnoreSliceElements(func(e ports.Entry) bool { return e.Key == key && e.At.Column == 1 }),
	}
	if diff := cmp.Diff(old.Root, changed.Root, ignore); diff != "" {
		t.Errorf("%q became %q:\n%s", before, after, diff)
	}
	if v, ok := find([]byte(after), key); !ok || v.Kind != ports.Text || v.Scalar != value {
		t.Errorf("%q holds %v %q, not %q", after, v.Kind, v.Scalar, value)
	}
}

func TestAnyBytesAreRefusedOrEditedOnOneLine(t *testing.T) {
	pieces := rapid.SampledFrom([]string{"kubeconfig", ":", " ", "\n", "\r\n", "\r", "a", "- ", "? ", "&x ", "*x", "!t ", "|", ">", "{", "}", "[", "]", ",", "'", `"`, `\`, "#", "# c",
		"---", "...", "<<", "~", "  ", "\t", "\ufeff", "%YAML 1.2", "\xff", "\x00", "kubeconfig: old", "target_kind: x\n", "é"})
	rapid.Check(t, func(t *rapid.T) {
		src := rapid.OneOf(
			rapid.Map(rapid.SliceOfN(pieces, 0, 25), func(parts []string) string { return strings.Join(parts, "") }),
			rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
		).Draw(t, "src")
		checkAnyEdit(t, []byte(src), anyValue().Draw(t, "value"), rapid.SampledFrom([]string{"", "target_kind", "a"}).Draw(t, "after"))
	})
}

// checkAnyEdit holds for all bytes: a refusal with advice, or one line of difference and the value read back.
func checkAnyEdit(t interface {
	Helper()
	Errorf(string, ...any)
	Fatalf(string, ...any)
}, src []byte, value, after string) {
	t.Helper()
	original := string(src)
	edit, err := yamledit.Set(src, key, value, after)
	if string(src) != original {
		t.Fatalf("the source itself was changed: %q", original)
	}
	if err != nil {
		var refusal *yamledit.Refusal
		if errors.As(err, &refusal) && (refusal.Why.IsZero() || refusal.Instead.IsZero()) {
			t.Errorf("%q: %+v lacks something", src, refusal)
		}
		return
	}
	got := string(edit.Content())
	edit.Diff("f.yaml")
	if v, ok := find([]byte(got), key); !ok || v.Kind != ports.Text || v.Scalar != value {
		t.Fatalf("%q became %q: it holds %v %q", src, got, v.Kind, v.Scalar)
	}
	if got != original {
		oneLineDiffers(t, original, got)
	}
}

var lineOf = regexp.MustCompile(`[^\r\n]*(\r\n|\r|\n)|[^\r\n]+$`)

// oneLineDiffers compares line by line: one is exchanged and keeps its end, or one is added. A last line without an end
// gets one when the new one comes behind it.
func oneLineDiffers(t interface {
	Helper()
	Errorf(string, ...any)
}, before, after string) {
	t.Helper()
	old, changed := lineOf.FindAllString(before, -1), lineOf.FindAllString(after, -1)
	at := 0
	for at < len(old) && at < len(changed) && old[at] == changed[at] {
		at++
	}
	rest := strings.Join(old[min(at+1, len(old)):], "")
	exchanged := len(old) == len(changed) && strings.Join(changed[at+1:], "") == rest && lineEnd(old[at]) == lineEnd(changed[at])
	added := len(old)+1 == len(changed) && strings.Join(changed[at+1:], "") == strings.Join(old[at:], "")
	appended := len(old)+1 == len(changed) && at == len(old)-1 && lineEnd(old[at]) == "" && lineEnd(changed[at+1]) == "" &&
		strings.TrimRight(changed[at], "\r\n") == old[at]
	if !exchanged && !added && !appended {
		t.Errorf("%q became %q: more than one line differs", before, after)
	}
}

func FuzzSet(f *testing.F) {
	for _, src := range []string{
		"", everything, "kubeconfig: old # c\n", "a: 1\r\nb: |+\n  x\n\n", "{kubeconfig: x}", "kubeconfig:\n  a: b\n", "? kubeconfig\n: x\n", "a: &x {kubeconfig: y}\n<<: *x\n",
		"kubeconfig: \"a\n  b\"", "---\na: 'b\n\n# c'\n...\n", "a: {\nkubeconfig: x }\n", "  a: b\n  kubeconfig: c\n", "kubeconfig: a\nkubeconfig: b\n", "- a\n", "a:\n- b\n", "!t\na: b\n",
	} {
		f.Add([]byte(src), value, "")
		f.Add([]byte(src), "a: 'b' # \"c\"\n", "a")
	}
	f.Fuzz(func(t *testing.T, src []byte, value, after string) {
		checkAnyEdit(t, src, value, after)
	})
}
