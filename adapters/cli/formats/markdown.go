package formats

import (
	"fmt"
	"io"
	"strings"

	"github.com/univ-lehavre/nestor/ports/say"
)

// Markdown writes a preview for a merge request or a job's summary, on GitHub or GitLab.
func Markdown(w io.Writer, v Voice, p Preview) error {
	m := markdown{voice: v}
	m.title(p.Mark, p.Report.Stack.Name, p.Sentence)
	m.quote(p.Source)
	m.facts([]fact{
		{say.Textf("Cluster"), say.Join(" · ", p.Reached...)},
		{say.Textf("Declared"), say.Join(" · ", p.Files...)},
		{say.Textf("Target"), p.Confirmed},
		{say.Textf("WANTED"), p.Wanted},
		{say.Textf("REAL"), p.Real},
	})
	m.layers(p.Layers)
	m.rows(Section{say.Textf("VMs"), p.Machines})
	m.rows(Section{say.Textf("Nodes"), remarkable(p.Nodes)})
	m.paragraph(p.Extra)
	m.notes(p.Notes)
	m.facts([]fact{
		{say.Verbatim("UID"), say.Verbatim(p.Report.Target.ClusterUID)},
		{say.Verbatim("CA"), say.Verbatim(p.Report.Target.CASHA256)},
		{say.Textf("Digest of the plan"), say.Verbatim(p.Report.Digest)},
		{say.Textf("Requests"), p.Requests},
	})
	return m.write(w)
}

// MarkdownOverview writes changes, or the previews of all stacks.
func MarkdownOverview(w io.Writer, v Voice, o Overview) error {
	m := markdown{voice: v}
	m.title(o.Mark, "", o.Title)
	for _, text := range o.Intro {
		m.paragraph(text)
	}
	for _, s := range o.Sections {
		m.rows(s)
	}
	m.notes(o.Notes)
	return m.write(w)
}

func remarkable(nodes []Node) []Row {
	var rows []Row
	for _, n := range nodes {
		if n.Remarkable {
			rows = append(rows, n.Row)
		}
	}
	return rows
}

type markdown struct {
	voice Voice
	out   strings.Builder
}

// fact is one line of a list of things with their names.
type fact struct{ name, text say.Text }

func (m *markdown) write(w io.Writer) error {
	_, err := io.WriteString(w, strings.TrimLeft(m.out.String(), "\n"))
	return err
}

// in gives what is said, with nothing in it that Markdown would follow.
func (m *markdown) in(text say.Text) string { return inline(m.voice.in(text)) }

func (m *markdown) title(mark Mark, name string, verdict say.Text) {
	m.out.WriteString("## " + mark.Symbol + " ")
	if name != "" {
		m.out.WriteString(span(name) + " · ")
	}
	m.out.WriteString(m.in(verdict) + "\n")
}

func (m *markdown) heading(text say.Text) { fmt.Fprintf(&m.out, "\n### %s\n\n", m.in(text)) }

func (m *markdown) quote(text say.Text) {
	if !text.IsZero() {
		fmt.Fprintf(&m.out, "\n> %s\n", m.in(text))
	}
}

func (m *markdown) paragraph(text say.Text) {
	if !text.IsZero() {
		fmt.Fprintf(&m.out, "\n%s\n", m.in(text))
	}
}

func (m *markdown) facts(facts []fact) {
	m.out.WriteString("\n")
	for _, f := range facts {
		if !f.text.IsZero() {
			fmt.Fprintf(&m.out, "- **%s** %s\n", m.in(f.name), m.in(f.text))
		}
	}
}

func (m *markdown) layers(layers []Layer) {
	m.heading(say.Textf("PLAN"))
	fmt.Fprintf(&m.out, "| | %s | %s | %s | %s |\n| :-: | --- | --- | --- | --- |\n",
		m.in(say.Textf("Layer")), m.in(say.Textf("Verdict")), m.in(say.Textf("Action")), m.in(say.Textf("What was found")))
	for _, l := range layers {
		action := m.in(l.Action)
		if l.Action.IsZero() {
			action = "–"
		}
		found := m.in(l.Found)
		for _, r := range l.Remarks {
			found += "<br>" + m.in(r)
		}
		fmt.Fprintf(&m.out, "| %s | %s<br>%s | %s | %s | %s |\n", l.Mark.Symbol, span(l.Name), inline(Clean(l.Label)), m.in(l.Verdict), action, found)
	}
}

func (m *markdown) rows(s Section) {
	if len(s.Rows) == 0 {
		return
	}
	m.heading(s.Title)
	fmt.Fprintf(&m.out, "| | %s | |\n| :-: | --- | --- |\n", m.in(say.Textf("Name")))
	for _, r := range s.Rows {
		fmt.Fprintf(&m.out, "| %s | %s | %s |\n", r.Mark.Symbol, span(r.Name), m.in(r.Text))
	}
}

func (m *markdown) notes(notes []say.Text) {
	if len(notes) == 0 {
		return
	}
	m.heading(say.Textf("Notes"))
	for _, n := range notes {
		fmt.Fprintf(&m.out, "- %s\n", m.in(n))
	}
}
