package app

import (
	"cmp"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// newTopology is what a new topology shall declare.
type newTopology struct {
	name         string
	example      bool // with generic values, for everybody
	kind         string
	nodes        []NewNode
	backend      string
	layers       []string
	endpoint     string // where the API answers; empty: the placeholder
	loadBalancer string // an address in front of several control nodes; empty: none
	kubeconfig   string
}

// NewNode is one node of a new topology.
type NewNode struct {
	Name    string
	Roles   []string
	Address string // empty: none is declared
}

// draft is the topology with the comments that a newcomer needs beside each key.
func (n newTopology) draft() ports.Draft {
	return ports.Draft{Head: n.head(), Entries: []ports.DraftEntry{
		{Key: "target_kind", Value: ports.TextValue(n.kind), Above: []say.Text{say.Textf("prod: the machines exist, and nestor never plans any. lima: a bench of VMs on this computer.")}},
		{Key: "layers", Value: ports.TextsValue(n.layers), Above: []say.Text{say.Textf("The wanted layers, or aliases of several: `nestor layers` lists them. What they need is added, and the order is derived.")}},
		{Key: "nodes", Value: n.nodeList(), Above: []say.Text{
			say.Textf("Every machine of the cluster. Roles add up: control, worker, storage."),
			say.Textf("ansible_host is the address for ssh, and often the node's InternalIP.")}},
		n.network(),
		{Key: "storage", Value: ports.MapValue(ports.Entry{Key: "backend", Value: ports.TextValue(n.backend)}), Above: []say.Text{say.Textf("ceph or local-path.")}},
		{Key: "kubeconfig", Value: ports.TextValue(n.kubeconfig), Above: []say.Text{say.Textf("The file that reaches THIS cluster: one kubeconfig per stack, outside the repository, mode 0600.")}},
	}, Foot: []say.Text{
		say.Textf("What the cluster must be: no other one is taken for it then. `nestor target %s` prints this block.", n.name),
		say.Verbatim("identity:"),
		say.Verbatim("  cluster_uid: 00000000-0000-0000-0000-000000000000")}}
}

// file is how its file will be called below the repository.
func (n newTopology) file() string {
	if n.example {
		return "topologies/" + n.name + ".example.yaml"
	}
	return "topologies/" + n.name + ".yaml"
}

func (n newTopology) head() []say.Text {
	if n.example {
		return []say.Text{
			say.Textf("The example of stack %s, with generic values: it is for everybody.", n.name),
			say.Textf("Copy this file to `%s.yaml` and put the real values there: keep that one out of git.", n.name),
			say.Textf("The stack's name is the file's name.")}
	}
	return []say.Text{
		say.Textf("Stack %s: the stack's name is the file's name.", n.name),
		say.Textf("It holds real addresses: keep it out of git.")}
}

func (n newTopology) nodeList() ports.Value {
	all := ports.Value{Kind: ports.List}
	for _, node := range n.nodes {
		item := ports.MapValue(ports.Entry{Key: "name", Value: ports.TextValue(node.Name)}, ports.Entry{Key: "roles", Value: ports.TextsValue(node.Roles)})
		item.Put("ansible_host", node.Address)
		all.Items = append(all.Items, item)
	}
	return all
}

func (n newTopology) network() ports.DraftEntry {
	entries := []ports.Entry{
		{Key: "control_plane_endpoint", Value: ports.TextValue(cmp.Or(n.endpoint, "cluster-api"))},
		{Key: "control_plane_port", Value: ports.Value{Kind: ports.Number, Scalar: "6443"}}}
	above := []say.Text{
		say.Textf("Where the API answers: a host (with control_plane_port), or a whole https://HOST[:PORT][/PATH]."),
		say.Textf("`cluster-api` is a placeholder: it is compared with nothing.")}
	if n.loadBalancer != "" {
		above = append(above, say.Textf("control_plane_lb: in front of several control nodes; external (it is there already), kube-vip-arp or kube-vip-lb."))
		entries = append(entries, ports.Entry{Key: "control_plane_lb", Value: ports.MapValue(ports.Entry{Key: "mode", Value: ports.TextValue("external")}, ports.Entry{Key: "ip", Value: ports.TextValue(n.loadBalancer)})})
	}
	return ports.DraftEntry{Key: "network", Value: ports.MapValue(entries...), Above: above}
}
