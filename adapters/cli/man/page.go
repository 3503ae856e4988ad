package man

import (
	"strings"

	"github.com/univ-lehavre/nestor/ports/say"
)

// Page is a command's, or with Top the program's own. What it holds is in the reader's language already.
type Page struct {
	Command  string // as it is typed: nestor stack new
	Summary  string // one line
	Usage    string // what follows the command
	Text     string // more on it, by lines
	Commands []Entry
	Options  []Entry
	Also     []string // other pages
	Top      bool
}

// Entry is a command or a flag, and what it is for.
type Entry struct{ Name, Text string }

// File is the name of the page, without its section: nestor-stack-new.
func File(command string) string { return strings.ReplaceAll(command, " ", "-") }

// Roff gives the page, with the titles of its parts in a language.
func (p Page) Roff(l say.Language) string {
	d := &document{}
	d.text(`.\" Made by nestor help --man from the words of its help: go test ./adapters/cli -run TheManualIsCurrent -update`)
	d.macro("TH", strings.ToUpper(File(p.Command)), "1", "", "nestor", say.Textf("nestor manual").In(l))
	d.text(".nh", ".ad l") // nothing that is typed is parted, nor spread over a line
	d.macro("SH", say.Textf("NAME").In(l))
	d.text(escape(File(p.Command)) + ` \- ` + escape(p.Summary))
	d.macro("SH", say.Textf("SYNOPSIS").In(l))
	d.text(bold(p.Command) + " " + synopsis(p.Usage))
	d.description(p, l)
	if len(p.Commands) > 0 {
		d.macro("SH", say.Textf("COMMANDS").In(l))
	}
	for _, c := range p.Commands {
		d.tagged(reference(File(p.Command+" "+c.Name)), c.Text)
	}
	if len(p.Options) > 0 {
		d.macro("SH", say.Textf("OPTIONS").In(l))
	}
	for _, o := range p.Options {
		d.tagged(synopsis(o.Name), o.Text)
	}
	if p.Top {
		d.top(l)
	}
	d.also(p.Also, l)
	return d.String()
}

func (d *document) description(p Page, l say.Language) {
	text := p.Text
	if p.Top {
		text = said(l, promises, "\n\n")
	}
	if text != "" {
		d.macro("SH", say.Textf("DESCRIPTION").In(l))
		d.paragraphs(text)
	}
}

func (d *document) top(l say.Language) {
	for _, part := range []struct {
		title say.Text
		facts []fact
	}{{say.Textf("EXIT STATUS"), statuses}, {say.Textf("ENVIRONMENT"), variables}, {say.Textf("FILES"), files}, {say.Textf("EXAMPLES"), examples}} {
		d.macro("SH", part.title.In(l))
		for _, f := range part.facts {
			name := strings.Replace(f.name, "/NAME.", "/"+say.Textf("NAME").In(l)+".", 1) // what stands for a name is a word
			d.tagged(bold(name), f.text.In(l))
		}
	}
}

func (d *document) also(pages []string, l say.Language) {
	if len(pages) == 0 {
		return
	}
	d.macro("SH", say.Textf("SEE ALSO").In(l))
	for i, page := range pages {
		end := ","
		if i == len(pages)-1 {
			end = ""
		}
		d.text(reference(page) + end)
	}
}

func said(l say.Language, texts []say.Text, between string) string {
	var all []string
	for _, t := range texts {
		all = append(all, t.In(l))
	}
	return strings.Join(all, between)
}
