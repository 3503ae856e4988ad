package yamledit_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/adapters/files/yamledit"
	"github.com/univ-lehavre/nestor/ports"
)

const (
	key   = "kubeconfig"
	value = "~/.kube/new.config"
)

func set(t *testing.T, src, value, after string) string {
	t.Helper()
	edit, err := yamledit.Set([]byte(src), key, value, after)
	if err != nil {
		t.Fatalf("Set(%q): %v", src, err)
	}
	return string(edit.Content())
}

// read gives what a file's key holds.
func read(t *testing.T, src []byte) ports.Value {
	t.Helper()
	doc, err := files.Parse("f.yaml", "f.yaml", src)
	if err != nil {
		t.Fatalf("Parse(%q): %v", src, err)
	}
	for _, e := range doc.Root.Entries {
		if e.Key == key {
			return e.Value
		}
	}
	t.Fatalf("%q holds no %s", src, key)
	return ports.Value{}
}

type editCase struct{ name, src, want string }

func checkEdits(t *testing.T, after string, cases []editCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := set(t, c.src, value, after)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("Set(%q) (-want +got):\n%s", c.src, diff)
			}
			if v := read(t, []byte(got)); v.Kind != ports.Text || v.Scalar != value {
				t.Errorf("reads back as %v %q", v.Kind, v.Scalar)
			}
		})
	}
}

func TestAKeyThatIsThereChangesOnlyItsValue(t *testing.T) {
	checkEdits(t, "", []editCase{
		{"plain", "kubeconfig: old\n", "kubeconfig: ~/.kube/new.config\n"},
		{"comment", "a: 1\nkubeconfig:   old  # why: 'x'\nb: 2\n", "a: 1\nkubeconfig:   ~/.kube/new.config  # why: 'x'\nb: 2\n"},
		{"tabs before the comment", "kubeconfig: old\t\t# a\tb\n", "kubeconfig: ~/.kube/new.config\t\t# a\tb\n"},
		{"single quotes", "kubeconfig: 'it''s # old'   # c\n", "kubeconfig: ~/.kube/new.config   # c\n"},
		{"double quotes", `kubeconfig: "o\"ld # x"` + " # c\n", "kubeconfig: ~/.kube/new.config # c\n"},
		{"a # that begins no comment", "kubeconfig: old#x # c\n", "kubeconfig: ~/.kube/new.config # c\n"},
		{"a text with blanks", "kubeconfig: o l  d\n", "kubeconfig: ~/.kube/new.config\n"},
		{"trailing blanks", "kubeconfig: old  \na: b\n", "kubeconfig: ~/.kube/new.config  \na: b\n"},
		{"blanks before the colon", "kubeconfig  : old\n", "kubeconfig  : ~/.kube/new.config\n"},
		{"quoted key", "'kubeconfig': old\n", "'kubeconfig': ~/.kube/new.config\n"},
		{"double-quoted key", "\"kubeconfig\": old\n", "\"kubeconfig\": ~/.kube/new.config\n"},
		{"number", "kubeconfig: 1e3 # n\n", "kubeconfig: ~/.kube/new.config # n\n"},
		{"boolean", "kubeconfig: true\n", "kubeconfig: ~/.kube/new.config\n"},
		{"empty text", "kubeconfig: ''\n", "kubeconfig: ~/.kube/new.config\n"},
		{"null", "kubeconfig: ~ # c\n", "kubeconfig: ~/.kube/new.config # c\n"},
		{"null in a word", "kubeconfig: null\n", "kubeconfig: ~/.kube/new.config\n"},
		{"nothing", "kubeconfig:\na: b\n", "kubeconfig: ~/.kube/new.config\na: b\n"},
		{"nothing, blanks", "kubeconfig:   \na: b\n", "kubeconfig: ~/.kube/new.config   \na: b\n"},
		{"nothing, comment", "kubeconfig:    # c\na: b\n", "kubeconfig: ~/.kube/new.config    # c\na: b\n"},
		{"nothing at the end", "a: b\nkubeconfig:", "a: b\nkubeconfig: ~/.kube/new.config"},
		{"CRLF", "a: 1\r\nkubeconfig: old # c\r\nb: 2\r\n", "a: 1\r\nkubeconfig: ~/.kube/new.config # c\r\nb: 2\r\n"},
		{"CR alone", "a: 1\rkubeconfig: old\rb: 2\r", "a: 1\rkubeconfig: ~/.kube/new.config\rb: 2\r"},
		{"mixed line ends", "a: 1\r\nkubeconfig: old\nb: 2\r", "a: 1\r\nkubeconfig: ~/.kube/new.config\nb: 2\r"},
		{"no final newline", "a: 1\nkubeconfig: old", "a: 1\nkubeconfig: ~/.kube/new.config"},
		{"byte order mark", "\ufeffkubeconfig: old\r\n", "\ufeffkubeconfig: ~/.kube/new.config\r\n"},
		{"an indented root", "# c\n  a: 1\n  kubeconfig: old\n", "# c\n  a: 1\n  kubeconfig: ~/.kube/new.config\n"},
		{"directive and marks", "%YAML 1.2\n---\nkubeconfig: old\n...\n", "%YAML 1.2\n---\nkubeconfig: ~/.kube/new.config\n...\n"},
		{"anchors elsewhere", "a: &x [1]\nkubeconfig: old\nb: *x\n", "a: &x [1]\nkubeconfig: ~/.kube/new.config\nb: *x\n"},
		{"a merge elsewhere", "a: &x {kubeconfig: m}\n<<: *x\nkubeconfig: old\n", "a: &x {kubeconfig: m}\n<<: *x\nkubeconfig: ~/.kube/new.config\n"},
		{"the same key deeper", "a:\n  kubeconfig: deep\nkubeconfig: old\n", "a:\n  kubeconfig: deep\nkubeconfig: ~/.kube/new.config\n"},
		{"not a number elsewhere", "a: .nan\nkubeconfig: old\n", "a: .nan\nkubeconfig: ~/.kube/new.config\n"},
		{"duplicates elsewhere", "a: 1\na: 2\nkubeconfig: old\n", "a: 1\na: 2\nkubeconfig: ~/.kube/new.config\n"},
	})
}

