package plan_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
	"github.com/univ-lehavre/nestor/ports"
)

func dirqual() *statetest.World { return statetest.Healthy(statetest.Dirqual()) }

func planOf(w *statetest.World) plan.Plan { return plan.Make(w.Stack, w.Catalogue, w.Compose()) }

// actions gives the layers that call for something, a blocked one with what blocks it.
func actions(p plan.Plan) map[string]string {
	all := map[string]string{}
	for _, s := range p.Steps {
		if s.Action != plan.None {
			all[s.Layer] = strings.TrimSpace(string(s.Action) + " " + strings.Join(s.BlockedBy, " "))
		}
	}
	return all
}

func expect(t *testing.T, w *statetest.World, want map[string]string, sentence string) {
	t.Helper()
	p := planOf(w)
	if diff := cmp.Diff(want, actions(p)); diff != "" {
		t.Error(diff)
	}
	if got := p.Summary.Sentence(); got.String() != sentence {
		t.Errorf("%q", got)
	}
}

func TestARunningClusterIsNotReinstalled(t *testing.T) {
	w := dirqual().Without("dataops", "gitops-seed", "mlflow")
	expect(t, w, map[string]string{"dataops": "install", "gitops-seed": "install", "mlflow": "install"},
		"3 of 10 layers to install. Nothing was changed.")
	if p := planOf(w); !p.Pending() || p.Summary.Unread > 0 || p.Summary.Missing != 3 {
		t.Errorf("%+v", p.Summary)
	}
}

func TestNothingToDoIsASentence(t *testing.T) {
	w := dirqual()
	w.Stack.Layers = append(w.Stack.Layers, "hardening")
	expect(t, w, map[string]string{}, "Nothing to do: 10 layers are present. Nothing was changed.")
	if p := planOf(w); p.Pending() || p.Summary.Unread > 0 {
		t.Errorf("%+v", p)
	}
}

func TestAnUnreachableClusterIsNeverInstalled(t *testing.T) {
	w := dirqual().Unreachable("connection refused")
	p := planOf(w)
	for _, s := range p.Steps {
		if s.Action != plan.Look && s.Action != plan.Blocked {
			t.Errorf("%+v", s)
		}
	}
	if got := p.Summary.Sentence(); got.String() != "10 of 10 layers could not be read. Nothing was changed." {
		t.Error(got)
	}
	if p.Pending() || p.Summary.Unread != 10 {
		t.Error("what could not be read is pending")
	}
}

func TestSickCephIsRepairedBeforeAnythingGoesOnIt(t *testing.T) {
	w := dirqual().Without("dataops", "mlflow", "gitops-seed")
	w.Object(statetest.CephCluster).Ceph.Health = "HEALTH_ERR"
	expect(t, w, map[string]string{"ceph": "repair", "dataops": "blocked ceph", "gitops-seed": "blocked ceph", "mlflow": "blocked ceph"},
		"1 of 10 layers to repair, 3 missing and blocked. Nothing was changed.")
	p := planOf(w)
	if p.Summary.Missing != 3 {
		t.Error("a blocked layer is no longer counted as missing")
	}
	if why := p.Steps[7].Why; why.String() != "ceph is degraded" {
		t.Error(why)
	}
}

func TestCephUnderDeletionBlocksItsDependants(t *testing.T) {
	w := dirqual().Without("dataops", "sc")
	w.Object(statetest.CephCluster).Deleting = true
	got := actions(planOf(w))
	for name, want := range map[string]string{"ceph": "wait", "sc": "blocked ceph", "gitops": "blocked ceph", "dataops": "blocked ceph"} {
		if got[name] != want {
			t.Errorf("%s: %s", name, got[name])
		}
	}
}

