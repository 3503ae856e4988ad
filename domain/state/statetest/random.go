package statetest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Draw gives a number below n. A property test draws it, so that a failing world gets smaller.
type Draw func(what string, n int) int

// Random is any world that can be met, with some answers already lost.
func Random(draw Draw) *World {
	s := []func() stack.Stack{Dirqual, Bench, LocalPath}[draw("stack", 3)]()
	w := Healthy(s)
	if draw("shared namespace", 3) == 0 {
		w.share("registry", "gitea")
	}
	for _, l := range w.Catalogue.Layers {
		for _, p := range l.Proofs {
			w.randomProof(draw, p)
		}
		for _, ns := range l.Traces.Namespaces {
			w.randomNamespace(draw, ns)
		}
	}
	w.randomNamespace(draw, "argocd")
	for i := range s.Nodes {
		w.randomNode(draw, i)
	}
	if draw("remnants", 3) == 0 {
		w.Objects.Groups = Listed("ceph.rook.io", "argoproj.io")
		w.Class(ports.StorageClass{Name: "local-path", Provisioner: "rancher.io/local-path", Default: true})
	}
	if s.Kind == stack.Lima {
		w.randomMachines(draw)
	}
	for range draw("losses", 3) {
		w.Lose(draw)
	}
	return w
}

// share makes a namespace the only one of a layer, whoever else has it.
func (w *World) share(name, namespace string) {
	for i, l := range w.Catalogue.Layers {
		if l.Name == name {
			w.Catalogue.Layers[i].Traces.Namespaces = []string{namespace}
		}
	}
}

// LocalPath is a prod stack whose topology says nothing of its storage.
func LocalPath() stack.Stack {
	s := Dirqual()
	s.Backend, s.BackendDeclared = layer.LocalPath, false
	s.Layers = []string{"kubernetes", "storage-simple", "metrics-server", "monitoring", "gitops", "registry", "dataops", "gitops-seed"}
	return s
}

func (w *World) randomProof(draw Draw, p layer.Proof) {
	o := HealthyObject(p)
	switch draw(p.Ref.String(), 9) {
	case 0, 1, 2:
		w.Put(o)
	case 3:
		o.Phase, o.Workload, o.Suspended = "Failure", &ports.Workload{Wanted: 1}, true
		w.Put(o)
	case 4:
		o.Phase, o.Workload = "Progressing", &ports.Workload{Wanted: 1, Generation: 2, Observed: 1}
		w.Put(o)
	case 5:
		o.Deleting = true
		w.Put(o)
	case 6:
		w.Answer(p.Ref, ports.ObjectAnswer{Outcome: ports.NotServed})
	case 7:
		w.missing(draw, p)
	case 8:
		w.Answer(p.Ref, ports.ObjectAnswer{Outcome: ports.NotServed, Version: "v0"})
	}
}

func (w *World) missing(draw Draw, p layer.Proof) {
	w.Answer(p.Ref, ports.ObjectAnswer{Outcome: ports.Missing, Elsewhere: Listed[ports.Object]()})
	if !p.Anywhere || draw("elsewhere", 3) > 0 {
		return
	}
	o := HealthyObject(p)
	o.Ref.Namespace = "other"
	if p.Ref.Group == "apps" || p.Ref.Group == "batch" {
		w.Elsewhere(o)
		return
	}
	w.Answer(p.Ref, ports.ObjectAnswer{Outcome: ports.Missing, Elsewhere: Listed(o)})
}

func (w *World) randomNamespace(draw Draw, name string) {
	switch draw("namespace "+name, 4) {
	case 0:
		w.Namespace(name, false)
	case 1:
		w.Namespace(name, true)
	}
}

func (w *World) randomNode(draw Draw, i int) {
	n := w.Node(i)
	switch draw("node", 8) {
	case 0:
		n.Ready = "False"
	case 1:
		n.Unschedulable = true
	case 2:
		n.Name = "stranger-" + n.Name
	case 3:
		n.Name += ".example.org"
	case 4:
		n.Name = strings.ToUpper(n.Name)
	case 5:
		twin := *n
		n.Name, twin.Name = n.Name+".a.example.org", n.Name+".b.example.org"
		w.Overview.Nodes.Items = append(w.Overview.Nodes.Items, twin)
	}
}