func TestAKeyThatIsNotThereIsAddedAtTheEnd(t *testing.T) {
	const added = "kubeconfig: ~/.kube/new.config"
	checkEdits(t, "", []editCase{
		{"behind the last key", "a: 1\n", "a: 1\n" + added + "\n"},
		{"before a comment that stands apart", "a: 1\n\n# b: 2\n", "a: 1\n" + added + "\n\n# b: 2\n"},
		{"behind a map", "a:\n  b: 1\n  # of a\n\n# apart\n", "a:\n  b: 1\n  # of a\n" + added + "\n\n# apart\n"},
		{"behind a list that is not indented", "a:\n- b\n- c: 1\n  d: 2\n", "a:\n- b\n- c: 1\n  d: 2\n" + added + "\n"},
		{"behind a block of text", "a: |\n  x\n\n  # text\n\n# apart\n", "a: |\n  x\n\n  # text\n" + added + "\n\n# apart\n"},
		{"behind a block of text that keeps its blank lines", "a: |+\n  x\n\n\n", "a: |+\n  x\n\n\n" + added + "\n"},
		{"behind a flow map over lines", "a: {\n  b: 1,\n  c: 2\n  }\n", "a: {\n  b: 1,\n  c: 2\n  }\n" + added + "\n"},
		{"behind text in quotes over lines", "a: \"x\n  # y\n\n  z\"\n", "a: \"x\n  # y\n\n  z\"\n" + added + "\n"},
		{"behind a key without a value", "a:\n", "a:\n" + added + "\n"},
		{"no final newline", "a: 1", "a: 1\n" + added},
		{"no final newline, CRLF", "a: 1\r\nb: 2", "a: 1\r\nb: 2\r\n" + added},
		{"mixed line ends", "a: 1\r\nb: 2\n", "a: 1\r\nb: 2\n" + added + "\n"},
		{"before the end mark", "---\na: 1\n...\n# c\n", "---\na: 1\n" + added + "\n...\n# c\n"},
		{"before an empty second document", "a: 1\n---\n", "a: 1\n" + added + "\n---\n"},
		{"an indented root", "  a: 1\n", "  a: 1\n  " + added + "\n"},
		{"byte order mark", "\ufeffa: 1\n", "\ufeffa: 1\n" + added + "\n"},
		{"only deeper", "a:\n  kubeconfig: deep\n", "a:\n  kubeconfig: deep\n" + added + "\n"},
		{"only in a comment", "a: 1\n# kubeconfig: old\n", "a: 1\n" + added + "\n# kubeconfig: old\n"},
		{"only in a block of text", "a: |\n  kubeconfig: old\n", "a: |\n  kubeconfig: old\n" + added + "\n"},
		{"only as a longer key", "kubeconfigs: 1\nx-kubeconfig: 2\n", "kubeconfigs: 1\nx-kubeconfig: 2\n" + added + "\n"},
		{"a root of merges alone", "<<: {a: 1}\n", "<<: {a: 1}\n" + added + "\n"},
	})
}