func TestALayerFoundElsewhereIsLookedAtAndBlocks(t *testing.T) {
	moved := statetest.HealthyObject(statetest.Workload("Deployment", "gitops", "argocd-server"))
	w := dirqual().Without("gitops", "gitops-seed").Elsewhere(moved)
	expect(t, w, map[string]string{"gitops": "look", "gitops-seed": "blocked gitops"},
		"1 of 10 layers to look at, 1 missing and blocked. Nothing was changed.")
	if why := planOf(w).Steps[8].Why; why.String() != "gitops was found elsewhere" {
		t.Error(why)
	}
}

func TestDeletionIsWaitedForBeforeLookingElsewhere(t *testing.T) {
	moved := statetest.HealthyObject(statetest.Workload("Deployment", "gitops", "argocd-server"))
	w := dirqual().Without("gitops").Elsewhere(moved).Namespace("argocd", true)
	if got := actions(planOf(w))["gitops"]; got != string(plan.Wait) {
		t.Error(got)
	}
}

func TestRemnantsAreInstalledOver(t *testing.T) {
	w := dirqual().Without("gitops", "gitops-seed")
	w.Objects.Groups = statetest.Listed("argoproj.io")
	expect(t, w, map[string]string{"gitops": "install", "gitops-seed": "install"}, "2 of 10 layers to install. Nothing was changed.")
}

func TestInstallAndFinishDoNotBlock(t *testing.T) {
	w := dirqual().Without("registry", "dataops", "mlflow").Namespace("registry", false).Namespace("mlflow", false)
	expect(t, w, map[string]string{"registry": "finish", "dataops": "install", "mlflow": "finish"},
		"1 of 10 layers to install, 2 to finish. Nothing was changed.")
}

func TestAPresentLayerNeedsNothingWhateverItStandsOn(t *testing.T) {
	w := dirqual()
	w.Object(w.Proof("registry")).Workload.Ready = 0
	expect(t, w, map[string]string{"registry": "repair"}, "1 of 10 layers to repair. Nothing was changed.")
}

func TestARolloutIsWaitedFor(t *testing.T) {
	w := dirqual().Without("mlflow")
	w.Object(w.Proof("registry")).Workload.Observed = 1
	expect(t, w, map[string]string{"registry": "wait", "mlflow": "blocked registry"},
		"1 of 10 layers to wait for, 1 missing and blocked. Nothing was changed.")
}

func TestAnUnreadNeedBlocks(t *testing.T) {
	w := dirqual().Without("mlflow")
	w.Answer(statetest.ObjectStore, ports.ObjectAnswer{Outcome: ports.Forbidden})
	expect(t, w, map[string]string{"datalake": "look", "mlflow": "blocked datalake"},
		"1 of 10 layers missing and blocked, 1 could not be read. Nothing was changed.")
	if p := planOf(w); !p.Pending() || p.Summary.Unread != 1 {
		t.Errorf("%+v", p)
	}
}

func TestWhatIsOnlyToBeWaitedForOrLookedAtIsNotPendingEvenBlocked(t *testing.T) {
	moved := statetest.HealthyObject(statetest.Workload("Deployment", "gitops", "argocd-server"))
	for name, spoil := range map[string]func(*statetest.World){
		"a rollout":       func(w *statetest.World) { w.Object(w.Proof("registry")).Workload.Observed = 1 },
		"found elsewhere": func(w *statetest.World) { w.Without("gitops").Elsewhere(moved) },
	} {
		w := dirqual()
		w.Stack.Layers = []string{"kubernetes", "ceph", "sc", "gitops", "registry"}
		w.Answer(statetest.BlockClass, ports.ObjectAnswer{Outcome: ports.Forbidden})
		spoil(w)
		p := planOf(w)
		if p.Pending() || p.Summary.Blocked != 1 {
			t.Errorf("%s: pending %v, %+v", name, p.Pending(), p.Steps)
		}
		w.Object(w.Proof("registry")).Workload.Ready = 0
		w.Object(w.Proof("registry")).Workload.Observed = 2
		if !planOf(w).Pending() {
			t.Errorf("%s: a blocked repair is not pending", name)
		}
	}
}

