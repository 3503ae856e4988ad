package files_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/ports"
)

// sketch writes a value with its kinds and places on one line: text(no)@1:4, {key@1:1: …}.
func sketch(v ports.Value) string {
	at := fmt.Sprintf("@%d:%d", v.At.Line, v.At.Column)
	if v.Tag != "" {
		at = " " + v.Tag + at
	}
	var parts []string
	switch v.Kind {
	case ports.Null:
		return "null" + at
	case ports.Text:
		return fmt.Sprintf("text(%s)%s", v.Scalar, at)
	case ports.Number:
		return fmt.Sprintf("number(%s)%s", v.Scalar, at)
	case ports.Bool:
		return fmt.Sprintf("bool(%s)%s", v.Scalar, at)
	case ports.List:
		for _, item := range v.Items {
			parts = append(parts, sketch(item))
		}
		return "[" + strings.Join(parts, ", ") + "]" + at
	}
	for _, e := range v.Entries {
		parts = append(parts, fmt.Sprintf("%s@%d:%d: %s", e.Key, e.At.Line, e.At.Column, sketch(e.Value)))
	}
	return "{" + strings.Join(parts, ", ") + "}" + at
}

func parse(t *testing.T, src string) ports.Value {
	t.Helper()
	doc, err := files.Parse("stack.yaml", "stack.yaml", []byte(src))
	if err != nil {
		t.Fatalf("Parse(%q): %v", src, err)
	}
	return doc.Root
}

type valueCase struct{ name, src, want string }

func checkValues(t *testing.T, cases []valueCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, sketch(parse(t, c.src))); diff != "" {
				t.Errorf("Parse(%q) (-want +got):\n%s", c.src, diff)
			}
		})
	}
}

func TestNorwayStaysText(t *testing.T) {
	checkValues(t, []valueCase{
		{"nodes", "nodes: [{name: no, roles: [yes]}]\n",
			"{nodes@1:1: [{name@1:10: text(no)@1:16, roles@1:20: [text(yes)@1:28]@1:27}@1:9]@1:8}@1:1"},
		{"layers", "layers: [on, y, Off, NO]\n", "{layers@1:1: [text(on)@1:10, text(y)@1:14, text(Off)@1:17, text(NO)@1:22]@1:9}@1:1"},
		{"as keys", "no: 1\non: 2\n", "{no@1:1: number(1)@1:5, on@2:1: number(2)@2:5}@1:1"},
	})
}

func TestScalarsFollowTheCoreSchema(t *testing.T) {
	checkValues(t, []valueCase{
		{"booleans", "[true, True, FALSE, tRue]", "[bool(true)@1:2, bool(True)@1:8, bool(FALSE)@1:14, text(tRue)@1:21]@1:1"},
		{"numbers", "[6443, -1, 1.5, 1e3, 0x1f, 0o17]",
			"[number(6443)@1:2, number(-1)@1:8, number(1.5)@1:12, number(1e3)@1:17, number(0x1f)@1:22, number(0o17)@1:28]@1:1"},
		{"text that looks like numbers", "[1_000, 0b11, 1.2.3, 2001-01-01, 10.0.0.1]",
			"[text(1_000)@1:2, text(0b11)@1:9, text(1.2.3)@1:15, text(2001-01-01)@1:22, text(10.0.0.1)@1:34]@1:1"},
		{"nulls", "a: null\nb: ~\nc:\nd: ''\n", "{a@1:1: null@1:4, b@2:1: null@2:4, c@3:1: null@3:3, d@4:1: text()@4:4}@1:1"},
		{"quoted", "['12', \"true\", 'it''s', \"tab\\t\"]", "[text(12)@1:2, text(true)@1:8, text(it's)@1:16, text(tab\t)@1:25]@1:1"},
		{"literal and folded", "a: |\n  x\n  y\nb: >-\n  x\n  y\n", "{a@1:1: text(x\ny\n)@1:4, b@4:1: text(x y)@4:4}@1:1"},
		{"a long number", "a: " + strings.Repeat("12", 32) + "\n", "{a@1:1: number(" + strings.Repeat("12", 32) + ")@1:4}@1:1"},
		{"over two lines", "a: one\n  two\nb: x\n", "{a@1:1: text(one two)@1:4, b@3:1: text(x)@3:4}@1:1"},
		{"colons within", "a: AA:BB\nb: http://example.org:80\n", "{a@1:1: text(AA:BB)@1:4, b@2:1: text(http://example.org:80)@2:4}@1:1"},
	})
}

