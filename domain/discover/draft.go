package discover

import (
	"slices"
	"strconv"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Naming is what a topology says besides what the cluster is.
type Naming struct {
	Head       []say.Text // comments at the top
	Kubeconfig string     // as it is written, "~/" included
	Remark     say.Text   // on that path
	Context    string
}

// Draft is the topology that declares what was discovered.
func (d Discovery) Draft(n Naming) ports.Draft {
	draft := ports.Draft{Head: slices.Concat(n.Head, d.summary())}
	add := func(above []say.Text, key string, v ports.Value, behind ...say.Text) {
		draft.Entries = append(draft.Entries, ports.DraftEntry{Above: above, Key: key, Value: v, Behind: behind})
	}
	add(d.Remarks(Machines), "target_kind", ports.TextValue(string(d.Kind)))
	add(lines(n.Remark), "kubeconfig", ports.TextValue(n.Kubeconfig))
	add(nil, "context", ports.TextValue(n.Context))
	d.section(&draft, Identity, "identity", d.identityValue())
	nodes, behind := d.nodeValues()
	add(d.Remarks(Nodes), "nodes", nodes, behind...)
	d.section(&draft, Network, "network", d.networkValue())
	d.section(&draft, Exposition, "exposition", option("mode", d.Exposition))
	d.section(&draft, Storage, "storage", option("backend", string(d.Backend)))
	add(d.Remarks(Layers), "layers", ports.TextsValue(d.Layers))
	if free := d.Remarks(Unclaimed); len(free) > 0 {
		draft.Foot = append([]say.Text{say.Textf("What no layer of the catalogue speaks for:")}, indented(free)...)
	}
	return draft
}

// summary is the health of the cluster, and what the topology may lack.
func (d Discovery) summary() []say.Text {
	all := append([]say.Text{{}, say.Textf("Health, when it was read:")}, indented(d.Health)...)
	if len(d.Unread) == 0 {
		return all
	}
	var gaps []say.Text
	for _, g := range d.Unread {
		gaps = append(gaps, g.What)
	}
	return append(all, say.Text{}, say.Textf("NOT COMPLETE. Could not be read, and is not declared (why is said below):"), indent(say.Join(", ", gaps...)))
}

// section is a map with its remarks, or the remarks alone when nothing of it is declared.
func (d Discovery) section(draft *ports.Draft, s Section, key string, v ports.Value) {
	above := d.Remarks(s)
	if len(v.Entries) == 0 {
		if len(above) == 0 {
			return
		}
		key, above = "", append([]say.Text{say.Textf("%s: not declared", key)}, indented(above)...)
	}
	draft.Entries = append(draft.Entries, ports.DraftEntry{Above: above, Key: key, Value: v})
}

func (d Discovery) identityValue() ports.Value {
	v := ports.MapValue()
	v.Put("cluster_uid", d.Identity.ClusterUID)
	v.Put("ca_sha256", d.Identity.CASHA256)
	return v
}

func (d Discovery) nodeValues() (ports.Value, []say.Text) {
	list := ports.Value{Kind: ports.List}
	var behind []say.Text
	for _, n := range d.Nodes {
		item := ports.MapValue()
		item.Put("name", n.Name)
		var roles []string
		for _, r := range n.Roles {
			roles = append(roles, string(r))
		}
		item.Entries = append(item.Entries, ports.Entry{Key: "roles", Value: ports.TextsValue(roles)})
		item.Put("ansible_host", n.AnsibleHost)
		list.Items = append(list.Items, item)
		behind = append(behind, say.Join("; ", n.Remarks...))
	}
	return list, behind
}

func (d Discovery) networkValue() ports.Value {
	v := ports.MapValue()
	v.Put("control_plane_endpoint", d.Network.Endpoint)
	if d.Network.Port != 0 {
		v.Entries = append(v.Entries, ports.Entry{Key: "control_plane_port",
			Value: ports.Value{Kind: ports.Number, Scalar: strconv.Itoa(d.Network.Port)}})
	}
	if d.Network.LBMode != "" {
		lb := ports.MapValue()
		lb.Put("mode", d.Network.LBMode)
		lb.Put("ip", d.Network.LBIP)
		v.Entries = append(v.Entries, ports.Entry{Key: "control_plane_lb", Value: lb})
	}
	return v
}

// Stack is the stack that the topology must mean when it is read again. Its file and kubeconfig are the reader's.
func (d Discovery) Stack(n Naming, read stack.Stack) stack.Stack {
	s := stack.Stack{Name: read.Name, File: read.File, Kubeconfig: read.Kubeconfig, Kind: d.Kind, Network: d.Network,
		Exposition: d.Exposition, Backend: d.backend(), BackendDeclared: d.Backend != "", Layers: d.Wanted, Context: n.Context, Identity: d.Identity}
	for _, node := range d.Nodes {
		s.Nodes = append(s.Nodes, node.Node)
	}
	if s.Exposition == "" {
		s.Exposition = "nodeport"
	}
	if s.Network.Port == 0 {
		s.Network.Port = 6443
	}
	return s
}

func option(key, value string) ports.Value {
	v := ports.MapValue()
	v.Put(key, value)
	return v
}

func lines(t say.Text) []say.Text {
	if t.IsZero() {
		return nil
	}
	return []say.Text{t}
}

func indented(all []say.Text) []say.Text {
	out := make([]say.Text, len(all))
	for i, t := range all {
		out[i] = indent(t)
	}
	return out
}

func indent(t say.Text) say.Text { return say.Join("", say.Verbatim("  "), t) }
