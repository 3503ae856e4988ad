package discover_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/domain/discover"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

const (
	uid = "0a1b2c3d-0000-4000-8000-000000000001"
	ca  = "92a886e9840fd5cca4dae6f022bbd5e7cadd23d9512c038c0d36f5376603d717"
)

// answersOf is a world as a discovery reads it: claims, Gateways and groups are read, and there are none.
func answersOf(w *statetest.World) discover.Answers {
	w.ByLists()
	a := discover.Answers{Catalogue: w.Catalogue, Overview: w.Overview, Objects: w.Objects, Machines: w.Machines, Now: w.Now}
	a.Overview.UID = uid
	a.Kubeconfig = ports.KubeconfigView{Server: "https://10.0.0.10:6443", CASHA256: ca, CACount: 1, Context: "admin@paris"}
	a.More = ports.ObjectsAnswer{UID: uid, Answers: map[ports.ObjectRef]ports.ObjectAnswer{}, Groups: statetest.Listed("apps", "ceph.rook.io")}
	for _, m := range discover.Questions() {
		a.More.Answers[m.Ref] = ports.ObjectAnswer{Outcome: ports.Missing, Elsewhere: statetest.Listed[ports.Object]()}
	}
	return a
}

// story is the healthy cluster whose first node is control plane and worker.
func story() *statetest.World { return statetest.Healthy(statetest.Dirqual()) }

// asked finds the question for a kind.
func asked(t *testing.T, kind string) ports.ObjectRef {
	t.Helper()
	for _, m := range discover.Questions() {
		if m.Ref.Kind == kind {
			return m.Ref
		}
	}
	t.Fatalf("%s is not asked for", kind)
	return ports.ObjectRef{}
}

func drawn(rt *rapid.T) statetest.Draw {
	return func(what string, n int) int { return rapid.IntRange(0, n-1).Draw(rt, what) }
}

// said joins all that is remarked.
func said(d discover.Discovery) string {
	var all []string
	for _, s := range []discover.Section{discover.Machines, discover.Identity, discover.Nodes, discover.Network, discover.Exposition,
		discover.Storage, discover.Layers, discover.Unclaimed} {
		for _, r := range d.Remarks(s) {
			all = append(all, fmt.Sprintf("%s: %s", s, r))
		}
	}
	return strings.Join(all, "\n")
}

func holds(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%q is not in:\n%s", p, text)
		}
	}
}

// absentOnes are the layers that a discovery calls absent.
func absentOnes(d discover.Discovery) []string {
	for _, r := range d.Remarks(discover.Layers) {
		if names, ok := strings.CutPrefix(r.String(), "not there: "); ok {
			return strings.Split(names, ", ")
		}
	}
	return nil
}

// randomCatalogue is any catalogue without a cycle: what a layer needs stands before it.
func randomCatalogue(rt *rapid.T) layer.Catalogue {
	c := layer.Catalogue{Layers: []layer.Layer{{Name: "kubernetes", Sight: layer.ByNodes, Wanted: layer.Always,
		Needs: map[layer.Backend][]string{layer.Ceph: nil, layer.LocalPath: nil}}}}
	for i := range rapid.IntRange(1, 9).Draw(rt, "layers") {
		l := layer.Layer{Name: fmt.Sprintf("l%d", i), Sight: layer.ByProofs, Needs: map[layer.Backend][]string{}}
		l.Proofs = []layer.Proof{statetest.Workload("Deployment", l.Name, l.Name)}
		switch rapid.IntRange(0, 5).Draw(rt, "sort") {
		case 0:
			l.Wanted, l.Stores = layer.OnCeph, layer.Ceph
		case 1:
			l.Stores = layer.LocalPath
		case 2:
			l.Sight, l.Proofs = layer.Unseen, nil
		}
		for _, b := range layer.Backends {
			if rapid.IntRange(0, 6).Draw(rt, "allowed") > 0 || l.Stores == b {
				l.Needs[b] = needs(rt, c.Layers)
			}
		}
		c.Layers = append(c.Layers, l)
	}
	return c
}

func needs(rt *rapid.T, before []layer.Layer) []string {
	var names []string
	for _, l := range before {
		if rapid.IntRange(0, 3).Draw(rt, "needs "+l.Name) == 0 {
			names = append(names, l.Name)
		}
	}
	return names
}

// randomAnswers is any cluster for a catalogue: each layer there, broken, absent or not read.
func randomAnswers(rt *rapid.T, c layer.Catalogue) discover.Answers {
	w := statetest.Healthy(stack.Stack{Kind: stack.Prod, Nodes: []stack.Node{{Name: "n1", Roles: []stack.Role{stack.Control, stack.Worker}}}})
	w.Catalogue = c
	w.Objects.Answers = map[ports.ObjectRef]ports.ObjectAnswer{}
	for _, l := range c.Layers {
		for _, p := range l.Proofs {
			switch rapid.IntRange(0, 5).Draw(rt, l.Name) {
			case 0, 1, 2:
				w.Put(statetest.HealthyObject(p))
			case 3:
				o := statetest.HealthyObject(p)
				o.Workload.Ready = 0
				w.Put(o)
			case 4:
				w.Answer(p.Ref, ports.ObjectAnswer{Outcome: ports.Forbidden, Reason: say.Textf("forbidden")})
			}
		}
	}
	return answersOf(w)
}

func closure(c layer.Catalogue, d discover.Discovery, names []string) []string {
	b := d.Backend
	if b == "" {
		b = layer.LocalPath
	}
	wanted, _ := c.Wanted(layer.Request{Backend: b, Lima: d.Kind == stack.Lima, Layers: names})
	var all []string
	for _, l := range wanted {
		all = append(all, l.Name)
	}
	slices.Sort(all)
	return all
}
