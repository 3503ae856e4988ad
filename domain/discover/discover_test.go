package discover_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/access"
	"github.com/univ-lehavre/nestor/domain/access/accesstest"
	"github.com/univ-lehavre/nestor/domain/discover"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

func TestTheStoryIsDeclaredByItsFewestLayers(t *testing.T) {
	d := discover.Make(answersOf(story()))
	if diff := cmp.Diff([]string{"monitoring", "gitops-seed", "mlflow"}, d.Layers); diff != "" {
		t.Errorf("layers (-want +got):\n%s", diff)
	}
	want := stack.Stack{Kind: stack.Prod, Backend: layer.Ceph, BackendDeclared: true, Exposition: "nodeport", Context: "c",
		Network:  stack.Network{Endpoint: "10.0.0.10", Port: 6443},
		Identity: stack.Identity{ClusterUID: uid, CASHA256: ca},
		Layers:   statetest.Dirqual().Layers,
		Nodes: []stack.Node{{Name: "dirqual1", Roles: []stack.Role{stack.Control, stack.Worker}}, {Name: "dirqual2", Roles: []stack.Role{stack.Worker}},
			{Name: "dirqual3", Roles: []stack.Role{stack.Worker}}, {Name: "dirqual4", Roles: []stack.Role{stack.Worker}}}}
	if diff := cmp.Diff(want, d.Stack(discover.Naming{Context: "c"}, stack.Stack{})); diff != "" {
		t.Errorf("stack (-want +got):\n%s", diff)
	}
	holds(t, said(d), "nodes: which nodes hold Ceph's disks (OSDs) cannot be seen", "layers: hardening: no API shows it")
	if len(d.Unread) > 0 {
		t.Errorf("unread: %v", d.Unread)
	}
}

