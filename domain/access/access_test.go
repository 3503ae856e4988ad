package access_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/domain/access"
	"github.com/univ-lehavre/nestor/domain/access/accesstest"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
	"github.com/univ-lehavre/nestor/ports"
)

// reads are all that a preview of these layers may ask for; without a name it is a list.
func reads(c layer.Catalogue) []ports.ObjectRef {
	kubeSystem := ports.Namespaces
	kubeSystem.Name = "kube-system"
	all := []ports.ObjectRef{ports.Namespaces, kubeSystem, ports.Nodes, ports.StorageClasses}
	question, markers := state.Questions(c)
	all = append(all, question.Kinds...)
	for _, m := range slices.Concat(markers, state.Remaining(c, ports.Overview{}, ports.ObjectsAnswer{})) {
		all = append(all, m.Ref)
		if m.Elsewhere {
			kind := m.Ref
			kind.Namespace, kind.Name = "", ""
			all = append(all, kind)
		}
		if !layer.BuiltIn(m.Ref.Group) {
			crd, service := ports.Definitions, ports.APIServices
			crd.Name, service.Name = m.Ref.Resource+"."+m.Ref.Group, "v9."+m.Ref.Group
			all = append(all, crd, service)
		}
	}
	return all
}

func someLayers(t *rapid.T) layer.Catalogue {
	c := statetest.Catalogue()
	c.Layers = slices.DeleteFunc(c.Layers, func(l layer.Layer) bool { return !rapid.Bool().Draw(t, l.Name) })
	return c
}

func TestARoleAllowsEveryRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := someLayers(t)
		rules := access.Rules(c)
		for _, ref := range reads(c) {
			if !accesstest.Allows(rules, ref) {
				t.Fatalf("%s (%s, %q) is not allowed", ref, ref.Resource, ref.Group)
			}
		}
		for _, path := range []string{"/api?timeout=32s", "/apis", "/api/v1", "/apis/ceph.rook.io/v1"} {
			if !accesstest.Permits(rules, "GET", path) {
				t.Fatalf("%s is not allowed", path)
			}
		}
	})
}

// TestARoleAllowsNothingElse takes each single right away: some read then fails.
func TestARoleAllowsNothingElse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := someLayers(t)
		wanted := reads(c)
		allowed := func(rules []access.Rule) bool {
			return !slices.ContainsFunc(wanted, func(ref ports.ObjectRef) bool { return !accesstest.Allows(rules, ref) })
		}
		rights := single(access.Rules(c))
		for i, r := range rights {
			if allowed(slices.Delete(slices.Clone(rights), i, i+1)) {
				t.Fatalf("%+v is for nothing that is read", r)
			}
		}
		for _, r := range access.Rules(c) {
			for _, verb := range r.Verbs {
				if verb != "get" && verb != "list" {
					t.Fatalf("verb %s", verb)
				}
			}
			if slices.ContainsFunc(slices.Concat(r.Resources, r.Paths, []string{r.Group}), func(s string) bool { return s == "*" || s == "secrets" || s == "configmaps" }) {
				t.Fatalf("%+v", r)
			}
		}
	})
}

// single takes rules apart: one verb on one resource, and of named objects on one.
func single(rules []access.Rule) []access.Rule {
	var all []access.Rule
	for _, r := range rules {
		for _, resource := range r.Resources {
			for _, verb := range r.Verbs {
				each := access.Rule{Group: r.Group, Resources: []string{resource}, Verbs: []string{verb}}
				for _, name := range r.Names {
					each.Names = []string{name}
					all = append(all, each)
				}
				if len(r.Names) == 0 {
					all = append(all, each)
				}
			}
		}
	}
	return all
}

func TestEachRuleSaysWhatItIsFor(t *testing.T) {
	for _, r := range access.Rules(statetest.Catalogue()) {
		if len(r.Paths) == 0 && len(r.Why) != len(r.Resources) {
			t.Errorf("%v: %d reasons for %d resources", r.Resources, len(r.Why), len(r.Resources))
		}
		for _, why := range r.Why {
			if why.What.IsZero() && len(why.Layers) == 0 {
				t.Errorf("%v: no reason for %s", r.Resources, why.Resource)
			}
		}
	}
}

// TestFewerRightsLeaveTheWantedLayersAsTheyAre is why a role for the wanted layers alone is enough for a plan.
func TestFewerRightsLeaveTheWantedLayersAsTheyAre(t *testing.T) {
	// Whether the other storage is alive decides on what may be planned.
	sameWithFewerRights(t, statetest.Healthy(statetest.LocalPath()).Without("storage-simple"))
	sameWithFewerRights(t, statetest.Healthy(statetest.Dirqual()).Without("ceph", "sc", "datalake"))
	rapid.Check(t, func(t *rapid.T) {
		sameWithFewerRights(t, statetest.Random(func(what string, n int) int { return rapid.IntRange(0, n-1).Draw(t, what) }))
	})
}

func sameWithFewerRights(t interface {
	Helper()
	Fatal(...any)
}, w *statetest.World) {
	t.Helper()
	w.ByLists()
	before := w.Compose()
	forbid(w, access.Rules(state.Concerned(w.Catalogue, w.Stack)))
	after := w.Compose()
	if diff := cmp.Diff(verdicts(before), verdicts(after)); diff != "" {
		t.Fatal(diff)
	}
	if diff := cmp.Diff(plan.Make(w.Stack, w.Catalogue, before).Steps, plan.Make(w.Stack, w.Catalogue, after).Steps); diff != "" {
		t.Fatal(diff)
	}
}

func verdicts(st state.State) map[string]state.Verdict {
	all := map[string]state.Verdict{}
	for _, l := range st.Layers {
		all[l.Name] = l.Verdict
	}
	return all
}

// forbid answers as an API server does under these rules.
func forbid(w *statetest.World, rules []access.Rule) {
	question, _ := state.Questions(w.Catalogue)
	for _, kind := range question.Kinds {
		if !accesstest.Allows(rules, kind) {
			w.Overview.Workloads[kind.Kind] = ports.Listing[ports.Object]{Outcome: ports.Forbidden}
		}
	}
	for _, l := range w.Catalogue.Layers {
		for _, p := range l.Proofs {
			a, asked := w.Objects.Answers[p.Ref]
			kind := p.Ref
			kind.Namespace, kind.Name = "", ""
			switch {
			case asked && !accesstest.Allows(rules, p.Ref):
				w.Answer(p.Ref, ports.ObjectAnswer{Outcome: ports.Forbidden})
			case asked && a.Elsewhere.Outcome == ports.Found && !accesstest.Allows(rules, kind):
				a.Elsewhere = ports.Listing[ports.Object]{Outcome: ports.Forbidden}
				w.Answer(p.Ref, a)
			}
		}
	}
}
