package discover

import (
	"cmp"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// machines decides whether the nodes are VMs of this machine, and gives the VM of each. Lima calls a node after its VM, with
// a prefix. A node with the very name of a VM proves nothing: names such as node1 are everywhere, and to take production
// for a bench would be the worse mistake.
func (d *Discovery) machines() map[string]string {
	d.Kind = stack.Prod
	m, real := d.answers.Machines, d.answers.Overview.Nodes
	if real.Outcome != ports.Found {
		return nil
	}
	looksLima := slices.ContainsFunc(real.Items, func(n ports.Node) bool { return strings.HasPrefix(n.Name, "lima-") })
	if m.State != ports.MachinesRead {
		if looksLima {
			d.unread(Machines, say.Textf("limactl, whose VMs these nodes look like"), ports.Unread, m.Text())
		}
		return nil
	}
	bench := stack.Stack{Kind: stack.Lima}
	status := map[string]string{}
	for _, vm := range m.Items {
		bench.Nodes = append(bench.Nodes, stack.Node{Name: vm.Name})
		status[vm.Name] = vm.Status
	}
	vms, running, namesakes := map[string]string{}, false, 0
	declared, _ := state.NodesOf(bench, real.Items)
	for _, n := range declared {
		switch {
		case n.Real != "" && n.MatchedBy == state.MatchedByLima:
			vms[n.Real] = n.Name
			running = running || status[n.Name] == "Running"
		case n.Real != "":
			namesakes++
		}
	}
	switch {
	case len(vms) == len(real.Items) && running:
		d.Kind = stack.Lima
		return vms
	case looksLima:
		d.advise(Machines, CodeLikeLima, say.Textf("some nodes are called as Lima calls them, and not all are running VMs of this machine"))
	case namesakes == len(real.Items):
		d.advise(Machines, CodeLikeLima, say.Textf("VMs of this machine have the same names; if the nodes are these, write lima"))
	}
	return nil
}

// nodes declares each node with the roles that the API shows.
func (d *Discovery) nodes(vms map[string]string) {
	for _, real := range d.answers.Overview.Nodes.Items {
		n := Node{Real: real.Name, Node: stack.Node{Name: real.Name, Roles: roles(real)}}
		if d.Kind == stack.Lima {
			n.Name = vms[real.Name] // limactl knows how to reach it
		} else if len(real.InternalIPs) > 0 {
			n.AnsibleHost = real.InternalIPs[0]
		} else {
			n.Remarks = append(n.Remarks, say.Textf("no InternalIP"))
		}
		n.Remarks = append(n.Remarks, nodeRemarks(real, n.Node)...)
		d.Nodes = append(d.Nodes, n)
	}
}

// roles are what labels and taints show: a node takes workloads unless it is a control plane with its taint.
func roles(n ports.Node) []stack.Role {
	var all []stack.Role
	if n.ControlPlane {
		all = append(all, stack.Control)
	}
	if !n.ControlPlane || !n.NoSchedule {
		all = append(all, stack.Worker)
	}
	if slices.Contains(n.Roles, string(stack.Storage)) {
		all = append(all, stack.Storage)
	}
	return all
}

func nodeRemarks(real ports.Node, n stack.Node) []say.Text {
	var all []say.Text
	switch {
	case real.Deleting:
		all = append(all, say.Textf("being deleted"))
	case real.Ready != "True":
		all = append(all, say.Join(": ", say.Verbatim("NotReady"), say.Verbatim(short(real.Reason))))
	}
	if real.Unschedulable {
		all = append(all, say.Textf("cordoned"))
	}
	if !real.ControlPlane && real.NoSchedule {
		all = append(all, say.Textf("carries the control-plane taint without its label"))
	}
	if n.Name != real.Name {
		all = append(all, say.Textf("node %s", real.Name))
	}
	return all
}

// network says where the API answers, as the kubeconfig has it.
func (d *Discovery) network() {
	server := d.answers.Kubeconfig.Server
	host := d.endpoint(server)
	control := 0
	for _, n := range d.Nodes {
		if n.Has(stack.Control) {
			control++
		}
	}
	if control > 1 {
		d.balancer(control, host)
	}
}

// endpoint declares the server, and gives its host where that means something from other machines too.
func (d *Discovery) endpoint(server string) string {
	u, err := url.Parse(server)
	if err != nil || u.Hostname() == "" {
		d.advise(Network, CodeServer, say.Textf("the server %s of the kubeconfig is no address that could be declared", server))
		return ""
	}
	if target.Loopback(server) {
		if d.Kind != stack.Lima {
			d.advise(Network, CodeServer, say.Textf("%s is this very machine (a tunnel?): where the API answers is not known; write it by hand: network: {control_plane_endpoint: HOST}", server))
		}
		return ""
	}
	if target.Generic(server) {
		d.remark(Network, say.Textf("%s may lead to any cluster, so it proves nothing; the identity does", u.Hostname()))
	}
	if strings.TrimRight(u.Path, "/") != "" { // the server of a front door is one cluster only with its path
		d.Network.Endpoint = server
		return u.Hostname()
	}
	d.Network.Endpoint, d.Network.Port = u.Hostname(), 443
	if port, err := strconv.Atoi(u.Port()); err == nil {
		d.Network.Port = port
	}
	return u.Hostname()
}

// balancer declares what a topology with several control nodes must: an address in front of them.
func (d *Discovery) balancer(control int, host string) {
	d.Network.LBMode, d.Network.LBIP = "external", host
	own := func(n Node) bool { return strings.EqualFold(n.Name, host) || sameAddress(n.AnsibleHost, host) }
	if host != "" && !slices.ContainsFunc(d.Nodes, own) {
		d.advise(Network, CodeBalancer, say.Textf("in front of %d control nodes; how it is provided (kube-vip-arp, kube-vip-lb, external) cannot be seen", control))
		return
	}
	if host == "" {
		d.Network.LBIP = d.firstControl()
	}
	d.advise(Network, CodeBalancer, say.Textf("what is in front of %d control nodes could not be seen, and a topology must say it: correct control_plane_lb", control))
}

func (d *Discovery) firstControl() string {
	for _, n := range d.Nodes {
		if n.Has(stack.Control) {
			return cmp.Or(n.AnsibleHost, n.Name)
		}
	}
	return ""
}

func sameAddress(a, b string) bool {
	one, err := netip.ParseAddr(a)
	other, err2 := netip.ParseAddr(b)
	return err == nil && err2 == nil && one.Unmap() == other.Unmap()
}

// short keeps what fits on a remark's line: a node may say anything, at any length.
func short(text string) string {
	const most = 200
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
