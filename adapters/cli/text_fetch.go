package cli

import (
	"strings"

	"github.com/univ-lehavre/nestor/app"
)

// fetchPlan shows what a fetch will do.
func (p *page) fetchPlan(plan app.FetchPlan) {
	p.row("stack", clean(plan.Stack.Name))
	p.row("from", clean(plan.Source.Node+" ("+plan.Source.Login()+"), "+plan.Source.Path))
	p.row("command", clean(plan.Command))
	p.row("to", p.short(plan.Destination))
	p.row("server", clean(serverPlan(plan)))
	p.row("names", clean("context, cluster and user are called "+plan.Stack.Name))
	for _, n := range plan.Notes {
		p.note(n)
	}
}

func serverPlan(plan app.FetchPlan) string {
	switch {
	case plan.Options.Server != "":
		return plan.Options.Server + " (--server)"
	case plan.Server != "":
		return "as fetched; if that leads nowhere from here: " + plan.Server
	}
	return "as fetched"
}

// fetched shows what was done.
func (p *page) fetched(done app.Fetched) {
	for _, c := range done.Changes {
		p.hang("  "+clean(c.What)+": ", 4, plain, clean(strings.Join(compact(c.Old, c.New), " → ")))
	}
	for _, n := range done.Notes {
		p.note(n)
	}
	p.row("cluster", orUnseen(clean(done.UID))+" · "+clean(done.Ground))
	kept := p.short(done.Plan.Destination)
	if done.Backup != "" {
		kept += " (before: " + p.short(done.Backup) + ")"
	}
	p.hang(p.ink.paint(green, "✓")+" ", 2, bold, "kept as "+kept)
}