func TestNodesThatWereNotReadBlockEverything(t *testing.T) {
	w := dirqual().Without("mlflow")
	w.Overview.Nodes = ports.Listing[ports.Node]{Outcome: ports.Forbidden}
	expect(t, w, map[string]string{"kubernetes": "look", "mlflow": "blocked kubernetes"},
		"1 of 10 layers missing and blocked, 1 could not be read. Nothing was changed.")
}

func TestALayerThatForgetsItsNeedStillNeedsNodes(t *testing.T) {
	w := dirqual()
	w.Stack.Layers = append(w.Stack.Layers, "storage-simple")
	w.Overview.Nodes = ports.Listing[ports.Node]{Outcome: ports.Forbidden}
	if got := actions(planOf(w))["storage-simple"]; got != "blocked kubernetes" {
		t.Error(got)
	}
}

func TestAnAmbiguousNodeRefusesThePlan(t *testing.T) {
	w := dirqual().Without("mlflow")
	twin := *w.Node(1)
	w.Node(1).Name, twin.Name = "dirqual2.a.example.org", "dirqual2.b.example.org"
	w.Overview.Nodes.Items = append(w.Overview.Nodes.Items, twin)
	if got := actions(planOf(w)); got["kubernetes"] != "look" || got["mlflow"] != "blocked kubernetes" {
		t.Error(got)
	}
}

