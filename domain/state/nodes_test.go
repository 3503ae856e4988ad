package state_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// nodesOf is a prod world of these declared and real nodes.
func nodesOf(declared []stack.Node, real ...ports.Node) *statetest.World {
	s := statetest.Dirqual()
	s.Nodes = declared
	w := statetest.Healthy(s)
	w.Overview.Nodes = statetest.Listed(real...)
	return w
}

func worker(name string) stack.Node { return stack.Node{Name: name, Roles: []stack.Role{stack.Worker}} }
func ready(name string) ports.Node  { return ports.Node{Name: name, Ready: "True", Version: "v1.33.2"} }

func TestACordonedNodeIsReadyAndCordoned(t *testing.T) {
	w := dirqual()
	w.Node(1).Unschedulable = true
	n := w.Compose().Nodes[1]
	if n.Status != state.NodeReady || !n.Cordoned || n.Schedulable {
		t.Errorf("%+v", n)
	}
	expectNote(t, n.Notes, state.CodeCordoned, "dirqual2")
	expect(t, layerOf(t, w, "kubernetes"), line{state.Present, false, "4/4 nodes Ready"})
	w.Node(1).Ready = "Unknown"
	if n := w.Compose().Nodes[1]; n.Status != state.NodeNotReady || !n.Cordoned {
		t.Errorf("%+v", n)
	}
}

func TestAFullyQualifiedNodeIsTheShortOne(t *testing.T) {
	w := nodesOf([]stack.Node{worker("node1")}, ready("node1.example.org"))
	st := w.Compose()
	if n := st.Nodes[0]; n.Status != state.NodeReady || n.Real != "node1.example.org" || n.MatchedBy != "short name" {
		t.Errorf("%+v", n)
	}
	if len(st.Extra.Nodes) > 0 {
		t.Error("the same node is missing and extra", st.Extra.Nodes)
	}
}

func TestTwoCandidatesAreAmbiguousAndNeverMissing(t *testing.T) {
	w := nodesOf([]stack.Node{worker("node1"), worker("node2")},
		ready("node1.other.example.org"), ready("node1.example.org"), ready("node2"))
	st := w.Compose()
	if n := st.Nodes[0]; n.Status != state.NodeUnknown || n.Real != "" {
		t.Errorf("%+v", n)
	}
	expectNote(t, st.Nodes[0].Notes, state.CodeAmbiguous, "node1.example.org or node1.other.example.org")
	if len(st.Extra.Nodes) > 0 {
		t.Error("a candidate is called extra", st.Extra.Nodes)
	}
	if l, _ := st.Layer("kubernetes"); l.Verdict != state.Unknown {
		t.Errorf("%+v", l)
	}
}

func TestAnAddressSettlesBetweenCandidates(t *testing.T) {
	d := worker("node1")
	d.AnsibleHost = "10.0.0.7"
	other, own := ready("node1.a.example.org"), ready("node1.b.example.org")
	other.InternalIPs, own.InternalIPs = []string{"10.0.0.8"}, []string{"10.0.0.7"}
	if n := nodesOf([]stack.Node{d}, other, own).Compose().Nodes[0]; n.Real != own.Name {
		t.Errorf("%+v", n)
	}
}

func TestTwoDeclaredNodesAreNotOneRealNode(t *testing.T) {
	st := nodesOf([]stack.Node{worker("n1.a.example.org"), worker("n1.b.example.org")}, ready("n1")).Compose()
	for _, n := range st.Nodes {
		if n.Status != state.NodeUnknown {
			t.Errorf("%+v", n)
		}
	}
	st = nodesOf([]stack.Node{worker("n1.example.org"), worker("n1")}, ready("n1")).Compose()
	if st.Nodes[0].Status != state.NodeMissing || st.Nodes[1].Real != "n1" {
		t.Errorf("%+v", st.Nodes)
	}
}

func TestNodesAreRecognised(t *testing.T) {
	cases := map[string]struct {
		kind     stack.Kind
		declared stack.Node
		real     ports.Node
		by       string
		missing  bool
	}{
		"exact":                {stack.Prod, worker("n1"), ready("n1"), "", false},
		"lima":                 {stack.Lima, worker("my.vm_1"), ready("lima-my-vm-1"), "lima- prefix", false},
		"lima on prod":         {stack.Prod, worker("n1"), ready("lima-n1"), "", true},
		"letter case":          {stack.Prod, worker("Node1"), ready("node1"), "letter case", false},
		"lima letter case":     {stack.Lima, worker("CP1"), ready("lima-cp1"), "letter case", false},
		"declared with domain": {stack.Prod, worker("n1.example.org"), ready("n1"), "short name", false},
		"two domains":          {stack.Prod, worker("n1.example.org"), ready("n1.example.net"), "", true},
		"address": {stack.Prod, stack.Node{Name: "n1", AnsibleHost: "2001:db8::10"},
			ports.Node{Name: "x", Ready: "True", InternalIPs: []string{"10.0.0.1", "2001:DB8:0::10"}}, "address", false},
		"host name for address": {stack.Prod, stack.Node{Name: "n1", AnsibleHost: "x"}, ready("y"), "", true},
		"longer name":           {stack.Prod, worker("n1"), ready("n10"), "", true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := nodesOf([]stack.Node{c.declared}, c.real)
			w.Stack.Kind = c.kind
			w.Machines.Items = []ports.Machine{{Name: c.declared.Name, Status: "Running"}}
			n := w.Compose().Nodes[0]
			if (n.Status == state.NodeMissing) != c.missing || n.MatchedBy != c.by {
				t.Errorf("%+v", n)
			}
		})
	}
}

