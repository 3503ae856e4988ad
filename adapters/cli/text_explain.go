package cli

import (
	"strings"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports/say"
)

// codes says of each code what it means, why it matters and what to do.
func (p *page) codes(all []app.Code) {
	for i, c := range all {
		if i > 0 {
			p.line("")
		}
		p.hang(p.ink.paint(bold, c.ID)+"  ", widest(c.ID)+2, bold, c.Means)
		p.row(say.Textf("why"), c.Matters)
		p.row(say.Textf("do"), c.Do)
	}
}

// explanation says all that is known of one layer.
func (p *page) explanation(x app.Explanation) error {
	p.source(x.Report.Source)
	l := x.Layer
	p.headline(l.Name, say.Verbatim(l.LabelIn(p.language)), say.Textf("stack %s", x.Report.Stack.Name))
	p.hang("", 0, faint, dotted(say.Verbatim(x.Report.Target.Server), p.kubeconfig(x.Report.Target), contextText(x.Report.Target.Context)))
	p.line("")
	p.row(say.Textf("wanted"), wantedBecause(x))
	p.needs(x)
	if len(x.NeededBy) > 0 {
		p.row(say.Textf("needed by"), say.Names(x.NeededBy))
	}
	if l.How != "" {
		p.row(say.Textf("how"), say.Verbatim(l.How))
	}
	p.title(say.Textf("PROVEN BY"))
	p.proofs(x)
	p.title(say.Textf("FOUND"))
	p.found(x)
	p.requests(x.Report.Cluster.Requests, "")
	p.conclude(whatToDo(x))
	return p.err
}

func wantedBecause(x app.Explanation) say.Text {
	if !x.Wanted {
		return say.Textf("no: stack %s does not want it", x.Report.Stack.Name)
	}
	return say.Textf("yes: %s", because(x.Why, ""))
}

func (p *page) needs(x app.Explanation) {
	if len(x.Needs) == 0 {
		p.row(say.Textf("needs"), say.Textf("nothing"))
	}
	for _, n := range x.Needs {
		if n.Verdict == string(state.Unknown) && !x.Report.Cluster.Read {
			n.Detail = say.Text{} // why stands below, once
		}
		p.row(say.Textf("needs"), dotted(say.Textf("%s: %s", n.Name, state.Verdict(n.Verdict).Words()), n.Detail))
	}
}

func (p *page) proofs(x app.Explanation) {
	for _, proof := range x.Proofs {
		p.hang("  ", 4, plain, say.Textf("%s; expected: %s", proof.Object, proof.Expected))
		if len(x.Layer.Evidence) == 0 {
			p.command(4, proof.Command)
		}
	}
	if len(x.Proofs) == 0 {
		p.hang("  ", 4, plain, noObjects(x.Layer))
	}
	if len(x.Traces.Namespaces) > 0 {
		p.hang("  ", 4, faint, say.Textf("namespaces that make it partly there: %s", say.Names(x.Traces.Namespaces)))
	}
	remnants := append(append(append([]string{}, x.Traces.Groups...), x.Traces.StorageClasses...), x.Traces.Provisioners...)
	if len(remnants) > 0 {
		p.hang("  ", 4, faint, say.Textf("what it leaves behind, and proves nothing: %s", say.Names(remnants)))
	}
}

// noObjects says how a layer without proofs is seen.
func noObjects(l app.LayerReport) say.Text {
	for _, e := range l.Evidence {
		if !e.Expected.IsZero() {
			return e.Expected
		}
	}
	return say.Textf("no API shows it")
}

// found says what was seen, what decides first.
func (p *page) found(x app.Explanation) {
	l := x.Layer
	m := markOf(l)
	verdict := p.in(state.Verdict(l.Verdict).Words())
	detail := l.Detail
	if l.ReadFailed {
		detail = say.Textf("not read: %s", x.Report.Cluster.Reason)
	}
	p.hang("  "+p.ink.paint(m.tint, m.symbol)+" "+p.ink.paint(bold, verdict)+"  ", widest(verdict)+6, plain, detail)
	for _, decides := range []bool{true, false} {
		for _, e := range l.Evidence {
			if l.ReadFailed { // why stands above, once
				e.Detail = say.Textf("not read")
			}
			if e.Decides == decides {
				p.evidence(4, e)
			}
		}
	}
	for _, n := range l.Notes {
		p.note(n.Text)
	}
}

// evidence is one object that was looked at, what it was expected to be, and the command that shows it.
func (p *page) evidence(indent int, e app.EvidenceReport) {
	text := say.Textf("%s: %s", state.ObjectText(e.Object), e.Detail)
	if !e.Expected.IsZero() {
		text = say.Textf("%s; expected: %s", text, e.Expected)
	}
	lead := strings.Repeat(" ", indent)
	if e.Decides {
		lead += p.in(say.Textf("decides:")) + " "
	}
	p.hang(lead, widest(lead), plain, text)
	p.command(indent, e.Command)
}

// command writes a command on one line of its own, whole, so that it can be pasted.
func (p *page) command(indent int, text string) {
	if text != "" {
		p.line(strings.Repeat(" ", indent), p.ink.paint(faint, "$ "+clean(text)))
	}
}

// whatToDo is what an operator can do about a layer.
func whatToDo(x app.Explanation) say.Text {
	l := x.Layer
	switch plan.Action(l.Action) {
	case plan.Install:
		return withHow(l, say.Textf("install it: nothing of it is there"))
	case plan.Finish:
		return withHow(l, say.Textf("finish it: part of it is there"))
	case plan.Repair:
		return withHow(l, say.Textf("repair it: it is there and not healthy"))
	case plan.Wait:
		return say.Textf("wait: something is under way; preview again in a while")
	case plan.Look:
		return say.Textf("look at it by hand, with the commands above: what was found does not settle it")
	case plan.Blocked:
		if len(l.BlockedBy) == 0 {
			return say.Textf("blocked: %s", l.Why)
		}
		return say.Textf("settle first: %s", l.Why)
	}
	switch {
	case l.Verdict == string(state.Unobservable):
		return say.Textf("nothing here can tell; see for yourself")
	case l.Verdict == string(state.Unknown):
		return say.Textf("make it readable, then preview again")
	case !x.Wanted && l.Verdict == string(state.Absent):
		return say.Textf("nothing to do: it is neither wanted nor there")
	case !x.Wanted:
		return say.Textf("nothing is planned: it is there, and no stack's topology here asks for it; declare it, or remove it yourself")
	}
	return say.Textf("nothing to do")
}

func withHow(l app.LayerReport, text say.Text) say.Text {
	if l.How == "" {
		return text
	}
	return say.Textf("%s; how: %s", text, l.How)
}
