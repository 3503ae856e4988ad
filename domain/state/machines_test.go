package state_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

func bench(machines ...ports.Machine) *statetest.World {
	w := statetest.Healthy(statetest.Bench())
	if machines != nil {
		w.Machines.Items = machines
	}
	return w
}

func vm(name, status string) ports.Machine { return ports.Machine{Name: name, Status: status} }

func TestARunningBench(t *testing.T) {
	w := bench()
	for _, l := range w.Compose().Layers {
		if l.Verdict != state.Present {
			t.Errorf("%+v", l)
		}
	}
	expect(t, layerOf(t, w, "machines"), line{state.Present, false, "2/2 VMs Running"})
}

func TestMachinesAreJudgedByLimactlsWords(t *testing.T) {
	cases := map[string]struct {
		machines []ports.Machine
		want     line
	}{
		"one missing":   {[]ports.Machine{vm("cp1", "Running")}, line{state.Partial, false, "1/2 VMs Running: w1 missing"}},
		"one stopped":   {[]ports.Machine{vm("cp1", "Running"), vm("w1", "Stopped")}, line{state.Degraded, false, "1/2 VMs Running: w1 stopped"}},
		"one broken":    {[]ports.Machine{vm("cp1", "Running"), vm("w1", "Broken")}, line{state.Degraded, false, "1/2 VMs Running: w1 broken"}},
		"one installed": {[]ports.Machine{vm("cp1", "Running"), vm("w1", "Installing")}, line{state.Degraded, true, "1/2 VMs Running: w1 Installing"}},
		"one unreadable": {[]ports.Machine{vm("cp1", "Running"), vm("w1", "")}, line{state.Degraded, false,
			"1/2 VMs Running: w1 without a status"}},
		"none": {[]ports.Machine{vm("other", "Running")}, line{state.Absent, false, "no declared VM exists"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) { expect(t, layerOf(t, bench(c.machines...), "machines"), c.want) })
	}
}

func TestWithoutAnyOfItsMachinesAnotherClusterSaysNothingOfThisOne(t *testing.T) {
	w := bench(vm("other", "Running"))
	w.Namespace("legacy-app", false)
	st := w.Compose()
	for _, l := range st.Layers {
		if l.Verdict != state.Absent || len(l.Evidence) != 1 || l.Evidence[0].Object != "limactl list" {
			t.Errorf("%+v", l)
		}
	}
	for _, n := range st.Nodes {
		if n.Status != state.NodeMissing {
			t.Errorf("%+v", n)
		}
	}
	if len(st.Extra.Namespaces)+len(st.Extra.Nodes)+len(st.Extra.Layers)+len(st.Storage.Real)+len(st.Versions) > 0 {
		t.Errorf("the other cluster shows through: %+v %+v", st.Extra, st.Storage)
	}
}

func TestAFolderThatIsNotThereIsNoProofThatThereIsNoVM(t *testing.T) {
	w := bench()
	w.Machines = ports.Machines{State: ports.MachinesNoHome, Reason: say.Textf("the Lima folder /typo does not exist")}
	expect(t, layerOf(t, w, "machines"), line{Verdict: state.Unknown, Detail: "limactl list unread: the Lima folder /typo does not exist"})
}

func TestAMachineIsRecognisedWhateverTheCase(t *testing.T) {
	expect(t, layerOf(t, bench(vm("CP1", "Running"), vm("w1", "Running")), "machines"), line{Verdict: state.Present, Detail: "2/2 VMs Running"})
}

func TestAnotherCephClusterIsLookedAtNotInstalledOver(t *testing.T) {
	w := dirqual().Without("ceph")
	for i := range w.Catalogue.Layers {
		if w.Catalogue.Layers[i].Name == "ceph" {
			w.Catalogue.Layers[i].Proofs[0].AnyName = true
		}
	}
	other := statetest.CephCluster
	other.Namespace, other.Name = "storage", "main"
	w.Answer(statetest.CephCluster, ports.ObjectAnswer{Outcome: ports.Missing, Elsewhere: statetest.Listed(ports.Object{Ref: other})})
	if l := layerOf(t, w, "ceph"); l.Verdict != state.Partial || len(l.Elsewhere) != 1 {
		t.Errorf("%+v", l)
	}
}

func TestAStorageClassThatIsListedIsNotMissing(t *testing.T) {
	w := dirqual().Class(ports.StorageClass{Name: statetest.BlockClass.Name})
	w.Answer(statetest.BlockClass, ports.ObjectAnswer{Outcome: ports.Missing})
	if l := layerOf(t, w, "sc"); l.Verdict != state.Unknown {
		t.Errorf("%+v", l)
	}
}

func TestStoppedMachinesLeaveTheirClusterUnknown(t *testing.T) {
	w := bench(vm("cp1", "Stopped"), vm("w1", "Stopped"))
	w.ClusterRead, w.NotRead = false, say.Textf("no declared VM is running")
	expect(t, layerOf(t, w, "machines"), line{state.Degraded, false, "0/2 VMs Running: cp1 stopped, w1 stopped"})
	expect(t, layerOf(t, w, "kubernetes"), line{state.Unknown, false, "nodes unread: no declared VM is running"})
	expect(t, layerOf(t, w, "gitops"), line{state.Unknown, false, "Deployment argocd/argocd-server unread: no declared VM is running"})
}

func TestLimactlThatDidNotAnswerIsNotNoMachine(t *testing.T) {
	for _, m := range []ports.Machines{
		{State: ports.MachinesNotInstalled, Reason: say.Textf("limactl is not installed")},
		{Reason: say.Textf("limactl is not installed")},
	} {
		w := bench()
		w.Machines = m
		w.ClusterRead = false
		expect(t, layerOf(t, w, "machines"), line{state.Unknown, false, "limactl list unread: limactl is not installed"})
		st := w.Compose()
		if st.Machines[0].Verdict != state.MachineUnknown {
			t.Errorf("%+v", st.Machines)
		}
		if l, _ := st.Layer("gitops"); l.Verdict != state.Unknown {
			t.Errorf("%+v", l)
		}
	}
}

func TestMachinesOfOtherStacksAreNoOrphans(t *testing.T) {
	w := bench(vm("w1", "Running"), vm("stray", "Stopped"), vm("cp1", "Running"), vm("dev1", "Running"))
	w.OtherStacks = map[string]string{"dev1": "dev"}
	want := []state.Machine{
		{Name: "dev1", Status: "Running", Verdict: state.MachineRunning, DeclaredBy: "dev"},
		{Name: "stray", Status: "Stopped", Verdict: state.MachineStopped, Code: state.CodeMachineStopped},
	}
	st := w.Compose()
	if diff := cmp.Diff(want, st.Extra.Machines); diff != "" {
		t.Error(diff)
	}
	if len(st.Machines) != 2 || st.Machines[0].Name != "cp1" {
		t.Errorf("%+v", st.Machines)
	}
}
