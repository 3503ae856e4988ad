package app

import (
	"context"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
)

// approached is what was read of a cluster, and whether it is the stack's.
type approached struct {
	overview ports.Overview
	objects  ports.ObjectsAnswer
	judged   target.Judgement
	answered bool // the operator was asked, and said yes
}

// approach reads a cluster as far as its identity allows: all at once when no question can follow; otherwise the overview
// comes first, then the question, and the rest only after a yes.
func (r Readers) approach(ctx context.Context, a aim, c layer.Catalogue) approached {
	asking := asking{r.Cluster, a.Kubeconfig.Access, c}
	if a.judgement.Verdict == target.Confirmed {
		overview, objects := asking.everything(ctx)
		return r.judge(ctx, a, overview, objects)
	}
	got := r.judge(ctx, a, asking.overview(ctx), ports.ObjectsAnswer{})
	if got.judged.Verdict != target.Confirmed {
		got.objects.Failure = got.overview.Failure // the same reason keeps both from being read
		return got
	}
	got.objects = asking.objects(ctx, got.overview)
	a.Answered = got.answered
	got.judged = target.After(a.Case, a.judgement, got.overview, got.objects)
	return got
}

// judge judges on what was seen, and asks when it must.
func (r Readers) judge(ctx context.Context, a aim, overview ports.Overview, objects ports.ObjectsAnswer) approached {
	got := approached{overview: overview, objects: objects, judged: target.After(a.Case, a.judgement, overview, objects)}
	if got.judged.Verdict != target.Ask || got.judged.Unread {
		return got
	}
	if r.Confirmer == nil || !r.Confirmer.Confirm(ctx, question(a, got)) {
		got.judged = target.Declined(got.judged, a.Stack)
		return got
	}
	a.Answered, got.answered = true, true
	got.judged = target.After(a.Case, a.judgement, overview, objects)
	return got
}
