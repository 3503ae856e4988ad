package kubectl

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/ports"
)

// TestOfAClaimOnlyItsNameAndPhaseAreTold holds for what is read and for what a recording keeps.
func TestOfAClaimOnlyItsNameAndPhaseAreTold(t *testing.T) {
	printed := []byte(`{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "PersistentVolumeClaim",
"metadata": {"name": "data", "namespace": "registry", "uid": "u1", "labels": {"app.kubernetes.io/name": "planted"}, "annotations": {"a": "planted"}},
"spec": {"volumeName": "planted"}, "status": {"phase": "Pending", "conditions": [{"type": "Resizing", "status": "True", "reason": "planted"}]}}]}`)
	recorded, err := keep(printed)
	if err != nil || strings.Contains(string(recorded), "planted") || strings.Contains(string(recorded), "u1") {
		t.Errorf("%v\n%s", err, recorded)
	}
	want := ports.Object{Ref: ports.ObjectRef{Version: "v1", Kind: "PersistentVolumeClaim", Resource: "persistentvolumeclaims", Namespace: "registry", Name: "data"}, Phase: "Pending"}
	for _, text := range [][]byte{printed, recorded} {
		if diff := cmp.Diff(want, decode(text).Items[0].object("persistentvolumeclaims")); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}
