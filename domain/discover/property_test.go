package discover_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/domain/discover"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// standsFirmly says, by a walk of its own, whether a layer and all below it is there on a backend.
func standsFirmly(c layer.Catalogue, d discover.Discovery, b layer.Backend, name string) bool {
	l, _ := c.Find(name)
	found, _ := d.State.Layer(name)
	if !l.Allowed(b) || found.Verdict != state.Present && found.Verdict != state.Degraded && found.Verdict != state.Unobservable {
		return false
	}
	for _, need := range c.Needs(l, b, d.Kind == stack.Lima) {
		if !standsFirmly(c, d, b, need) {
			return false
		}
	}
	return true
}

func TestTheSmallestDeclarationIsAllThatStands(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := randomCatalogue(rt)
		d := discover.Make(randomAnswers(rt, c))
		b := d.Backend
		if b == "" {
			b = layer.LocalPath
		}
		want := closure(c, d, nil)
		for _, l := range d.State.Layers {
			if l.Verdict != state.Unobservable && standsFirmly(c, d, b, l.Name) {
				want = append(want, closure(c, d, []string{l.Name})...)
			}
		}
		slices.Sort(want)
		want = slices.Compact(want)
		if diff := cmp.Diff(want, closure(c, d, d.Layers)); diff != "" {
			rt.Fatalf("declared %v on %q (-stands +declared):\n%s", d.Layers, d.Backend, diff)
		}
		for i := range d.Layers {
			less := slices.Delete(slices.Clone(d.Layers), i, i+1)
			if cmp.Equal(want, closure(c, d, less)) {
				rt.Fatalf("%v stands for as much as %v", less, d.Layers)
			}
		}
	})
}

func TestABackendIsDeclaredOnlyWithAllThatItWants(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := randomCatalogue(rt)
		d := discover.Make(randomAnswers(rt, c))
		for _, name := range closure(c, d, nil) {
			if l, _ := d.State.Layer(name); d.Backend != "" && l.Verdict != state.Present && l.Verdict != state.Degraded && l.Verdict != state.Unobservable {
				rt.Fatalf("backend %s calls for %s, which is %s", d.Backend, name, l.Verdict)
			}
		}
		for _, b := range d.State.Storage.Real {
			if d.Backend == "" && !strings.Contains(said(d), string(b)+" is there, and declaring it would call for") {
				rt.Fatalf("%s is alive, and nothing is said of it:\n%s", b, said(d))
			}
		}
	})
}

// TestAPreviewOfADiscoveryHasNothingToBringAbout is the loop: what was declared is there.
func TestAPreviewOfADiscoveryHasNothingToBringAbout(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a := answersOf(statetest.Random(drawn(rt)))
		d := discover.Make(a)
		if d.Undeclarable() != nil {
			return
		}
		s := d.Stack(discover.Naming{}, stack.Stack{})
		base := closure(a.Catalogue, d, nil)
		for _, step := range previewed(a, s).Steps {
			switch {
			case step.Own == plan.None, step.Own == plan.Repair, step.Own == plan.Wait:
			case step.Own == plan.Look && strings.Contains(said(d), step.Layer+" may be under deletion"):
			default: // what every such stack wants could not be left out; then it is said
				if !slices.Contains(base, step.Layer) || !strings.Contains(said(d), step.Layer+" is wanted") && !strings.Contains(said(d), step.Layer+": could not be read") {
					rt.Fatalf("%+v\n%s", step, said(d))
				}
			}
		}
	})
}

func previewed(a discover.Answers, s stack.Stack) plan.Plan {
	st := state.Compose(state.Input{Stack: s, Catalogue: a.Catalogue, Overview: a.Overview, Objects: a.Objects, ClusterRead: true, Machines: a.Machines, Now: a.Now})
	return plan.Make(s, a.Catalogue, st)
}

// TestWhatWasNotReadIsNeverAbsent takes answers away: nothing becomes absent by it, and each unknown layer is said.
func TestWhatWasNotReadIsNeverAbsent(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := statetest.Random(drawn(rt))
		before := discover.Make(answersOf(w))
		lost := w.Lose(drawn(rt))
		a := answersOf(w)
		for _, m := range discover.Questions() {
			if rapid.Bool().Draw(rt, "lose "+m.Ref.Kind) {
				a.More.Answers[m.Ref] = ports.ObjectAnswer{Outcome: ports.Forbidden, Reason: say.Textf("forbidden")}
			}
		}
		d := discover.Make(a)
		known := append(absentOnes(before), "machines") // a bench that is not read as one wants no VMs
		for _, name := range absentOnes(d) {
			if !slices.Contains(known, name) {
				rt.Fatalf("%s became absent when %s was lost", name, lost.What)
			}
		}
		for _, l := range d.State.Layers {
			gap := slices.ContainsFunc(d.Unread, func(g discover.Gap) bool { return g.What.String() == l.Name })
			if (l.Verdict == state.Unknown) != gap {
				rt.Fatalf("%s is %s; unread: %v", l.Name, l.Verdict, d.Unread)
			}
		}
		for _, g := range d.Unread {
			if !strings.Contains(said(d), g.Text().String()) {
				rt.Fatalf("%s is not remarked", g)
			}
		}
	})
}

// TestNothingIsDropped holds every namespace, class and group to be either a layer's, the base's, or listed.
func TestNothingIsDropped(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := story()
		name := rapid.SampledFrom([]string{"legacy", "postgres", "rook-ceph", "kube-node-lease"}).Draw(rt, "namespace")
		provisioner := rapid.SampledFrom([]string{"driver.longhorn.io", "rook-ceph.rbd.csi.ceph.com", "rancher.io/local-path"}).Draw(rt, "provisioner")
		group := rapid.SampledFrom([]string{"longhorn.io", "gateway.networking.k8s.io", "storage.k8s.io", "snapshot.storage.k8s.io", "batch", "argoproj.io"}).Draw(rt, "group")
		w.Namespace(name, false)
		w.Class(ports.StorageClass{Name: "some-class", Provisioner: provisioner})
		a := answersOf(w)
		a.More.Groups = statetest.Listed(group)
		text := say.Join("\n", discover.Make(a).Remarks(discover.Unclaimed)...).String()
		for what, free := range map[string]bool{
			name:         name != "rook-ceph",
			"some-class": provisioner == "driver.longhorn.io",
			group:        group == "longhorn.io" || group == "snapshot.storage.k8s.io",
		} {
			if free != strings.Contains(text, what) {
				rt.Fatalf("%s listed: %v\n%s", what, !free, text)
			}
		}
	})
}
