package state_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

func dirqual() *statetest.World { return statetest.Healthy(statetest.Dirqual()) }

func layerOf(t *testing.T, w *statetest.World, name string) state.Layer {
	t.Helper()
	l, known := w.Compose().Layer(name)
	if !known {
		t.Fatalf("%s is not wanted", name)
	}
	return l
}

// line is what a test fixes of a layer.
type line struct {
	Verdict state.Verdict
	Waiting bool
	Detail  string
}

func expect(t *testing.T, l state.Layer, want line) {
	t.Helper()
	if diff := cmp.Diff(want, line{l.Verdict, l.Waiting, l.Detail.String()}); diff != "" {
		t.Errorf("%s: %s", l.Name, diff)
	}
}

func codes(notes []state.Note) []string {
	var all []string
	for _, n := range notes {
		all = append(all, n.Code)
	}
	return all
}

func expectNote(t *testing.T, notes []state.Note, code, part string) {
	t.Helper()
	if !slices.ContainsFunc(notes, func(n state.Note) bool { return n.Code == code && strings.Contains(n.Text.String(), part) }) {
		t.Errorf("no note %s with %q in %v", code, part, notes)
	}
}

func TestARunningClusterLacksOnlyWhatIsMissing(t *testing.T) {
	st := dirqual().Without("dataops", "gitops-seed", "mlflow").Compose()
	want := map[string]state.Verdict{"kubernetes": state.Present, "ceph": state.Present, "sc": state.Present,
		"datalake": state.Present, "monitoring": state.Present, "gitops": state.Present, "registry": state.Present,
		"dataops": state.Absent, "gitops-seed": state.Absent, "mlflow": state.Absent}
	if diff := cmp.Diff(want, verdicts(st)); diff != "" {
		t.Error(diff)
	}
	if len(st.Machines) > 0 {
		t.Error("a bare-metal stack has no machines to speak of")
	}
	kubernetes, _ := st.Layer("kubernetes")
	expect(t, kubernetes, line{Verdict: state.Present, Detail: "4/4 nodes Ready"})
	ceph, _ := st.Layer("ceph")
	expect(t, ceph, line{Verdict: state.Present, Detail: "CephCluster rook-ceph/rook-ceph Ready, HEALTH_OK"})
	mlflow, _ := st.Layer("mlflow")
	expect(t, mlflow, line{Verdict: state.Absent, Detail: "Deployment mlflow/mlflow not found"})
	if diff := cmp.Diff([]layer.Backend{layer.Ceph}, st.Storage.Real); diff != "" || st.CephHealth != "HEALTH_OK" {
		t.Error(diff, st.CephHealth)
	}
}

func TestRemnantsAreNotedAndNeverALayer(t *testing.T) {
	w := dirqual().Without("ceph", "sc", "gitops")
	w.Objects.Groups = statetest.Listed("ceph.rook.io", "argoproj.io", "apps")
	w.Class(ports.StorageClass{Name: "old-block", Provisioner: "rook-ceph.rbd.csi.ceph.com"})
	ceph := layerOf(t, w, "ceph")
	expect(t, ceph, line{Verdict: state.Absent, Detail: "CephCluster rook-ceph/rook-ceph not found"})
	expectNote(t, ceph.Notes, state.CodeRemnants, "API group ceph.rook.io")
	sc := layerOf(t, w, "sc")
	expect(t, sc, line{Verdict: state.Absent, Detail: "StorageClass rook-ceph-block-replicated not found"})
	expectNote(t, sc.Notes, state.CodeRemnants, "StorageClass old-block")
	if st := w.Compose(); slices.Contains(st.Storage.Real, layer.Ceph) {
		t.Error("provisioners alone make Ceph alive")
	}
}

func TestAGroupThatSeveralLayersUseIsNoRemnant(t *testing.T) {
	w := dirqual().Without("gitops")
	for i := range w.Catalogue.Layers {
		if w.Catalogue.Layers[i].Name == "portal" {
			w.Catalogue.Layers[i].Traces.Groups = []string{"argoproj.io"}
		}
	}
	w.Objects.Groups = statetest.Listed("argoproj.io")
	if l := layerOf(t, w, "gitops"); len(l.Notes) > 0 {
		t.Error(l.Notes)
	}
}