func TestTagsAreKept(t *testing.T) {
	checkValues(t, []valueCase{
		{"secret", "a: !vault |\n  $ANSIBLE_VAULT\nb: x\n", "{a@1:1: text($ANSIBLE_VAULT\n) !vault@1:4, b@3:1: text(x)@3:4}@1:1"},
		{"number as text", "a: !!str 1\n", "{a@1:1: text(1) !!str@1:4}@1:1"},
		{"text as number", "a: !!int '1'\n", "{a@1:1: number(1) !!int@1:4}@1:1"},
	})
}

func TestPositionsAreThoseOfTheSource(t *testing.T) {
	checkValues(t, []valueCase{
		{"accents count once", "clé: {é: ü, k: v}\n", "{clé@1:1: {é@1:7: text(ü)@1:10, k@1:13: text(v)@1:16}@1:6}@1:1"},
		{"byte order mark", "\ufeffa: b\n", "{a@1:1: text(b)@1:4}@1:1"},
		{"CRLF", "a: b\r\nc:\r\n  - d\r\n", "{a@1:1: text(b)@1:4, c@2:1: [text(d)@3:5]@3:3}@1:1"},
		{"blanks at the end", "a: b  \nc: d \n", "{a@1:1: text(b)@1:4, c@2:1: text(d)@2:4}@1:1"},
		{"behind a tag in brackets", "[!x a, b, [[c]]]", "[text(a) !x@1:2, text(b)@1:8, [[text(c)@1:13]@1:12]@1:11]@1:1"},
		{"comments", "# x\na: b # c: d\n\n# y\nc: d\n", "{a@2:1: text(b)@2:4, c@5:1: text(d)@5:4}@2:1"},
		{"list under its key", "a:\n- b\n-\n", "{a@1:1: [text(b)@2:3, null@3:2]@2:1}@1:1"},
		{"explicit key", "? a\n: b\n", "{a@1:3: text(b)@2:3}@1:3"},
	})
}

func TestDuplicateKeysAreKept(t *testing.T) {
	checkValues(t, []valueCase{
		{"block", "a: 1\nb: 2\na: 3\n", "{a@1:1: number(1)@1:4, b@2:1: number(2)@2:4, a@3:1: number(3)@3:4}@1:1"},
		{"flow", "{a: 1, a: 2}", "{a@1:2: number(1)@1:5, a@1:8: number(2)@1:11}@1:1"},
	})
}

func TestAliasesAreResolved(t *testing.T) {
	checkValues(t, []valueCase{
		{"list", "a: &r [x]\nb: *r\n", "{a@1:1: [text(x)@1:8]@1:7, b@2:1: [text(x)@1:8]@2:4}@1:1"},
		{"the latest anchor counts", "a: &r 1\nb: &r 2\nc: *r\n", "{a@1:1: number(1)@1:7, b@2:1: number(2)@2:7, c@3:1: number(2)@3:4}@1:1"},
		{"own keys win", "a: &m {k: 1, l: 2}\nb:\n  <<: *m\n  k: 3\n",
			"{a@1:1: {k@1:8: number(1)@1:11, l@1:14: number(2)@1:17}@1:7, b@2:1: {k@4:3: number(3)@4:6, l@1:14: number(2)@1:17}@3:3}@1:1"},
		{"earlier maps win", "a: &m {k: 1}\nb: &n {k: 2, l: 3}\nc: {<<: [*m, *n]}\n",
			"{a@1:1: {k@1:8: number(1)@1:11}@1:7, b@2:1: {k@2:8: number(2)@2:11, l@2:14: number(3)@2:17}@2:7, c@3:1: {k@1:8: number(1)@1:11, l@2:14: number(3)@2:17}@3:4}@1:1"},
		{"quoted, it is a key", "'<<': x\n", "{<<@1:1: text(x)@1:7}@1:1"},
	})
}