func TestAKeyThatIsNotThereIsAddedBehindTheNamedOne(t *testing.T) {
	const added = "kubeconfig: ~/.kube/new.config"
	checkEdits(t, "target_kind", []editCase{
		{"on one line", "target_kind: prod # c\n# nodes\nnodes: []\n", "target_kind: prod # c\n" + added + "\n# nodes\nnodes: []\n"},
		{"quoted", "'target_kind': prod\nnodes: []\n", "'target_kind': prod\n" + added + "\nnodes: []\n"},
		{"over lines", "target_kind:\n  - a\n\n  - b\n\nnodes: []\n", "target_kind:\n  - a\n\n  - b\n" + added + "\n\nnodes: []\n"},
		{"a block of text that keeps its blank lines", "target_kind: |+\n  x\n\nnodes: []\n", "target_kind: |+\n  x\n\n" + added + "\nnodes: []\n"},
		{"last, no final newline", "a: 1\ntarget_kind: prod", "a: 1\ntarget_kind: prod\n" + added},
		{"not there", "a: 1\nb: 2\n", "a: 1\nb: 2\n" + added + "\n"},
		{"only deeper", "a:\n  target_kind: x\nb: 2\n", "a:\n  target_kind: x\nb: 2\n" + added + "\n"},
		{"CRLF", "target_kind: prod\r\nb: 2\n", "target_kind: prod\r\n" + added + "\r\nb: 2\n"},
	})
}

func TestWhatCannotBeEditedOnOneLineIsRefused(t *testing.T) {
	const byHand = "; write the line by hand: kubeconfig: ~/.kube/new.config"
	const unsafe = "cannot edit this file safely: "
	for _, c := range []struct{ name, src, want string }{
		{"empty", "", unsafe + "it declares nothing yet" + byHand},
		{"comments alone", "# a\n\n", unsafe + "it declares nothing yet" + byHand},
		{"a mark alone", "---\n", unsafe + "it declares nothing yet" + byHand},
		{"null", "~\n", unsafe + "it declares nothing yet" + byHand},
		{"list", "- a\n", "line 1: " + unsafe + "it holds a list, not keys with values" + byHand},
		{"text", "a\n", "line 1: " + unsafe + "it holds text, not keys with values" + byHand},
		{"braces", "{a: b}\n", "line 1: " + unsafe + "its keys do not each begin a line" + byHand},
		{"no braces' content", "{}\n", "line 1: " + unsafe + "its keys do not each begin a line" + byHand},
		{"braces over lines", "{\n  kubeconfig: x\n}\n", "line 1: " + unsafe + "its keys do not each begin a line" + byHand},
		{"a root with a tag", "!x\nkubeconfig: a\n", "line 1: " + unsafe + "all of it has the tag !x" + byHand},
		{"two documents", "a: 1\n---\nkubeconfig: x\n", "line 2: " + unsafe + "a second YAML document starts here; keep one document in a file"},
		{"twice", "kubeconfig: a\nb: 1\nkubeconfig: c\n", "line 3: " + unsafe + "kubeconfig stands twice, first on line 1; remove one of them"},
		{"not YAML", "kubeconfig: [\n", ""},
		{"not UTF-8", "kubeconfig: \xff\n", "line 1: " + unsafe + "the file is not UTF-8; save it as UTF-8"},
		{"UTF-16", "\xff\xfea\x00", unsafe + "the file is in UTF-16; save it as UTF-8"},
		{"a control character", "kubeconfig: a\x1b\n", "line 1: " + unsafe + "control character U+001B; remove it, or write it as an escape in double quotes"},

		{"block of text", "kubeconfig: |\n  x\n", "line 1: " + unsafe + "the value of kubeconfig is a block of text (|)" + byHand},
		{"folded block", "kubeconfig: >-\n  x\n", "line 1: " + unsafe + "the value of kubeconfig is a block of text (>)" + byHand},
		{"map", "a: 1\nkubeconfig:\n  b: c\n", "line 2: " + unsafe + "the value of kubeconfig is a map" + byHand},
		{"list below", "kubeconfig:\n- b\n", "line 1: " + unsafe + "the value of kubeconfig is a list" + byHand},
		{"flow map", "kubeconfig: {a: b}\n", "line 1: " + unsafe + "the value of kubeconfig is a map" + byHand},
		{"flow map over lines", "kubeconfig: {\n  a: b}\n", "line 1: " + unsafe + "the value of kubeconfig is a map" + byHand},
		{"flow list", "kubeconfig: [a]\n", "line 1: " + unsafe + "the value of kubeconfig is a list" + byHand},
		{"text on the next line", "kubeconfig:\n  old\n", "line 1: " + unsafe + "the value of kubeconfig stands on another line" + byHand},
		{"null on the next line", "kubeconfig:\n  ~\n", "line 1: " + unsafe + "the value of kubeconfig stands on another line" + byHand},
		{"plain text over lines", "kubeconfig: a\n  b\n", "line 1: " + unsafe + "the value of kubeconfig goes over several lines" + byHand},
		{"single quotes over lines", "kubeconfig: 'a\n  b'\n", "line 1: " + unsafe + "the value of kubeconfig goes over several lines" + byHand},
		{"double quotes over lines", "kubeconfig: \"a\\\n  b\"\n", "line 1: " + unsafe + "the value of kubeconfig goes over several lines" + byHand},
		{"anchor", "kubeconfig: &k old\nb: *k\n", "line 1: " + unsafe + "the value of kubeconfig has an anchor (&)" + byHand},
		{"anchor of nothing", "kubeconfig: &k\nb: *k\n", "line 1: " + unsafe + "the value of kubeconfig has an anchor (&)" + byHand},
		{"alias", "a: &k old\nkubeconfig: *k\n", "line 2: " + unsafe + "the value of kubeconfig is an alias (*)" + byHand},
		{"tag", "kubeconfig: !vault old\n", "line 1: " + unsafe + "the value of kubeconfig has a tag (!)" + byHand},
		{"tag before the same text", "kubeconfig: !vault ~/.kube/new.config\n", "line 1: " + unsafe + "the value of kubeconfig has a tag (!)" + byHand},
		{"a # too near", "kubeconfig: 'old'# c\n", "line 1: " + unsafe + "the value of kubeconfig is followed by something else on its line" + byHand},
		{"question mark", "a: 1\n? kubeconfig\n: old\n", "line 2: " + unsafe + "kubeconfig is written with a question mark" + byHand},
		{"question mark first", "? kubeconfig\n: old\n", "line 1: " + unsafe + "its keys do not each begin a line" + byHand},
		{"key with an anchor", "a: 1\n&k kubeconfig: old\n", "line 2: " + unsafe + "kubeconfig has an anchor (&) before it" + byHand},
		{"key with a tag", "a: 1\n!!str kubeconfig: old\n", "line 2: " + unsafe + "kubeconfig has a tag (!) before it" + byHand},
		{"key by alias", "a: &k kubeconfig\n*k : old\n", "line 2: " + unsafe + "kubeconfig is an alias (*)" + byHand},
		{"key with an escape", "\"kube\\x63onfig\": old\n", "line 1: " + unsafe + "kubeconfig does not begin this line" + byHand},
		{"merge", "a: &k\n  kubeconfig: old\n<<: *k\n", "line 2: " + unsafe + "kubeconfig comes from another map, by a merge (<<)" + byHand},
		{"merge in a line", "<<: {kubeconfig: old}\n", "line 1: " + unsafe + "kubeconfig does not begin this line" + byHand},
		{"the same where the other reader is blind", "b: 1\nb: 2\na: |\n  x", unsafe + "with the new line it would no longer be the same document" + byHand},
		{"only a block of text without an end to go behind", "a: |\n  x", unsafe + "with the new line it would no longer be the same document" + byHand},
	} {
		t.Run(c.name, func(t *testing.T) {
			edit, err := yamledit.Set([]byte(c.src), key, value, "")
			var refusal *yamledit.Refusal
			if !errors.As(err, &refusal) {
				t.Fatalf("not refused: %v, %q", err, edit.Content())
			}
			if edit.Changed() || edit.Content() != nil {
				t.Errorf("a refused edit holds %q", edit.Content())
			}
			if c.want != "" && err.Error() != c.want {
				t.Errorf("%s\nnot\n%s", err, c.want)
			}
		})
	}
}

