package cli

import (
	"errors"
	"strings"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// stderr is where errors, warnings and notes are said when no flag decides on colours: there are none.
func (t tool) stderr() *page {
	return &page{out: t.streams.Err, home: t.streams.Home, width: t.streams.ErrWidth, lang: t.lang}
}

// say tells on stderr what was done, or what to do next.
func (t tool) say(text say.Text) { t.stderr().sentence(text) }

// note tells what is good to know.
func (t tool) note(text say.Text) { t.stderr().note(text) }

// warn tells what may be wrong.
func (t tool) warn(text say.Text) {
	p := t.stderr()
	p.said(p.in(say.Textf("warning:"))+" ", text)
}

// doubts tells what may be wrong in a declared file.
func (t tool) doubts(doubts []app.Doubt) {
	for _, d := range doubts {
		t.warn(say.Verbatim(ports.RenderFault(t.lang, d.File, d.Lines, d.Fault)))
	}
}

// said writes a text behind its label, an error's of several lines too. An indented line shows a file's own, and stays as it is.
func (p *page) said(label string, text say.Text) { p.lines(label, text.In(p.lang)) }

func (p *page) lines(label, text string) {
	for i, line := range strings.Split(cleanLines(text), "\n") {
		switch {
		case i == 0:
			p.flow(label, columns(label), plain, line)
		case strings.HasPrefix(line, " "):
			p.line(line)
		default:
			p.flow("", 0, plain, line)
		}
	}
}

// problem writes an error: what went wrong, and below it why, and what to do.
func (p *page) problem(err error) {
	lead := nameIn(p.lang) + ": "
	var invalid *ports.InvalidDocument
	if errors.As(err, &invalid) { // each fault begins with its place, for editors to read
		p.line(lead, cleanLines(say.In(p.lang, err)))
		return
	}
	told := say.Tell(p.lang, err)
	if told.Code != "" {
		told.What += " [" + told.Code + "]"
	}
	p.lines(lead, told.What)
	why, do := p.in(say.Textf("why:")), p.in(say.Textf("do:"))
	for _, part := range []struct{ label, text string }{{why, told.Why}, {do, told.Do}} {
		if part.text != "" {
			p.lines("  "+pad(part.label, widest(why, do))+" ", part.text)
		}
	}
}
