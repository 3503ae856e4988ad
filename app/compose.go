package app

import (
	"cmp"
	"slices"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// findings is all that a preview found out.
type findings struct {
	Wanted
	aim      aim
	judged   target.Judgement // after the reads
	answered bool             // the operator was asked, and said yes
	uid      string           // of the cluster that answered, believed or not
	answers  state.Input      // as far as they are believed
	state    state.State
	plan     plan.Plan
}

// report gathers the findings into the one value that every output is a view of.
func (f findings) report(source Source) Report {
	access := f.aim.Kubeconfig.Access
	r := Report{
		Schema:  Schema,
		Taken:   f.answers.Now,
		Source:  source,
		Stack:   stackReport(f.Wanted),
		Target:  f.targetReport(),
		Cluster: f.clusterReport(),
		Nodes:   nodeReports(slices.Concat(f.state.Nodes, f.state.Extra.Nodes)),
		Layers:  f.layerReports(access),
		Extra:   extraReport(f.state.Extra, access),
		Notes:   noteReports(f.state.Notes),
		Summary: f.summaryReport(),
		Doubts:  f.Doubts,
	}
	if !r.Summary.Refused {
		r.Digest = plan.Digest(f.Stack, f.Catalogue, plan.Cluster{UID: f.uid, CASHA256: r.Target.CASHA256, Server: r.Target.Server}, f.plan)
	}
	if f.Stack.Kind == stack.Lima {
		r.Machines = machineReports(slices.Concat(f.state.Machines, f.state.Extra.Machines))
	}
	return r
}

func stackReport(w Wanted) StackReport {
	s := w.Stack
	r := StackReport{Name: s.Name, File: s.File, Shown: w.Document.Shown, Kind: string(s.Kind), Nodes: []NodeWant{}, Backend: string(s.Backend),
		BackendDeclared: s.BackendDeclared, Exposition: s.Exposition, Layers: some(s.Layers), Catalogue: w.Overlay, Known: knownLayers(w.Catalogue)}
	for _, n := range s.Nodes {
		r.Nodes = append(r.Nodes, NodeWant{Name: n.Name, Roles: texts(n.Roles)})
	}
	return r
}

// knownLayers gives the layers whose proofs are asked for, wanted or not.
func knownLayers(c layer.Catalogue) []string {
	names := []string{}
	for _, l := range c.Layers {
		if len(l.Proofs) > 0 {
			names = append(names, l.Name)
		}
	}
	return names
}

func (f findings) targetReport() TargetReport {
	v, resolution := f.aim.Kubeconfig.View, f.aim.Resolution
	return TargetReport{
		Kubeconfig:     some(resolution.Files),
		Source:         string(resolution.Source),
		Overrides:      resolution.Overrides,
		Context:        v.Context,
		ContextSource:  resolution.ContextSource,
		Server:         v.Server,
		CASHA256:       v.CASHA256,
		ClusterUID:     f.uid,
		Authentication: string(v.Auth),
		Judgement:      string(f.judged.Verdict),
		Reasons:        reasonReports(f.judged.Reasons),
		Matches:        reasonReports(f.judged.Matches),
		Doubts:         reasonReports(f.judged.Doubts),
		Warnings:       reasonReports(f.aim.warnings),
	}
}

func (f findings) clusterReport() ClusterReport {
	in, st := f.answers, f.state
	r := ClusterReport{Read: in.ClusterRead && (in.Overview.Failure == nil || in.Objects.Failure == nil),
		NodesWant: len(in.Stack.Nodes), NodesRead: st.NodesOutcome == ports.Found, Versions: some(st.Versions), CephHealth: st.CephHealth,
		Backends: texts(st.Storage.Real), BackendsUnread: texts(st.Storage.Unread), Conflict: st.Storage.Conflict, Requests: requestReport(in.Overview.Requests, in.Objects.Requests),
	}
	r.Reason, r.Code, r.Advice = f.whyUnread()
	for _, n := range st.Nodes {
		if n.Status == state.NodeReady {
			r.NodesReady++
		}
	}
	return r
}

// whyUnread gives why nothing was read, or why each read that failed did, once; the code of the first, and what to do.
func (f findings) whyUnread() (reason say.Text, code string, advice say.Text) {
	var reasons, advices []say.Text
	if !f.answers.NotRead.IsZero() {
		reasons, code = append(reasons, f.answers.NotRead), f.codeOfNotRead()
	}
	for _, failure := range []*ports.Failure{f.answers.Overview.Failure, f.answers.Objects.Failure} {
		if failure != nil {
			reasons, advices, code = append(reasons, failure.Reason), append(advices, failure.Do), cmp.Or(code, failure.Code)
		}
	}
	return once(reasons), code, once(advices)
}

// codeOfNotRead is that of the refusal, or of the machines without which a bench has no cluster.
func (f findings) codeOfNotRead() string {
	switch {
	case f.judged.Verdict == target.Refuse:
		return decisiveCode(f.judged)
	case f.answers.Machines.State == ports.MachinesRead:
		return problems.AppNoMachineRuns
	}
	return state.CodeMachinesUnread
}

// once joins texts, each that follows itself once.
func once(texts []say.Text) say.Text {
	return say.Join("; ", slices.CompactFunc(texts, say.Text.Equal)...)
}

func nodeReports(nodes []state.Node) []NodeReport {
	reports := []NodeReport{}
	for _, n := range nodes {
		r := NodeReport{Name: n.Name, Declared: n.Declared, Roles: some(n.Roles), Status: n.Status, Code: n.Code, Reason: n.Reason, Cordoned: n.Cordoned,
			Version: n.Version, MatchedBy: n.MatchedBy, Notes: noteReports(n.Notes)}
		if n.Real != n.Name {
			r.Real = n.Real
		}
		reports = append(reports, r)
	}
	return reports
}

func machineReports(machines []state.Machine) []MachineReport {
	reports := []MachineReport{}
	for _, m := range machines {
		reports = append(reports, MachineReport{Name: m.Name, Declared: m.Declared, State: m.Verdict, Status: m.Status, Code: m.Code, DeclaredBy: m.DeclaredBy, Errors: m.Errors})
	}
	return reports
}

func (f findings) layerReports(access ports.Access) []LayerReport {
	reports := []LayerReport{}
	for _, step := range f.plan.Steps {
		l, _ := f.state.Layer(step.Layer)
		r := layerReport(l, access)
		r.Needs = f.needs(step.Layer)
		r.Action, r.Code, r.BlockedBy, r.Why = string(step.Action), step.Code, some(step.BlockedBy), step.Why
		reports = append(reports, r)
	}
	return reports
}

// needs gives the layers that one stands on in this stack.
func (f findings) needs(name string) []string {
	l, _ := f.Catalogue.Find(name)
	return f.Catalogue.Needs(l, f.Stack.Backend, f.Stack.Kind == stack.Lima)
}

func layerReport(l state.Layer, access ports.Access) LayerReport {
	r := LayerReport{Name: l.Name, Label: l.Label, Verdict: string(l.Verdict), Code: l.Code, Detail: l.Detail, ReadFailed: l.ReadFailed, How: l.How, Evidence: []EvidenceReport{}, Notes: noteReports(l.Notes)}
	for _, e := range l.Evidence {
		r.Evidence = append(r.Evidence, EvidenceReport{Object: e.Object, Outcome: e.Outcome, Detail: e.Detail, Expected: e.Expected, Decides: e.Decides, Command: evidenceCommand(access, e)})
	}
	return r
}

func extraReport(e state.Extra, access ports.Access) ExtraReport {
	r := ExtraReport{Layers: []LayerReport{}, Nodes: []string{}, Namespaces: some(e.Namespaces), Unread: e.Unread}
	for _, l := range e.Layers {
		each := layerReport(l, access)
		each.Action, each.BlockedBy = string(plan.None), []string{}
		r.Layers = append(r.Layers, each)
	}
	for _, n := range e.Nodes {
		r.Nodes = append(r.Nodes, n.Name)
	}
	for _, m := range e.Machines {
		if m.DeclaredBy == "" {
			r.Machines = append(r.Machines, m.Name)
		}
	}
	return r
}

func (f findings) summaryReport() SummaryReport {
	s := f.plan.Summary
	r := SummaryReport{Wanted: s.Wanted, Missing: s.Missing, Unread: s.Unread, Sentence: s.Sentence(), Finding: s.Finding(), Counts: s.Counts(), Pending: f.plan.Pending(),
		Refused: f.aim.refuses(f.judged),
		Actions: map[string]int{
			string(plan.None): s.None, string(plan.Install): s.Install, string(plan.Finish): s.Finish, string(plan.Repair): s.Repair,
			string(plan.Wait): s.Wait, string(plan.Look): s.Look, string(plan.Blocked): s.Blocked,
		}}
	if r.Refused {
		r.Sentence, r.Finding = refusal(f.judged), say.Textf("Refused: %s.", decisive(f.judged))
	}
	return r
}

func noteReports(notes []state.Note) []NoteReport {
	reports := []NoteReport{}
	for _, n := range notes {
		reports = append(reports, NoteReport{n.Code, n.Text})
	}
	return reports
}

func reasonReports(reasons []target.Reason) []NoteReport {
	reports := []NoteReport{}
	for _, n := range reasons {
		reports = append(reports, NoteReport{n.Code, n.Text})
	}
	return reports
}

// some makes an empty list of none, which JSON writes as [] and not null.
func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func texts[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = string(s)
	}
	return out
}
