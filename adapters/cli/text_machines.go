package cli

import (
	"strings"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports/say"
)

// row is one named thing of a list, with its mark and what is said of it.
type row struct {
	mark mark
	name say.Text
	text say.Text
}

// rows aligns what is said behind the longest name.
func (p *page) rows(title say.Text, rows []row) {
	if len(rows) == 0 {
		return
	}
	p.title(title)
	width := 0
	for _, r := range rows {
		width = max(width, widest(p.in(r.name)))
	}
	for _, r := range rows {
		p.hang("  "+p.ink.paint(r.mark.tint, r.mark.symbol)+" "+pad(p.in(r.name), width)+"  ", width+6, plain, r.text)
	}
}

// machines lists the VMs of a bench, each as limactl sees it.
func (p *page) machines(machines []app.MachineReport) {
	var rows []row
	for _, m := range machines {
		rows = append(rows, row{machineMark(m), say.Verbatim(m.Name), machineText(m)})
	}
	p.rows(say.Textf("VMS"), rows)
}

var machineMarks = map[string]mark{
	state.MachineRunning: {"✓", green},
	state.MachineStopped: {"!", magenta},
	state.MachineBroken:  {"!", red},
	state.MachineMissing: {"+", cyan},
	state.MachineOther:   {"·", faint},
	state.MachineUnknown: {"?", magenta},
}

// machineMark leaves the VMs of nobody and of other stacks in the background: they are no part of the plan.
func machineMark(m app.MachineReport) mark {
	if !m.Declared {
		return mark{"·", faint}
	}
	return machineMarks[m.State]
}

func machineText(m app.MachineReport) say.Text {
	words := state.StatusWords(m.State)
	if m.State == state.MachineOther {
		words = say.Textf("in state %q", m.Status)
	}
	switch {
	case m.DeclaredBy != "":
		words = say.Textf("%s, of stack %s", words, m.DeclaredBy)
	case !m.Declared:
		words = say.Textf("%s, not declared by any stack here", words)
	}
	if len(m.Errors) > 0 {
		words = say.Join(": ", words, say.Verbatim(firstLine(m.Errors[0])))
	}
	return words
}

// nodes lists the nodes about which there is something to say.
func (p *page) nodes(r app.Report) {
	var rows []row
	for _, n := range r.Nodes {
		if r.Cluster.NodesRead && n.Declared && remarkable(n) {
			rows = append(rows, row{nodeMark(n), say.Verbatim(n.Name), nodeText(n)})
		}
	}
	p.rows(say.Textf("NODES"), rows)
}

// remarkable tells a node worth a line from one that is as declared; a bench's lima- prefix is no surprise.
func remarkable(n app.NodeReport) bool {
	renamed := n.MatchedBy != "" && n.MatchedBy != state.MatchedByLima
	return n.Status != state.NodeReady || n.Cordoned || len(n.Notes) > 0 || renamed
}

func nodeMark(n app.NodeReport) mark {
	switch n.Status {
	case state.NodeReady:
		return mark{"✓", green}
	case state.NodeUnknown:
		return mark{"?", magenta}
	}
	return mark{"!", red}
}

func nodeText(n app.NodeReport) say.Text {
	parts := []say.Text{state.StatusWords(n.Status)}
	if n.Cordoned {
		parts = append(parts, say.Textf("cordoned"))
	}
	if n.MatchedBy != "" {
		parts = append(parts, say.Textf("is %s (%s)", n.Real, matchText(n.MatchedBy)))
	}
	parts = append(parts, n.Reason)
	for _, note := range n.Notes {
		if note.Code != state.CodeCordoned {
			parts = append(parts, note.Text)
		}
	}
	return dotted(parts...)
}

// matchText says by what a node was recognised.
func matchText(by string) say.Text {
	switch by {
	case state.MatchedByLima:
		return say.Textf("lima- prefix")
	case state.MatchedByCase:
		return say.Textf("letter case")
	case state.MatchedByShortName:
		return say.Textf("short name")
	case state.MatchedByAddress:
		return say.Textf("address")
	}
	return say.Verbatim(by)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
