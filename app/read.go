package app

import (
	"cmp"
	"context"
	"maps"

	"golang.org/x/sync/errgroup"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
)

// asking is the one reading of a cluster that every command uses: two commands can never disagree about what is there.
type asking struct {
	cluster   ports.ClusterReader
	access    ports.Access
	catalogue layer.Catalogue
}

// everything asks all that the layers call for. Both first reads run at once, for kubectl's start is most of their cost.
func (a asking) everything(ctx context.Context) (overview ports.Overview, objects ports.ObjectsAnswer) {
	question, markers := state.Questions(a.catalogue)
	var group errgroup.Group
	group.Go(func() error { overview = a.cluster.Overview(ctx, a.access, question); return nil })
	group.Go(func() error { objects = a.cluster.Objects(ctx, a.access, markers); return nil })
	_ = group.Wait()
	return overview, a.remaining(ctx, overview, objects)
}

// overview asks what the cluster is made of, which is enough to see which one it is.
func (a asking) overview(ctx context.Context) ports.Overview {
	question, _ := state.Questions(a.catalogue)
	return a.cluster.Overview(ctx, a.access, question)
}

// objects asks the rest, after the overview.
func (a asking) objects(ctx context.Context, overview ports.Overview) ports.ObjectsAnswer {
	_, markers := state.Questions(a.catalogue)
	return a.remaining(ctx, overview, a.cluster.Objects(ctx, a.access, markers))
}

// remaining asks what the first two answers leave open.
func (a asking) remaining(ctx context.Context, overview ports.Overview, objects ports.ObjectsAnswer) ports.ObjectsAnswer {
	remaining := state.Remaining(a.catalogue, overview, objects)
	if len(remaining) == 0 {
		return objects
	}
	return joined(objects, remaining, a.cluster.Objects(ctx, a.access, remaining))
}

// joined adds a later read's answers to the first ones. A later read that failed leaves only its own questions open;
// one that saw another cluster takes all with it.
func joined(first ports.ObjectsAnswer, asked []ports.Marker, later ports.ObjectsAnswer) ports.ObjectsAnswer {
	first.Requests = append(first.Requests, later.Requests...)
	two := target.TwoClusters(target.Sighting{UID: first.UID, Controls: first.Controls}, target.Sighting{UID: later.UID, Controls: later.Controls})
	switch {
	case !two.IsZero():
		first.Failure = &ports.Failure{Kind: ports.FailedIdentity, Reason: two, Code: target.CodeTwoClusters}
		return first
	case later.Failure != nil && later.Failure.Kind == ports.FailedIdentity:
		first.Failure = later.Failure
		return first
	}
	first.UID = cmp.Or(first.UID, later.UID) // to be compared with the overview's
	answers := maps.Clone(first.Answers)
	if answers == nil {
		answers = map[ports.ObjectRef]ports.ObjectAnswer{}
	}
	for _, m := range asked {
		answers[m.Ref] = later.Answers[m.Ref]
		if later.Failure != nil {
			answers[m.Ref] = ports.ObjectAnswer{Reason: later.Failure.Text()}
		}
	}
	first.Answers = answers
	if later.Groups.Outcome == ports.Found || first.Groups.Outcome != ports.Found && !later.Groups.Reason.IsZero() {
		first.Groups = later.Groups
	}
	return first
}
