package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/univ-lehavre/nestor/ports/say"
)

// page is what a report for people is written on.
type page struct {
	out   io.Writer
	ink   ink
	home  string // shown as ~
	width int    // columns of the terminal; 0: lines may be of any length
	why   bool   // what is said is also explained
	lang  say.Language
	err   error // the first failure to write
}

// in gives a text in the operator's language.
func (p *page) in(text say.Text) string { return text.In(p.lang) }

func (p *page) line(parts ...string) {
	if _, err := fmt.Fprintln(p.out, strings.TrimRight(strings.Join(parts, ""), " ")); err != nil && p.err == nil {
		p.err = err
	}
}

// title starts a section.
func (p *page) title(text string) { p.line(p.ink.paint(bold, text)) }

// narrow is the fewest columns in which a sentence can still be read beside what stands before it.
const narrow = 32

// hang writes a sentence behind a lead. What does not fit goes on below, so many columns from the left; on a narrow
// terminal, or before a word that does not fit beside it, the lead has a line of its own.
func (p *page) hang(lead string, indent int, t tint, sentence string) {
	if p.width == 0 {
		p.line(lead, p.ink.paint(t, sentence))
		return
	}
	room := p.width - columns(lead)
	word, _, _ := strings.Cut(sentence, " ")
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

// sentence writes a sentence on lines of its own.
func (p *page) sentence(text string) { p.hang("", 0, plain, text) }

// table aligns columns. Where they do not fit, each row is its first cell and a sentence of the others.
func (p *page) table(rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], widest(cell))
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
				cells[i] = pad(cell, widths[i]+gap)
			}
			p.line(cells...)
		case i > 0: // without columns, their titles mean nothing
			p.hang(pad(row[0], widths[0]+gap), widths[0]+gap, plain, strings.Join(row[1:], " · "))
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
func (p *page) fact(m mark, text string) {
	p.hang("  "+p.ink.paint(m.tint, m.symbol)+" ", 4, plain, clean(text))
}

// What speaks for something, and what does not.
var (
	speaks  = mark{"✓", green}
	doubted = mark{"?", magenta}
)

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

// compact leaves out what is empty.
func compact(parts ...string) []string {
	var kept []string
	for _, s := range parts {
		if s != "" {
			kept = append(kept, s)
		}
	}
	return kept
}

// few lists names, and counts those that would not fit on a screen.
func few(names []string) string {
	const most = 8
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], " "), len(names)-most)
	}
	return strings.Join(names, " ")
}
