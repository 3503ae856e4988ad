package app

import (
	"context"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Target says which cluster a stack's kubeconfig really reaches, and whether it is the stack's. It reads no layers and
// asks nothing.
type Target struct{ Readers }

// Run looks at the cluster as far as that is allowed. Its errors are those of a preview.
func (t Target) Run(ctx context.Context, o StackOptions) (TargetView, error) {
	s, err := t.sight(ctx, o)
	if err != nil {
		return TargetView{}, err
	}
	return s.view(t.Source), nil
}

// sight is what was seen of a stack's cluster without its layers.
type sight struct {
	Wanted
	aim
	overview ports.Overview
	notRead  say.Text // why no cluster was read; empty when one was asked
	judged   target.Judgement
}

// sight reads which cluster it is, and nothing more of it.
func (r Readers) sight(ctx context.Context, o StackOptions) (sight, error) {
	wanted, err := r.declared().Stack(o.Stack, o.File)
	if err != nil {
		return sight{}, err
	}
	a, err := r.aimAt(wanted, o.Context)
	if err != nil {
		return sight{}, err
	}
	return r.lookAt(ctx, wanted, a), nil
}

func (r Readers) lookAt(ctx context.Context, wanted Wanted, a aim) sight {
	s := sight{Wanted: wanted, aim: a, judged: a.judgement, notRead: a.unreadable()}
	if s.notRead.IsZero() && wanted.Stack.Kind == stack.Lima {
		s.notRead = noMachineRuns(wanted.Stack, r.Machines.Machines(ctx))
	}
	if !s.notRead.IsZero() {
		return s
	}
	s.overview = r.Cluster.Overview(ctx, a.Kubeconfig.Access, ports.OverviewQuestion{})
	s.judged = target.After(a.Case, a.judgement, s.overview, ports.ObjectsAnswer{})
	if target.SawOtherRequests(s.judged) {
		s.notRead, s.overview = decisive(s.judged), ports.Overview{Requests: s.overview.Requests}
	}
	return s
}

// readable reports whether the cluster answered.
func (s sight) readable() bool { return s.notRead.IsZero() && !s.judged.Unread }

// status is the exit status of a look at a cluster: it is the stack's, it is not, or nothing could be read.
func (s sight) status() int {
	switch {
	case s.refuses(s.judged):
		return Refused
	case !s.readable():
		return Failed
	case s.judged.Verdict == target.Confirmed:
		return Done
	}
	return Refused
}
