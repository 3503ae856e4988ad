package discover

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
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
	Remarks []string
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
type Gap struct{ What, Why string }

// String is the gap in one line.
func (g Gap) String() string { return g.What + ": could not be read (" + g.Why + ")" }

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
	Health     []string    // a summary, for people
	Unread     []Gap       // what the topology may lack for it; each also is a remark
	remarks    map[Section][]string

	answers Answers
}

// Remarks gives what is to be said of a section.
func (d Discovery) Remarks(s Section) []string { return d.remarks[s] }

// Make reads a discovery out of the answers.
func Make(a Answers) Discovery {
	d := &Discovery{answers: a, remarks: map[Section][]string{}}
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

func (d *Discovery) say(s Section, text string) { d.remarks[s] = append(d.remarks[s], text) }

// unread notes what could not be read, where it would have counted.
func (d *Discovery) unread(s Section, what string, o ports.Outcome, reason string) {
	gap := Gap{what, notAnswered(o, reason)}
	d.say(s, gap.String())
	d.Unread = append(d.Unread, gap)
}

// notAnswered is the phrase for an outcome without knowledge.
func notAnswered(o ports.Outcome, reason string) string {
	if reason == "" || o == ports.Unread || strings.HasPrefix(reason, o.String()) {
		return cmp.Or(reason, o.String())
	}
	return o.String() + ": " + reason
}

// Undeclarable says why no valid topology can be made of it; empty when one can.
func (d Discovery) Undeclarable() string {
	nodes := d.answers.Overview.Nodes
	switch {
	case d.answers.Overview.Failure != nil:
		return "the cluster could not be read: " + d.answers.Overview.Failure.Reason
	case nodes.Outcome != ports.Found:
		return "the nodes could not be read (" + notAnswered(nodes.Outcome, nodes.Reason) + "), and a topology declares them; ask for `list` on nodes"
	case !slices.ContainsFunc(d.Nodes, func(n Node) bool { return n.Has(stack.Control) }):
		return "no node carries the label node-role.kubernetes.io/control-plane (or master), and a topology declares a control plane; where it is not " +
			"among the nodes (a managed cluster), write the topology by hand"
	}
	return ""
}

// identity pins the cluster that answered.
func (d *Discovery) identity() {
	d.Identity = target.Identity(d.answers.Kubeconfig, d.answers.Overview.UID)
	if d.Identity.ClusterUID == "" {
		d.unread(Identity, "cluster_uid", d.answers.Overview.Namespaces.Outcome, d.answers.Overview.Namespaces.Reason)
	}
	if d.Identity.CASHA256 == "" {
		d.say(Identity, "ca_sha256: "+unprovenCA(d.answers.Kubeconfig)+", so there is none to pin")
	}
}

func unprovenCA(v ports.KubeconfigView) string {
	switch {
	case v.Insecure:
		return "the kubeconfig turns verification off"
	case v.CACount > 1:
		return "the kubeconfig trusts several CAs"
	}
	return "the kubeconfig has no CA of its own"
}

// exposition is a Gateway, or the default.
func (d *Discovery) exposition() {
	gateways := everywhere(d.answers.More, gatewayRef)
	switch {
	case gateways.Outcome == ports.Found && len(gateways.Items) > 0:
		d.Exposition = "gateway"
		d.say(Exposition, "there: "+few(namesOf(gateways.Items)))
	case gateways.Outcome == ports.Found:
		d.say(Exposition, "the Gateway API is served and there is no Gateway: nodeport, the default, unless nothing is exposed (none)")
	case gateways.Outcome == ports.NotServed:
		d.say(Exposition, "the Gateway API is not served: nodeport, the default, unless nothing is exposed (none)")
	default:
		d.unread(Exposition, "Gateways", gateways.Outcome, gateways.Reason)
		d.say(Exposition, "left at nodeport, the default; if there is a Gateway, write {mode: gateway}")
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
