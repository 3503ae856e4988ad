package formats

import (
	"fmt"
	"strings"

	"github.com/univ-lehavre/nestor/ports/say"
)

// The two drawings of a page: for a screen, and for a telephone.
var (
	wide = metrics{columns: 5, width: 176, height: 52, gapX: 18, gapY: 34, lane: 10}
	slim = metrics{columns: 2, width: 152, height: 52, gapX: 8, gapY: 30, lane: 6}
)

// graph is a drawing of layers as the page's template shows it.
type graph struct {
	Class         string
	Width, Height int
	Title         string
	Boxes         []graphBox
	Lines         []string
}

type graphBox struct {
	X, Y, Width, Height int
	TextX, NameY, WordY int
	Tone                Tone
	Title               string // in full, for a pointer at rest
	Name, Word          string
}

// margin keeps the boxes' borders inside the drawing.
const margin = 2

// graphOf draws the layers, each with its verdict in words.
func graphOf(v Voice, layers []Layer, class string, m metrics) graph {
	var items []item
	for _, l := range layers {
		items = append(items, item{l.Name, l.Needs})
	}
	d := layout(items, m)
	g := graph{Class: class, Width: d.width + 2*margin, Height: d.height + 2*margin, Title: v.in(say.Textf("The layers and what each stands on"))}
	for i, b := range d.boxes {
		l := layers[i]
		word := v.in(say.Join(" · ", l.Verdict, l.Action))
		g.Boxes = append(g.Boxes, graphBox{
			X: b.at.x + margin, Y: b.at.y + margin, Width: m.width, Height: m.height,
			TextX: b.at.x + margin + m.width/2, NameY: b.at.y + margin + 22, WordY: b.at.y + margin + 40,
			Tone: l.Mark.Tone, Title: Clean(l.Name) + ": " + word,
			Name: short(l.Mark.Symbol+" "+Clean(l.Name), (m.width-8)/9), Word: short(word, (m.width-8)/7),
		})
	}
	for _, l := range d.lines {
		g.Lines = append(g.Lines, curve(l.points))
	}
	return g
}

// curve is a line as SVG's path: bent between rows, straight beside boxes.
func curve(points []point) string {
	var b strings.Builder
	fmt.Fprintf(&b, "M%d %d", points[0].x+margin, points[0].y+margin)
	for i := 1; i < len(points); i++ {
		from, to := points[i-1], points[i]
		if from.x == to.x {
			fmt.Fprintf(&b, "V%d", to.y+margin)
			continue
		}
		middle := (from.y+to.y)/2 + margin
		fmt.Fprintf(&b, "C%d %d %d %d %d %d", from.x+margin, middle, to.x+margin, middle, to.x+margin, to.y+margin)
	}
	return b.String()
}

// short cuts what has no room in a box.
func short(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most-1]) + "…"
}