func TestDeletionWinsOverOldGoodHealth(t *testing.T) {
	w := dirqual()
	cluster := w.Object(statetest.CephCluster)
	cluster.Deleting, cluster.Phase = true, "Deleting"
	l := layerOf(t, w, "ceph")
	expect(t, l, line{state.Degraded, true, "CephCluster rook-ceph/rook-ceph being deleted"})
	if len(l.Evidence) == 0 || !l.Evidence[0].Decides || l.Evidence[0].Outcome != "deleting" {
		t.Errorf("%+v", l.Evidence)
	}
}

func TestDeletionIsKnownEvenWhenAnotherProofIsNot(t *testing.T) {
	w := dirqual()
	w.Object(w.Proof("dataops")).Deleting = true
	w.Answer(statetest.Workload("Deployment", "marquez", "marquez").Ref, ports.ObjectAnswer{Outcome: ports.Forbidden})
	if l := layerOf(t, w, "dataops"); l.Verdict != state.Degraded || !l.Waiting {
		t.Errorf("%+v", l)
	}
}

func TestATerminatingNamespaceDeletesItsLayer(t *testing.T) {
	w := dirqual().Namespace("argocd", true)
	expect(t, layerOf(t, w, "gitops"), line{state.Degraded, true,
		"Deployment argocd/argocd-server being deleted, Namespace argocd being deleted"})
	w.Without("gitops").Namespace("argocd", true)
	expect(t, layerOf(t, w, "gitops"), line{state.Degraded, true, "Namespace argocd being deleted"})
}

func TestReplicasThatAreNotReported(t *testing.T) {
	w := dirqual()
	w.Object(w.Proof("monitoring")).Workload = &ports.Workload{Wanted: 1, Generation: 1, Observed: 1}
	expect(t, layerOf(t, w, "monitoring"), line{state.Degraded, false, "StatefulSet monitoring/loki 0/1 ready"})
}

func TestALayerInAnotherPlaceIsLookedAtNotInstalledTwice(t *testing.T) {
	moved := statetest.HealthyObject(statetest.Workload("Deployment", "gitops", "argocd-server"))
	w := dirqual().Without("gitops").Elsewhere(moved).Namespace("gitops", false)
	l := layerOf(t, w, "gitops")
	expect(t, l, line{state.Partial, false, "Deployment argocd-server in namespace gitops, expected argocd"})
	expectNote(t, l.Notes, state.CodeElsewhere, "in namespace gitops, expected argocd")
	if diff := cmp.Diff([]ports.ObjectRef{moved.Ref}, l.Elsewhere); diff != "" {
		t.Error(diff)
	}
	if slices.Contains(w.Compose().Extra.Namespaces, "gitops") {
		t.Error("a namespace where a layer was found is called unclaimed")
	}
}

func TestAChartsOwnNameIsRecognisedByItsLabel(t *testing.T) {
	o := statetest.HealthyObject(statetest.Workload("Deployment", "argocd", "prod-argocd-server"))
	o.Labels = map[string]string{"app.kubernetes.io/name": "argocd-server"}
	w := dirqual().Without("gitops").Elsewhere(o)
	expect(t, layerOf(t, w, "gitops"), line{state.Partial, false, "Deployment prod-argocd-server expected as argocd-server"})
}

func TestACustomResourceInAnotherPlace(t *testing.T) {
	o := statetest.HealthyObject(layer.Proof{Ref: statetest.CephCluster, Health: layer.HealthCeph})
	o.Ref.Namespace = "storage"
	w := dirqual().Without("ceph").Answer(statetest.CephCluster, ports.ObjectAnswer{Outcome: ports.Missing, Elsewhere: statetest.Listed(o)})
	expect(t, layerOf(t, w, "ceph"), line{state.Partial, false, "CephCluster rook-ceph in namespace storage, expected rook-ceph"})
	if !slices.Contains(w.Compose().Storage.Real, layer.Ceph) {
		t.Error("a Ceph cluster in another namespace is not alive")
	}
}

