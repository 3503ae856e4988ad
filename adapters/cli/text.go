package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/target"
)

// preview prints a report for people: one screen, aligned, readable without colour.
func (p *page) preview(r app.Report) error {
	p.source(r.Source)
	p.header(r)
	p.line("")
	p.section("WANTED", wantedText(r.Stack))
	p.section("REAL", realText(r))
	p.machines(r.Machines)
	p.nodes(r)
	p.title("PLAN")
	p.plan(r)
	p.extra(r.Extra)
	p.notes(r)
	p.hang(p.ink.paint(bold, "→ "), 2, bold, clean(r.Summary.Sentence))
	return p.err
}

// source says first of all when what follows is not the cluster of today.
func (p *page) source(s app.Source) {
	if s.Kind != app.Replay {
		return
	}
	when := ""
	if s.Recorded != nil {
		when = ", recorded " + s.Recorded.UTC().Format("2006-01-02 15:04 UTC")
	}
	p.hang("", 0, magenta, "replay of "+clean(s.File)+when+": no cluster was read")
}

func (p *page) header(r app.Report) {
	parts := compact(r.Stack.Kind, clean(r.Target.Server), p.kubeconfig(r.Target), prefixed("context ", clean(r.Target.Context)))
	name := clean(r.Stack.Name)
	p.hang(p.ink.paint(bold, name)+" · ", widest(name)+3, plain, strings.Join(parts, " · "))
	p.hang("", 0, faint, strings.Join(compact("topology "+p.short(r.Stack.Shown), prefixed("layers of ", p.short(r.Stack.Catalogue))), " · "))
	if r.Target.Judgement == string(target.Confirmed) && r.Cluster.Read && r.Target.Reasons[0].Code != target.CodeReplayed {
		p.hang("", 0, faint, "target confirmed: "+clean(r.Target.Reasons[0].Text))
	}
}

func (p *page) kubeconfig(target app.TargetReport) string {
	if len(target.Kubeconfig) == 0 {
		return "no kubeconfig"
	}
	note := target.Source
	if target.Overrides != "" {
		note += ", overrides " + p.short(target.Overrides)
	}
	return "kubeconfig " + p.shortAll(target.Kubeconfig) + " (" + note + ")"
}

func (p *page) section(title, content string) {
	const column = 9
	p.hang(p.ink.paint(bold, title)+strings.Repeat(" ", max(1, column-columns(title))), column, plain, content)
}

func wantedText(s app.StackReport) string {
	var control, workers []string
	for _, n := range s.Nodes {
		switch {
		case slices.Contains(n.Roles, "control"):
			control = append(control, clean(n.Name)+otherRoles(n.Roles))
		default:
			workers = append(workers, clean(n.Name))
		}
	}
	backend := s.Backend
	if !s.BackendDeclared {
		backend += " (default)"
	}
	return strings.Join(compact("control plane "+few(control), prefixed("workers ", few(workers)), "storage "+backend, "exposition "+s.Exposition), " · ")
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

func realText(r app.Report) string {
	c := r.Cluster
	if !c.Read {
		return "not read: " + clean(c.Reason)
	}
	nodes := "nodes not read"
	if c.NodesRead {
		nodes = fmt.Sprintf("%d/%d nodes Ready", c.NodesReady, c.NodesWant)
	}
	backend := "no storage backend"
	switch {
	case len(c.Backends) > 0:
		backend = "backend " + strings.Join(c.Backends, ", ")
	case len(c.BackendsUnread) > 0:
		backend = "backend not read"
	}
	return strings.Join(compact(nodes, clean(strings.Join(c.Versions, ", ")), prefixed("ceph ", clean(c.CephHealth)), backend, clean(c.Reason)), " · ")
}

func (p *page) extra(e app.ExtraReport) {
	var layers []string
	for _, l := range e.Layers {
		layers = append(layers, clean(l.Name)+" ("+l.Verdict+")")
	}
	parts := compact(prefixed("layers ", few(layers)), prefixed("nodes ", few(cleanAll(e.Nodes))),
		prefixed("namespaces ", few(cleanAll(e.Namespaces))))
	if len(parts) > 0 {
		p.sentence("also there, not declared: " + strings.Join(parts, " · "))
	}
}

func (p *page) notes(r app.Report) {
	for _, n := range slices.Concat(r.Target.Doubts, r.Target.Warnings) {
		p.note(n.Text)
	}
	for _, n := range r.Notes {
		p.note(n.Text)
	}
	p.requests(r.Cluster.Requests, r.Digest)
}

func cleanAll(all []string) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = clean(s)
	}
	return out
}
