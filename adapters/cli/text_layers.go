package cli

import (
	"strings"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports/say"
)

// roomForLabels is how many columns must be left for what was found, or the layers' labels are left out.
const roomForLabels = 44

// plan lists the wanted layers in order: what each is, and what was found or is to be done.
func (p *page) plan(r app.Report) {
	names, labels := 14, 0
	for _, l := range r.Layers {
		names = max(names, widest(clean(l.Name)))
		labels = max(labels, widest(p.label(l)))
	}
	columns := names + 5
	roomy := p.width == 0 || p.width-columns-labels-2 >= roomForLabels
	for _, l := range r.Layers {
		m := markOf(l)
		lead := "  " + p.ink.paint(m.tint, m.symbol) + " " + pad(clean(l.Name), names) + " "
		found := columns
		if roomy {
			lead, found = lead+pad(p.label(l), labels)+"  ", columns+labels+2
		}
		p.hang(lead, found, plain, layerText(l))
		for _, remark := range remarks(l) {
			p.hang(strings.Repeat(" ", columns), columns, plain, remark)
		}
		p.decided(l)
	}
}

// decided says below a layer's line, where that was asked for, what decided it.
func (p *page) decided(l app.LayerReport) {
	if p.why && l.Code != "" && !l.ReadFailed {
		p.hang("      ", 6, plain, say.Textf("code %s (nestor explain %s)", l.Code, l.Code))
	}
	for _, e := range l.Evidence {
		if l.ReadFailed { // why stands above, once
			e.Detail = say.Textf("not read")
		}
		if p.why && e.Decides {
			p.evidence(6, e)
		}
	}
}

// label is what people call a layer.
func (p *page) label(l app.LayerReport) string { return clean(l.LabelIn(p.language)) }

// remarks are what is said below a layer's line.
func remarks(l app.LayerReport) []say.Text {
	var all []say.Text
	for _, n := range l.Notes {
		if n.Code != state.CodeElsewhere { // the line itself says so
			all = append(all, n.Text)
		}
	}
	switch plan.Action(l.Action) {
	case plan.Install, plan.Finish, plan.Repair:
		if l.How != "" {
			all = append(all, say.Textf("how: %s", l.How))
		}
	}
	return all
}

func markOf(l app.LayerReport) mark {
	switch state.Verdict(l.Verdict) {
	case state.Unobservable:
		return mark{"·", faint}
	case state.Unknown:
		return marks[plan.Look]
	}
	return marks[plan.Action(l.Action)]
}

// layerText names the action where the symbol could be read in two ways, then what was found. What made a whole read
// fail stands above, once, and is not repeated on each line.
func layerText(l app.LayerReport) say.Text {
	if l.Verdict == string(state.Unknown) {
		if l.ReadFailed {
			return say.Textf("not read")
		}
		return coded(say.Textf("not read: %s", l.Detail), l.Code)
	}
	switch plan.Action(l.Action) {
	case plan.None, plan.Install:
		return l.Detail
	case plan.Blocked:
		if len(l.BlockedBy) == 0 {
			return say.Textf("blocked: %s", l.Why)
		}
		return say.Textf("blocked by %s: %s", say.Names(l.BlockedBy), l.Detail)
	}
	return say.Join(": ", plan.Action(l.Action).Words(), l.Detail)
}