// randomMachines keeps to what can be met: without a running VM no cluster is read.
func (w *World) randomMachines(draw Draw) {
	var kept []ports.Machine
	running := false
	for _, m := range w.Machines.Items {
		m.Status = []string{"Running", "Stopped", "Broken", "gone"}[draw("machine", 4)]
		running = running || m.Status == "Running"
		if m.Status != "gone" {
			kept = append(kept, m)
		}
	}
	w.Machines.Items = append(kept, ports.Machine{Name: "stranger", Status: "Running"})
	if !running {
		w.ClusterRead, w.NotRead = false, say.Verbatim("no declared VM is running")
	}
}

// Lost is an answer that was taken away.
type Lost struct {
	What string
	Ref  ports.ObjectRef // of the proof that was lost, zero for a list
}

// Lose takes one answer away: an object, a list, the machines or a whole read.
func (w *World) Lose(draw Draw) Lost {
	outcome := []ports.Outcome{ports.Unread, ports.Forbidden}[draw("outcome", 2)]
	refs := slices.SortedFunc(maps.Keys(w.Objects.Answers), func(a, b ports.ObjectRef) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	switch i := draw("lost", len(refs)+9); {
	case i < len(refs):
		w.Answer(refs[i], ports.ObjectAnswer{Outcome: outcome, Reason: say.Verbatim("lost")})
		return Lost{What: refs[i].String(), Ref: refs[i]}
	default:
		return Lost{What: w.loseList(draw, i-len(refs), outcome)}
	}
}

func (w *World) loseList(draw Draw, i int, outcome ports.Outcome) string {
	switch i {
	case 0:
		w.Overview.Nodes = ports.Listing[ports.Node]{Outcome: outcome}
		return "nodes"
	case 1:
		w.Overview.Namespaces = ports.Listing[ports.Namespace]{Outcome: outcome}
		return "namespaces"
	case 2:
		w.Overview.StorageClasses = ports.Listing[ports.StorageClass]{Outcome: outcome}
		return "storage classes"
	case 3:
		w.Objects.Groups = ports.Listing[string]{Outcome: outcome}
		return "groups"
	case 4:
		w.Machines = ports.Machines{Reason: say.Verbatim("lost")}
		return "machines"
	case 5:
		w.Overview.Failure = &ports.Failure{Kind: ports.FailedTimeout}
		return "overview"
	case 6:
		w.Objects.Failure = &ports.Failure{Kind: ports.FailedTimeout}
		return "objects"
	case 7:
		for ref, a := range w.Objects.Answers {
			a.Elsewhere = ports.Listing[ports.Object]{Outcome: outcome}
			w.Objects.Answers[ref] = a
		}
		return "custom resources elsewhere"
	}
	question, _ := state.Questions(w.Catalogue)
	kind := question.Kinds[draw("kind", len(question.Kinds))].Kind
	w.Overview.Workloads[kind] = ports.Listing[ports.Object]{Outcome: outcome}
	return kind + " elsewhere"
}

// Shuffle puts every list that came from outside in another order.
func (w *World) Shuffle(draw Draw) {
	shuffle(draw, w.Overview.Nodes.Items)
	shuffle(draw, w.Overview.Namespaces.Items)
	shuffle(draw, w.Overview.StorageClasses.Items)
	shuffle(draw, w.Objects.Groups.Items)
	shuffle(draw, w.Machines.Items)
	for _, l := range w.Overview.Workloads {
		shuffle(draw, l.Items)
	}
}

func shuffle[T any](draw Draw, items []T) {
	for i := len(items) - 1; i > 0; i-- {
		j := draw("swap", i+1)
		items[i], items[j] = items[j], items[i]
	}
}
