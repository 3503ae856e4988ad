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

// undeclared is a stack that says nothing of its storage, on a cluster that runs Ceph.
func undeclared() *statetest.World {
	return statetest.Healthy(statetest.LocalPath()).Without("storage-simple").With("ceph").With("sc")
}

func TestAnotherLivingBackendIsAConflict(t *testing.T) {
	st := undeclared().Compose()
	if st.Storage.Conflict.String() != "declared local-path (default), real ceph" || !st.Storage.Held.Equal(st.Storage.Conflict) {
		t.Errorf("%+v", st.Storage)
	}
	expectNote(t, st.Notes, state.CodeStorage, "real ceph")
	if diff := cmp.Diff([]string{"storage-simple"}, st.Storage.Layers); diff != "" {
		t.Error(diff)
	}
	w := dirqual().Without("ceph", "sc", "datalake").With("storage-simple")
	if got := w.Compose().Storage.Conflict; got.String() != "declared ceph, real local-path" {
		t.Error(got)
	}
}

func TestBothBackendsTogetherAreNoConflict(t *testing.T) {
	st := dirqual().With("storage-simple").Compose()
	if diff := cmp.Diff([]layer.Backend{layer.Ceph, layer.LocalPath}, st.Storage.Real); diff != "" || !st.Storage.Conflict.IsZero() || !st.Storage.Held.IsZero() {
		t.Error(diff, st.Storage)
	}
}

func TestABackendThatMayLiveHoldsStorageBack(t *testing.T) {
	w := undeclared().Answer(statetest.CephCluster, ports.ObjectAnswer{Outcome: ports.Forbidden})
	st := w.Compose()
	if !st.Storage.Conflict.IsZero() || st.Storage.Held.String() != "declared local-path (default), real ceph not read" {
		t.Errorf("%+v", st.Storage)
	}
	st = w.Answer(statetest.CephCluster, ports.ObjectAnswer{Outcome: ports.NotServed}).Compose()
	if !st.Storage.Held.IsZero() || len(st.Storage.Real)+len(st.Storage.Unread) > 0 {
		t.Errorf("%+v", st.Storage)
	}
}

func TestACephClusterUnderDeletionIsStillAlive(t *testing.T) {
	w := undeclared()
	w.Object(statetest.CephCluster).Deleting = true
	if st := w.Compose(); st.Storage.Conflict.IsZero() {
		t.Errorf("%+v", st.Storage)
	}
}

func TestOnlyADefaultClassIsADefault(t *testing.T) {
	w := dirqual().Class(ports.StorageClass{Name: "rook-ceph-block", Default: true}).Class(ports.StorageClass{Name: "other"})
	if notes := w.Compose().Notes; len(notes) > 0 {
		t.Error(notes)
	}
	w.Class(ports.StorageClass{Name: "local-path", Default: true})
	expectNote(t, w.Compose().Notes, state.CodeTwoDefaults, "local-path, rook-ceph-block")
}

func TestNotesOfNodesAndOfStorageAreSaidTogether(t *testing.T) {
	w := undeclared().Class(ports.StorageClass{Name: "a", Default: true}).Class(ports.StorageClass{Name: "b", Default: true})
	w.Node(0).Version = "v1.30.1"
	if diff := cmp.Diff([]string{state.CodeMinorsDiffer, state.CodeStorage, state.CodeTwoDefaults}, codes(w.Compose().Notes)); diff != "" {
		t.Error(diff)
	}
}

// TestABackendLivesByTheLayersThatStoreAndStandAlone puts another provider of local paths in the catalogue.
func TestABackendLivesByTheLayersThatStoreAndStandAlone(t *testing.T) {
	provider := ports.ObjectRef{Group: "longhorn.io", Version: "v1", Kind: "Engine", Namespace: "longhorn", Name: "engine"}
	class := ports.ObjectRef{Group: "storage.k8s.io", Version: "v1", Kind: "StorageClass", Name: "longhorn"}
	extra := ports.ObjectRef{Group: "longhorn.io", Version: "v1", Kind: "Backup", Namespace: "longhorn", Name: "daily"}
	exists := func(ref ports.ObjectRef) layer.Proof { return layer.Proof{Ref: ref, Health: layer.HealthExists} }
	for found, alive := range map[ports.ObjectRef]bool{provider: true, class: false, extra: false} {
		w := dirqual().Without("storage-simple")
		for i, l := range w.Catalogue.Layers {
			if l.Name == "storage-simple" {
				w.Catalogue.Layers[i].Proofs = []layer.Proof{exists(class), exists(provider)}
			}
		}
		w.Catalogue.Layers = append(w.Catalogue.Layers, layer.Layer{Name: "backups", Sight: layer.ByProofs, Stores: layer.LocalPath,
			Needs: map[layer.Backend][]string{layer.LocalPath: {"storage-simple"}}, Proofs: []layer.Proof{exists(extra)}})
		for _, ref := range []ports.ObjectRef{provider, class, extra} {
			w.Answer(ref, ports.ObjectAnswer{Outcome: ports.Missing})
		}
		w.Put(ports.Object{Ref: found})
		if got := slices.Contains(w.Compose().Storage.Real, layer.LocalPath); got != alive {
			t.Errorf("%s: alive %v", found, got)
		}
	}
}
