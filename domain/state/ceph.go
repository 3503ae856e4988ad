package state

import (
	"time"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// staleAfter is the age from which Ceph's own health check is worth a note. Rook checks every minute.
const staleAfter = 10 * time.Minute

// cephHealth needs both words to be good: the phase is Rook's, the health is Ceph's, and each can be stale alone.
func cephHealth(o ports.Object, now time.Time) health {
	c := ports.Ceph{}
	if o.Ceph != nil {
		c = *o.Ceph
	}
	text := say.Join(", ", say.First(say.Verbatim(o.Phase), say.Textf("no phase")), say.First(say.Verbatim(c.Health), say.Textf("no health reported")))
	h := health{text: text, ok: cephServes(o.Phase, c)}
	h.waiting = !h.ok && c.Health != "HEALTH_ERR" && underWay(o.Phase)
	if c.Health == "HEALTH_WARN" {
		h.notes = append(h.notes, Note{CodeCephWarning, say.Textf("%s reports HEALTH_WARN", o.Ref)})
	}
	if age := now.Sub(c.LastChecked); !c.LastChecked.IsZero() && age > staleAfter {
		h.notes = append(h.notes, Note{CodeCephStale,
			say.Textf("%s was last checked %d minutes ago", o.Ref, int(age.Minutes()))})
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
