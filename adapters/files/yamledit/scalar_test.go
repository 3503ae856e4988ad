package yamledit_test

import (
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"pgregory.net/rapid"
	kubeyaml "sigs.k8s.io/yaml"

	"github.com/univ-lehavre/nestor/adapters/files/yamledit"
	"github.com/univ-lehavre/nestor/ports"
)

func TestValuesAreQuotedWhereTheyMustBe(t *testing.T) {
	for _, c := range []struct{ value, written string }{
		{"~/.kube/a b.config", "~/.kube/a b.config"},
		{"/etc/été,1=2@x+%.conf", "/etc/été,1=2@x+%.conf"},
		{"../x", "../x"},
		{"a:b", "a:b"},
		{"normal", "normal"},
		{"", "''"},
		{"no", "'no'"}, {"On", "'On'"}, {"y", "'y'"}, {"TRUE", "'TRUE'"}, {"Null", "'Null'"}, {"~", "'~'"},
		{"1e3", "'1e3'"}, {"0x1f", "'0x1f'"}, {"1_000", "'1_000'"}, {"2001-01-01", "'2001-01-01'"}, {"12:30", "'12:30'"}, {"10.0.0.1", "'10.0.0.1'"},
		{".inf", "'.inf'"}, {".5", "'.5'"}, {"+1", "'+1'"}, {"...", "'...'"}, {"---", "'---'"}, {"<<", "'<<'"}, {"=", "'='"},
		{"a: b", "'a: b'"}, {"a:", "'a:'"}, {"a #x", "'a #x'"}, {"#x", "'#x'"}, {" a", "' a'"}, {"a ", "'a '"}, {" ", "' '"},
		{"-", "'-'"}, {"- a", "'- a'"}, {"?", "'?'"}, {"*a", "'*a'"}, {"&a", "'&a'"}, {"!a", "'!a'"}, {"%a", "'%a'"}, {"@a", "'@a'"}, {"`a", "'`a'"},
		{"{a}", "'{a}'"}, {"[a]", "'[a]'"}, {"|", "'|'"}, {">", "'>'"}, {"a]", "'a]'"},
		{"it's", "'it''s'"}, {`C:\x`, `'C:\x'`}, {`"a"`, `'"a"'`},
		{"a\nb", `"a\nb"`}, {"a\r\tb", `"a\r\tb"`}, {"\x1b[2J\"\\", `"\x1b[2J\"\\"`}, {"\x00", `"\x00"`}, {"\u00a0", `"\xa0"`}, {"\u2028", `"\u2028"`},
		{"\ufeffa", `"\ufeffa"`}, {"\U000e0001", `"\U000e0001"`}, {"\ufffd", "'\ufffd'"},
	} {
		got := set(t, "kubeconfig: old # c\n", c.value, "")
		if want := "kubeconfig: " + c.written + " # c\n"; got != want {
			t.Errorf("%q: %q, not %q", c.value, got, want)
		}
		readBackByAll(t, []byte(got), c.value)
	}
}

// readBackByAll reads with nestor's reader, with goccy's, and with one that follows YAML 1.1, as Ansible does.
func readBackByAll(t interface {
	Helper()
	Errorf(string, ...any)
}, src []byte, want string) {
	t.Helper()
	if v, ok := find(src, key); !ok || v.Kind != ports.Text || v.Scalar != want {
		t.Errorf("nestor reads %v %q in %q, not %q", v.Kind, v.Scalar, src, want)
	}
	for name, decode := range map[string]func([]byte, any) error{
		"goccy":    yaml.Unmarshal,
		"YAML 1.1": func(b []byte, v any) error { return kubeyaml.Unmarshal(b, v) },
	} {
		var doc map[string]any
		if err := decode(src, &doc); err != nil || doc[key] != any(want) {
			t.Errorf("%s reads %#v in %q, not %q (%v)", name, doc[key], src, want, err)
		}
	}
}

func TestAnyTextIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := anyValue().Draw(t, "value")
		edit, err := yamledit.Set([]byte("a: 1\nkubeconfig: old # c\n"), key, want, "")
		if err != nil {
			t.Fatal(err)
		}
		if lines := strings.Split(string(edit.Content()), "\n"); len(lines) != 3 || !strings.HasSuffix(lines[1], " # c") {
			t.Errorf("%q", lines)
		}
		readBackByAll(t, edit.Content(), want)
	})
}

// anyValue draws texts: what people write, what YAML gives a meaning, and anything.
func anyValue() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{"~", "/", ".kube", "no", "1e3", ": ", " #", "#", "- ", "'", `"`, `\`, "\\n", "&", "*", "!", "{", "}", "[", "]", ",", "%", "@",
		" ", "\t", "\n", "\r", "---", "...", "? ", "|", ">", "<<", "é", "\x1b", "\u200b", "\ufeff", "\u0085", "x", "0", "-", "="})
	return rapid.OneOf(
		rapid.StringMatching(`~?(/[a-zA-Z0-9._-]{1,8}){1,4}`),
		rapid.Map(rapid.SliceOfN(piece, 0, 8), func(parts []string) string { return strings.Join(parts, "") }),
		rapid.String(),
	)
}
