package state_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
	"github.com/univ-lehavre/nestor/ports"
)

func TestCephsOwnWords(t *testing.T) {
	checked := statetest.Now.Add(-time.Minute)
	cases := map[string]struct {
		phase string
		ceph  *ports.Ceph
		want  line
		notes []string
	}{
		"warning":           {"Ready", &ports.Ceph{Health: "HEALTH_WARN", LastChecked: checked}, line{state.Present, false, "Ready, HEALTH_WARN"}, []string{state.CodeCephWarning}},
		"error":             {"Ready", &ports.Ceph{Health: "HEALTH_ERR", LastChecked: checked}, line{state.Degraded, false, "Ready, HEALTH_ERR"}, nil},
		"error, reconciled": {"Progressing", &ports.Ceph{Health: "HEALTH_ERR"}, line{state.Degraded, false, "Progressing, HEALTH_ERR"}, nil},
		"no health":         {"Ready", &ports.Ceph{}, line{state.Degraded, false, "Ready, no health reported"}, nil},
		"no status":         {"", nil, line{state.Degraded, false, "no phase, no health reported"}, nil},
		"reconciling":       {"Progressing", &ports.Ceph{Health: "HEALTH_OK"}, line{state.Degraded, true, "Progressing, HEALTH_OK"}, nil},
		"failed":            {"Failure", &ports.Ceph{Health: "HEALTH_OK"}, line{state.Degraded, false, "Failure, HEALTH_OK"}, nil},
		"external":          {"Connected", &ports.Ceph{Health: "HEALTH_OK", External: true}, line{state.Present, false, "Connected, HEALTH_OK"}, nil},
		"not external":      {"Connected", &ports.Ceph{Health: "HEALTH_OK"}, line{state.Degraded, false, "Connected, HEALTH_OK"}, nil},
		"stale":             {"Ready", &ports.Ceph{Health: "HEALTH_OK", LastChecked: statetest.Now.Add(-11 * time.Minute)}, line{state.Present, false, "Ready, HEALTH_OK"}, []string{state.CodeCephStale}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := dirqual()
			o := w.Object(statetest.CephCluster)
			o.Phase, o.Ceph = c.phase, c.ceph
			l := layerOf(t, w, "ceph")
			c.want.Detail = "CephCluster rook-ceph/rook-ceph " + c.want.Detail
			expect(t, l, c.want)
			if diff := cmp.Diff(c.notes, codes(l.Notes)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
