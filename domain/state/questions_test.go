package state_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
	"github.com/univ-lehavre/nestor/ports"
)

func TestEveryProofIsAskedForOnce(t *testing.T) {
	c := statetest.Catalogue()
	c.Layers = append(c.Layers, layer.Layer{Name: "twin", Proofs: []layer.Proof{{Ref: statetest.CephCluster}},
		Traces: layer.Traces{Groups: []string{"objectbucket.io"}}})
	_, markers := state.Questions(c)
	var asked []ports.ObjectRef
	for _, m := range markers {
		asked = append(asked, m.Ref)
	}
	for _, l := range c.Layers {
		for _, p := range l.Proofs {
			i := slices.Index(asked, p.Ref)
			if i < 0 || slices.Contains(asked[i+1:], p.Ref) {
				t.Errorf("%s is not asked for exactly once", p.Ref)
			}
		}
	}
	ceph := markers[slices.Index(asked, statetest.CephCluster)]
	if !ceph.Elsewhere || !slices.Equal(ceph.Groups, []string{"ceph.rook.io", "objectbucket.io"}) {
		t.Errorf("%+v", ceph)
	}
	for _, ref := range []ports.ObjectRef{statetest.BlockClass, statetest.Application, statetest.CronJob("rook-ceph", "volume-snapshot-daily").Ref} {
		if m := markers[slices.Index(asked, ref)]; m.Elsewhere {
			t.Errorf("%s is looked for elsewhere", ref)
		}
	}
}

func TestBuiltInWorkloadsAreListedInTheOverview(t *testing.T) {
	question, _ := state.Questions(statetest.Catalogue())
	want := []ports.ObjectRef{{Kind: "CronJob", Resource: "cronjobs"}, {Kind: "Deployment", Resource: "deployments"},
		{Kind: "StatefulSet", Resource: "statefulsets"}}
	if diff := cmp.Diff(want, question.Kinds); diff != "" {
		t.Error(diff)
	}
}

func TestEveryCodeHasItsMeaning(t *testing.T) {
	for _, code := range []string{state.CodeRemnants, state.CodeElsewhere, state.CodeCephWarning, state.CodeCephStale,
		state.CodeOtherVersion, state.CodeOldVersion, state.CodeNeedUnread, state.CodeTwoClusters, state.CodeCordoned,
		state.CodeRoleDiffers, state.CodeWorkerTainted, state.CodeAmbiguous, state.CodeNodeDeleting, state.CodeMinorsDiffer,
		state.CodeTwoDefaults, state.CodeStorage} {
		if state.Meanings[code] == "" {
			t.Error(code)
		}
	}
	if len(state.Meanings) != 16 {
		t.Error("a code was added without a test")
	}
}
