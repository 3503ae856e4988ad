package formats

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var sizes = rapid.SampledFrom([]metrics{wide, slim})

// stacks are layers in their order, each with needs among those before it, and one that nothing has.
var stacks = rapid.Custom(func(t *rapid.T) []item {
	n := rapid.IntRange(0, 24).Draw(t, "n")
	var items []item
	for i := range n {
		it := item{name: fmt.Sprintf("layer%d", i), needs: []string{"elsewhere"}}
		for _, other := range items {
			if rapid.IntRange(0, 3).Draw(t, "needs") == 0 {
				it.needs = append(it.needs, other.name)
			}
		}
		items = append(items, it)
	}
	return items
})

func TestADrawingShowsEveryLayerAndNothingOverlaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		items, m := stacks.Draw(t, "items"), sizes.Draw(t, "sizes")
		d := layout(items, m)
		var names []string
		for _, b := range d.boxes {
			names = append(names, b.name)
			if b.at.x < 0 || b.at.y < 0 || b.at.x+m.width > d.width || b.at.y+m.height > d.height {
				t.Errorf("%v is outside", b)
			}
			for _, other := range d.boxes {
				if other != b && near(b.at.x, other.at.x, m.width) && near(b.at.y, other.at.y, m.height) {
					t.Errorf("%v and %v overlap", b, other)
				}
			}
		}
		for i, it := range items {
			if names[i] != it.name {
				t.Errorf("%s is not drawn", it.name)
			}
		}
		if len(names) != len(items) {
			t.Errorf("%d boxes for %d layers", len(names), len(items))
		}
		for _, l := range d.lines {
			passes(t, d, m, l)
		}
	})
}

func near(a, b, size int) bool { return max(a, b)-min(a, b) < size }

// passes checks that a line goes from the bottom of one box to the top of another below it, and crosses no third.
func passes(t *rapid.T, d drawing, m metrics, l line) {
	from, to := find(d, l.from), find(d, l.to)
	first, last := l.points[0], l.points[len(l.points)-1]
	if first != (point{from.at.x + m.width/2, from.at.y + m.height}) || last != (point{to.at.x + m.width/2, to.at.y}) || first.y >= last.y {
		t.Errorf("%v does not join %v and %v", l, from, to)
	}
	for i := 1; i < len(l.points); i++ {
		a, b := l.points[i-1], l.points[i]
		for _, other := range d.boxes { // a bent piece stays between two rows, and within the middle of both ends
			over := max(a.x, b.x) > other.at.x && min(a.x, b.x) < other.at.x+m.width
			if over && b.y > other.at.y && a.y < other.at.y+m.height {
				t.Errorf("%v crosses %v", l, other)
			}
		}
	}
}

func find(d drawing, name string) box {
	return d.boxes[slices.IndexFunc(d.boxes, func(b box) bool { return b.name == name })]
}

func TestALineIsDrawnForWhatIsNeededDirectlyAlone(t *testing.T) {
	d := layout([]item{{"a", nil}, {"b", []string{"a"}}, {"c", []string{"a", "b"}}, {"d", []string{"a"}}}, wide)
	var got []string
	for _, l := range d.lines {
		got = append(got, l.from+l.to)
	}
	if diff := cmp.Diff([]string{"ab", "bc", "ad"}, got); diff != "" {
		t.Error(diff)
	}
}
