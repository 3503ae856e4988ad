package state_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
	"github.com/univ-lehavre/nestor/ports"
)

func TestAWorkloadIsReadyAsWantedOrSaysWhyNot(t *testing.T) {
	stuck := []ports.Condition{{Type: "Progressing", Status: "False", Reason: "ProgressDeadlineExceeded"}}
	starting := []ports.Condition{{Type: "Progressing", Status: "True", Reason: "ReplicaSetUpdated"}}
	settled := []ports.Condition{{Type: "Progressing", Status: "True", Reason: "NewReplicaSetAvailable"}}
	cases := map[string]struct {
		workload   *ports.Workload
		conditions []ports.Condition
		want       line
	}{
		"ready":                {&ports.Workload{Wanted: 2, Ready: 2, Updated: 2, Generation: 3, Observed: 3}, settled, line{state.Present, false, "2/2 ready"}},
		"one pod short":        {&ports.Workload{Wanted: 2, Ready: 1, Updated: 2}, settled, line{state.Degraded, false, "1/2 ready"}},
		"new generation":       {&ports.Workload{Wanted: 1, Ready: 1, Updated: 1, Generation: 3, Observed: 2}, nil, line{state.Degraded, true, "1/1 ready, rolling out"}},
		"old pods still ready": {&ports.Workload{Wanted: 3, Ready: 3, Updated: 1}, nil, line{state.Degraded, true, "3/3 ready, rolling out"}},
		"no pod at all":        {&ports.Workload{Wanted: 1}, nil, line{state.Degraded, false, "0/1 ready"}},
		"first start":          {&ports.Workload{Wanted: 1, Updated: 1}, starting, line{state.Degraded, true, "0/1 ready, rolling out"}},
		"past its deadline":    {&ports.Workload{Wanted: 3, Ready: 2, Updated: 1}, stuck, line{state.Degraded, false, "2/3 ready, rollout stuck"}},
		"scaled to zero":       {&ports.Workload{ScaledDown: true}, settled, line{state.Degraded, false, "scaled to zero"}},
		"on no node":           {&ports.Workload{Generation: 1, Observed: 1}, nil, line{state.Degraded, false, "wanted on no node"}},
		"without replicas":     {nil, nil, line{state.Degraded, false, "no replicas in its status"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := dirqual()
			o := w.Object(w.Proof("registry"))
			o.Workload, o.Conditions = c.workload, c.conditions
			c.want.Detail = "Deployment registry/registry " + c.want.Detail
			expect(t, layerOf(t, w, "registry"), c.want)
		})
	}
}

func TestABrokenProofIsRepairedWhateverRollsOutBesideIt(t *testing.T) {
	w := dirqual()
	w.Object(w.Proof("dataops")).Workload = &ports.Workload{Wanted: 1, Ready: 1, Generation: 2, Observed: 1}
	if l := layerOf(t, w, "dataops"); !l.Waiting {
		t.Errorf("%+v", l)
	}
	w.Object(statetest.Workload("Deployment", "marquez", "marquez").Ref).Workload.Ready = 0
	if l := layerOf(t, w, "dataops"); l.Waiting {
		t.Errorf("%+v", l)
	}
}

func TestOtherKindsOfHealth(t *testing.T) {
	cases := map[string]struct {
		proof layer.Proof
		spoil func(*ports.Object)
		want  line
	}{
		"phase reached":   {layer.Proof{Health: layer.HealthPhase, Phases: []string{"Ready"}}, func(*ports.Object) {}, line{state.Present, false, "Ready"}},
		"phase under way": {layer.Proof{Health: layer.HealthPhase, Phases: []string{"Ready"}}, func(o *ports.Object) { o.Phase = "Progressing" }, line{state.Degraded, true, "Progressing"}},
		"phase failed":    {layer.Proof{Health: layer.HealthPhase, Phases: []string{"Ready"}}, func(o *ports.Object) { o.Phase = "Failure" }, line{state.Degraded, false, "Failure"}},
		"no phase":        {layer.Proof{Health: layer.HealthPhase, Phases: []string{"Ready"}}, func(o *ports.Object) { o.Phase = "" }, line{state.Degraded, false, "no phase in its status"}},
		"condition true":  {layer.Proof{Health: layer.HealthCondition, Condition: "Healthy"}, func(o *ports.Object) { o.Conditions = []ports.Condition{{Type: "Healthy", Status: "True"}} }, line{state.Present, false, "Healthy"}},
		"condition false": {layer.Proof{Health: layer.HealthCondition, Condition: "Healthy"}, func(o *ports.Object) {
			o.Conditions = []ports.Condition{{Type: "Healthy", Status: "False", Reason: "Lost"}}
		}, line{state.Degraded, false, "Healthy is False (Lost)"}},
		"condition not yet": {layer.Proof{Health: layer.HealthCondition, Condition: "Healthy"}, func(o *ports.Object) {
			o.Conditions = []ports.Condition{{Type: "Healthy", Status: "False"}, {Type: "Progressing", Status: "True"}}
		}, line{state.Degraded, true, "Healthy is False"}},
		"no condition": {layer.Proof{Health: layer.HealthCondition, Condition: "Healthy"}, func(*ports.Object) {}, line{state.Degraded, false, "its status has no condition Healthy"}},
		"suspended":    {layer.Proof{Health: layer.HealthScheduled}, func(o *ports.Object) { o.Suspended = true }, line{state.Degraded, false, "suspended"}},
		"only there":   {layer.Proof{Health: layer.HealthExists}, func(o *ports.Object) { o.Phase = "Whatever" }, line{state.Present, false, "found"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := dirqual()
			c.proof.Ref = ports.ObjectRef{Group: "example.org", Version: "v1", Kind: "Thing", Namespace: "registry", Name: "x"}
			for i := range w.Catalogue.Layers {
				if w.Catalogue.Layers[i].Name == "registry" {
					w.Catalogue.Layers[i].Proofs = []layer.Proof{c.proof}
				}
			}
			o := statetest.HealthyObject(c.proof)
			c.spoil(&o)
			c.want.Detail = "Thing registry/x " + c.want.Detail
			expect(t, layerOf(t, w.Put(o), "registry"), c.want)
		})
	}
}

func TestPodsThatWaitForAPersonAreNoRollout(t *testing.T) {
	for name, c := range map[string]struct {
		workload ports.Workload
		want     line
		notes    []string
	}{
		"all ready":       {ports.Workload{Wanted: 3, Ready: 3, Updated: 1}, line{state.Present, false, "3/3 ready"}, []string{state.CodeOldRevision}},
		"all moved":       {ports.Workload{Wanted: 3, Ready: 3, Updated: 3}, line{state.Present, false, "3/3 ready"}, nil},
		"one short":       {ports.Workload{Wanted: 3, Ready: 2, Updated: 1}, line{state.Degraded, false, "2/3 ready"}, nil},
		"not yet noticed": {ports.Workload{Wanted: 3, Ready: 3, Updated: 3, Generation: 2, Observed: 1}, line{state.Degraded, true, "3/3 ready, rolling out"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			w := dirqual()
			c.workload.Manual = true
			w.Object(w.Proof("monitoring")).Workload = &c.workload
			c.want.Detail = "StatefulSet monitoring/loki " + c.want.Detail
			l := layerOf(t, w, "monitoring")
			expect(t, l, c.want)
			if diff := cmp.Diff(c.notes, codes(l.Notes)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