func TestMissingAndExtraNodesTogether(t *testing.T) {
	n9 := ready("n9")
	n9.Ready = "False"
	w := nodesOf([]stack.Node{{Name: "cp1", Roles: []stack.Role{stack.Control}}, worker("n1"), worker("n2"), worker("n3")},
		ready("cp1"), ready("n1"), n9)
	st := w.Compose()
	expect(t, layerOf(t, w, "kubernetes"), line{state.Degraded, false, "2/4 nodes Ready: n2, n3 missing"})
	if len(st.Extra.Nodes) != 1 || st.Extra.Nodes[0].Name != "n9" || st.Extra.Nodes[0].Status != state.NodeNotReady || st.Extra.Nodes[0].Declared {
		t.Errorf("%+v", st.Extra.Nodes)
	}
}

func TestANodeThatIsNotReadyIsNamed(t *testing.T) {
	w := dirqual()
	w.Node(3).Ready, w.Node(3).Reason = "Unknown", "Kubelet stopped posting node status."
	expect(t, layerOf(t, w, "kubernetes"), line{state.Degraded, false, "3/4 nodes Ready: dirqual4 NotReady"})
	w.Node(3).Deleting = true
	expect(t, layerOf(t, w, "kubernetes"), line{state.Degraded, true, "3/4 nodes Ready: dirqual4 deleting"})
}

func TestNodesThatWereNotReadAreUnknown(t *testing.T) {
	w := dirqual()
	w.Overview.Nodes = ports.Listing[ports.Node]{Outcome: ports.Forbidden, Reason: say.Textf("cannot list nodes")}
	st := w.Compose()
	expect(t, layerOf(t, w, "kubernetes"), line{state.Unknown, false, "nodes forbidden: cannot list nodes"})
	for _, n := range st.Nodes {
		if n.Status != state.NodeUnknown {
			t.Errorf("%+v", n)
		}
	}
	if l, _ := st.Layer("gitops"); l.Verdict != state.Present || st.NodesOutcome != ports.Forbidden {
		t.Errorf("%+v", l)
	}
}

func TestRolesDifferOnlyWhereTheAPIShowsIt(t *testing.T) {
	control := stack.Node{Name: "n1", Roles: []stack.Role{stack.Control, stack.Worker}}
	labelled := ready("n1")
	labelled.ControlPlane = true
	tainted := labelled
	tainted.NoSchedule = true
	cases := map[string]struct {
		declared stack.Node
		real     ports.Node
		want     []string
	}{
		"control and worker, no worker label": {control, labelled, nil},
		"worker without a label":              {worker("n1"), ready("n1"), nil},
		"storage without a label":             {stack.Node{Name: "n1", Roles: []stack.Role{stack.Storage}}, ready("n1"), nil},
		"control without its label":           {control, ready("n1"), []string{state.CodeRoleDiffers}},
		"control plane nobody declared":       {worker("n1"), labelled, []string{state.CodeRoleDiffers}},
		"worker that takes no workload":       {control, tainted, []string{state.CodeWorkerTainted}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := nodesOf([]stack.Node{c.declared}, c.real)
			if diff := cmp.Diff(c.want, codes(w.Compose().Nodes[0].Notes)); diff != "" {
				t.Error(diff)
			}
			if l := layerOf(t, w, "kubernetes"); l.Verdict != state.Present {
				t.Errorf("%+v", l)
			}
		})
	}
}

func TestDifferentMinorVersionsAreSaid(t *testing.T) {
	w := dirqual()
	w.Node(0).Version = "v1.33.4"
	if st := w.Compose(); len(st.Notes) > 0 || !slices.Equal(st.Versions, []string{"v1.33.2", "v1.33.4"}) {
		t.Error(st.Notes, st.Versions)
	}
	w.Node(0).Version = "v1.32.9+k3s1"
	expectNote(t, w.Compose().Notes, state.CodeMinorsDiffer, "v1.32.9+k3s1, v1.33.2")
}
