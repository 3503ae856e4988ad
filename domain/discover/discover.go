package discover

import (
	"slices"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Answers is all that a discovery is made of.
type Answers struct {
	Catalogue  layer.Catalogue
	Kubeconfig ports.KubeconfigView
	Overview   ports.Overview
	Objects    ports.ObjectsAnswer // to the catalogue's questions, as a preview asks them
	More       ports.ObjectsAnswer // to Questions
	Machines   ports.Machines
	Now        time.Time
}

// Node is a node of the cluster, as a topology would declare it.
type Node struct {
	stack.Node
	Real    string // its name in the cluster
	Remarks []say.Text
}

// Section is a part of a topology that remarks belong to.
type Section string

// The sections, in the order in which they are written.
const (
	Machines   Section = "target_kind"
	Identity   Section = "identity"
	Nodes      Section = "nodes"
	Network    Section = "network"
	Exposition Section = "exposition"
	Storage    Section = "storage"
	Layers     Section = "layers"
	Unclaimed  Section = "unclaimed" // what no layer of the catalogue speaks for
)

// Gap is something that could not be read.
type Gap struct {
	Code      string
	What, Why say.Text
}

// Text is the gap in one sentence, with its code.
func (g Gap) Text() say.Text {
	return coded(say.Textf("%s: could not be read (%s)", g.What, g.Why), g.Code)
}

// Discovery is what a cluster is, in a topology's words. What was not read or cannot be declared is among the remarks.
type Discovery struct {
	Kind       stack.Kind
	Nodes      []Node
	Network    stack.Network // an empty Endpoint is not declared; Port is 0 when it is not known
	Exposition string        // empty: not declared, which means nodeport
	Backend    layer.Backend // empty: not declared, which means local-path
	Layers     []string      // the smallest declaration of all that can be declared
	Wanted     []string      // what that declaration stands for
	Identity   stack.Identity
	State      state.State // every layer of the catalogue
	Health     []say.Text  // a summary, for people
	Unread     []Gap       // what the topology may lack for it; each also is a remark
	remarks    map[Section][]say.Text

	answers Answers
}

// Remarks gives what is to be said of a section.
func (d Discovery) Remarks(s Section) []say.Text { return d.remarks[s] }

// Make reads a discovery out of the answers.
func Make(a Answers) Discovery {
	d := &Discovery{answers: a, remarks: map[Section][]say.Text{}}
	vms := d.machines()
	d.nodes(vms)
	d.identity()
	d.network()
	d.exposition()
	d.storage()
	d.layers()
	d.unclaimed()
	d.health()
	return *d
}

func (d *Discovery) remark(s Section, text say.Text) { d.remarks[s] = append(d.remarks[s], text) }

// advise is a remark that calls for something to be done; its code leads to what.
func (d *Discovery) advise(s Section, code string, text say.Text) { d.remark(s, coded(text, code)) }

func coded(text say.Text, code string) say.Text {
	return say.Join(" ", text, say.Verbatim("["+code+"]"))
}

// unread notes what could not be read, where it would have counted.
func (d *Discovery) unread(s Section, what say.Text, o ports.Outcome, reason say.Text) {
	d.gap(s, Gap{gapCode(o), what, notAnswered(o, reason)})
}

// unreadLayer notes something that is not known because a layer could not be read.
func (d *Discovery) unreadLayer(s Section, what say.Text, l state.Layer) {
	forbidden := slices.ContainsFunc(l.Evidence, func(e state.Evidence) bool { return e.Decides && e.Outcome == ports.Forbidden.String() })
	code := CodeUnread
	if forbidden {
		code = CodeForbidden
	}
	d.gap(s, Gap{code, what, notAnswered(ports.Unread, l.Detail)})
}

func (d *Discovery) gap(s Section, g Gap) {
	d.remark(s, g.Text())
	d.Unread = append(d.Unread, g)
}

// notAnswered is the phrase for an outcome without knowledge.
func notAnswered(o ports.Outcome, reason say.Text) say.Text {
	if reason.IsZero() || o == ports.Unread || strings.HasPrefix(reason.String(), o.String()) {
		return say.First(reason, o.Words())
	}
	return say.Join(": ", o.Words(), reason)
}

// Undeclarable says why no valid topology can be made of it; nil when one can.
func (d Discovery) Undeclarable() *say.Problem {
	nodes := d.answers.Overview.Nodes
	switch {
	case d.answers.Overview.Failure != nil:
		failure := d.answers.Overview.Failure
		do := failure.Do
		if failure.User != "" { // a preview's rights would not be enough
			do = say.Textf("have an administrator give it the rights to read: %s", ports.GivesRights(failure.User, "--discover"))
		}
		return &say.Problem{Code: CodeNoAnswer, What: say.Textf("the cluster could not be read: %s", failure.Reason), Do: do}
	case nodes.Outcome != ports.Found:
		return &say.Problem{Code: CodeNoNodes, What: say.Textf("the nodes could not be read (%s), and a topology declares them", notAnswered(nodes.Outcome, nodes.Reason)),
			Do: say.Textf("ask for `list` on nodes")}
	case !slices.ContainsFunc(d.Nodes, func(n Node) bool { return n.Has(stack.Control) }):
		return &say.Problem{Code: CodeNoControlPlane, What: say.Textf("no node carries the label node-role.kubernetes.io/control-plane (or master), and a topology declares a control plane"),
			Do: say.Textf("where it is not among the nodes (a managed cluster), write the topology by hand")}
	}
	return nil
}

// identity pins the cluster that answered.
func (d *Discovery) identity() {
	d.Identity = target.Identity(d.answers.Kubeconfig, d.answers.Overview.UID)
	if d.Identity.ClusterUID == "" {
		d.unread(Identity, say.Verbatim("cluster_uid"), d.answers.Overview.Namespaces.Outcome, d.answers.Overview.Namespaces.Reason)
	}
	if d.Identity.CASHA256 == "" {
		d.advise(Identity, CodeNoCA, unprovenCA(d.answers.Kubeconfig))
	}
}

func unprovenCA(v ports.KubeconfigView) say.Text {
	switch {
	case v.Insecure:
		return say.Textf("ca_sha256: the kubeconfig turns verification off, so there is none to pin")
	case v.CACount > 1:
		return say.Textf("ca_sha256: the kubeconfig trusts several CAs, so there is none to pin")
	}
	return say.Textf("ca_sha256: the kubeconfig has no CA of its own, so there is none to pin")
}

// exposition is a Gateway, or the default.
func (d *Discovery) exposition() {
	gateways := everywhere(d.answers.More, gatewayRef)
	switch {
	case gateways.Outcome == ports.Found && len(gateways.Items) > 0:
		d.Exposition = "gateway"
		d.remark(Exposition, say.Textf("there: %s", few(namesOf(gateways.Items))))
	case gateways.Outcome == ports.Found:
		d.remark(Exposition, say.Textf("the Gateway API is served and there is no Gateway: nodeport, the default, unless nothing is exposed (none)"))
	case gateways.Outcome == ports.NotServed:
		d.remark(Exposition, say.Textf("the Gateway API is not served: nodeport, the default, unless nothing is exposed (none)"))
	default:
		d.unread(Exposition, say.Verbatim("Gateways"), gateways.Outcome, gateways.Reason)
		d.remark(Exposition, say.Textf("left at nodeport, the default; if there is a Gateway, write {mode: gateway}"))
	}
}

// namesOf shows objects as people read them.
func namesOf(objects []ports.Object) []string {
	names := make([]string, len(objects))
	for i, o := range objects {
		names[i] = o.Ref.String()
	}
	return names
}
