package state

import (
	"cmp"
	"fmt"
	"time"

	"github.com/univ-lehavre/nestor/ports"
)

// staleAfter is the age from which Ceph's own health check is worth a note. Rook checks every minute.
const staleAfter = 10 * time.Minute

// cephHealth needs both words to be good: the phase is Rook's, the health is Ceph's, and each can be stale alone.
func cephHealth(o ports.Object, now time.Time) health {
	c := ports.Ceph{}
	if o.Ceph != nil {
		c = *o.Ceph
	}
	text := cmp.Or(o.Phase, "no phase") + ", " + cmp.Or(c.Health, "no health reported")
	h := health{text: text, ok: cephServes(o.Phase, c)}
	h.waiting = !h.ok && c.Health != "HEALTH_ERR" && underWay(o.Phase)
	if c.Health == "HEALTH_WARN" {
		h.notes = append(h.notes, Note{CodeCephWarning, o.Ref.String() + " reports HEALTH_WARN"})
	}
	if age := now.Sub(c.LastChecked); !c.LastChecked.IsZero() && age > staleAfter {
		h.notes = append(h.notes, Note{CodeCephStale,
			fmt.Sprintf("%s was last checked %d minutes ago", o.Ref, int(age.Minutes()))})
	}
	return h
}

func cephServes(phase string, c ports.Ceph) bool {
	ready := "Ready"
	if c.External {
		ready = "Connected"
	}
	return phase == ready && (c.Health == "HEALTH_OK" || c.Health == "HEALTH_WARN")
}
