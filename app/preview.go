// Package app holds the use cases, one file each: what nestor does, without how it is asked or shown.
package app

import (
	"context"

	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
)

// Preview compares what a stack declares with what is real. All that it holds can only read.
type Preview struct {
	Documents   ports.DocumentReader
	Kubeconfigs ports.KubeconfigReader
	Cluster     ports.ClusterReader
	Machines    ports.MachineReader
	Environment ports.Environment
}

// PreviewOptions say which stack, and how to reach its cluster.
type PreviewOptions struct {
	Stack   string // a stack's name; empty with File empty: the active one
	File    string
	Context string // overrides the topology's context
}

// Run reads what is wanted, then what is real, and plans between them. An error means that nothing could be compared:
// no such stack, or an invalid file (*ports.InvalidDocument). A cluster that cannot be read is a report, not an error.
func (p Preview) Run(ctx context.Context, o PreviewOptions) (Report, error) {
	wanted, err := Declared{p.Documents, p.Environment.Home}.Stack(o.Stack, o.File)
	if err != nil {
		return Report{}, err
	}
	aim := p.aim(wanted.Stack, o.Context)
	real := p.read(ctx, wanted, aim)
	judged := target.After(aim.judgement, wanted.Stack, real.Overview, real.Objects, aim.kubeconfig.View)
	if judged.Verdict == target.Refuse {
		real = disbelieved(real, judged)
	}
	st := state.Compose(real)
	return newReport(wanted, aim, judged, real, st, plan.Make(wanted.Stack, wanted.Catalogue, st)), nil
}

// aim is the cluster that a stack points at, and whether it may be read.
type aim struct {
	resolution target.Resolution
	kubeconfig ports.Kubeconfig
	judgement  target.Judgement
	warnings   []target.Reason
}

// aim finds the kubeconfig and judges it before any process is started: a refusal here starts none.
func (p Preview) aim(s stack.Stack, flagContext string) aim {
	convention := p.Kubeconfigs.Exists(target.ConventionPath(p.Environment, s))
	a := aim{resolution: target.Resolve(p.Environment, s, flagContext, convention)}
	if len(a.resolution.Files) > 0 {
		a.kubeconfig = p.Kubeconfigs.Read(a.resolution.Files, a.resolution.Context)
	}
	a.judgement = target.Before(a.resolution, a.kubeconfig, s, p.Environment.Now)
	a.warnings = target.Warnings(a.kubeconfig.View, a.resolution, p.Environment.Now)
	return a
}

// unreadable says why no cluster may be read; "" when it may.
func (a aim) unreadable() string {
	switch {
	case a.resolution.Missing != "":
		return a.resolution.Missing
	case a.kubeconfig.View.Problem != "":
		return a.kubeconfig.View.Problem
	case a.judgement.Verdict == target.Refuse:
		return decisive(a.judgement)
	}
	return ""
}

// read asks the machines and the cluster, as far as they may be asked.
func (p Preview) read(ctx context.Context, wanted Wanted, a aim) state.Input {
	in := state.Input{Stack: wanted.Stack, Catalogue: wanted.Catalogue, Now: p.Environment.Now}
	if wanted.Stack.Kind == stack.Lima {
		in.Machines = p.Machines.Machines(ctx)
		in.OtherStacks = p.otherMachines(wanted)
	}
	in.NotRead = a.unreadable()
	if in.NotRead == "" {
		in.NotRead = noMachineRuns(wanted.Stack, in.Machines)
	}
	if in.NotRead == "" && !a.kubeconfig.Access.Kubeconfig.Empty() {
		in.ClusterRead = true
		in.Overview, in.Objects = readCluster(ctx, p.Cluster, a.kubeconfig.Access, wanted.Catalogue)
	}
	return in
}

// noMachineRuns says why a bench's cluster is not read: with no VM of its own running, its address may be another's.
func noMachineRuns(s stack.Stack, m ports.Machines) string {
	if s.Kind != stack.Lima || m.State != ports.MachinesRead && m.State != ports.MachinesNoHome {
		return ""
	}
	for _, vm := range m.Items {
		if vm.Status == "Running" && declares(s, vm.Name) {
			return ""
		}
	}
	return "no VM of this stack is running"
}

func declares(s stack.Stack, name string) bool {
	for _, n := range s.Nodes {
		if n.Name == name {
			return true
		}
	}
	return false
}

// disbelieved forgets what was read from a cluster that turned out not to be the stack's.
func disbelieved(in state.Input, j target.Judgement) state.Input {
	in.ClusterRead = false
	in.NotRead = decisive(j)
	in.Overview = ports.Overview{Requests: in.Overview.Requests}
	in.Objects = ports.ObjectsAnswer{Requests: in.Objects.Requests}
	return in
}

// otherMachines tells which VMs other topologies declare: those are no orphans.
func (p Preview) otherMachines(wanted Wanted) map[string]string {
	owners := map[string]string{}
	for _, doc := range p.Documents.Others(wanted.Document) {
		other, faults := stack.New(doc, wanted.Catalogue, p.Environment.Home)
		if firstWrong(faults) != nil || other.Kind != stack.Lima {
			continue
		}
		for _, n := range other.Nodes {
			owners[n.Name] = other.Name
		}
	}
	return owners
}

// decisive is the reason that a judgement rests on.
func decisive(j target.Judgement) string {
	if len(j.Reasons) == 0 {
		return string(j.Verdict)
	}
	return j.Reasons[0].Text
}
