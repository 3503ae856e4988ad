package discover

import (
	"cmp"
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
)

// Sign says in which way declared and real differ.
type Sign string

// The signs.
const (
	Undeclared Sign = "+" // in the cluster, and not declared
	Lacking    Sign = "-" // declared, and not in the cluster
	Other      Sign = "~" // declared one way, and another way in the cluster
	NotRead    Sign = "?" // could not be read: neither the same nor different
)

// Difference is one thing in which a declared stack and its cluster differ.
type Difference struct {
	Sign Sign
	What string // a topology's word: node, role, storage, layer …
	Name string
	Text string // how they differ
}

// Compare sets a declared stack against what was discovered in its cluster. What no API shows (where Ceph's disks are,
// hardening, nodeport or none) is not compared.
func Compare(s stack.Stack, d Discovery) []Difference {
	c := &comparison{stack: s, found: d}
	c.kind()
	c.nodes()
	c.backend()
	c.layers()
	c.exposition()
	c.endpoint()
	c.identity("cluster_uid", s.Identity.ClusterUID, d.Identity.ClusterUID)
	c.identity("ca_sha256", s.Identity.CASHA256, d.Identity.CASHA256)
	return c.all
}

type comparison struct {
	stack stack.Stack
	found Discovery
	all   []Difference
}

func (c *comparison) say(sign Sign, what, name, text string) {
	c.all = append(c.all, Difference{sign, what, name, text})
}

const (
	notDeclared = "in the cluster, not declared"
	notThere    = "declared, not in the cluster"
)

func differs(declared, real string) string {
	return "declared " + declared + ", in the cluster " + real
}

func (c *comparison) kind() {
	switch m := c.found.answers.Machines; {
	case c.stack.Kind == c.found.Kind:
	case c.stack.Kind == stack.Lima && m.State != ports.MachinesRead:
		c.say(NotRead, "target_kind", "", "declared lima, and its VMs could not be read ("+cmp.Or(m.Reason, string(m.State), "no answer")+")")
	case c.stack.Kind == stack.Lima:
		c.say(Other, "target_kind", "", "declared lima, and its nodes are not running VMs of this machine")
	default:
		c.say(Other, "target_kind", "", "declared prod, and its nodes are VMs of this machine (lima)")
	}
}

func (c *comparison) nodes() {
	real := c.found.answers.Overview.Nodes
	if real.Outcome != ports.Found {
		c.say(NotRead, "nodes", "", "could not be read ("+notAnswered(real.Outcome, real.Reason)+")")
		return
	}
	declared, others := state.NodesOf(c.stack, real.Items)
	for i, n := range declared {
		switch {
		case n.Status == state.NodeMissing:
			c.say(Lacking, "node", n.Name, notThere)
		case n.Real == "":
			c.say(NotRead, "node", n.Name, "which one it is cannot be told: "+n.Reason)
		default:
			c.roles(c.stack.Nodes[i], n.Real)
		}
	}
	for _, n := range others {
		c.say(Undeclared, "node", n.Name, notDeclared)
	}
}

// roles compares what the API shows. Without a label for it, that a node stores is not seen either way.
func (c *comparison) roles(declared stack.Node, real string) {
	i := slices.IndexFunc(c.found.Nodes, func(n Node) bool { return n.Real == real })
	if i < 0 {
		return
	}
	for _, r := range []stack.Role{stack.Control, stack.Worker, stack.Storage} {
		wanted, seen := declared.Has(r), c.found.Nodes[i].Has(r)
		switch {
		case wanted && !seen && r != stack.Storage:
			c.say(Lacking, "role", declared.Name+" "+string(r), notThere)
		case seen && !wanted:
			c.say(Undeclared, "role", declared.Name+" "+string(r), notDeclared)
		}
	}
}

func (c *comparison) backend() {
	st := c.found.State.Storage
	declared := string(c.stack.Backend)
	switch {
	case slices.Contains(st.Real, c.stack.Backend):
	case slices.Contains(st.Unread, c.stack.Backend):
		c.say(NotRead, "storage", declared, "could not be read")
	case len(st.Real) > 0:
		c.say(Other, "storage", "", differs(declared, string(st.Real[0])))
	case len(st.Unread) > 0:
		c.say(NotRead, "storage", string(st.Unread[0]), "not declared, and could not be read")
	case c.stack.BackendDeclared:
		c.say(Lacking, "storage", declared, notThere)
	}
}

func (c *comparison) layers() {
	for _, l := range c.found.State.Layers {
		wanted := slices.Contains(c.stack.Layers, l.Name)
		catalogued, _ := c.found.answers.Catalogue.Find(l.Name)
		switch {
		case l.Verdict == state.Unobservable, catalogued.Sight == layer.ByNodes, catalogued.Sight == layer.ByMachines:
		case l.Verdict == state.Unknown:
			c.say(NotRead, "layer", l.Name, declaredOr(wanted)+", and could not be read: "+l.Detail)
		case wanted && l.Verdict == state.Absent:
			c.say(Lacking, "layer", l.Name, notThere)
		case wanted && !there(l):
			c.say(Other, "layer", l.Name, "declared, "+word(l)+": "+l.Detail)
		case !wanted && there(l):
			c.say(Undeclared, "layer", l.Name, notDeclared)
		case !wanted && l.Verdict != state.Absent:
			c.say(Undeclared, "layer", l.Name, word(l)+", not declared: "+l.Detail)
		}
	}
}

func declaredOr(wanted bool) string {
	if wanted {
		return "declared"
	}
	return "not declared"
}

func (c *comparison) exposition() {
	gateways := everywhere(c.found.answers.More, gatewayRef)
	switch declared := c.stack.Exposition; {
	case !gateways.Outcome.Known():
		c.say(NotRead, "exposition", declared, "Gateways could not be read ("+notAnswered(gateways.Outcome, gateways.Reason)+")")
	case declared != "gateway" && c.found.Exposition == "gateway":
		c.say(Other, "exposition", "", differs(declared, c.found.Exposition))
	case declared == "gateway" && c.found.Exposition != "gateway":
		c.say(Lacking, "exposition", declared, "declared, and there is no Gateway in the cluster")
	}
}

// endpoint compares the kubeconfig's server, unless it is one that could lead anywhere.
func (c *comparison) endpoint() {
	server := c.found.answers.Kubeconfig.Server
	if target.Generic(server) {
		return
	}
	var declared []string
	for _, e := range target.DeclaredEndpoints(c.stack) {
		if target.SameEndpoint(e.URL, server) {
			return
		}
		declared = append(declared, e.URL)
	}
	if len(declared) == 0 {
		c.say(Undeclared, "endpoint", server, "in the kubeconfig, not declared")
		return
	}
	c.say(Other, "endpoint", "", "declared "+strings.Join(declared, ", ")+", in the kubeconfig "+server)
}

func (c *comparison) identity(field, declared, seen string) {
	switch {
	case declared == seen:
	case declared == "":
		c.say(Undeclared, "identity", field+" "+seen, notDeclared)
	case seen == "":
		c.say(NotRead, "identity", field+" "+declared, "declared, and could not be read")
	default:
		c.say(Other, "identity", field, differs(declared, seen))
	}
}
