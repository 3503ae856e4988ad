package state_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
	"github.com/univ-lehavre/nestor/ports"
)

// undeclared is a stack that says nothing of its storage, on a cluster that runs Ceph.
func undeclared() *statetest.World {
	return statetest.Healthy(statetest.LocalPath()).Without("storage-simple").With("ceph").With("sc")
}

func TestAnotherLivingBackendIsAConflict(t *testing.T) {
	st := undeclared().Compose()
	if st.Storage.Conflict != "declared local-path (default), real ceph" || st.Storage.Held != st.Storage.Conflict {
		t.Errorf("%+v", st.Storage)
	}
	expectNote(t, st.Storage.Notes, state.CodeStorage, "real ceph")
	if diff := cmp.Diff([]string{"storage-simple"}, st.Storage.Layers); diff != "" {
		t.Error(diff)
	}
	w := dirqual().Without("ceph", "sc", "datalake").With("storage-simple")
	if got := w.Compose().Storage.Conflict; got != "declared ceph, real local-path" {
		t.Error(got)
	}
}

func TestBothBackendsTogetherAreNoConflict(t *testing.T) {
	st := dirqual().With("storage-simple").Compose()
	if diff := cmp.Diff([]layer.Backend{layer.Ceph, layer.LocalPath}, st.Storage.Real); diff != "" || st.Storage.Conflict+st.Storage.Held != "" {
		t.Error(diff, st.Storage)
	}
}

func TestABackendThatMayLiveHoldsStorageBack(t *testing.T) {
	w := undeclared().Answer(statetest.CephCluster, ports.ObjectAnswer{Outcome: ports.Forbidden})
	st := w.Compose()
	if st.Storage.Conflict != "" || st.Storage.Held != "declared local-path (default), real ceph not read" {
		t.Errorf("%+v", st.Storage)
	}
	st = w.Answer(statetest.CephCluster, ports.ObjectAnswer{Outcome: ports.NotServed}).Compose()
	if st.Storage.Held != "" || st.Storage.Detail != "declared local-path (default), real none" {
		t.Errorf("%+v", st.Storage)
	}
}

func TestACephClusterUnderDeletionIsStillAlive(t *testing.T) {
	w := undeclared()
	w.Object(statetest.CephCluster).Deleting = true
	if st := w.Compose(); st.Storage.Conflict == "" {
		t.Errorf("%+v", st.Storage)
	}
}

func TestOnlyADefaultClassIsADefault(t *testing.T) {
	w := dirqual().Class(ports.StorageClass{Name: "rook-ceph-block", Default: true}).Class(ports.StorageClass{Name: "other"})
	if notes := w.Compose().Storage.Notes; len(notes) > 0 {
		t.Error(notes)
	}
	w.Class(ports.StorageClass{Name: "local-path", Default: true})
	expectNote(t, w.Compose().Storage.Notes, state.CodeTwoDefaults, "local-path, rook-ceph-block")
}
