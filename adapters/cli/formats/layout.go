package formats

import (
	"cmp"
	"slices"
)

// item is something to draw, and what it stands on: names of items before it.
type item struct {
	name  string
	needs []string
}

// metrics are sizes of a drawing.
type metrics struct {
	columns       int // boxes beside each other, at most
	width, height int // of a box
	gapX, gapY    int
	lane          int // width that a line takes between boxes
}

// point is a place in a drawing.
type point struct{ x, y int }

// box is where an item is drawn.
type box struct {
	name string
	at   point // its upper left corner
}

// line goes down from what is needed to what stands on it: straight down each odd piece, and bent on the others.
type line struct {
	from, to string
	points   []point
}

// drawing is the boxes in rows, each below all that it stands on, with lines that cross no box.
type drawing struct {
	width, height int
	boxes         []box
	lines         []line
}

// slot is a place in a row: an item's box, or the lane of lines that pass by.
type slot struct {
	name string // of the item, or of the one that the lines come from
	lane bool
	x    int // its middle
}

// layout draws items. Those that are needed by way of another have no line of their own.
func layout(items []item, m metrics) drawing {
	l := layouter{metrics: m, row: map[string]int{}, needs: direct(items)}
	l.place(items)
	l.lanes(items)
	for range 4 {
		l.order()
	}
	return l.draw(items)
}

type layouter struct {
	metrics
	needs map[string][]string
	row   map[string]int
	rows  [][]slot
}

// direct gives the needs of each item without those that another of its needs stands on. What is no item before it, is none.
func direct(items []item) map[string][]string {
	below := map[string]map[string]bool{} // all that an item stands on
	needs := map[string][]string{}
	for _, it := range items {
		all, far := map[string]bool{}, map[string]bool{}
		for _, need := range it.needs {
			for name := range below[need] {
				all[name], far[name] = true, true
			}
		}
		for _, need := range it.needs {
			if below[need] != nil && !far[need] && !all[need] {
				needs[it.name] = append(needs[it.name], need)
			}
			all[need] = true
		}
		below[it.name] = all
	}
	return needs
}

// place gives each item the first row that is below all its needs and has room.
func (l *layouter) place(items []item) {
	for _, it := range items {
		row := 0
		for _, need := range l.needs[it.name] {
			row = max(row, l.row[need]+1)
		}
		for row < len(l.rows) && len(l.rows[row]) >= l.columns {
			row++
		}
		if row == len(l.rows) {
			l.rows = append(l.rows, nil)
		}
		l.rows[row] = append(l.rows[row], slot{name: it.name})
		l.row[it.name] = row
	}
}

// lanes keeps room for the lines that pass a row: one for all that come from the same item.
func (l *layouter) lanes(items []item) {
	for _, it := range items {
		for _, need := range l.needs[it.name] {
			for row := l.row[need] + 1; row < l.row[it.name]; row++ {
				if l.find(row, need, true) == nil {
					l.rows[row] = append(l.rows[row], slot{name: need, lane: true})
				}
			}
		}
	}
	l.spread()
}

func (l *layouter) find(row int, name string, lane bool) *slot {
	for i := range l.rows[row] {
		if s := &l.rows[row][i]; s.name == name && s.lane == lane {
			return s
		}
	}
	return nil
}

// order moves each slot towards the middle of what it is joined to above.
func (l *layouter) order() {
	for row := 1; row < len(l.rows); row++ {
		wish := map[slot]int{}
		for _, s := range l.rows[row] {
			wish[s] = l.wish(row, s)
		}
		slices.SortStableFunc(l.rows[row], func(a, b slot) int { return cmp.Compare(wish[a], wish[b]) })
		l.spread()
	}
}

func (l *layouter) wish(row int, s slot) int {
	if s.lane {
		return l.above(row, s.name).x
	}
	sum := 0
	for _, need := range l.needs[s.name] {
		sum += l.above(row, need).x
	}
	if len(l.needs[s.name]) == 0 {
		return s.x
	}
	return sum / len(l.needs[s.name])
}

// above is where a line from an item enters a row: at the item itself, or at its lane.
func (l *layouter) above(row int, name string) *slot {
	return l.find(row-1, name, l.row[name] != row-1)
}

// spread puts each row in the middle.
func (l *layouter) spread() {
	for _, row := range l.rows {
		x := (l.total() - l.wide(row)) / 2
		for i := range row {
			w := l.slotWidth(row[i])
			row[i].x = x + w/2
			x += w + l.gapX
		}
	}
}

func (l *layouter) slotWidth(s slot) int {
	if s.lane {
		return l.lane
	}
	return l.width
}

func (l *layouter) wide(row []slot) int {
	w := l.gapX * (len(row) - 1)
	for _, s := range row {
		w += l.slotWidth(s)
	}
	return w
}

func (l *layouter) total() int {
	w := 0
	for _, row := range l.rows {
		w = max(w, l.wide(row))
	}
	return w
}

func (l *layouter) draw(items []item) drawing {
	d := drawing{width: l.total(), height: max(0, len(l.rows)*(l.height+l.gapY)-l.gapY)}
	for _, it := range items {
		at := l.find(l.row[it.name], it.name, false)
		d.boxes = append(d.boxes, box{it.name, point{at.x - l.width/2, l.top(l.row[it.name])}})
		for _, need := range l.needs[it.name] {
			d.lines = append(d.lines, l.line(need, it.name))
		}
	}
	return d
}

func (l *layouter) top(row int) int { return row * (l.height + l.gapY) }

func (l *layouter) line(from, to string) line {
	points := []point{{l.find(l.row[from], from, false).x, l.top(l.row[from]) + l.height}}
	for row := l.row[from] + 1; row < l.row[to]; row++ {
		x := l.find(row, from, true).x
		points = append(points, point{x, l.top(row)}, point{x, l.top(row) + l.height})
	}
	return line{from, to, append(points, point{l.find(l.row[to], to, false).x, l.top(l.row[to])})}
}
