package app

import (
	"testing"

	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
)

// Two clusters behind one address, of which one lets this user see namespace kube-system and the other does not.
func TestNothingIsBelievedOfAClusterThatHidesItself(t *testing.T) {
	shown, hidden := ports.Controls{"get": "11111111-1111-1111-1111-111111111111"}, ports.Controls{"get": ""}
	for name, put := range map[string]func(*world){
		"in the lists": func(w *world) {
			w.overview.Controls, w.objects[0].Controls = ports.Controls{"list": w.overview.UID}, ports.Controls{"get": w.overview.UID, "list": ""}
		},
		"in a later read": func(w *world) {
			w.overview.Workloads = nil // so that the registry is asked for by name, in a read of its own
			w.objects[0].Controls = shown
			w.objects = append(w.objects, ports.ObjectsAnswer{Controls: hidden})
		},
	} {
		w := paris("prod")
		w.asking = target.NobodyToAsk
		put(w)
		r := w.preview(t)
		if r.Status(false) != Refused || r.Target.Reasons[0].Code != target.CodeTwoClusters || r.Cluster.Read {
			t.Errorf("%s: status %d, %+v", name, r.Status(false), r.Target.Reasons)
		}
	}
}
