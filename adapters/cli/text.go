package cli

import (
	"slices"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports/say"
)

// preview prints a report for people: one screen, aligned, readable without colour.
func (p *page) preview(r app.Report) error {
	p.source(r.Source)
	p.header(r)
	p.line("")
	p.section(say.Textf("WANTED"), wantedText(r.Stack))
	p.section(say.Textf("REAL"), realText(r))
	p.machines(r.Machines)
	p.nodes(r)
	p.title(say.Textf("PLAN"))
	p.plan(r)
	p.extra(r.Extra)
	p.notes(r)
	p.conclude(r.Summary.Sentence)
	return p.err
}

// source says first of all when what follows is not the cluster of today.
func (p *page) source(s app.Source) {
	switch {
	case s.Kind != app.Replay:
	case s.Recorded != nil:
		p.hang("", 0, magenta, say.Textf("replay of %s, recorded %s: no cluster was read", s.File, minute(*s.Recorded)))
	default:
		p.hang("", 0, magenta, say.Textf("replay of %s: no cluster was read", s.File))
	}
}

// minute is a time as people note it.
func minute(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

// headline begins a report with the stack's name.
func (p *page) headline(stack string, rest ...say.Text) {
	name := clean(stack)
	p.hang(p.ink.paint(bold, name)+" · ", widest(name)+3, plain, dotted(rest...))
}

func (p *page) header(r app.Report) {
	p.headline(r.Stack.Name, say.Verbatim(r.Stack.Kind), say.Verbatim(r.Target.Server), p.kubeconfig(r.Target), contextText(r.Target.Context))
	p.hang("", 0, faint, dotted(p.topology(r.Stack.Shown), p.catalogueOf(r.Stack.Catalogue)))
	if r.Target.Judgement == string(target.Confirmed) && r.Cluster.Read && r.Target.Reasons[0].Code != target.CodeReplayed {
		p.hang("", 0, faint, say.Textf("target confirmed: %s", r.Target.Reasons[0].Text))
	}
}

func contextText(name string) say.Text { return ifAny(name, say.Textf("context %s", name)) }

func (p *page) topology(file string) say.Text { return say.Textf("topology %s", p.short(file)) }

func (p *page) catalogueOf(file string) say.Text {
	return ifAny(file, say.Textf("layers of %s", p.short(file)))
}

func (p *page) kubeconfig(target app.TargetReport) say.Text {
	if len(target.Kubeconfig) == 0 {
		return say.Textf("no kubeconfig")
	}
	return say.Textf("kubeconfig %s", p.named(target.Kubeconfig, target.Source, target.Overrides))
}

// named is files with what names them.
func (p *page) named(files []string, source, overrides string) say.Text {
	if overrides != "" {
		return say.Textf("%s (%s, overrides %s)", p.shortAll(files), sourceText(source), p.short(overrides))
	}
	return say.Textf("%s (%s)", p.shortAll(files), sourceText(source))
}

// sourceText says what names a kubeconfig or a context.
func sourceText(source string) say.Text {
	switch source {
	case string(target.FromTopology):
		return say.Textf("topology")
	case string(target.FromConvention):
		return say.Textf("convention")
	case target.ContextCurrent:
		return say.Textf("current-context")
	}
	return say.Verbatim(source)
}

func (p *page) section(title, content say.Text) {
	const column = 9
	name := p.in(title)
	p.hang(p.ink.paint(bold, name)+strings.Repeat(" ", max(1, column-columns(name))), max(column, columns(name)+1), plain, content)
}

func wantedText(s app.StackReport) say.Text {
	var control, workers []string
	for _, n := range s.Nodes {
		switch {
		case slices.Contains(n.Roles, "control"):
			control = append(control, n.Name+otherRoles(n.Roles))
		default:
			workers = append(workers, n.Name)
		}
	}
	backend := say.Textf("storage %s", s.Backend)
	if !s.BackendDeclared {
		backend = say.Textf("storage %s (default)", s.Backend)
	}
	parts := []say.Text{say.Textf("control plane %s", few(control))}
	if len(workers) > 0 {
		parts = append(parts, say.Textf("workers %s", few(workers)))
	}
	return dotted(append(parts, backend, say.Textf("exposition %s", s.Exposition))...)
}

// otherRoles says what else a control-plane node is for: "(+worker, storage)".
func otherRoles(roles []string) string {
	var rest []string
	for _, r := range roles {
		if r != "control" {
			rest = append(rest, r)
		}
	}
	if len(rest) == 0 {
		return ""
	}
	return " (+" + strings.Join(rest, ", ") + ")"
}

func realText(r app.Report) say.Text {
	c := r.Cluster
	if !c.Read {
		return say.Textf("not read: %s", say.Join("; ", c.Reason, c.Advice))
	}
	nodes := say.Textf("nodes not read")
	if c.NodesRead {
		nodes = say.Textf("%d/%d nodes Ready", c.NodesReady, c.NodesWant)
	}
	backend := say.Textf("no storage backend")
	switch {
	case len(c.Backends) > 0:
		backend = say.Textf("backend %s", say.Names(c.Backends))
	case len(c.BackendsUnread) > 0:
		backend = say.Textf("backend not read")
	}
	return dotted(nodes, say.Names(c.Versions), ifAny(c.CephHealth, say.Textf("ceph %s", c.CephHealth)), backend, say.Join("; ", c.Reason, c.Advice))
}

func (p *page) extra(e app.ExtraReport) {
	var parts, layers []say.Text
	for _, l := range e.Layers {
		layers = append(layers, say.Textf("%s (%s)", l.Name, state.Verdict(l.Verdict).Words()))
	}
	if len(layers) > 0 {
		parts = append(parts, say.Textf("layers %s", say.Join(" ", layers...)))
	}
	if len(e.Nodes) > 0 {
		parts = append(parts, say.Textf("nodes %s", few(e.Nodes)))
	}
	if len(e.Namespaces) > 0 {
		parts = append(parts, say.Textf("namespaces %s", few(e.Namespaces)))
	}
	if len(parts) > 0 {
		p.sentence(say.Textf("also there, not declared: %s", dotted(parts...)))
	}
}

func (p *page) notes(r app.Report) {
	for _, n := range slices.Concat(r.Target.Doubts, r.Target.Warnings, r.Notes) {
		p.note(n.Text)
	}
	p.requests(r.Cluster.Requests, r.Digest)
}