func TestFilesWithoutContentHaveANullRoot(t *testing.T) {
	for _, src := range []string{"", "\n\n", "# only a comment\n", "---\n", "# x\n---\n# y\n", "---\n...\n", "~", "null\n", "\ufeff", "\r\n"} {
		if got := parse(t, src); got.Kind != ports.Null {
			t.Errorf("Parse(%q) = %s, want null", src, sketch(got))
		}
	}
}

func TestOneDocumentMayHaveMarks(t *testing.T) {
	for _, src := range []string{"---\na: b\n", "a: b\n---\n", "---\na: b\n...\n", "---\n---\na: b\n", "%YAML 1.2\n---\na: b\n"} {
		if got := parse(t, src); got.Kind != ports.Map {
			t.Errorf("Parse(%q) = %s, want a map", src, sketch(got))
		}
	}
}

func TestWhatIsNoYAMLIsRefusedWithItsPlace(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"second document", "a: b\n---\nc: d\n", "stack.yaml:2:1: a second YAML document starts here; keep one document in a file"},
		{"second document after its end", "a: b\n...\nc: d\n", "stack.yaml:3:1: a second YAML document starts here; keep one document in a file"},
		{"tab", "a:\n\tb: c\n", "stack.yaml:2:1: this is not valid YAML: a tab stands where no tab may be; indent with spaces, not with tabs"},
		{"open quote", "a: b\nc: 'd\n", "stack.yaml:2:4: this is not valid YAML: could not find end character of single-quoted text; close the quote"},
		{"open bracket", "a: [b, c\nd: e\n", "stack.yaml:2:1: this is not valid YAML: ',' or ']' must be specified; separate the items with commas, and close the bracket"},
		{"indentation", "a: 1\n b: 2\n", `stack.yaml:2:3: this is not valid YAML: mapping value is not allowed in this context; indent keys of one map alike, and put text that holds ": " in quotes`},
		{"template", "a: {{ x }}\n", "stack.yaml:1:5: this is not valid YAML: could not find flow map content; put text that begins with { in quotes"},
		{"INI", "[all]\nnode1 ansible_host=10.0.0.11\n", "stack.yaml:2:1: this is not valid YAML: value is not allowed in this context; check quotes, brackets and indentation here and on the line before"},
		{"unknown alias", "a: *b\n", "stack.yaml:1:4: *b names nothing: no &b stands before it; put the text in quotes if it is no alias"},
		{"alias of itself", "a: &b [*b]\n", "stack.yaml:1:8: *b stands inside its own value; remove it"},
		{"merge of a text", "a:\n  <<: b\n", "stack.yaml:2:3: the merge key << takes maps, and this is text; give it an alias of a map, or put << in quotes"},
		{"two merges", "a: &a {}\nb:\n  <<: *a\n  <<: *a\n", "stack.yaml:4:3: the merge key << stands twice in one map (first on line 3); merge all with one: <<: [*a, *b]"},
		{"a tag without a value", "a:\n  b: !vault\n  c: d\n", "stack.yaml:3:3: this would be the value of the key or item before it, and stands too far left; indent it, or write ~ for no value there"},
		{"a tag that does not fit", "a: !!int x\n", `stack.yaml:1:4: "x" is no value of tag !!int; remove the tag, or change the value`},
		{"colon in brackets", "a: {b: [AA:BB]}\n", "stack.yaml:1:9: a text with a colon in brackets cannot be told from a key; put it in quotes, or a space after the colon of a key"},
		{"binary", "a\x00b", "stack.yaml: the file is binary; check that it is the right file"},
		{"UTF-16", "\xff\xfea\x00", "stack.yaml: the file is in UTF-16; save it as UTF-8"},
		{"Latin-1", "a: b\nc: \xe9\n", "stack.yaml:2:4: the file is not UTF-8; save it as UTF-8"},
		{"escape sequence", "a: \x1b[31m\n", "stack.yaml:1:4: control character U+001B; remove it, or write it as an escape in double quotes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := files.Parse("stack.yaml", "stack.yaml", []byte(c.src))
			var invalid *ports.InvalidDocument
			if !errors.As(err, &invalid) {
				t.Fatalf("Parse(%q) = %v, want an InvalidDocument", c.src, err)
			}
			first, _, _ := strings.Cut(withoutCodes(err.Error()), "\n")
			if diff := cmp.Diff(c.want, first); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
