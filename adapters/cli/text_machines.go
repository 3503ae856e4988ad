package cli

import (
	"strconv"
	"strings"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/state"
)

// row is one named thing of a list, with its mark and what is said of it.
type row struct {
	mark       mark
	name, text string
}

// rows aligns what is said behind the longest name.
func (p *page) rows(title string, rows []row) {
	if len(rows) == 0 {
		return
	}
	p.title(title)
	width := 0
	for _, r := range rows {
		width = max(width, widest(r.name))
	}
	for _, r := range rows {
		p.hang("  "+p.ink.paint(r.mark.tint, r.mark.symbol)+" "+pad(r.name, width)+"  ", width+6, plain, r.text)
	}
}

// machines lists the VMs of a bench, each as limactl sees it.
func (p *page) machines(machines []app.MachineReport) {
	var rows []row
	for _, m := range machines {
		rows = append(rows, row{machineMark(m), clean(m.Name), machineText(m)})
	}
	p.rows("VMS", rows)
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

func machineText(m app.MachineReport) string {
	words := m.State
	if m.State == state.MachineOther {
		words = "in state " + strconv.Quote(m.Status)
	}
	switch {
	case m.DeclaredBy != "":
		words += ", of stack " + m.DeclaredBy
	case !m.Declared:
		words += ", not declared by any stack here"
	}
	if len(m.Errors) > 0 {
		words += ": " + firstLine(m.Errors[0])
	}
	return clean(words)
}

// nodes lists the nodes about which there is something to say.
func (p *page) nodes(r app.Report) {
	var rows []row
	for _, n := range r.Nodes {
		if r.Cluster.NodesRead && n.Declared && remarkable(n) {
			rows = append(rows, row{nodeMark(n), clean(n.Name), clean(nodeText(n))})
		}
	}
	p.rows("NODES", rows)
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

func nodeText(n app.NodeReport) string {
	parts := []string{n.Status}
	if n.Cordoned {
		parts = append(parts, "cordoned")
	}
	if n.MatchedBy != "" {
		parts = append(parts, "is "+n.Real+" ("+n.MatchedBy+")")
	}
	parts = append(parts, compact(n.Reason)...)
	for _, note := range n.Notes {
		if note.Code != state.CodeCordoned {
			parts = append(parts, note.Text)
		}
	}
	return strings.Join(parts, " · ")
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