func TestAValueThatIsThereAlreadyChangesNothing(t *testing.T) {
	for _, src := range []string{"kubeconfig: ~/.kube/new.config\n", "kubeconfig: '~/.kube/new.config' # c\r\n", "kubeconfig:\n  ~/.kube/new.config"} {
		edit, err := yamledit.Set([]byte(src), key, value, "")
		if err != nil || edit.Changed() || string(edit.Content()) != src || edit.Diff("f") != "" {
			t.Errorf("Set(%q): %v, %q", src, err, edit.Content())
		}
	}
}

func TestOnlyTextKeepsItsKind(t *testing.T) {
	// The number 1 is not the text "1": it must be written anew.
	if got := set(t, "kubeconfig: 1\n", "1", ""); got != "kubeconfig: '1'\n" {
		t.Errorf("%q", got)
	}
}

func TestUnusableKeysAndValuesAreRefused(t *testing.T) {
	for _, c := range []struct{ key, value, want string }{
		{"", "x", `"" cannot be set: it is no simple key; name a key of letters, digits and underscores`},
		{"a b", "x", "it is no simple key"},
		{"a: b", "x", "it is no simple key"},
		{"no", "x", "it is no simple key"},
		{"<<", "x", "it is no simple key"},
		{"1", "x", "it is no simple key"},
		{"a", "\xff", "the value for a is not UTF-8, and YAML holds nothing else; give another value"},
	} {
		if _, err := yamledit.Set([]byte("a: 1\n"), c.key, c.value, ""); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Set(%q, %q): %v", c.key, c.value, err)
		}
	}
}