func TestAnotherLayersProofIsNotThisOneElsewhere(t *testing.T) {
	w := dirqual().Without("registry")
	twin := statetest.Workload("Deployment", "portal", "registry")
	for i := range w.Catalogue.Layers {
		if w.Catalogue.Layers[i].Name == "portal" {
			w.Catalogue.Layers[i].Proofs = []layer.Proof{twin}
		}
	}
	w.Elsewhere(statetest.HealthyObject(twin))
	if l := layerOf(t, w, "registry"); l.Verdict != state.Absent {
		t.Errorf("%+v", l)
	}
}

func TestAnotherServedVersionIsReadAndSaid(t *testing.T) {
	w := dirqual()
	a := w.Objects.Answers[statetest.CephCluster]
	a.Version = "v1beta1"
	w.Answer(statetest.CephCluster, a)
	l := layerOf(t, w, "ceph")
	if l.Verdict != state.Present {
		t.Errorf("%+v", l)
	}
	expectNote(t, l.Notes, state.CodeOtherVersion, "v1beta1")
}

func TestAnOldVersionIsNeitherPresentNorAbsent(t *testing.T) {
	w := dirqual().Without("ceph").Answer(statetest.CephCluster, ports.ObjectAnswer{Outcome: ports.NotServed, Version: "rook.io/v1alpha1"})
	l := layerOf(t, w, "ceph")
	expect(t, l, line{state.Partial, false, "CephCluster rook-ceph/rook-ceph old version present: rook.io/v1alpha1"})
	expectNote(t, l.Notes, state.CodeOldVersion, "rook.io/v1alpha1")
	if len(l.Elsewhere) != 1 {
		t.Error("nothing to look at")
	}
}

func TestAKindThatIsNotServedIsAbsent(t *testing.T) {
	w := dirqual().Without("ceph").Answer(statetest.CephCluster, ports.ObjectAnswer{Outcome: ports.NotServed})
	expect(t, layerOf(t, w, "ceph"), line{Verdict: state.Absent, Detail: "CephCluster rook-ceph/rook-ceph kind not served"})
}

func TestANamespaceOrAnotherProofMakesPartial(t *testing.T) {
	w := dirqual().Without("registry").Namespace("registry", false)
	expect(t, layerOf(t, w, "registry"), line{state.Partial, false, "Deployment registry/registry not found, Namespace registry there"})
	w = dirqual().Answer(statetest.Workload("Deployment", "marquez", "marquez").Ref, ports.ObjectAnswer{Outcome: ports.Missing})
	w.Overview.Namespaces = statetest.Listed[ports.Namespace]()
	expect(t, layerOf(t, w, "dataops"), line{state.Partial, false,
		"Deployment marquez/marquez not found, Deployment dagster/dagster-dagster-webserver 1/1 ready"})
}

func TestALayerSeenByItsNamespaceOnlyIsNeverWhole(t *testing.T) {
	w := dirqual().Without("registry")
	for i := range w.Catalogue.Layers {
		if w.Catalogue.Layers[i].Name == "registry" {
			w.Catalogue.Layers[i].Proofs = nil
		}
	}
	l := layerOf(t, w, "registry")
	expect(t, l, line{Verdict: state.Absent, Detail: "Namespace registry not found"})
	if !decided(l) {
		t.Error("nothing decides")
	}
	expect(t, layerOf(t, w.Namespace("registry", false), "registry"), line{Verdict: state.Partial, Detail: "Namespace registry there"})
	w.Overview.Namespaces = ports.Listing[ports.Namespace]{Outcome: ports.Forbidden}
	expect(t, layerOf(t, w, "registry"), line{Verdict: state.Unknown, Detail: "namespaces forbidden"})
}

func TestABaseNamespaceSaysNothingOfALayer(t *testing.T) {
	w := dirqual().Without("registry").Namespace("postgres", false)
	for i := range w.Catalogue.Layers {
		if w.Catalogue.Layers[i].Name == "registry" {
			w.Catalogue.Layers[i].Traces.Namespaces = []string{"postgres"}
		}
	}
	if l := layerOf(t, w, "registry"); l.Verdict != state.Absent {
		t.Errorf("%+v", l)
	}
}

