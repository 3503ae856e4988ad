package screen

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Sizes in pixels. Most monospaced fonts are 0.6 of their size wide; textLength makes the others so.
const (
	size    = 14.0
	advance = 0.6 * size
	height  = 20.0
	margin  = 16.0
	bar     = 36.0
	dots    = 3
	dotGap  = 18.0
)

const fonts = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"

// sheet is the picture that is being written.
type sheet struct {
	strings.Builder
	theme Theme
}

func (s *sheet) add(format string, args ...any) { fmt.Fprintf(&s.Builder, format+"\n", args...) }

func draw(screen Screen, rows [][]cell, theme Theme) string {
	s := &sheet{theme: theme}
	w, h := number(float64(screen.Columns)*advance+2*margin), number(bar+float64(len(rows))*height+2*margin)
	s.add(`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %[1]s %[2]s" role="img" aria-labelledby="title about">`, w, h)
	s.add(`<title id="title">%s</title>`, html.EscapeString(screen.Command))
	s.add(`<desc id="about">%s</desc>`, html.EscapeString(screen.About))
	s.frame(w, h)
	s.add(`<g font-family="%s" font-size="%s" fill="%s"%s>`, fonts, number(size), theme.ink, language(screen.Language))
	s.title(screen.Command, screen.Columns)
	for i, row := range rows {
		s.row(row, bar+margin+float64(i)*height)
	}
	s.add("</g>")
	s.add("</svg>")
	return s.String()
}

func language(name string) string {
	if name == "" {
		return ""
	}
	return fmt.Sprintf(` xml:lang="%s"`, html.EscapeString(name))
}

// frame draws the window. Its line lies on whole pixels.
func (s *sheet) frame(w, h string) {
	s.add(`<clipPath id="window"><rect width="%s" height="%s" rx="8"/></clipPath>`, w, h)
	s.add(`<g clip-path="url(#window)"><rect width="%s" height="%s" fill="%s"/><rect width="%[1]s" height="%[4]s" fill="%[5]s"/></g>`,
		w, h, s.theme.paper, number(bar), s.theme.bar)
	s.add(`<path d="M0 %sH%s" stroke="%s"/>`, number(bar+0.5), w, s.theme.border)
	s.add(`<rect x="0.5" y="0.5" width="%s" height="%s" rx="7.5" fill="none" stroke="%s"/>`, less(w), less(h), s.theme.border)
	for i := range dots {
		s.add(`<circle cx="%s" cy="%s" r="6" fill="%s"/>`, number(margin+6+float64(i)*dotGap), number(bar/2), s.theme.dot)
	}
}

func less(side string) string {
	n, _ := strconv.ParseFloat(side, 64) // number wrote it
	return number(n - 1)
}

// title writes the command line into the bar, as far as there is room.
func (s *sheet) title(command string, columns int) {
	const from = margin + dots*dotGap + 8
	room := int((float64(columns)*advance + margin - from) / advance)
	if utf8.RuneCountInString(command) > room {
		command = string([]rune(command)[:max(0, room-1)]) + "…"
	}
	s.add(`<text x="%s" y="%s" fill="%s">%s</text>`, number(from), number(bar/2+5), between(s.theme.ink, s.theme.bar), html.EscapeString(command))
}

// row writes a line: one text, so that it is selected and copied as one.
func (s *sheet) row(cells []cell, top float64) {
	runs := runsOf(cells)
	if len(runs) == 0 {
		return
	}
	for _, r := range runs {
		if _, paper, painted := s.theme.look(r.style); painted {
			s.add(`<rect x="%s" y="%s" width="%s" height="%s" fill="%s"/>`,
				number(r.x()), number(top), number(r.length()), number(height), paper)
		}
	}
	var line strings.Builder
	for _, r := range runs {
		fmt.Fprintf(&line, `<tspan x="%s" textLength="%s" lengthAdjust="spacingAndGlyphs"%s>%s</tspan>`,
			number(r.x()), number(r.length()), s.attributes(r.style), html.EscapeString(r.text))
	}
	s.add(`<text y="%s" xml:space="preserve">%s</text>`, number(top+15), line.String())
}

func (s *sheet) attributes(t style) string {
	var all strings.Builder
	if ink, _, _ := s.theme.look(t); ink != s.theme.ink {
		fmt.Fprintf(&all, ` fill="%s"`, ink)
	}
	for _, a := range []struct {
		set  bool
		text string
	}{
		{t.bold, ` font-weight="700"`},
		{t.italic, ` font-style="italic"`},
		{t.underline, ` text-decoration="underline"`},
	} {
		if a.set {
			all.WriteString(a.text)
		}
	}
	return all.String()
}

// run is characters of one style.
type run struct {
	text          string
	style         style
	from, columns int
}

func (r run) x() float64      { return margin + float64(r.from)*advance }
func (r run) length() float64 { return float64(r.columns) * advance }

// runsOf joins cells that look alike. Symbols and wide characters stand alone: they often come from another font, whose
// widths must not move their neighbours.
func runsOf(cells []cell) []run {
	var runs []run
	column, alone := 0, true
	for _, c := range cells {
		odd := symbol(c)
		if last := len(runs) - 1; !alone && !odd && runs[last].style == c.style {
			runs[last].text += c.text
			runs[last].columns += c.columns
		} else {
			runs = append(runs, run{text: c.text, style: c.style, from: column, columns: c.columns})
		}
		column, alone = column+c.columns, odd
	}
	return runs
}

func symbol(c cell) bool {
	r, _ := utf8.DecodeRuneInString(c.text)
	return c.columns != 1 || r >= 0x2000
}

// number writes a length without noise.
func number(n float64) string { return strconv.FormatFloat(math.Round(n*100)/100, 'f', -1, 64) }