func TestADegradedClusterBlocksOnlyWhenItCannotServe(t *testing.T) {
	cases := map[string]struct {
		spoil   func(*statetest.World)
		blocked bool
	}{
		"one worker down":          {func(w *statetest.World) { w.Node(3).Ready = "False" }, false},
		"the control plane down":   {func(w *statetest.World) { w.Node(0).Ready = "False" }, true},
		"no worker takes anything": {cordonAllButOne, true},
		"one node missing":         {func(w *statetest.World) { w.Overview.Nodes.Items = w.Overview.Nodes.Items[:3] }, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := dirqual().Without("mlflow")
			c.spoil(w)
			got := actions(planOf(w))
			want := map[string]string{"kubernetes": "repair", "mlflow": "install"}
			if c.blocked {
				want["mlflow"] = "blocked kubernetes"
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// cordonAllButOne leaves a tainted control plane, cordoned workers, and one that is down.
func cordonAllButOne(w *statetest.World) {
	w.Node(0).NoSchedule = true
	w.Node(1).Unschedulable, w.Node(2).Unschedulable = true, true
	w.Node(3).Ready = "False"
}

func TestAManagedControlPlaneIsNotAskedFor(t *testing.T) {
	w := dirqual().Without("mlflow")
	for i := range w.Stack.Nodes {
		w.Stack.Nodes[i].Roles = []stack.Role{stack.Worker}
	}
	w.Node(3).Ready = "False"
	if got := actions(planOf(w))["mlflow"]; got != "install" {
		t.Error(got)
	}
}

func TestAMissingMachineOfABenchThatServes(t *testing.T) {
	w := statetest.Healthy(statetest.Bench()).Without("gitops")
	w.Machines.Items[1].Status = "Stopped"
	w.Overview.Nodes.Items = append(w.Overview.Nodes.Items, ports.Node{Name: "lima-w2", Ready: "True"})
	w.Stack.Nodes = append(w.Stack.Nodes, stack.Node{Name: "w2", Roles: []stack.Role{stack.Worker}})
	w.Machines.Items = append(w.Machines.Items, ports.Machine{Name: "w2", Status: "Running"})
	w.Node(1).Ready = "Unknown"
	expect(t, w, map[string]string{"machines": "repair", "kubernetes": "repair", "gitops": "install"},
		"1 of 5 layers to install, 2 to repair. Nothing was changed.")
}

func TestABenchWithoutAnyMachineIsInstalledWhole(t *testing.T) {
	w := statetest.Healthy(statetest.Bench())
	w.Machines.Items = nil
	p := planOf(w)
	if got := p.Summary.Sentence(); got.String() != "5 of 5 layers to install. Nothing was changed." {
		t.Error(got)
	}
}

func TestStorageThatCompetesWithALivingOneIsHeld(t *testing.T) {
	w := statetest.Healthy(statetest.LocalPath()).Without("storage-simple", "dataops", "metrics-server").With("ceph").With("sc")
	want := map[string]string{"storage-simple": "blocked", "metrics-server": "install", "dataops": "blocked storage-simple",
		"monitoring": "blocked storage-simple", "gitops": "blocked storage-simple", "registry": "blocked storage-simple"}
	expect(t, w, want, "1 of 8 layers to install, 2 missing and blocked, 3 blocked. Nothing was changed.")
	for _, s := range planOf(w).Steps {
		if s.Action == plan.Blocked && !strings.Contains(s.Why.String(), "declared local-path (default), real ceph") {
			t.Errorf("%+v", s)
		}
	}
	w.Answer(statetest.CephCluster, ports.ObjectAnswer{Outcome: ports.Unread})
	expect(t, w, want, "1 of 8 layers to install, 2 missing and blocked, 3 blocked. Nothing was changed.")
}

func TestDeclaredCephBesideALivingLocalPathIsHeldWhole(t *testing.T) {
	w := dirqual().Without("ceph", "sc", "datalake", "mlflow").With("storage-simple")
	got := actions(planOf(w))
	for _, name := range []string{"ceph", "sc", "datalake", "mlflow", "monitoring"} {
		if !strings.HasPrefix(got[name], "blocked") {
			t.Errorf("%s: %s", name, got[name])
		}
	}
}

func TestExtrasAreNeverPlanned(t *testing.T) {
	w := dirqual().With("portal").Namespace("legacy-app", false)
	for _, s := range planOf(w).Steps {
		if !slices.Contains(w.Stack.Layers, s.Layer) || s.Action != plan.None {
			t.Errorf("%+v", s)
		}
	}
}

func TestWhatMayBeUnderDeletionIsLookedAt(t *testing.T) {
	w := dirqual().Without("gitops-seed")
	w.Object(w.Proof("registry")).Workload.Ready = 0
	w.Overview.Namespaces = ports.Listing[ports.Namespace]{Outcome: ports.Forbidden}
	want := map[string]string{"registry": "blocked ceph", "gitops-seed": "blocked ceph"}
	if diff := cmp.Diff(want, actions(planOf(w))); diff != "" {
		t.Error(diff)
	}
	w = statetest.Healthy(statetest.LocalPath())
	w.Object(w.Proof("storage-simple")).Workload.Ready = 0
	w.Overview.Namespaces = ports.Listing[ports.Namespace]{Outcome: ports.Forbidden}
	if got := actions(planOf(w)); got["storage-simple"] != string(plan.Look) {
		t.Error(got)
	}
}

func TestSentences(t *testing.T) {
	for want, s := range map[string]plan.Summary{
		"Nothing to do: 1 layer is present. Nothing was changed.":                                 {Wanted: 1, None: 1},
		"1 of 1 layer to install. Nothing was changed.":                                           {Wanted: 1, Install: 1, Missing: 1},
		"2 of 9 layers to install, 1 to finish, 3 to repair, 2 blocked. Nothing was changed.":     {Wanted: 9, None: 1, Install: 2, Finish: 1, Repair: 3, Blocked: 2, BlockedOther: 2},
		"1 of 4 layers to wait for, 1 to look at, 2 could not be read. Nothing was changed.":      {Wanted: 4, Wait: 1, Look: 3, ToCheck: 1, Unread: 2},
		"1 of 5 layers missing and blocked, 1 blocked, 2 could not be read. Nothing was changed.": {Wanted: 5, None: 1, Blocked: 3, BlockedMissing: 1, BlockedOther: 1, Look: 1, Unread: 2},
	} {
		if got := s.Sentence(); got.String() != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
