package formats

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	goccy "github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
	kubernetes "sigs.k8s.io/yaml"
)

// thing is any shape that a report may have.
type thing struct {
	Text  string            `json:"text"`
	When  time.Time         `json:"when"`
	Count int               `json:"count"`
	Yes   bool              `json:"yes"`
	None  *thing            `json:"none"`
	Texts []string          `json:"texts"`
	Map   map[string]string `json:"map"`
	Inner []thing           `json:"inner,omitempty"`
}

var awkward = rapid.OneOf(rapid.String(), rapid.StringMatching(`[-a-zA-Z0-9 :#'"{}\[\],&*!|>%@\\~.=?_\n\t]{0,12}`),
	rapid.SampledFrom([]string{"", " ", "yes", "No", "ON", "~", "null", "1e3", "0x1f", "0o7", "1_000", "12:30:45", "2026-11-30", ".inf", "<<", "=", "- a", "a: b", "a #b",
		"\u202eevil\u202c", "\U000e0041", "\x1b[2J", "\u0085", "\u2028", "---", "...", "!!int 3", "&a", "*a", "a\nb", "a\n\n", "\ta", "True", "é", "🙂", "a: ", "a:", "+1", "/a", "a, b: c", "{}"}))

var things = rapid.Custom(func(t *rapid.T) thing {
	inner := thing{Text: awkward.Draw(t, "inner"), Map: map[string]string{}}
	return thing{Text: awkward.Draw(t, "text"), When: time.Unix(rapid.Int64Range(0, 1<<32).Draw(t, "when"), 0).UTC(), Count: rapid.Int().Draw(t, "count"),
		Texts: rapid.SliceOf(awkward).Draw(t, "texts"), Map: rapid.MapOf(awkward, awkward).Draw(t, "map"), Inner: []thing{inner}}
})

func TestYAMLSaysWhatJSONSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := things.Draw(t, "value")
		want, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := YAML(&b, value); err != nil {
			t.Fatal(err)
		}
		for name, read := range map[string]func([]byte) ([]byte, error){"YAML 1.2": read12, "kubectl's YAML": kubernetes.YAMLToJSONStrict} {
			got, err := read(b.Bytes())
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, b.String())
			}
			if diff := cmp.Diff(tree(t, want), tree(t, got)); diff != "" {
				t.Fatalf("%s (-JSON +YAML):\n%s\n%s", name, diff, b.String())
			}
		}
		for _, r := range b.String() {
			if r != '\n' && Steers(r) {
				t.Fatalf("%q steers a terminal", r)
			}
		}
	})
}

// read12 goes by values: the library's own way to JSON writes escapes that JSON does not know.
func read12(text []byte) ([]byte, error) {
	var value any
	if err := goccy.Unmarshal(text, &value); err != nil {
		return nil, err
	}
	return json.Marshal(value)
}

func tree(t *rapid.T, text []byte) any {
	var value any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return value
}

func TestYAMLKeepsTheOrderOfFields(t *testing.T) {
	var b bytes.Buffer
	if err := YAML(&b, thing{Texts: []string{"a", "12"}, Map: map[string]string{}}); err != nil {
		t.Fatal(err)
	}
	want := strings.TrimLeft(`
text: ""
when: "0001-01-01T00:00:00Z"
count: 0
"yes": false
none: null
texts:
  - a
  - "12"
map: {}
`, "\n")
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}
