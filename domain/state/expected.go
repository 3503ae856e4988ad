package state

import (
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Expected says what a proof must be like for its layer to be present.
func Expected(p layer.Proof) say.Text {
	switch p.Health {
	case layer.HealthWorkload:
		return say.Textf("as many pods ready as wanted, all of the current generation")
	case layer.HealthScheduled:
		return say.Textf("not suspended")
	case layer.HealthCeph:
		return say.Textf("phase Ready (Connected when external), and HEALTH_OK or HEALTH_WARN")
	case layer.HealthPhase:
		return say.Textf("phase %s", say.Or(p.Phases))
	case layer.HealthCondition:
		return say.Textf("condition %s True", p.Condition)
	}
	return say.Textf("there")
}

// expectedOf says what a piece of evidence must be like; nothing when any state of it would do.
func expectedOf(l layer.Layer, e Evidence) say.Text {
	switch l.Sight {
	case layer.ByNodes:
		return say.Textf("every declared node Ready")
	case layer.ByMachines:
		return say.Textf("every declared VM Running")
	}
	for _, p := range l.Proofs {
		if p.Ref == e.Ref {
			return Expected(p)
		}
	}
	return say.Text{}
}

// expectedOfNeed says what a needed layer must be.
func expectedOfNeed() say.Text { return say.Textf("present, for this layer stands on it") }
