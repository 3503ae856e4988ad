package state_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

func TestEveryProofIsAskedForOnce(t *testing.T) {
	c := statetest.Catalogue()
	c.Layers = append(c.Layers, layer.Layer{Name: "twin", Proofs: []layer.Proof{{Ref: statetest.CephCluster}},
		Traces: layer.Traces{Groups: []string{"objectbucket.io"}}})
	question, markers := state.Questions(c)
	var asked []ports.ObjectRef
	for _, m := range markers {
		asked = append(asked, m.Ref)
	}
	listed := func(ref ports.ObjectRef) bool {
		return slices.ContainsFunc(question.Kinds, func(k ports.ObjectRef) bool { return k.Kind == ref.Kind })
	}
	for _, l := range c.Layers {
		for _, p := range l.Proofs {
			i := slices.Index(asked, p.Ref)
			if listed(p.Ref) {
				if i >= 0 {
					t.Errorf("%s is listed, and asked for again", p.Ref)
				}
				continue
			}
			if i < 0 || slices.Contains(asked[i+1:], p.Ref) {
				t.Errorf("%s is not asked for exactly once", p.Ref)
			}
		}
	}
	ceph := markers[slices.Index(asked, statetest.CephCluster)]
	if !ceph.Elsewhere || !slices.Equal(ceph.Groups, []string{"ceph.rook.io", "objectbucket.io"}) {
		t.Errorf("%+v", ceph)
	}
	for _, ref := range []ports.ObjectRef{statetest.BlockClass, statetest.Application} {
		if m := markers[slices.Index(asked, ref)]; m.Elsewhere {
			t.Errorf("%s is looked for elsewhere", ref)
		}
	}
}

func TestBuiltInWorkloadsAreListedInTheOverview(t *testing.T) {
	question, _ := state.Questions(statetest.Catalogue())
	want := []ports.ObjectRef{{Group: "batch", Kind: "CronJob", Resource: "cronjobs"}, {Group: "apps", Kind: "Deployment", Resource: "deployments"},
		{Group: "apps", Kind: "StatefulSet", Resource: "statefulsets"}}
	if diff := cmp.Diff(want, question.Kinds); diff != "" {
		t.Error(diff)
	}
}

// listed is a world whose workloads were listed and not asked for by name.
func listed(changes ...func(*statetest.World)) *statetest.World {
	w := statetest.Healthy(statetest.Dirqual())
	for _, change := range changes {
		change(w)
	}
	return w.ByLists()
}

func TestListsAnswerForTheirObjects(t *testing.T) {
	missing := func(w *statetest.World) { w.Without("dataops", "gitops-seed", "mlflow") }
	want := statetest.Healthy(statetest.Dirqual()).Without("dataops", "gitops-seed", "mlflow").Compose()
	if diff := cmp.Diff(want, listed(missing).Compose()); diff != "" {
		t.Errorf("lists answer otherwise than names (-names +lists):\n%s", diff)
	}
	if again := state.Remaining(statetest.Catalogue(), listed(missing).Overview, listed(missing).Objects); len(again) > 0 {
		t.Errorf("asked again: %v", again)
	}
}

func TestKindsThatCannotBeListedAreAskedForByName(t *testing.T) {
	w := listed()
	w.Overview.Workloads["StatefulSet"] = ports.Listing[ports.Object]{Outcome: ports.Forbidden, Reason: say.Textf("cannot list")}
	again := state.Remaining(w.Catalogue, w.Overview, w.Objects)
	if len(again) != 1 || again[0].Ref.Kind != "StatefulSet" {
		t.Fatalf("%+v", again)
	}
	if l, _ := w.Compose().Layer("monitoring"); l.Verdict != state.Unknown {
		t.Errorf("before it was asked: %s", l.Verdict)
	}
	proof, _ := w.Catalogue.Find("monitoring")
	w.Put(statetest.HealthyObject(proof.Proofs[0]))
	if l, _ := w.Compose().Layer("monitoring"); l.Verdict != state.Present {
		t.Errorf("after it was found: %s", l.Verdict)
	}
}

func TestNothingMoreIsAskedOfAClusterThatDoesNotAnswer(t *testing.T) {
	w := listed()
	w.Overview.Workloads = nil
	w.Overview.Failure = &ports.Failure{Kind: ports.FailedTimeout}
	if again := state.Remaining(w.Catalogue, w.Overview, w.Objects); again != nil {
		t.Errorf("%v", again)
	}
	w.Overview.Failure.Kind = ports.FailedForbidden
	if again := state.Remaining(w.Catalogue, w.Overview, w.Objects); len(again) < 5 {
		t.Errorf("rights in single namespaces are not tried: %v", again)
	}
}

func TestRemnantsOfAMissingWorkloadAreLookedFor(t *testing.T) {
	w := listed(func(w *statetest.World) { w.Without("monitoring") })
	if again := state.Remaining(w.Catalogue, w.Overview, w.Objects); len(again) != 1 || len(again[0].Groups) == 0 {
		t.Errorf("%+v", again)
	}
	w.Objects.Groups = statetest.Listed("apps")
	if again := state.Remaining(w.Catalogue, w.Overview, w.Objects); len(again) > 0 {
		t.Errorf("the groups are known already: %+v", again)
	}
}
