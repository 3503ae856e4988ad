package statetest

import (
	"slices"
	"time"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Now is the time of every test.
var Now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// World is what a test answers, to be changed before it is composed.
type World struct{ state.Input }

// Dirqual is the bare-metal stack: four nodes, Ceph, ten layers.
func Dirqual() stack.Stack {
	s := stack.Stack{Name: "dirqual", Kind: stack.Prod, Backend: layer.Ceph, BackendDeclared: true,
		Layers: []string{"kubernetes", "ceph", "sc", "datalake", "monitoring", "gitops", "registry", "dataops", "gitops-seed", "mlflow"}}
	s.Nodes = []stack.Node{{Name: "dirqual1", Roles: []stack.Role{stack.Control, stack.Worker, stack.Storage}}}
	for _, name := range []string{"dirqual2", "dirqual3", "dirqual4"} {
		s.Nodes = append(s.Nodes, stack.Node{Name: name, Roles: []stack.Role{stack.Worker, stack.Storage}})
	}
	return s
}

// Bench is a Lima stack of two VMs on local-path storage.
func Bench() stack.Stack {
	return stack.Stack{Name: "bench", Kind: stack.Lima, Backend: layer.LocalPath,
		Nodes:  []stack.Node{{Name: "cp1", Roles: []stack.Role{stack.Control}}, {Name: "w1", Roles: []stack.Role{stack.Worker}}},
		Layers: []string{"machines", "kubernetes", "storage-simple", "metrics-server", "gitops"}}
}

// Healthy is a world in which everything that the stack declares is there and well.
func Healthy(s stack.Stack) *World {
	w := &World{state.Input{Stack: s, Catalogue: Catalogue(), ClusterRead: true, Now: Now}}
	w.Overview = ports.Overview{UID: "uid-1", Workloads: map[string]ports.Listing[ports.Object]{},
		StorageClasses: Listed[ports.StorageClass](), Namespaces: Listed(namespaces("default", "kube-system", "postgres")...)}
	w.Objects = ports.ObjectsAnswer{UID: "uid-1", Answers: map[ports.ObjectRef]ports.ObjectAnswer{}}
	question, _ := state.Questions(w.Catalogue)
	for _, k := range question.Kinds {
		w.Overview.Workloads[k.Kind] = Listed[ports.Object]()
	}
	for _, l := range w.Catalogue.Layers {
		w.Without(l.Name)
		if slices.Contains(s.Layers, l.Name) {
			w.With(l.Name)
		}
	}
	for _, n := range s.Nodes {
		w.Overview.Nodes = Listed(append(w.Overview.Nodes.Items, RealNode(s, n))...)
		w.Machines.Items = append(w.Machines.Items, ports.Machine{Name: n.Name, Status: "Running"})
	}
	w.Machines.State = ports.MachinesRead
	return w
}

// Compose gives the state of this world. What is found by name is in its kind's list too, as in a real cluster.
func (w *World) Compose() state.State {
	in := w.Input
	in.Overview.Workloads = map[string]ports.Listing[ports.Object]{}
	for kind, listed := range w.Overview.Workloads {
		in.Overview.Workloads[kind] = w.completed(kind, listed)
	}
	return state.Compose(in)
}

func (w *World) completed(kind string, listed ports.Listing[ports.Object]) ports.Listing[ports.Object] {
	items := slices.Clone(listed.Items)
	for ref, a := range w.Objects.Answers {
		if ref.Kind == kind && a.Object != nil && !slices.ContainsFunc(items, func(o ports.Object) bool { return o.Ref == ref }) {
			items = append(items, *a.Object)
		}
	}
	listed.Items = items
	return listed
}

// With puts a layer there and well.
func (w *World) With(name string) *World {
	l, _ := w.Catalogue.Find(name)
	for _, p := range l.Proofs {
		w.Put(HealthyObject(p))
	}
	for _, ns := range l.Traces.Namespaces {
		w.Namespace(ns, false)
	}
	return w
}

// Without takes a layer and its namespaces away.
func (w *World) Without(names ...string) *World {
	for _, name := range names {
		l, _ := w.Catalogue.Find(name)
		for _, p := range l.Proofs {
			w.Answer(p.Ref, ports.ObjectAnswer{Outcome: ports.Missing, Elsewhere: Listed[ports.Object]()})
		}
		w.Overview.Namespaces.Items = slices.DeleteFunc(w.Overview.Namespaces.Items,
			func(n ports.Namespace) bool { return slices.Contains(l.Traces.Namespaces, n.Name) })
	}
	return w
}

// Put makes an object found where its reference says.
func (w *World) Put(o ports.Object) *World {
	return w.Answer(o.Ref, ports.ObjectAnswer{Outcome: ports.Found, Object: &o})
}

// Answer sets what became of one marker.
func (w *World) Answer(ref ports.ObjectRef, a ports.ObjectAnswer) *World {
	w.Objects.Answers[ref] = a
	return w
}

// Object gives the object of a layer's proof, to be changed.
func (w *World) Object(ref ports.ObjectRef) *ports.Object { return w.Objects.Answers[ref].Object }

// Proof gives the reference of a layer's first proof.
func (w *World) Proof(name string) ports.ObjectRef {
	l, _ := w.Catalogue.Find(name)
	return l.Proofs[0].Ref
}

// Namespace adds a namespace, or changes whether it is being deleted.
func (w *World) Namespace(name string, terminating bool) *World {
	kept := slices.DeleteFunc(w.Overview.Namespaces.Items, func(n ports.Namespace) bool { return n.Name == name })
	w.Overview.Namespaces.Items = append(kept, ports.Namespace{Name: name, Terminating: terminating})
	return w
}

// Class adds a storage class.
func (w *World) Class(c ports.StorageClass) *World {
	w.Overview.StorageClasses.Items = append(w.Overview.StorageClasses.Items, c)
	return w
}

// Elsewhere puts a workload in a place that is found by listing only.
func (w *World) Elsewhere(o ports.Object) *World {
	w.Overview.Workloads[o.Ref.Kind] = Listed(append(w.Overview.Workloads[o.Ref.Kind].Items, o)...)
	return w
}

// Node gives a real node, to be changed.
func (w *World) Node(i int) *ports.Node { return &w.Overview.Nodes.Items[i] }

// ByLists leaves the built-in workloads to their kinds' lists, as a first wave of reads does: what is known of them is
// not asked for by name.
func (w *World) ByLists() *World {
	for kind, listed := range w.Overview.Workloads {
		w.Overview.Workloads[kind] = w.completed(kind, listed)
	}
	for ref, a := range w.Objects.Answers {
		if listed, builtIn := w.Overview.Workloads[ref.Kind]; builtIn && listed.Outcome == ports.Found && a.Outcome.Known() {
			delete(w.Objects.Answers, ref)
		}
	}
	return w
}

// Unreachable is a world whose API gave no answer at all.
func (w *World) Unreachable(reason string) *World {
	failure := &ports.Failure{Kind: ports.FailedConnect, Reason: say.Verbatim(reason)}
	w.Overview, w.Objects = ports.Overview{Failure: failure}, ports.ObjectsAnswer{Failure: failure}
	return w
}

// Listed is a list that was read.
func Listed[T any](items ...T) ports.Listing[T] {
	return ports.Listing[T]{Outcome: ports.Found, Items: items}
}

// HealthyObject is an object that a proof counts as well.
func HealthyObject(p layer.Proof) ports.Object {
	o := ports.Object{Ref: p.Ref, Phase: "Ready"}
	switch p.Health {
	case layer.HealthWorkload:
		o.Phase = ""
		o.Workload = &ports.Workload{Wanted: 1, Ready: 1, Updated: 1, Generation: 2, Observed: 2}
	case layer.HealthCeph:
		o.Ceph = &ports.Ceph{Health: "HEALTH_OK", LastChecked: Now.Add(-time.Minute)}
	}
	return o
}

// RealNode is the healthy node that a declared one turns out to be.
func RealNode(s stack.Stack, n stack.Node) ports.Node {
	real := ports.Node{Name: n.Name, Ready: "True", Version: "v1.33.2", ControlPlane: n.Has(stack.Control),
		NoSchedule: n.Has(stack.Control) && !n.Has(stack.Worker)}
	if s.Kind == stack.Lima {
		real.Name = "lima-" + n.Name
	}
	return real
}

func namespaces(names ...string) []ports.Namespace {
	var all []ports.Namespace
	for _, n := range names {
		all = append(all, ports.Namespace{Name: n})
	}
	return all
}
