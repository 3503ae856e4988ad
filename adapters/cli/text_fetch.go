package cli

import (
	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/ports/say"
)

// fetchPlan shows what a fetch will do.
func (p *page) fetchPlan(plan app.FetchPlan) {
	p.row(say.Textf("stack"), say.Verbatim(plan.Stack.Name))
	p.row(say.Textf("from"), say.Join(", ", nodeOf(plan.Source), say.Verbatim(plan.Source.Path)))
	p.row(say.Textf("command"), say.Verbatim(plan.Command))
	p.row(say.Textf("to"), say.Verbatim(p.short(plan.Destination)))
	p.row(say.Textf("server"), serverPlan(plan))
	p.row(say.Textf("names"), namesIn(plan))
	for _, n := range plan.Notes {
		p.note(n)
	}
}

// namesIn is what the entries of the file are called: the context as the topology names it, or it would not be found.
func namesIn(plan app.FetchPlan) say.Text {
	if context := plan.Stack.Context; context != "" && context != plan.Stack.Name {
		return say.Textf("cluster and user are called %s, the context %s as in the topology", plan.Stack.Name, context)
	}
	return say.Textf("context, cluster and user are called %s", plan.Stack.Name)
}

func serverPlan(plan app.FetchPlan) say.Text {
	switch {
	case plan.Options.Server != "":
		return say.Verbatim(plan.Options.Server + " (--server)")
	case plan.Server != "":
		return say.Textf("as fetched; if that leads nowhere from here: %s", plan.Server)
	}
	return say.Textf("as fetched")
}

// fetched shows what was done.
func (p *page) fetched(done app.Fetched) {
	for _, c := range done.Changes {
		p.hang("  "+p.in(c.What)+": ", 4, plain, say.Join(" → ", c.Old, c.New))
	}
	for _, n := range done.Notes {
		p.note(n)
	}
	p.row(say.Textf("cluster"), dotted(orUnseen(done.UID), done.Ground))
	kept := say.Textf("kept as %s", p.short(done.Plan.Destination))
	if done.Backup != "" {
		kept = say.Textf("%s (before: %s)", kept, p.short(done.Backup))
	}
	p.hang(p.ink.paint(green, "✓")+" ", 2, bold, kept)
}
