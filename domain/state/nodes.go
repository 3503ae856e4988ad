package state

import (
	"cmp"
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// nodeReport is the declared nodes against the real ones.
type nodeReport struct {
	read     bool
	outcome  ports.Outcome
	reason   say.Text
	lost     bool   // nothing of the whole read is believed
	declared []Node // in declared order
	others   []Node // undeclared, by name
	versions []string
	notes    []Note
}

func reportNodes(s stack.Stack, r reading, machines machineReport) nodeReport {
	report := nodeReport{outcome: r.nodes.Outcome, reason: r.nodes.Reason, lost: !r.listsLost.IsZero()}
	if r.nodes.Outcome != ports.Found {
		report.declared = unseenNodes(s, machines.noneExists, report)
		return report
	}
	report.read = true
	m := matchNodes(s.Kind, s.Nodes, r.nodes.Items)
	for i, d := range s.Nodes {
		report.declared = append(report.declared, declaredNode(d, m.matches[i]))
	}
	for _, n := range m.left() {
		report.others = append(report.others, realNode(n))
	}
	report.versions, report.notes = versions(r.nodes.Items)
	return report
}

// unseenNodes are the declared ones when none was read: unknown, or missing when their machines do not exist.
func unseenNodes(s stack.Stack, gone bool, r nodeReport) []Node {
	var all []Node
	for _, d := range s.Nodes {
		n := Node{Name: d.Name, Declared: true, Roles: roleNames(d), Status: NodeUnknown, Code: r.unreadCode(), Reason: notAnswered(r.outcome, r.reason)}
		if gone {
			n.Status, n.Code, n.Reason = NodeMissing, CodeNoMachine, noVM()
		}
		all = append(all, n)
	}
	return all
}

func declaredNode(d stack.Node, m match) Node {
	switch {
	case m.rivals != nil:
		text := say.Textf("%s could be %s", d.Name, say.Or(m.rivals))
		if len(m.rivals) == 1 {
			text = say.Textf("%s and another declared node could both be %s", d.Name, m.rivals[0])
		}
		return Node{Name: d.Name, Declared: true, Roles: roleNames(d), Status: NodeUnknown, Code: CodeAmbiguous,
			Reason: text, Notes: []Note{{CodeAmbiguous, text}}}
	case m.real == nil:
		return Node{Name: d.Name, Declared: true, Roles: roleNames(d), Status: NodeMissing, Code: CodeNodeMissing}
	}
	n := realNode(*m.real)
	n.Name, n.Declared, n.Roles, n.MatchedBy = d.Name, true, roleNames(d), m.by
	n.Notes = append(n.Notes, roleNotes(d, *m.real)...)
	return n
}

func realNode(r ports.Node) Node {
	n := Node{Name: r.Name, Real: r.Name, Roles: r.Roles, Status: NodeNotReady, Code: CodeNodeNotReady, Reason: say.Verbatim(r.Reason),
		Cordoned: r.Unschedulable, Version: r.Version, Schedulable: !r.Unschedulable && !r.NoSchedule}
	switch {
	case r.Deleting:
		n.Status, n.Code = NodeDeleting, CodeNodeDeleting
		n.Notes = append(n.Notes, Note{CodeNodeDeleting, say.Textf("%s is being deleted", r.Name)})
	case r.Ready == "True":
		n.Status, n.Code, n.Reason = NodeReady, "", say.Text{}
	}
	if r.Unschedulable {
		n.Notes = append(n.Notes, Note{CodeCordoned, say.Textf("%s is cordoned", r.Name)})
	}
	return n
}

// roleNotes compares what the API shows of roles. A worker needs no label: it is a node that takes workloads.
func roleNotes(d stack.Node, r ports.Node) []Note {
	var notes []Note
	switch control := d.Has(stack.Control); {
	case control && !r.ControlPlane:
		notes = append(notes, Note{CodeRoleDiffers, say.Textf("%s is declared as control plane and has no control-plane label", d.Name)})
	case !control && r.ControlPlane:
		notes = append(notes, Note{CodeRoleDiffers, say.Textf("%s has the control-plane label and is not declared as control plane", d.Name)})
	}
	if d.Has(stack.Worker) && r.NoSchedule {
		notes = append(notes, Note{CodeWorkerTainted, say.Textf("%s is declared as worker and its control-plane taint keeps workloads away", d.Name)})
	}
	return notes
}

func roleNames(d stack.Node) []string {
	var names []string
	for _, r := range d.Roles {
		names = append(names, string(r))
	}
	return names
}

// versions gives the kubelets' versions, and a note when their minors differ.
func versions(nodes []ports.Node) ([]string, []Note) {
	var all, minors []string
	for _, n := range nodes {
		if n.Version != "" {
			all = append(all, n.Version)
			minors = append(minors, minor(n.Version))
		}
	}
	all, minors = distinct(all), distinct(minors)
	if len(minors) < 2 {
		return all, nil
	}
	return all, []Note{{CodeMinorsDiffer, say.Textf("the nodes run different minor versions: %s", strings.Join(all, ", "))}}
}

// minor is "v1.31" of "v1.31.4+k3s1".
func minor(version string) string {
	parts := strings.SplitN(version, ".", 3)
	return strings.Join(parts[:min(2, len(parts))], ".")
}

func distinct(all []string) []string {
	slices.Sort(all)
	return slices.Compact(all)
}

// ruling judges the layer of nodes. An ambiguous node is not a missing one: nothing is then known of the whole.
func (r nodeReport) ruling() ruling {
	e := Evidence{Object: "nodes", Outcome: r.outcome.String(),
		Ref: ports.ObjectRef{Version: "v1", Kind: "Node", Resource: "nodes"}}
	if !r.read {
		e.Detail, e.ReadFailed = listNotAnswered(r.outcome, r.reason), r.lost
		return ruling{verdict: Unknown, code: r.unreadCode(), decides: []Evidence{e}}
	}
	e.Detail = r.summary()
	out := ruling{verdict: Degraded, code: CodeNodesNotReady, detail: e.Detail, decides: append([]Evidence{e}, r.notReady()...)}
	switch {
	case r.count(NodeUnknown) > 0:
		out.verdict, out.code = Unknown, CodeAmbiguous
	case r.count(NodeReady) == len(r.declared):
		out.verdict, out.code = Present, ""
	case r.leaving():
		out.code, out.waiting = CodeNodeDeleting, true
	}
	return out
}

// unreadCode says why the nodes were not read.
func (r nodeReport) unreadCode() string {
	if r.lost {
		return CodeReadFailed
	}
	return unreadCode(r.outcome == ports.Forbidden)
}

func (r nodeReport) count(status string) int {
	n := 0
	for _, node := range r.declared {
		if node.Status == status {
			n++
		}
	}
	return n
}

// leaving reports that the only nodes that are not Ready are being deleted.
func (r nodeReport) leaving() bool {
	return r.count(NodeReady)+r.count(NodeDeleting) == len(r.declared)
}

// summary is "2/4 nodes Ready: n2, n3 missing, n4 NotReady".
func (r nodeReport) summary() say.Text {
	var parts []say.Text
	for _, status := range []string{NodeMissing, NodeNotReady, NodeDeleting} {
		if names := r.named(status); len(names) > 0 {
			parts = append(parts, together(names, status))
		}
	}
	for _, n := range r.declared {
		if n.Status == NodeUnknown {
			parts = append(parts, n.Reason)
		}
	}
	if len(parts) == 0 {
		return say.Textf("%d/%d nodes Ready", r.count(NodeReady), len(r.declared))
	}
	return say.Textf("%d/%d nodes Ready: %s", r.count(NodeReady), len(r.declared), say.Join(", ", parts...))
}

// together says the one status of several nodes.
func together(names []string, status string) say.Text {
	switch status {
	case NodeMissing:
		return say.Agree(len(names), "%s missing", "%s missing", say.Names(names))
	case NodeDeleting:
		return say.Agree(len(names), "%s deleting", "%s deleting", say.Names(names))
	}
	return say.Join(" ", say.Names(names), StatusWords(status))
}

func (r nodeReport) named(status string) []string {
	var names []string
	for _, n := range r.declared {
		if n.Status == status {
			names = append(names, n.Name)
		}
	}
	return names
}

// notReady gives evidence for each declared node that is not Ready.
func (r nodeReport) notReady() []Evidence {
	var all []Evidence
	for _, n := range r.declared {
		if n.Status == NodeReady {
			continue
		}
		ref := ports.ObjectRef{Version: "v1", Kind: "Node", Resource: "nodes", Name: cmp.Or(n.Real, n.Name)}
		detail := say.Join(": ", StatusWords(n.Status), n.Reason)
		all = append(all, Evidence{Object: ref.String(), Ref: ref, Outcome: n.Status, Detail: detail})
	}
	return all
}

// ControlPlaneSeen reports whether any declared control-plane node is, or could be, among the nodes of a cluster. A stack
// that declares none has nothing to look for.
func ControlPlaneSeen(s stack.Stack, real []ports.Node) bool {
	m, declared := matchNodes(s.Kind, s.Nodes, real), false
	for i, n := range s.Nodes {
		if !n.Has(stack.Control) {
			continue
		}
		declared = true
		if m.matches[i].real != nil || m.matches[i].rivals != nil {
			return true
		}
	}
	return !declared
}

// NodesOf pairs the nodes of a cluster with the declared ones: these in declared order, the others by name.
func NodesOf(s stack.Stack, real []ports.Node) (declared, others []Node) {
	r := reportNodes(s, reading{nodes: ports.Listing[ports.Node]{Outcome: ports.Found, Items: real}}, machineReport{})
	return r.declared, r.others
}
