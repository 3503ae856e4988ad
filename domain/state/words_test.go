package state_test

import (
	"testing"

	"github.com/univ-lehavre/nestor/domain/state"
)

func TestWhatPeopleReadOfAnObjectIsItsNameInEnglish(t *testing.T) {
	for _, object := range []string{"nodes", "namespaces", "Namespace rook-ceph", "layer ceph", "Deployment a/b", "limactl list", ""} {
		if got := state.ObjectText(object).String(); got != object {
			t.Errorf("%q, want %q", got, object)
		}
	}
}
