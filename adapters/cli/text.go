package cli

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/state"
)

// text prints a report for people: one screen, aligned, readable without colour.
type text struct {
	out  io.Writer
	ink  ink
	home string
	err  error
}

func (t text) preview(r app.Report) error {
	t.source(r.Source)
	t.header(r)
	t.line("")
	t.section("WANTED", wantedText(r.Stack))
	t.section("REAL", realText(r))
	t.machines(r.Machines)
	t.nodes(r)
	t.line(t.ink.paint(bold, "PLAN"))
	t.plan(r)
	t.extra(r.Extra)
	t.notes(r)
	t.line(t.ink.paint(bold, "→ "+clean(r.Summary.Sentence)))
	return t.err
}

func (t *text) line(parts ...string) {
	if _, err := fmt.Fprintln(t.out, strings.TrimRight(strings.Join(parts, ""), " ")); err != nil && t.err == nil {
		t.err = err
	}
}

// source says first of all when what follows is not the cluster of today.
func (t *text) source(s app.Source) {
	if s.Kind != "replay" {
		return
	}
	when := ""
	if s.Recorded != nil {
		when = ", recorded " + s.Recorded.UTC().Format("2006-01-02 15:04 UTC")
	}
	t.line(t.ink.paint(yellow, "replay of "+clean(s.File)+when+": no cluster was read"))
}

func (t *text) header(r app.Report) {
	parts := []string{t.ink.paint(bold, clean(r.Stack.Name)), r.Stack.Kind}
	if r.Target.Server != "" {
		parts = append(parts, clean(r.Target.Server))
	}
	parts = append(parts, t.kubeconfig(r.Target))
	if r.Target.Context != "" {
		parts = append(parts, "context "+clean(r.Target.Context))
	}
	t.line(strings.Join(parts, " · "))
	t.line(t.ink.paint(faint, "topology "+t.short(r.Stack.Shown)))
}

func (t *text) kubeconfig(target app.TargetReport) string {
	if len(target.Kubeconfig) == 0 {
		return "no kubeconfig"
	}
	files := make([]string, len(target.Kubeconfig))
	for i, f := range target.Kubeconfig {
		files[i] = t.short(f)
	}
	note := target.Source
	if target.Overrides != "" {
		note += ", overrides " + t.short(target.Overrides)
	}
	return "kubeconfig " + strings.Join(files, ", ") + " (" + note + ")"
}

// short writes a path as people do: ~ for the home folder.
func (t *text) short(path string) string {
	if rest, ok := strings.CutPrefix(path, t.home+"/"); ok && t.home != "" {
		path = "~/" + rest
	}
	return clean(path)
}

func (t *text) section(title, content string) {
	t.line(t.ink.paint(bold, title), strings.Repeat(" ", 9-len(title)), content)
}

func wantedText(s app.StackReport) string {
	var control, workers []string
	for _, n := range s.Nodes {
		switch {
		case has(n.Roles, "control"):
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

// few lists names, and counts those that would not fit on a screen.
func few(names []string) string {
	const most = 8
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], " "), len(names)-most)
	}
	return strings.Join(names, " ")
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

// machines lists the VMs of a bench, each as limactl sees it.
func (t *text) machines(machines []app.MachineReport) {
	if machines == nil {
		return
	}
	t.line(t.ink.paint(bold, "VMS"))
	width := 0
	for _, m := range machines {
		width = max(width, utf8.RuneCountInString(clean(m.Name)))
	}
	for _, m := range machines {
		mark := machineMark(m)
		t.line("  ", t.ink.paint(mark.tint, mark.symbol), " ", pad(clean(m.Name), width), "  ", machineText(m))
	}
	if len(machines) == 0 {
		t.line("  · none seen")
	}
}