func TestASharedNamespaceBelongsToTheLayerThatStands(t *testing.T) {
	w := dirqual().Without("registry").Namespace("gitea", false)
	for i := range w.Catalogue.Layers {
		if w.Catalogue.Layers[i].Name == "registry" {
			w.Catalogue.Layers[i].Traces.Namespaces = []string{"gitea"}
		}
	}
	if l := layerOf(t, w, "registry"); l.Verdict != state.Absent {
		t.Errorf("gitops stands in it: %+v", l)
	}
	w.Answer(w.Proof("gitops"), ports.ObjectAnswer{Outcome: ports.Forbidden, Reason: say.Textf("forbidden: cannot get deployments")})
	if l := layerOf(t, w, "registry"); l.Verdict != state.Unknown {
		t.Errorf("it is not known whose it is: %+v", l)
	}
	w.Overview.Namespaces.Outcome = ports.Unread
	if l := layerOf(t, w, "registry"); l.Verdict != state.Unknown {
		t.Errorf("nothing at all is known: %+v", l)
	}
	w.Overview.Namespaces.Outcome = ports.Found
	w.Without("gitops").Namespace("gitea", false)
	if l := layerOf(t, w, "registry"); l.Verdict != state.Partial {
		t.Errorf("nobody else claims it: %+v", l)
	}
}

func TestWhatWasNotReadIsUnknownAndNamesTheMissingRight(t *testing.T) {
	w := dirqual().Answer(statetest.CephCluster, ports.ObjectAnswer{Outcome: ports.Forbidden, Reason: say.Textf("cannot get cephclusters.ceph.rook.io in rook-ceph")})
	expect(t, layerOf(t, w, "ceph"), line{Verdict: state.Unknown,
		Detail: "CephCluster rook-ceph/rook-ceph forbidden: cannot get cephclusters.ceph.rook.io in rook-ceph"})
	w = dirqual()
	delete(w.Objects.Answers, statetest.BlockClass)
	expect(t, layerOf(t, w, "sc"), line{Verdict: state.Unknown, Detail: statetest.BlockClass.String() + " unread: no answer"})
	w = dirqual().Answer(w.Proof("registry"), ports.ObjectAnswer{Outcome: ports.Found})
	if l := layerOf(t, w, "registry"); l.Verdict != state.Unknown {
		t.Errorf("found without an object: %+v", l)
	}
}

func TestNothingFoundIsAbsentOnlyWhenItsTracesWereRead(t *testing.T) {
	w := dirqual().Without("registry", "datalake")
	w.Overview.Namespaces = ports.Listing[ports.Namespace]{Outcome: ports.Forbidden, Reason: say.Textf("cannot list namespaces")}
	w.Overview.StorageClasses = ports.Listing[ports.StorageClass]{Outcome: ports.Forbidden, Reason: say.Textf("cannot list storageclasses")}
	expect(t, layerOf(t, w, "registry"), line{Verdict: state.Unknown, Detail: "namespaces forbidden: cannot list namespaces"})
	expect(t, layerOf(t, w, "datalake"), line{Verdict: state.Unknown, Detail: "storageclasses forbidden: cannot list storageclasses"})
	if l := layerOf(t, w, "gitops"); l.Verdict != state.Present {
		t.Errorf("found proofs stand by themselves: %+v", l)
	}
}

func TestALookElsewhereThatFailedIsUnknown(t *testing.T) {
	w := dirqual().Without("registry")
	w.Overview.Workloads["Deployment"] = ports.Listing[ports.Object]{Outcome: ports.Forbidden, Reason: say.Textf("cannot list deployments")}
	expect(t, layerOf(t, w, "registry"), line{Verdict: state.Unknown,
		Detail: "Deployment registry/registry not found; other namespaces forbidden: cannot list deployments"})
	w = dirqual().Without("ceph").Answer(statetest.CephCluster, ports.ObjectAnswer{Outcome: ports.Missing})
	if l := layerOf(t, w, "ceph"); l.Verdict != state.Unknown {
		t.Errorf("%+v", l)
	}
}

