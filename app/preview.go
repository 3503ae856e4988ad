// Package app holds the use cases, one file each: what nestor does, without how it is asked or shown.
package app

import (
	"context"

	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Preview compares what a stack declares with what is real. All that it holds can only read.
type Preview struct{ Readers }

// Run reads what is wanted, then what is real, and plans between them. An error means that nothing could be compared:
// no such stack, or an invalid file (*ports.InvalidDocument). A cluster that cannot be read is a report, not an error.
func (p Preview) Run(ctx context.Context, o StackOptions) (Report, error) {
	wanted, err := p.declared().Stack(o.Stack, o.File)
	if err != nil {
		return Report{}, err
	}
	return p.of(ctx, wanted, o.Context)
}

// of is a preview of a stack that was read already.
func (p Preview) of(ctx context.Context, wanted Wanted, kubeContext string) (Report, error) {
	found, err := p.findOf(ctx, wanted, kubeContext)
	if err != nil {
		return Report{}, err
	}
	report := found.report(p.Source)
	if found.answered && found.judged.Verdict == target.Confirmed {
		report.Confirmed = remembering(found.Stack, found.aim.Kubeconfig.View, found.uid, p.Environment.Now)
	}
	report.Fetchable = p.fetchable(found)
	report.Silent = found.answers.ClusterRead && silent(found.answers.Overview.Failure)
	return report, nil
}

// find is a preview before it is put into words.
func (p Preview) find(ctx context.Context, o StackOptions) (findings, error) {
	wanted, err := p.declared().Stack(o.Stack, o.File)
	if err != nil {
		return findings{}, err
	}
	return p.findOf(ctx, wanted, o.Context)
}

func (p Preview) findOf(ctx context.Context, wanted Wanted, kubeContext string) (findings, error) {
	aim, err := p.aimAt(wanted, kubeContext)
	if err != nil {
		return findings{}, err
	}
	answers, judged, answered := p.read(ctx, wanted, aim)
	uid := seenUID(answers)
	if judged.Verdict == target.Refuse {
		answers = disbelieved(answers, judged)
	}
	if target.SawOtherRequests(judged) {
		uid = ""
	}
	st := state.Compose(answers)
	return findings{Wanted: wanted, aim: aim, judged: judged, answered: answered, uid: uid, answers: answers, state: st,
		plan: plan.Make(wanted.Stack, wanted.Catalogue, st)}, nil
}

// fetchable reports that the stack's own kubeconfig is at fault: another one from the control plane would do. A server that
// is silent or refuses the connection is not the file's fault, and what KUBECONFIG names is somebody else's to mend.
func (p Preview) fetchable(f findings) bool {
	a, in := f.aim, f.answers
	switch {
	case p.Source.Kind == Replay || a.Resolution.Source == target.FromEnvironment:
		return false
	case decisiveCode(f.judged) == target.CodeOtherAuthority:
		return true
	case !in.ClusterRead:
		return unfit(a.Kubeconfig.View) && in.NotRead.String() == a.unreadable().String() && noMachineRuns(in.Stack, in.Machines).IsZero()
	}
	return outdated(in.Overview.Failure) && outdated(in.Objects.Failure)
}

// unfit reports a kubeconfig that is not there, or holds what no cluster can be read with. One that lacks the context that
// was asked for may be a good file.
func unfit(v ports.KubeconfigView) bool {
	switch v.ProblemCode {
	case problems.NotAKubeconfig, problems.KubeconfigFields, problems.BadCA, problems.KubeconfigNoCredentials, problems.BadCredentials, problems.ReferencedFile:
		return true
	}
	return len(v.Files) == 0
}

// silent reports a server that did not answer, or does not accept these credentials: to ask it often is of no use.
func silent(f *ports.Failure) bool { return unreachable(f) || outdated(f) }

// outdated reports a server that does not accept these credentials.
func outdated(f *ports.Failure) bool { return f != nil && f.Kind == ports.FailedAuth }

// read asks the machines and the cluster, as far as they may be asked.
func (p Preview) read(ctx context.Context, wanted Wanted, a aim) (in state.Input, judged target.Judgement, answered bool) {
	in = state.Input{Stack: wanted.Stack, Catalogue: wanted.Catalogue, Now: p.Environment.Now}
	if wanted.Stack.Kind == stack.Lima {
		in.Machines = p.Machines.Machines(ctx)
		in.OtherStacks = machinesOf(a.others)
	}
	in.NotRead = a.unreadable()
	if in.NotRead.IsZero() {
		in.NotRead = noMachineRuns(wanted.Stack, in.Machines)
	}
	if !in.NotRead.IsZero() {
		return in, a.judgement, false
	}
	got := p.approach(ctx, a, wanted.Catalogue)
	in.ClusterRead, in.Overview, in.Objects = true, got.overview, got.objects
	return in, got.judged, got.answered
}

// noMachineRuns says why a bench's cluster is not read: when limactl says that none of its VMs runs, whatever answers
// at its address is another's. When limactl says nothing, the kubeconfig that the stack names is believed.
func noMachineRuns(s stack.Stack, m ports.Machines) say.Text {
	switch {
	case s.Kind == stack.Lima && m.State == ports.MachinesNoHome:
		return m.Text()
	case s.Kind != stack.Lima || m.State != ports.MachinesRead:
		return say.Text{}
	}
	for _, vm := range m.Items {
		if vm.Status == "Running" && declares(s, vm.Name) {
			return say.Text{}
		}
	}
	return say.Textf("no VM of this stack is running")
}

func declares(s stack.Stack, name string) bool {
	for _, n := range s.Nodes {
		if n.Name == name {
			return true
		}
	}
	return false
}

// seenUID is the cluster's identity as any read saw it, believed or not.
func seenUID(in state.Input) string {
	if in.Overview.UID != "" {
		return in.Overview.UID
	}
	return in.Objects.UID
}

// machinesOf tells which VMs other topologies declare: those are no orphans.
func machinesOf(stacks []stack.Stack) map[string]string {
	owners := map[string]string{}
	for _, other := range stacks {
		if other.Kind != stack.Lima {
			continue
		}
		for _, n := range other.Nodes {
			owners[n.Name] = other.Name
		}
	}
	return owners
}
