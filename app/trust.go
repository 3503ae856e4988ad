package app

import (
	"context"
	"slices"
	"time"

	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Trust remembers the cluster that a stack reaches now, in place of what was remembered, after the operator's yes.
type Trust struct {
	Readers
	Writer ports.KnownWriter
}

// Run looks at the cluster, asks, and remembers. What contradicts the topology is refused all the same; a pinned UID that
// matches needs no answer.
func (t Trust) Run(ctx context.Context, o StackOptions) (TargetView, error) {
	wanted, err := t.declared().Stack(o.Stack, o.File)
	if err != nil {
		return TargetView{}, err
	}
	m, err := t.memory()
	if err != nil {
		return TargetView{}, err
	}
	before, others := parted(m.known, wanted)
	s := t.lookAt(ctx, wanted, t.aimKnowing(wanted, o.Context, memory{known: others, none: m.none}))
	s.judged = t.confirmed(ctx, s, before)
	view := s.view(t.Source)
	if view.Status != Done {
		return view, nil
	}
	k := remembering(s.Stack, s.Kubeconfig.View, s.overview.UID, t.Environment.Now)
	if k == nil {
		return view, &say.Problem{Code: problems.AppNothingToKeep, What: say.Textf("this cluster showed neither a UID nor a CA of its own, so it could not be known again"), Do: say.Textf("allow `get` on namespaces, or use a kubeconfig with its CA")}
	}
	return view, Remember{t.Writer}.Run(*k)
}

// parted takes what is remembered of a stack out of what is known.
func parted(known []ports.KnownCluster, w Wanted) (own *ports.KnownCluster, others []ports.KnownCluster) {
	others = slices.Clone(known)
	i := slices.IndexFunc(others, func(k ports.KnownCluster) bool { return k.Of(w.Stack.Name, w.Stack.File) })
	if i < 0 {
		return nil, others
	}
	k := others[i]
	return &k, slices.Delete(others, i, i+1)
}

// confirmed asks, unless a pin proves the cluster or something contradicts it: an address alone is no reason to forget
// what was remembered.
func (t Trust) confirmed(ctx context.Context, s sight, before *ports.KnownCluster) target.Judgement {
	pinned := len(s.judged.Reasons) > 0 && s.judged.Reasons[0].Code == target.CodePinnedUID
	if s.judged.Verdict == target.Refuse || !s.notRead.IsZero() || s.judged.Unread || pinned {
		return s.judged
	}
	got := approached{overview: s.overview, judged: s.judged}
	q := question(s.aim, got)
	if before != nil {
		q.Doubts = append(q.Doubts, changes(*before, q)...)
	}
	if t.Confirmer == nil || !t.Confirmer.Confirm(ctx, q) {
		return target.Declined(s.judged, s.Stack)
	}
	answered := s.aim.Case
	answered.Answered = true
	return target.After(answered, s.aim.judgement, s.overview, ports.ObjectsAnswer{})
}

// changes sets what was remembered against what is seen.
func changes(before ports.KnownCluster, q ports.Question) []say.Text {
	var all []say.Text
	on := before.Confirmed.UTC().Format(time.DateOnly)
	if before.UID != q.UID {
		all = append(all, say.Textf("on %s its UID was %s, now it is %s", on, orUnseen(before.UID), orUnseen(q.UID)))
	}
	if before.CASHA256 != q.CASHA256 {
		all = append(all, say.Textf("on %s its CA was %s, now it is %s", on, orUnseen(before.CASHA256), orUnseen(q.CASHA256)))
	}
	if before.Endpoint != q.Endpoint {
		all = append(all, say.Textf("on %s its endpoint was %s, now it is %s", on, orUnseen(before.Endpoint), orUnseen(q.Endpoint)))
	}
	return all
}

func orUnseen(s string) say.Text { return say.First(say.Verbatim(s), say.Textf("not seen")) }