func TestStandingOnSomethingAbsentIsDegraded(t *testing.T) {
	w := dirqual().Without("sc")
	l := layerOf(t, w, "gitops")
	expect(t, l, line{Verdict: state.Degraded, Detail: "stands while sc, which it needs, is absent"})
	w.Answer(statetest.BlockClass, ports.ObjectAnswer{Outcome: ports.Forbidden})
	l = layerOf(t, w, "gitops")
	if l.Verdict != state.Present {
		t.Errorf("%+v", l)
	}
	expectNote(t, l.Notes, state.CodeNeedUnread, "sc")
}

func TestHardeningIsUnobservable(t *testing.T) {
	w := dirqual()
	w.Stack.Layers = append(w.Stack.Layers, "hardening")
	if l := layerOf(t, w, "hardening"); l.Verdict != state.Unobservable {
		t.Errorf("%+v", l)
	}
}

// readFailed gives the wanted layers that are unknown because a whole read failed.
func readFailed(w *statetest.World) []string {
	var names []string
	for _, l := range w.Compose().Layers {
		if l.ReadFailed {
			names = append(names, l.Name)
		}
	}
	return names
}

func TestALayerTellsAFailedReadFromAQuestionOfItsOwn(t *testing.T) {
	failure := &ports.Failure{Kind: ports.FailedTimeout, Reason: say.Textf("no answer in 15s")}
	forbidden := ports.ObjectAnswer{Outcome: ports.Forbidden, Reason: say.Textf("cannot get")}
	lists, names := []string{"kubernetes", "monitoring", "gitops", "registry", "dataops", "mlflow"}, []string{"ceph", "sc", "datalake", "gitops-seed"}
	for name, c := range map[string]struct {
		spoil func(*statetest.World)
		want  []string
	}{
		"nothing lost":         {func(*statetest.World) {}, nil},
		"no cluster":           {func(w *statetest.World) { w.ClusterRead, w.NotRead = false, say.Textf("no VM runs") }, dirqual().Stack.Layers},
		"the lists":            {func(w *statetest.World) { w.Overview = ports.Overview{Failure: failure} }, lists},
		"the named":            {func(w *statetest.World) { w.Objects = ports.ObjectsAnswer{Failure: failure} }, names},
		"one object":           {func(w *statetest.World) { w.Answer(statetest.CephCluster, forbidden) }, nil},
		"one of a layer's two": {func(w *statetest.World) { w.Overview.Failure = failure; w.Answer(w.Proof("dataops"), forbidden) }, remove(lists, "dataops")},
		"one kind's list":      {func(w *statetest.World) { w.Overview.Workloads["Deployment"] = ports.Listing[ports.Object]{} }, nil},
		"the lists, with places elsewhere": {func(w *statetest.World) {
			w.Overview.Failure = failure
			w.Answer(w.Proof("registry"), ports.ObjectAnswer{Outcome: ports.Missing})
		}, lists},
		"the lists, with traces": {func(w *statetest.World) { w.Without("ceph", "datalake").Overview.Failure = failure },
			remove(dirqual().Stack.Layers, "sc", "gitops-seed")},
		"the lists, and places of its own": {func(w *statetest.World) {
			w.Overview.Failure = failure
			w.Answer(statetest.CephCluster, ports.ObjectAnswer{Outcome: ports.Missing, Elsewhere: ports.Listing[ports.Object]{Outcome: ports.Forbidden}})
		}, lists},
	} {
		w := dirqual().ByLists()
		c.spoil(w)
		if diff := cmp.Diff(c.want, readFailed(w)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func remove(names []string, gone ...string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return slices.Contains(gone, n) })
}

func TestExtrasAreWhatNobodyDeclared(t *testing.T) {
	w := dirqual().With("portal").Namespace("legacy-app", false).Namespace("buildkit", true)
	w.Answer(w.Proof("gitea-runner"), ports.ObjectAnswer{Outcome: ports.Forbidden})
	st := w.Compose()
	if diff := cmp.Diff(map[string]state.Verdict{"portal": state.Present, "buildkit": state.Degraded},
		verdicts(state.State{Layers: st.Extra.Layers})); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"legacy-app"}, st.Extra.Namespaces); diff != "" {
		t.Error(diff)
	}
}
