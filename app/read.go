package app

import (
	"cmp"
	"context"
	"fmt"
	"maps"

	"golang.org/x/sync/errgroup"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports"
)

// readCluster asks a cluster all that its layers call for. It is the one reading that every command uses: two commands
// can never disagree about what is there. Both first reads run at once, for kubectl's start is most of their cost.
func readCluster(ctx context.Context, cluster ports.ClusterReader, access ports.Access, c layer.Catalogue) (overview ports.Overview, objects ports.ObjectsAnswer) {
	question, markers := state.Questions(c)
	var group errgroup.Group
	group.Go(func() error { overview = cluster.Overview(ctx, access, question); return nil })
	group.Go(func() error { objects = cluster.Objects(ctx, access, markers); return nil })
	_ = group.Wait()
	if remaining := state.Remaining(c, overview, objects); len(remaining) > 0 {
		objects = joined(objects, remaining, cluster.Objects(ctx, access, remaining))
	}
	return overview, objects
}

// joined adds a later read's answers to the first ones. A later read that failed leaves only its own questions open;
// one that saw another cluster takes all with it.
func joined(first ports.ObjectsAnswer, asked []ports.Marker, later ports.ObjectsAnswer) ports.ObjectsAnswer {
	first.Requests = append(first.Requests, later.Requests...)
	switch {
	case first.UID != "" && later.UID != "" && first.UID != later.UID:
		first.Failure = &ports.Failure{Kind: ports.FailedIdentity, Reason: fmt.Sprintf("two reads saw two different clusters, %s and %s", first.UID, later.UID)}
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
			answers[m.Ref] = ports.ObjectAnswer{Reason: later.Failure.Reason}
		}
	}
	first.Answers = answers
	if later.Groups.Outcome == ports.Found || first.Groups.Outcome != ports.Found && later.Groups.Reason != "" {
		first.Groups = later.Groups
	}
	return first
}
