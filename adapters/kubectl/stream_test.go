package kubectl

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/internal/effort"
)

// atOnce is what decodeStream gives, by one call of the library.
func atOnce(stdout []byte) document {
	d := document{asksForUser: bytes.HasPrefix(stdout, []byte(askedForUser))}
	if d.asksForUser {
		return d
	}
	err := json.Unmarshal(stdout, &d)
	if mismatch := (*json.UnmarshalTypeError)(nil); err != nil && !errors.As(err, &mismatch) || d.Kind == "" {
		return document{}
	}
	if d.Kind != "List" && d.Items == nil {
		d.Items = []item{d.item}
	}
	d.makeIndex()
	return d
}

func sameDocument(t interface {
	Helper()
	Errorf(string, ...any)
}, text []byte) {
	t.Helper()
	if diff := cmp.Diff(atOnce(text), decode(text), cmp.AllowUnexported(document{}, key{})); diff != "" {
		t.Errorf("%.200s (-at once +streamed):\n%s", text, diff)
	}
}

func TestAStreamIsReadAsAtOnce(t *testing.T) {
	for _, name := range recordings(t) {
		for _, version := range versions(t, name) {
			sameDocument(t, recorded(t, name, version).Stdout)
		}
	}
	for _, text := range []string{
		`{"kind":"Odd","items":{"a":[1,{"b":2}]},"spec":{"suspend":true}}`, `{"kind":"Odd","items":null}`, `{"kind":"Odd","items":"x","metadata":{"name":"n"}}`,
		`{"kind":"Odd","items":[]}`, `{"kind":"Odd","metadata":7,"spec":[],"status":"s"}`, `{"kind":"List","items":[{"kind":"A"},7,[{}],null,"x",{"kind":"B"}]}`,
		`{"kind":"List","items":[{"kind":"A"}],"metadata":{"name":"x"}}`, `{"apiVersion":"v1","kind":"APIGroupList","groups":[{"name":"apps","versions":[{"version":"v1"}]}]}`,
		`{"kind":"List","items":[{"kind":"A"}]`, `{"kind":"List","items":[{"kind":"A"},]}`, `{"kind":"List","items":[{"kind":"A"} {"kind":"B"}]}`, `{"kind":"List",}`, `{"kind" "List"}`,
		`{"kind":"List"}x`, `{"kind":"List"}]`, "{\"kind\":\"List\"}\n\n", `{"kind":"List","items":{"a":1}`, `{"kind":"List","items":{"a"}}`,
	} {
		sameDocument(t, []byte(text))
	}
}

// Wherever a stream is cut, and whatever byte of it is another one, it reads as it would at once.
func TestADamagedStreamIsReadAsAtOnce(t *testing.T) {
	var texts [][]byte
	for _, name := range recordings(t) {
		if text := recorded(t, name, versions(t, name)[0]).Stdout; len(text) > 0 && len(text) < 100_000 {
			texts = append(texts, text)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := bytes.Clone(rapid.SampledFrom(texts).Draw(t, "recording"))
		at := rapid.IntRange(0, len(text)-1).Draw(t, "at")
		if rapid.Bool().Draw(t, "cut") {
			text = text[:at]
		} else {
			text[at] = rapid.SampledFrom([]byte(`{}[]",:0x \`)).Draw(t, "byte")
		}
		sameDocument(t, text)
	})
}

func TestAFloodOfItemsIsNoList(t *testing.T) {
	if effort.Race {
		t.Skip("so many items are decoded by one goroutine: run it without the race detector")
	}
	node := `{"apiVersion":"v1","kind":"Node","metadata":{"name":"n"}}`
	list := func(n int) []byte {
		return []byte(`{"apiVersion":"v1","kind":"List","items":[` + strings.Repeat(node+",", n-1) + node + `]}`)
	}
	if d := decode(list(mostItems)); len(d.Items) != mostItems {
		t.Errorf("%d items of %d are read", len(d.Items), mostItems)
	}
	if d := decode(list(mostItems + 1)); d.Kind != "" || d.Items != nil {
		t.Errorf("%d items are believed", len(d.Items))
	}
}
