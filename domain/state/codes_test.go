package state_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
	"github.com/univ-lehavre/nestor/ports"
)

func TestWhatIsNotWellHasACode(t *testing.T) {
	known := func(code string) bool { return !state.Meanings[code].Means.IsZero() }
	rapid.Check(t, func(t *rapid.T) {
		st := statetest.Random(drawing(t)).Compose()
		for _, l := range append(st.Extra.Layers, st.Layers...) {
			if (l.Code == "") != (l.Verdict == state.Present) || l.Code != "" && !known(l.Code) {
				t.Fatalf("%s is %s for %q (%s)", l.Name, l.Verdict, l.Code, l.Detail)
			}
		}
		for _, n := range append(st.Extra.Nodes, st.Nodes...) {
			if (n.Code == "") != (n.Status == state.NodeReady) || n.Code != "" && !known(n.Code) {
				t.Fatalf("node %s is %s for %q", n.Name, n.Status, n.Code)
			}
		}
		for _, m := range append(st.Extra.Machines, st.Machines...) {
			if (m.Code == "") != (m.Verdict == state.MachineRunning) || m.Code != "" && !known(m.Code) {
				t.Fatalf("machine %s is %s for %q", m.Name, m.Verdict, m.Code)
			}
		}
	})
}

func TestWhatDecidesALayersVerdictHasACode(t *testing.T) {
	forbidden := ports.ObjectAnswer{Outcome: ports.Forbidden}
	for name, c := range map[string]struct {
		layer, code string
		change      func(*statetest.World)
	}{
		"there":           {"gitops", "", func(*statetest.World) {}},
		"not there":       {"mlflow", state.CodeAbsent, func(w *statetest.World) { w.Without("mlflow") }},
		"a proof missing": {"registry", state.CodePartial, func(w *statetest.World) { w.Without("registry").Namespace("registry", false) }},
		"in another place": {"gitops", state.CodeMoved, func(w *statetest.World) {
			w.Without("gitops").Elsewhere(statetest.HealthyObject(statetest.Workload("Deployment", "gitops", "argocd-server")))
		}},
		"in another version": {"ceph", state.CodeVersionMoved, func(w *statetest.World) {
			w.Without("ceph").Answer(statetest.CephCluster, ports.ObjectAnswer{Outcome: ports.NotServed, Version: "rook.io/v1alpha1"})
		}},
		"not healthy": {"monitoring", state.CodeUnhealthy, func(w *statetest.World) { w.Object(w.Proof("monitoring")).Workload = &ports.Workload{Wanted: 1} }},
		"rolling out": {"monitoring", state.CodeRollingOut, func(w *statetest.World) { w.Object(w.Proof("monitoring")).Workload.Generation = 9 }},
		"going":       {"gitops", state.CodeBeingDeleted, func(w *statetest.World) { w.Namespace("argocd", true) }},
		"on nothing":  {"gitops", state.CodeNeedAbsent, func(w *statetest.World) { w.Without("sc") }},
		"no answer":   {"sc", state.CodeUnread, func(w *statetest.World) { delete(w.Objects.Answers, statetest.BlockClass) }},
		"no right":    {"ceph", state.CodeForbidden, func(w *statetest.World) { w.Answer(statetest.CephCluster, forbidden) }},
		"no right elsewhere": {"registry", state.CodeForbidden, func(w *statetest.World) {
			w.Without("registry").Overview.Workloads["Deployment"] = ports.Listing[ports.Object]{Outcome: ports.Forbidden}
		}},
		"no right to its namespaces": {"registry", state.CodeForbidden, func(w *statetest.World) {
			w.Without("registry").Overview.Namespaces = ports.Listing[ports.Namespace]{Outcome: ports.Forbidden}
		}},
		"no read":           {"gitops", state.CodeReadFailed, func(w *statetest.World) { w.Unreachable("refused") }},
		"no API":            {"hardening", state.CodeUnobservable, func(w *statetest.World) { w.Stack.Layers = append(w.Stack.Layers, "hardening") }},
		"no such layer":     {"odd", state.CodeUnknownLayer, func(w *statetest.World) { w.Stack.Layers = append(w.Stack.Layers, "odd") }},
		"nodes not Ready":   {"kubernetes", state.CodeNodesNotReady, func(w *statetest.World) { w.Node(1).Ready = "False" }},
		"nodes going":       {"kubernetes", state.CodeNodeDeleting, func(w *statetest.World) { w.Node(1).Deleting = true }},
		"nodes not read":    {"kubernetes", state.CodeReadFailed, func(w *statetest.World) { w.Unreachable("refused") }},
		"nodes not allowed": {"kubernetes", state.CodeForbidden, func(w *statetest.World) { w.Overview.Nodes = ports.Listing[ports.Node]{Outcome: ports.Forbidden} }},
		"nodes unclear": {"kubernetes", state.CodeAmbiguous, func(w *statetest.World) {
			w.Node(1).Name = "dirqual2.a.example"
			w.Overview.Nodes.Items = append(w.Overview.Nodes.Items, ports.Node{Name: "dirqual2.b.example", Ready: "True"})
		}},
	} {
		w := dirqual()
		c.change(w)
		if l := layerOf(t, w, c.layer); l.Code != c.code {
			t.Errorf("%s: %s for %q, want %q", name, l.Verdict, l.Code, c.code)
		}
	}
}

func TestWhatDecidesOnMachinesHasACode(t *testing.T) {
	for code, c := range map[string]struct {
		status []ports.Machine
		own    string // the second machine's
	}{
		"":                        {[]ports.Machine{vm("cp1", "Running"), vm("w1", "Running")}, ""},
		state.CodeMachinesDown:    {[]ports.Machine{vm("cp1", "Running"), vm("w1", "Broken")}, state.CodeMachineBroken},
		state.CodeMachinesMissing: {[]ports.Machine{vm("cp1", "Running")}, state.CodeMachineMissing},
		state.CodeMachineMade:     {[]ports.Machine{vm("cp1", "Running"), vm("w1", "Installing")}, state.CodeMachineMade},
		state.CodeNoMachine:       {[]ports.Machine{vm("other", "Running")}, state.CodeMachineMissing},
	} {
		w := bench(c.status...)
		if got, own := layerOf(t, w, "machines").Code, w.Compose().Machines[1].Code; got != code || own != c.own {
			t.Errorf("%q and %q, want %q and %q", got, own, code, c.own)
		}
	}
	odd := bench(vm("cp1", "Running"), vm("w1", ""))
	if got := odd.Compose().Machines[1].Code; got != state.CodeMachineOdd {
		t.Errorf("a VM without a status: %q", got)
	}
	silent := bench()
	silent.Machines = ports.Machines{State: ports.MachinesNotInstalled}
	if got := layerOf(t, silent, "machines").Code; got != state.CodeMachinesUnread {
		t.Errorf("limactl is not there: %q", got)
	}
}
