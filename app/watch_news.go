package app

import (
	"cmp"
	"slices"

	"github.com/univ-lehavre/nestor/domain/state"
)

// News is what a look of a watch found otherwise than the looks before. What was not read for a while is compared with what
// was last read of it, so that no change is lost.
type News struct {
	Changes
	Lost     bool // the cluster is not read any more, or for another reason
	Regained bool // it is read again
}

// None reports that there is nothing to say.
func (n News) None() bool { return n.Same && !n.Lost && !n.Regained && len(n.Unread) == 0 }

// newsOf compares a report with what is known, and with the one before where it is about what could not be read.
func newsOf(known, last, now Report) (News, error) {
	changes, err := Compare(known, now, "")
	if err != nil {
		return News{}, err
	}
	readings, err := Compare(last, now, "")
	if err != nil {
		return News{}, err
	}
	n := News{Changes: changes, Lost: !now.Cluster.Read && (last.Cluster.Read || last.Cluster.Code != now.Cluster.Code), Regained: now.Cluster.Read && !last.Cluster.Read}
	switch {
	case !now.Cluster.Read: // it is all of them, for one reason
		n.Unread = nil
	case last.Cluster.Read:
		n.Unread = slices.DeleteFunc(readings.Unread, func(u Unread) bool { return u.Then == u.Now })
	default: // what is still not read
		n.Unread = slices.DeleteFunc(n.Unread, func(u Unread) bool { return u.Then || !u.Now })
	}
	return n, nil
}

// carried is the newest report, and of what it could not read what was known before.
func carried(known, now Report) Report {
	next := now
	next.Target.ClusterUID = cmp.Or(now.Target.ClusterUID, known.Target.ClusterUID)
	next.Cluster.Read = known.Cluster.Read || now.Cluster.Read
	next.Layers, next.Extra = carriedLayers(known, now), ExtraReport{}
	if !now.Cluster.NodesRead && known.Cluster.NodesRead {
		next.Nodes, next.Cluster.NodesRead = known.Nodes, true
	}
	if !machineStates(now).whole && machineStates(known).whole {
		next.Machines = known.Machines
	}
	if backends(now.Cluster).IsZero() {
		next.Cluster.Backends, next.Cluster.BackendsUnread = known.Cluster.Backends, known.Cluster.BackendsUnread
	}
	if len(now.Cluster.Versions) == 0 {
		next.Cluster.Versions = known.Cluster.Versions
	}
	next.Cluster.CephHealth = cmp.Or(now.Cluster.CephHealth, known.Cluster.CephHealth)
	return next
}

// carriedLayers states every layer outright, those that nobody wants as well.
func carriedLayers(known, now Report) []LayerReport {
	var layers []LayerReport
	then, is := layerStates(known), layerStates(now)
	names := slices.Clone(now.Stack.Layers)
	names = append(names, beyond(now.Stack.Known, names)...)
	for _, name := range names {
		s := is[name]
		if notRead(s.Verdict) && !notRead(then[name].Verdict) {
			s = then[name]
		}
		layers = append(layers, LayerReport{Name: name, Verdict: cmp.Or(s.Verdict, string(state.Unknown)), Action: s.Action, Detail: s.detail})
	}
	return layers
}
