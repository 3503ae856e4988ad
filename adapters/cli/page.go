package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/univ-lehavre/nestor/ports/say"
)

// page is what a report for people is written on.
type page struct {
	out      io.Writer
	ink      ink
	home     string // shown as ~
	width    int    // columns of the terminal; 0: lines may be of any length
	why      bool   // what is said is also explained
	lang     say.Language
	language string // its name
	err      error  // the first failure to write
}

// in gives a text in the operator's language, fit for a terminal.
func (p *page) in(text say.Text) string { return clean(text.In(p.lang)) }

func (p *page) line(parts ...string) {
	if _, err := fmt.Fprintln(p.out, strings.TrimRight(strings.Join(parts, ""), " ")); err != nil && p.err == nil {
		p.err = err
	}
}

// title starts a section.
func (p *page) title(text say.Text) { p.line(p.ink.paint(bold, p.in(text))) }

// narrow is the fewest columns in which a sentence can still be read beside what stands before it.
const narrow = 32

// hang writes a sentence behind a lead. What does not fit goes on below, so many columns from the left; on a narrow
// terminal, or before a word that does not fit beside it, the lead has a line of its own.
func (p *page) hang(lead string, indent int, t tint, text say.Text) {
	p.flow(lead, indent, t, p.in(text))
}

// flow is hang for what is in the operator's language.
func (p *page) flow(lead string, indent int, t tint, sentence string) {
	if p.width == 0 {
		p.line(lead, p.ink.paint(t, sentence))
		return
	}
	room := p.width - columns(lead)
	word := unbroken(sentence, room)[0]
	if room < narrow && columns(sentence) > room || columns(word) > room {
		p.lead(lead)
		indent = min(6, p.width/4)
		lead, room = strings.Repeat(" ", indent), p.width-indent
	}
	for i, text := range wrap(sentence, room, p.width-indent) {
		if i > 0 {
			lead = strings.Repeat(" ", indent)
		}
		p.line(lead, p.ink.paint(t, text))
	}
}

// lead writes what else stands before a sentence.
func (p *page) lead(lead string) {
	if columns(strings.TrimRight(lead, " ")) <= p.width {
		if strings.TrimSpace(lead) != "" {
			p.line(lead)
		}
		return
	}
	for _, text := range wrap(strings.TrimSpace(lead), p.width-2, p.width-2) {
		p.line("  ", text)
	}
}

// table aligns columns. Where they do not fit, each row is its first cell and a sentence of the others.
func (p *page) table(rows, narrow [][]say.Text) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], widest(p.in(cell)))
		}
	}
	const gap = 3
	total := gap * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	for i, row := range rows {
		switch {
		case p.width == 0 || total <= p.width:
			cells := make([]string, len(row))
			for i, cell := range row {
				cells[i] = pad(p.in(cell), widths[i]+gap)
			}
			p.line(cells...)
		case i > 0: // without columns, their titles mean nothing
			p.hang(pad(p.in(row[0]), widths[0]+gap), widths[0]+gap, plain, dotted(narrow[i-1]...))
		}
	}
}

// short writes a path as people do: ~ for the home folder.
func (p *page) short(path string) string {
	if rest, ok := strings.CutPrefix(path, p.home+"/"); ok && p.home != "" {
		path = "~/" + rest
	}
	return clean(path)
}

// shortAll writes a list of paths.
func (p *page) shortAll(paths []string) string {
	short := make([]string, len(paths))
	for i, f := range paths {
		short[i] = p.short(f)
	}
	return strings.Join(short, ", ")
}

// fact writes what was found behind its mark.
func (p *page) fact(m mark, text say.Text) {
	p.hang("  "+p.ink.paint(m.tint, m.symbol)+" ", 4, plain, text)
}

// note writes what an operator should know beside the result.
func (p *page) note(text say.Text) {
	label := p.in(say.Textf("note:")) + " "
	p.hang(p.ink.paint(magenta, label), columns(label), plain, text)
}

// sentence writes a sentence of its own.
func (p *page) sentence(text say.Text) { p.hang("", 0, plain, text) }

// coded is a text with its code, by which nestor explain says more.
func coded(text say.Text, code string) say.Text {
	if code == "" {
		return text
	}
	return say.Textf("%s [%s]", text, code)
}

// conclude writes what it all comes to.
func (p *page) conclude(text say.Text) { p.hang(p.ink.paint(bold, "→ "), 2, bold, text) }

// What speaks for something, and what does not.
var (
	speaks  = mark{"✓", green}
	doubted = mark{"?", magenta}
)

// ifAny is a text about something that may be empty; nothing is then said.
func ifAny(s string, text say.Text) say.Text {
	if s == "" {
		return say.Text{}
	}
	return text
}

// dotted strings together what stands side by side on a line.
func dotted(parts ...say.Text) say.Text { return say.Join(" · ", parts...) }

// few lists names, and counts those that would not fit on a screen.
func few(names []string) say.Text { return say.Few(names, 8, " ") }
