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
	p.real(r)
	p.machines(r.Machines)
	p.nodes(r)
	p.title(say.Textf("PLAN"))
	p.plan(r)
	p.extra(r.Extra)
	p.notes(r)
	p.summary(r)
	return p.err
}

// summary is what it all comes to; a refusal is not to be taken for it.
func (p *page) summary(r app.Report) {
	if !r.Summary.Refused {
		p.conclude(summaryText(r))
		return
	}
	p.hang(p.ink.paint(red, "! "), 2, red, summaryText(r))
}

func summaryText(r app.Report) say.Text {
	if !r.Summary.Refused {
		return r.Summary.Sentence
	}
	return coded(r.Summary.Sentence, r.Target.Reasons[0].Code)
}

// real is what is there, or why that is not known and what to do.
func (p *page) real(r app.Report) {
	found, advice := foundText(r)
	p.section(say.Textf("REAL"), found)
	if !advice.IsZero() {
		p.section(say.Text{}, advice)
	}
}

func foundText(r app.Report) (found, advice say.Text) {
	if r.Summary.Refused { // the reason ends the report
		return say.Textf("refused, so nothing of it is believed: the last line says why"), say.Text{}
	}
	if !r.Cluster.Advice.IsZero() {
		advice = say.Join(" ", say.Textf("do:"), r.Cluster.Advice)
	}
	return coded(realText(r.Cluster), r.Cluster.Code), advice
}

// source says first of all when what follows is not the cluster of today.
func (p *page) source(s app.Source) {
	if text := replayText(s); !text.IsZero() {
		p.hang("", 0, magenta, text)
	}
}

func replayText(s app.Source) say.Text {
	name := say.Verbatim(s.File)
	if s.Demo {
		name = say.Textf("demo")
	}
	switch {
	case s.Kind != app.Replay:
		return say.Text{}
	case s.Recorded != nil:
		return say.Textf("replay of %s, recorded %s: no cluster was read", name, minute(*s.Recorded))
	}
	return say.Textf("replay of %s: no cluster was read", name)
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
	if text := confirmedText(r); !text.IsZero() {
		p.hang("", 0, faint, text)
	}
}

// confirmedText says why the cluster that was read is believed to be the stack's.
func confirmedText(r app.Report) say.Text {
	if r.Target.Judgement != string(target.Confirmed) || !r.Cluster.Read || r.Target.Reasons[0].Code == target.CodeReplayed {
		return say.Text{}
	}
	return say.Textf("target confirmed: %s", r.Target.Reasons[0].Text)
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

func realText(c app.ClusterReport) say.Text {
	if !c.Read {
		return say.Textf("not read: %s", c.Reason)
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
	return dotted(nodes, say.Names(c.Versions), ifAny(c.CephHealth, say.Textf("ceph %s", c.CephHealth)), backend, c.Reason)
}

func (p *page) extra(e app.ExtraReport) {
	if text := extraText(e); !text.IsZero() {
		p.sentence(text)
	}
}

func extraText(e app.ExtraReport) say.Text {
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
	if len(parts) == 0 {
		return say.Text{}
	}
	return say.Textf("also there, not declared: %s", dotted(parts...))
}

func (p *page) notes(r app.Report) {
	for _, n := range slices.Concat(r.Target.Doubts, r.Target.Warnings, r.Notes) {
		p.note(coded(n.Text, n.Code))
	}
	p.requests(r.Cluster.Requests, r.Digest)
}
