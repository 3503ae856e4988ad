package app

import (
	"context"
	"errors"
	"testing"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

func (w *world) explain(t *testing.T, name string) Explanation {
	t.Helper()
	x, err := Explain{Preview{w.readers()}}.Run(context.Background(), name, StackOptions{Stack: "paris"})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestALayerIsExplainedWithWhatProvesIt(t *testing.T) {
	x := paris("prod").explain(t, "registry")
	if !x.Wanted || !x.Why.Declared || x.Layer.Verdict != "absent" || x.Layer.Action != "install" || x.Status() != Done {
		t.Errorf("%+v", x)
	}
	if len(x.Needs) != 1 || x.Needs[0].Name != "kubernetes" || x.Needs[0].Verdict != "present" {
		t.Errorf("needs %+v", x.Needs)
	}
	want := "kubectl --kubeconfig /k/paris.config --context c -n registry get deployments.apps registry"
	if len(x.Proofs) != 1 || x.Proofs[0].Command != want || x.Proofs[0].Expected.IsZero() {
		t.Errorf("proofs %+v", x.Proofs)
	}
	if e := x.Layer.Evidence; len(e) != 1 || !e[0].Decides || !e[0].Expected.Equal(x.Proofs[0].Expected) || e[0].Command != want {
		t.Errorf("evidence %+v", e)
	}
	if k := paris("prod").explain(t, "kubernetes"); len(k.NeededBy) != 1 || k.NeededBy[0] != "registry" {
		t.Errorf("needed by %v", k.NeededBy)
	}
}

func TestWhatCouldNotBeReadIsNotExplainedAsAbsent(t *testing.T) {
	w := paris("prod")
	w.kubeconfig.View.Problem, w.kubeconfig.Access = say.Textf("no current-context"), ports.Access{}
	if x := w.explain(t, "registry"); x.Layer.Verdict != "unknown" || x.Status() == Done {
		t.Errorf("%+v", x.Layer)
	}
	if x := paris("prod").explain(t, "machines"); x.Layer.Verdict != "unobservable" || x.Wanted {
		t.Errorf("machines of a prod stack: %+v", x.Layer)
	}
}

func TestOnlyLayersAreExplained(t *testing.T) {
	_, err := Explain{Preview{paris("prod").readers()}}.Run(context.Background(), "registri", StackOptions{Stack: "paris"})
	if bad := (BadOption{}); !errors.As(err, &bad) || err.Error() != `there is no layer "registri"; did you mean registry?` {
		t.Errorf("%v", err)
	}
}
