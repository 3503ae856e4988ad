package state

import (
	"slices"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// health is what a found proof says of itself.
type health struct {
	ok      bool
	waiting bool     // something is under way that may settle it
	text    say.Text // "1/1 ready"
	notes   []Note
}

func healthy(text say.Text) health { return health{ok: true, text: text} }
func sick(text say.Text) health    { return health{text: text} }
func pending(text say.Text) health { return health{text: text, waiting: true} }

func healthOf(p layer.Proof, o ports.Object, now time.Time) health {
	switch p.Health {
	case layer.HealthWorkload:
		return workloadHealth(o)
	case layer.HealthScheduled:
		return scheduledHealth(o)
	case layer.HealthCeph:
		return cephHealth(o, now)
	case layer.HealthPhase:
		return phaseHealth(o, p.Phases)
	case layer.HealthCondition:
		return conditionHealth(o, p.Condition)
	}
	return healthy(say.Textf("found"))
}

func workloadHealth(o ports.Object) health {
	w := o.Workload
	if w == nil {
		return sick(say.Textf("no replicas in its status"))
	}
	ready := say.Textf("%d/%d ready", w.Ready, w.Wanted)
	behind := w.Updated < w.Wanted && !w.Manual // a rollout is to replace pods; a manual one may stay as it is
	switch {
	case w.ScaledDown:
		return sick(say.Textf("scaled to zero"))
	case stuck(o):
		return sick(say.Textf("%s, rollout stuck", ready))
	case w.Observed < w.Generation:
		return pending(say.Textf("%s, rolling out", ready))
	case w.Wanted == 0:
		return sick(say.Textf("wanted on no node"))
	case behind && w.Ready > 0, w.Ready < w.Wanted && starting(o):
		return pending(say.Textf("%s, rolling out", ready))
	case behind || w.Ready < w.Wanted:
		return sick(ready)
	}
	h := healthy(ready)
	if w.Updated < w.Wanted {
		h.notes = []Note{{CodeOldRevision, say.Textf("%s runs %d of %d pods at its current revision: its updateStrategy leaves the others to a person", o.Ref, w.Updated, w.Wanted)}}
	}
	return h
}

// stuck and starting read a Deployment's own word on its rollout: only it knows the deadline.
func stuck(o ports.Object) bool {
	c, found := condition(o, "Progressing")
	return found && c.Status == "False"
}

func starting(o ports.Object) bool {
	c, found := condition(o, "Progressing")
	return found && c.Status == "True" && c.Reason != "NewReplicaSetAvailable" && c.Reason != ""
}

func scheduledHealth(o ports.Object) health {
	if o.Suspended {
		return sick(say.Textf("suspended"))
	}
	return healthy(say.Textf("scheduled"))
}

func phaseHealth(o ports.Object, wanted []string) health {
	switch {
	case o.Phase == "":
		return sick(say.Textf("no phase in its status"))
	case slices.Contains(wanted, o.Phase):
		return healthy(say.Verbatim(o.Phase))
	case underWay(o.Phase):
		return pending(say.Verbatim(o.Phase))
	}
	return sick(say.Verbatim(o.Phase))
}

// underWay reports whether a phase is a step on the way, not a place to stay.
func underWay(phase string) bool {
	switch strings.ToLower(phase) {
	case "progressing", "connecting", "deleting", "terminating", "creating", "updating", "upgrading",
		"pending", "provisioning", "reconciling", "initializing":
		return true
	}
	return false
}

func conditionHealth(o ports.Object, wanted string) health {
	c, found := condition(o, wanted)
	switch {
	case !found:
		return sick(say.Textf("its status has no condition %s", wanted))
	case c.Status == "True":
		return healthy(say.Verbatim(wanted))
	}
	text := say.Textf("%s is %s", wanted, c.Status)
	if c.Reason != "" {
		text = say.Textf("%s is %s (%s)", wanted, c.Status, c.Reason)
	}
	if p, under := condition(o, "Progressing"); under && p.Status == "True" {
		return pending(text)
	}
	return sick(text)
}

func condition(o ports.Object, name string) (ports.Condition, bool) {
	for _, c := range o.Conditions {
		if c.Type == name {
			return c, true
		}
	}
	return ports.Condition{}, false
}
