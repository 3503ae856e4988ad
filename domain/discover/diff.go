package discover

import (
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
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
	Code string
	Sign Sign
	What string // a topology's word: node, role, storage, layer …
	Name string
	Text say.Text // how they differ
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

func (c *comparison) note(sign Sign, what, name string, text say.Text) {
	c.all = append(c.all, Difference{signCodes[sign], sign, what, name, text})
}

func notDeclared() say.Text { return say.Textf("in the cluster, not declared") }
func notThere() say.Text    { return say.Textf("declared, not in the cluster") }

func differs(declared, real string) say.Text {
	return say.Textf("declared %s, in the cluster %s", declared, real)
}

func (c *comparison) kind() {
	switch m := c.found.answers.Machines; {
	case c.stack.Kind == c.found.Kind:
	case c.stack.Kind == stack.Lima && m.State != ports.MachinesRead:
		c.note(NotRead, "target_kind", "", say.Textf("declared lima, and its VMs could not be read (%s)", say.First(m.Text(), say.Verbatim(string(m.State)), say.Textf("no answer"))))
	case c.stack.Kind == stack.Lima:
		c.note(Other, "target_kind", "", say.Textf("declared lima, and its nodes are not running VMs of this machine"))
	default:
		c.note(Other, "target_kind", "", say.Textf("declared prod, and its nodes are VMs of this machine (lima)"))
	}
}

func (c *comparison) nodes() {
	real := c.found.answers.Overview.Nodes
	if real.Outcome != ports.Found {
		c.note(NotRead, "nodes", "", say.Textf("could not be read (%s)", notAnswered(real.Outcome, real.Reason)))
		return
	}
	declared, others := state.NodesOf(c.stack, real.Items)
	for i, n := range declared {
		switch {
		case n.Status == state.NodeMissing:
			c.note(Lacking, "node", n.Name, notThere())
		case n.Real == "":
			c.note(NotRead, "node", n.Name, say.Textf("which one it is cannot be told: %s", n.Reason))
		default:
			c.roles(c.stack.Nodes[i], n.Real)
		}
	}
	for _, n := range others {
		c.note(Undeclared, "node", n.Name, notDeclared())
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
			c.note(Lacking, "role", declared.Name+" "+string(r), notThere())
		case seen && !wanted:
			c.note(Undeclared, "role", declared.Name+" "+string(r), notDeclared())
		}
	}
}

func (c *comparison) backend() {
	st := c.found.State.Storage
	declared := string(c.stack.Backend)
	switch {
	case slices.Contains(st.Real, c.stack.Backend):
	case slices.Contains(st.Unread, c.stack.Backend):
		c.note(NotRead, "storage", declared, say.Textf("could not be read"))
	case len(st.Real) > 0:
		c.note(Other, "storage", "", differs(declared, string(st.Real[0])))
	case len(st.Unread) > 0:
		c.note(NotRead, "storage", string(st.Unread[0]), say.Textf("not declared, and could not be read"))
	case c.stack.BackendDeclared:
		c.note(Lacking, "storage", declared, notThere())
	}
}

func (c *comparison) layers() {
	for _, l := range c.found.State.Layers {
		wanted := slices.Contains(c.stack.Layers, l.Name)
		catalogued, _ := c.found.answers.Catalogue.Find(l.Name)
		switch {
		case l.Verdict == state.Unobservable, catalogued.Sight == layer.ByNodes, catalogued.Sight == layer.ByMachines:
		case l.Verdict == state.Unknown:
			c.note(NotRead, "layer", l.Name, unreadLayer(wanted, l.Detail))
		case wanted && l.Verdict == state.Absent:
			c.note(Lacking, "layer", l.Name, notThere())
		case wanted && !there(l):
			c.note(Other, "layer", l.Name, say.Textf("declared, %s: %s", word(l), l.Detail))
		case !wanted && there(l):
			c.note(Undeclared, "layer", l.Name, notDeclared())
		case !wanted && l.Verdict != state.Absent:
			c.note(Undeclared, "layer", l.Name, say.Textf("%s, not declared: %s", word(l), l.Detail))
		}
	}
}

func unreadLayer(wanted bool, detail say.Text) say.Text {
	if wanted {
		return say.Textf("declared, and could not be read: %s", detail)
	}
	return say.Textf("not declared, and could not be read: %s", detail)
}

func (c *comparison) exposition() {
	gateways := everywhere(c.found.answers.More, gatewayRef)
	switch declared := c.stack.Exposition; {
	case !gateways.Outcome.Known():
		c.note(NotRead, "exposition", declared, say.Textf("Gateways could not be read (%s)", notAnswered(gateways.Outcome, gateways.Reason)))
	case declared != "gateway" && c.found.Exposition == "gateway":
		c.note(Other, "exposition", "", differs(declared, c.found.Exposition))
	case declared == "gateway" && c.found.Exposition != "gateway":
		c.note(Lacking, "exposition", declared, say.Textf("declared, and there is no Gateway in the cluster"))
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
		c.note(Undeclared, "endpoint", server, say.Textf("in the kubeconfig, not declared"))
		return
	}
	c.note(Other, "endpoint", "", say.Textf("declared %s, in the kubeconfig %s", strings.Join(declared, ", "), server))
}

func (c *comparison) identity(field, declared, seen string) {
	switch {
	case declared == seen:
	case declared == "":
		c.note(Undeclared, "identity", field+" "+seen, notDeclared())
	case seen == "":
		c.note(NotRead, "identity", field+" "+declared, say.Textf("declared, and could not be read"))
	default:
		c.note(Other, "identity", field, differs(declared, seen))
	}
}
