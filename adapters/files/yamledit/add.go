package yamledit

import (
	"slices"
	"strings"
)

// add writes a new line at the first place where it changes nothing else.
func (d document) add(c change, after string) (edit Edit, refusal *Refusal) {
	for _, at := range d.places(after) {
		edit, refusal = d.checked(d.withLine(at, c.line), c)
		if refusal == nil {
			return edit, nil
		}
	}
	return Edit{}, refusal
}

// withLine gives the lines with one more, at an index that is not the first.
func (d document) withLine(at int, text string) []line {
	lines := slices.Clone(d.lines)
	added := line{text: strings.Repeat(" ", d.indent) + text, end: lines[at-1].end}
	if added.end == "" {
		lines[at-1].end = usualEnd(lines)
	}
	return slices.Insert(lines, at, added)
}

// places are the indexes where a line may be added, the best one first: behind the key named by after, else at the end.
// An entry's end is where only blank lines and comments follow; but a block of text may own the blank lines, and then
// only the place before the next entry is left.
func (d document) places(after string) []int {
	starts := d.starts()
	var places []int
	for i, start := range starts {
		if i < len(starts)-1 && !d.isKey(start, after) {
			continue
		}
		next := d.end(start)
		if i < len(starts)-1 {
			next = starts[i+1]
		}
		places = append(places, d.withoutTrailers(start, next), next)
	}
	return places
}

// starts are the indexes of the lines where the root's entries begin, in file order. What a merge brings comes last: of
// that only lines behind the last key's count, and they belong to the merge key there.
func (d document) starts() []int {
	starts := []int{d.root.At.Line - 1}
	for _, e := range d.root.Entries {
		if at := e.At.Line - 1; at > starts[len(starts)-1] {
			starts = append(starts, at)
		}
	}
	return starts
}

func (d document) isKey(at int, key string) bool {
	_, ok := behindKey(d.lines[at].text, d.indent, key)
	return ok
}

// end is the index where the document that an entry stands in ends.
func (d document) end(start int) int {
	for i := start + 1; i < len(d.lines); i++ {
		if d.lines[i].isMark() {
			return i
		}
	}
	return len(d.lines)
}

// withoutTrailers goes back from the next entry over blank lines and comments.
func (d document) withoutTrailers(start, next int) int {
	for next > start+1 && d.lines[next-1].isApart(d.indent) {
		next--
	}
	return next
}
