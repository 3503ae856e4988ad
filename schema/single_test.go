package schema_test

import (
	"slices"
	"testing"

	"github.com/univ-lehavre/nestor/internal/effort"
	"github.com/univ-lehavre/nestor/ports"
)

// TestEveryPlaceWithEveryKindOfValue puts each value into each place of the documents with every key, and leaves each key out.
func TestEveryPlaceWithEveryKindOfValue(t *testing.T) {
	text := func(s string) ports.Value { return ports.Value{Kind: ports.Text, Scalar: s} }
	values := []ports.Value{{}, text(""), text(" "), text("nope"), {Kind: ports.Bool, Scalar: "true"}, {Kind: ports.List},
		{Kind: ports.List, Items: []ports.Value{text("a")}}, {Kind: ports.Map}, {Kind: ports.Map, Entries: []ports.Entry{{Key: "a", Value: text("b")}}}}
	for _, n := range slices.Concat(numbers, []string{"2", "65534"}) {
		values = append(values, ports.Value{Kind: ports.Number, Scalar: n})
	}
	for kind, j := range judges(t) {
		base := wholeDocument(t, kind)
		compared := 0
		compare := func(what string, alter func(place)) {
			for i := 0; i < len(places(&base.Root)); i += effort.Every(17) {
				doc := base
				doc.Root = clone(base.Root)
				at := places(&doc.Root)[i]
				alter(at)
				if how := j.disagree(doc); how != "" {
					t.Errorf("%s: %q %s: %s", kind, at.key, what, how)
				}
				compared++
			}
		}
		for _, v := range values {
			compare("as "+v.Kind.String()+" "+v.Scalar, func(p place) { *p.value = clone(v) })
		}
		compare("without its last key or item", func(p place) {
			p.value.Entries, p.value.Items = p.value.Entries[:max(0, len(p.value.Entries)-1)], p.value.Items[:max(0, len(p.value.Items)-1)]
		})
		compare("without its first key or item", func(p place) {
			p.value.Entries, p.value.Items = p.value.Entries[min(1, len(p.value.Entries)):], p.value.Items[min(1, len(p.value.Items)):]
		})
		t.Logf("%s: %d documents compared", kind, compared)
	}
}