func TestRolesComeFromLabelsAndTaints(t *testing.T) {
	w := story()
	w.Overview.Nodes = statetest.Listed(
		ports.Node{Name: "a", Ready: "True", ControlPlane: true, NoSchedule: true, InternalIPs: []string{"10.0.0.1", "fd00::1"}},
		ports.Node{Name: "b", Ready: "True", ControlPlane: true},
		ports.Node{Name: "c", Ready: "False", Reason: "kubelet stopped", Roles: []string{"storage", "worker"}, Unschedulable: true})
	d := discover.Make(answersOf(w))
	var got []stack.Node
	for _, n := range d.Nodes {
		got = append(got, n.Node)
	}
	want := []stack.Node{{Name: "a", Roles: []stack.Role{stack.Control}, AnsibleHost: "10.0.0.1"},
		{Name: "b", Roles: []stack.Role{stack.Control, stack.Worker}},
		{Name: "c", Roles: []stack.Role{stack.Worker, stack.Storage}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	holds(t, say.Join("; ", d.Nodes[2].Remarks...).String(), "NotReady: kubelet stopped", "cordoned", "no InternalIP")
	if strings.Contains(said(d), "OSDs") {
		t.Errorf("a label tells where the disks are:\n%s", said(d))
	}
}

func TestSeveralControlNodesNeedAnAddressInFront(t *testing.T) {
	for server, want := range map[string]struct {
		network stack.Network
		said    string
	}{
		"https://10.0.0.10:6443":                       {stack.Network{Endpoint: "10.0.0.10", Port: 6443, LBMode: "external", LBIP: "10.0.0.10"}, "in front of 2 control nodes; how it is provided"},
		"https://10.0.0.1:6443":                        {stack.Network{Endpoint: "10.0.0.1", Port: 6443, LBMode: "external", LBIP: "10.0.0.1"}, "could not be seen, and a topology must say it"},
		"https://127.0.0.1:6443":                       {stack.Network{LBMode: "external", LBIP: "10.0.0.1"}, "is this very machine (a tunnel?)"},
		"https://cluster-api:6443":                     {stack.Network{Endpoint: "cluster-api", Port: 6443, LBMode: "external", LBIP: "cluster-api"}, "may lead to any cluster"},
		"https://rancher.example.org/k8s/clusters/c-1": {stack.Network{Endpoint: "https://rancher.example.org/k8s/clusters/c-1", LBMode: "external", LBIP: "rancher.example.org"}, "in front of"},
		"https://k8s.example.org":                      {stack.Network{Endpoint: "k8s.example.org", Port: 443, LBMode: "external", LBIP: "k8s.example.org"}, "in front of"},
	} {
		w := story()
		w.Overview.Nodes = statetest.Listed(ports.Node{Name: "a", ControlPlane: true, InternalIPs: []string{"10.0.0.1"}}, ports.Node{Name: "b", ControlPlane: true, InternalIPs: []string{"10.0.0.2"}})
		a := answersOf(w)
		a.Kubeconfig.Server = server
		d := discover.Make(a)
		if diff := cmp.Diff(want.network, d.Network); diff != "" {
			t.Errorf("%s (-want +got):\n%s", server, diff)
		}
		holds(t, said(d), want.said)
	}
}

func TestExposition(t *testing.T) {
	gateway := ports.Object{Ref: ports.ObjectRef{Kind: "Gateway", Namespace: "default", Name: "edge"}}
	missing := func(l ports.Listing[ports.Object]) ports.ObjectAnswer {
		return ports.ObjectAnswer{Outcome: ports.Missing, Elsewhere: l}
	}
	for name, c := range map[string]struct {
		answer ports.ObjectAnswer
		want   string
		said   string
		unread int
	}{
		"there":          {missing(statetest.Listed(gateway)), "gateway", "there: Gateway default/edge", 0},
		"of that name":   {ports.ObjectAnswer{Outcome: ports.Found, Object: &gateway}, "gateway", "there: Gateway", 0},
		"none":           {missing(statetest.Listed[ports.Object]()), "", "is served and there is no Gateway", 0},
		"not served":     {ports.ObjectAnswer{Outcome: ports.NotServed}, "", "is not served", 0},
		"older version":  {ports.ObjectAnswer{Outcome: ports.NotServed, Version: "v1beta1"}, "", "could not be read", 1},
		"not listed":     {missing(ports.Listing[ports.Object]{Outcome: ports.Forbidden, Reason: say.Textf("cannot list gateways")}), "", "forbidden: cannot list gateways", 1},
		"not answered":   {missing(ports.Listing[ports.Object]{}), "", "could not be read", 1},
		"forbidden":      {ports.ObjectAnswer{Outcome: ports.Forbidden, Reason: say.Textf("cannot get gateways")}, "", "forbidden: cannot get gateways", 1},
		"without object": {ports.ObjectAnswer{Outcome: ports.Found}, "", "could not be read", 1},
	} {
		a := answersOf(story())
		a.More.Answers[asked(t, "Gateway")] = c.answer
		d := discover.Make(a)
		if d.Exposition != c.want || len(d.Unread) != c.unread {
			t.Errorf("%s: %q, unread %v", name, d.Exposition, d.Unread)
		}
		holds(t, said(d), c.said)
	}
}

func TestALayerWhoseNeedIsMissingIsARemark(t *testing.T) {
	w := story()
	w.Without("registry")
	d := discover.Make(answersOf(w))
	if diff := cmp.Diff([]string{"monitoring", "gitops-seed"}, d.Layers); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	holds(t, said(d), "dataops is there and not declared: it needs registry (absent)", "mlflow is there and not declared: it needs registry (absent)")
}

func TestCephWithoutItsClassIsNotDeclared(t *testing.T) {
	w := story()
	w.Without("sc")
	d := discover.Make(answersOf(w))
	if d.Backend != "" || len(d.Layers) > 0 {
		t.Errorf("backend %q, layers %v", d.Backend, d.Layers)
	}
	holds(t, said(d), "storage: ceph is there, and declaring it would call for what is not: sc (absent)",
		"gitops is there and not declared: no storage backend is declared (see storage): with ceph it needs sc (absent); with local-path it needs storage-simple (absent)")
}

func TestWithoutNodesThereIsNoTopology(t *testing.T) {
	a := answersOf(story())
	a.Overview.Nodes = ports.Listing[ports.Node]{Outcome: ports.Forbidden, Reason: say.Textf("forbidden: cannot list nodes")}
	undeclarable(t, a, discover.CodeNoNodes, "cannot list nodes", "ask for `list` on nodes")
	a = answersOf(story())
	a.Overview.Nodes.Items[0].ControlPlane = false
	undeclarable(t, a, discover.CodeNoControlPlane, "no node carries the label node-role.kubernetes.io/control-plane")
	a = answersOf(story())
	a.Overview = ports.Overview{Failure: &ports.Failure{Reason: say.Textf("connection refused")}}
	undeclarable(t, a, discover.CodeNoAnswer, "connection refused")
	a.Overview = ports.Overview{Failure: &ports.Failure{Reason: say.Textf("403 Forbidden"), User: "bob"}}
	undeclarable(t, a, discover.CodeNoAnswer, "nestor rbac --discover --bind-user bob | kubectl apply -f -")
}

func undeclarable(t *testing.T, a discover.Answers, code string, texts ...string) {
	t.Helper()
	why := discover.Make(a).Undeclarable()
	if why == nil || why.Code != code {
		t.Fatalf("%v, want %s", why, code)
	}
	holds(t, why.Error(), texts...)
}

func TestAGapTellsAMissingRightFromALostAnswer(t *testing.T) {
	for outcome, code := range map[ports.Outcome]string{ports.Forbidden: discover.CodeForbidden, ports.Unread: discover.CodeUnread} {
		a := answersOf(story())
		a.Overview.StorageClasses = ports.Listing[ports.StorageClass]{Outcome: outcome, Reason: say.Textf("no")}
		d := discover.Make(a)
		if len(d.Unread) < 2 || slices.ContainsFunc(d.Unread, func(g discover.Gap) bool { return g.Code != code }) {
			t.Errorf("%s: %+v, want %s of the classes and of the layer that one of them proves", outcome, d.Unread, code)
		}
		holds(t, said(d), "["+code+"]")
	}
}

func TestABenchIsItsRunningVMs(t *testing.T) {
	bench := func() discover.Answers { return answersOf(statetest.Healthy(statetest.Bench())) }
	d := discover.Make(bench())
	if d.Kind != stack.Lima || d.Nodes[0].Name != "cp1" || d.Nodes[0].Real != "lima-cp1" || d.Wanted[0] != "machines" {
		t.Errorf("%s %+v %v", d.Kind, d.Nodes, d.Wanted)
	}
	prod := func(name string, change func(*discover.Answers)) discover.Discovery {
		a := bench()
		change(&a)
		d := discover.Make(a)
		if d.Kind != stack.Prod || d.Nodes[0].Name == "cp1" && a.Overview.Nodes.Items[0].Name != "cp1" {
			t.Errorf("%s: %s %+v", name, d.Kind, d.Nodes)
		}
		return d
	}
	prod("a node that is no VM", func(a *discover.Answers) {
		a.Overview.Nodes.Items = append(a.Overview.Nodes.Items, ports.Node{Name: "w9"})
	})
	prod("no VM runs", func(a *discover.Answers) {
		for i := range a.Machines.Items {
			a.Machines.Items[i].Status = "Stopped"
		}
	})
	prod("VMs of the nodes' very names", func(a *discover.Answers) {
		for i := range a.Overview.Nodes.Items {
			a.Overview.Nodes.Items[i].Name = strings.TrimPrefix(a.Overview.Nodes.Items[i].Name, "lima-")
		}
	})
	unread := prod("limactl failed", func(a *discover.Answers) { a.Machines = ports.Machines{Reason: say.Textf("limactl failed")} })
	if len(unread.Unread) != 1 {
		t.Errorf("unread: %v", unread.Unread)
	}
}

func TestTheRoleHoldsAllThatIsAsked(t *testing.T) {
	without, with := access.Rules(layer.Catalogue{}), access.Rules(layer.Catalogue{}, discover.Further()...)
	for _, m := range discover.Questions() {
		everywhere := m.Ref
		everywhere.Namespace, everywhere.Name = "", ""
		if !accesstest.Allows(with, m.Ref) || m.Elsewhere && !accesstest.Allows(with, everywhere) {
			t.Errorf("%s is asked for and not in the role", m.Ref)
		}
		if custom := m.Ref.Kind != "Namespace"; custom && accesstest.Allows(without, m.Ref) {
			t.Errorf("a preview's role allows %s already", m.Ref)
		}
	}
}

func TestHealthIsSummedUp(t *testing.T) {
	w := story()
	w.Object(w.Proof("monitoring")).Workload.Ready = 0
	a := answersOf(w)
	claim := func(name, phase string) ports.Object {
		return ports.Object{Ref: ports.ObjectRef{Namespace: "monitoring", Name: name}, Phase: phase}
	}
	a.More.Answers[asked(t, "PersistentVolumeClaim")] = ports.ObjectAnswer{Outcome: ports.Missing, Elsewhere: statetest.Listed(claim("a", "Bound"), claim("b", "Pending"), claim("c", "Lost"))}
	d := discover.Make(a)
	holds(t, say.Join("\n", d.Health...).String(), "nodes: 4 of 4 Ready, kubelets v1.33.2", "degraded: monitoring",
		"volume claims: 2 of 3 not bound: monitoring/b Pending, monitoring/c Lost", "Ceph: HEALTH_OK")
	a.More.Answers[asked(t, "PersistentVolumeClaim")] = ports.ObjectAnswer{Outcome: ports.Forbidden, Reason: say.Textf("cannot get persistentvolumeclaims")}
	holds(t, say.Join("\n", discover.Make(a).Health...).String(), "volume claims: could not be read (forbidden: cannot get persistentvolumeclaims)")
}