var machineMarks = map[string]mark{
	state.MachineRunning: {"✓", green},
	state.MachineStopped: {"!", yellow},
	state.MachineBroken:  {"!", red},
	state.MachineMissing: {"+", cyan},
	state.MachineOther:   {"·", faint},
	state.MachineUnknown: {"?", yellow},
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
func (t *text) nodes(r app.Report) {
	width := 0
	var shown []app.NodeReport
	for _, n := range r.Nodes {
		if r.Cluster.NodesRead && n.Declared && remarkable(n) {
			shown = append(shown, n)
			width = max(width, utf8.RuneCountInString(clean(n.Name)))
		}
	}
	if len(shown) == 0 {
		return
	}
	t.line(t.ink.paint(bold, "NODES"))
	for _, n := range shown {
		t.line("  ", t.nodeMark(n), " ", pad(clean(n.Name), width), "  ", clean(nodeText(n)))
	}
}

// remarkable tells a node worth a line from one that is as declared; a bench's lima- prefix is no surprise.
func remarkable(n app.NodeReport) bool {
	renamed := n.MatchedBy != "" && n.MatchedBy != state.MatchedByLima
	return n.Status != state.NodeReady || n.Cordoned || len(n.Notes) > 0 || renamed
}

func (t *text) nodeMark(n app.NodeReport) string {
	if n.Status == state.NodeReady {
		return t.ink.paint(green, "✓")
	}
	return t.ink.paint(red, "!")
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

func (t *text) plan(r app.Report) {
	layers := r.Layers
	names, labels := 14, 0
	for _, l := range layers {
		names = max(names, utf8.RuneCountInString(clean(l.Name)))
		labels = max(labels, utf8.RuneCountInString(clean(label(l))))
	}
	for _, l := range layers {
		m := markOf(l)
		t.line("  ", t.ink.paint(m.tint, m.symbol), " ", pad(clean(l.Name), names), " ", pad(clean(label(l)), labels), "  ", clean(layerText(l, r.Cluster.Reason)))
		for _, n := range l.Notes {
			if n.Code == state.CodeElsewhere {
				continue // the line above says so
			}
			t.line(strings.Repeat(" ", names+5), t.ink.paint(faint, clean(n.Text)))
		}
		if l.How != "" && (l.Action == string(plan.Install) || l.Action == string(plan.Finish) || l.Action == string(plan.Repair)) {
			t.line(strings.Repeat(" ", names+5), t.ink.paint(faint, "how: "+clean(l.How)))
		}
	}
}

func label(l app.LayerReport) string {
	if text := l.Label["en"]; text != "" {
		return text
	}
	return l.Name
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

// layerText names the action where the symbol could be read in two ways, then what was found. When nothing of a cluster
// was read, the reason stands above, once.
func layerText(l app.LayerReport, reason string) string {
	switch {
	case l.Verdict == string(state.Unknown) && reason != "" && strings.Contains(l.Detail, reason):
		return "not read"
	case l.Verdict == string(state.Unknown):
		return "not read: " + l.Detail
	}
	switch plan.Action(l.Action) {
	case plan.None, plan.Install:
		return l.Detail
	case plan.Blocked:
		if len(l.BlockedBy) == 0 {
			return "blocked: " + l.Why
		}
		return "blocked by " + strings.Join(l.BlockedBy, ", ") + ": " + l.Detail
	}
	return l.Action + ": " + l.Detail
}

func (t *text) extra(e app.ExtraReport) {
	var layers []string
	for _, l := range e.Layers {
		layers = append(layers, clean(l.Name)+" ("+l.Verdict+")")
	}
	parts := compact(prefixed("layers ", few(layers)), prefixed("nodes ", few(cleanAll(e.Nodes))),
		prefixed("namespaces ", few(cleanAll(e.Namespaces))))
	if len(parts) > 0 {
		t.line(t.ink.paint(faint, "also there, not declared: "+strings.Join(parts, " · ")))
	}
}

func (t *text) notes(r app.Report) {
	for _, n := range r.Target.Warnings {
		t.line(t.ink.paint(yellow, "note: "+clean(n.Text)))
	}
	for _, n := range r.Notes {
		t.line(t.ink.paint(yellow, "note: "+clean(n.Text)))
	}
	if q := r.Cluster.Requests; q.Total > 0 {
		t.line(t.ink.paint(faint, fmt.Sprintf("%d requests, %d GET, %d other", q.Total, q.Get, q.Other)))
	}
}

func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

func compact(parts ...string) []string {
	var kept []string
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return kept
}

func cleanAll(all []string) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = clean(s)
	}
	return out
}

func has(all []string, one string) bool {
	for _, s := range all {
		if s == one {
			return true
		}
	}
	return false
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
