package app

import (
	"context"
	"time"

	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// LongestPause is the longest that a watch waits for a cluster that does not answer, unless it was told to wait longer.
const LongestPause = time.Minute

// Watching says how a preview is repeated, and what ends it.
type Watching struct {
	Every  time.Duration // from the end of one look to the beginning of the next
	Until  []string      // the layers that are waited for; none: it ends when nothing is to do
	Within time.Duration // how long they are waited for
}

// Round is one look of a watch.
type Round struct {
	Number int // from 1
	At     time.Time
	Report Report
	News   *News // nil when there was nothing to compare with: in the first round, and when the cluster is read at last
	Fault  error // why the topology cannot be used as it is now: what it was before is kept. Told once
	Mended bool  // it can be used again
	Over   bool  // no other round follows
}

// Watch repeats a preview. No more is kept than what the next look is compared with.
type Watch struct {
	Preview
	Clock ports.Clock
}

// Begin reads what is declared, and refuses to wait for what can never come. Nothing else is read yet.
func (w Watch) Begin(o StackOptions, how Watching) (*Series, error) {
	wanted, err := w.declared().Stack(o.Stack, o.File)
	if err != nil {
		return nil, err
	}
	if err := awaited(how.Until, wanted); err != nil {
		return nil, err
	}
	if o.Stack == "" && o.File == "" { // another stack may be selected meanwhile
		o.File = wanted.Stack.File
	}
	once := &askedOnce{Confirmer: w.Confirmer}
	w.Confirmer = once
	return &Series{Watch: w, options: o, how: how, wanted: wanted, end: w.Clock.Now().Add(how.Within), once: once}, nil
}

// Series is a watch that goes on: Look, then Pause, in turn.
type Series struct {
	Watch
	options StackOptions
	how     Watching
	wanted  Wanted // the last that could be used
	end     time.Time
	once    *askedOnce
	number  int
	silent  int     // rounds in which the cluster did not answer, up to now
	last    *Report // of the round before
	known   Report  // the last that was read of each thing
	fault   string  // that was told
}

// Look previews once more. A refusal ends the series, and so does that nothing is to do, or that the layers that are
// waited for are present.
func (s *Series) Look(ctx context.Context) (Round, error) {
	s.number++
	s.Environment.Now = s.Clock.Now()
	round := Round{Number: s.number, At: s.Environment.Now}
	if s.number > 1 {
		round.Fault, round.Mended = s.declaredAgain()
	}
	s.once.asked = false
	report, err := s.of(ctx, s.wanted, s.options.Context)
	if err == nil && !report.Declined() {
		err = ctx.Err()
	}
	if err != nil {
		return round, err
	}
	if !s.once.asked {
		report.Confirmed = nil // it is kept already, or could not be
	}
	switch {
	case s.last == nil, !s.known.Cluster.Read && report.Cluster.Read && !report.Summary.Refused: // nothing to compare with
		s.known = report
	case report.Summary.Refused && !report.Declined(): // nothing of it is believed
		round.News = &News{Changes: Changes{Same: true}, Lost: true}
	default:
		if other := otherCluster(s.known, report); other != nil {
			return round, other
		}
		news, err := newsOf(s.known, *s.last, report)
		if err != nil {
			return round, err
		}
		round.News, s.known = &news, carried(s.known, report)
	}
	round.Report, s.last = report, &report
	s.silent++
	if !report.Silent {
		s.silent = 0
	}
	round.Over = report.Summary.Refused || s.reached(report)
	return round, nil
}

// declaredAgain reads the topology again, so that an edit counts. One that cannot be used is told once, and what was
// declared before is kept.
func (s *Series) declaredAgain() (fault error, mended bool) {
	wanted, err := s.declared().Stack(s.options.Stack, s.options.File)
	if err == nil && wanted.Stack.Name != s.wanted.Stack.Name {
		err = badOption(problems.AppOtherStack, say.Textf("%s is stack %s now, and %s is watched", wanted.Document.Shown, wanted.Stack.Name, s.wanted.Stack.Name), say.Text{})
	}
	if err == nil {
		err = awaited(s.how.Until, wanted)
	}
	told := s.fault
	s.fault = ""
	if err != nil {
		s.fault = err.Error()
	}
	switch {
	case err == nil:
		s.wanted = wanted
		return nil, told != ""
	case told == s.fault:
		return nil, false
	}
	return err, false
}

// reached reports that there is no more to wait for.
func (s *Series) reached(r Report) bool {
	if len(s.how.Until) > 0 {
		return len(missing(s.how.Until, r)) == 0
	}
	for action, n := range r.Summary.Actions {
		if n > 0 && action != string(plan.None) {
			return false
		}
	}
	return true
}

// Pause lets the time pass until the next look: more each time that the cluster did not answer, and to the deadline at most.
// The error is that of a wait that is over, or of ctx. show is told how long it takes, and its answer is called at the end.
func (s *Series) Pause(ctx context.Context, show func(time.Duration) (over func())) error {
	now := s.Clock.Now()
	if len(s.how.Until) > 0 && !now.Before(s.end) {
		return notInTime(s.how, *s.last)
	}
	wait := s.pause(now)
	over := show(wait)
	defer over()
	if !s.Clock.Wait(ctx, wait) {
		return ctx.Err()
	}
	return nil
}

func (s *Series) pause(now time.Time) time.Duration {
	wait, longest := s.how.Every, max(s.how.Every, LongestPause)
	for range s.silent {
		if wait = min(2*wait, longest); wait == longest {
			break
		}
	}
	if len(s.how.Until) > 0 {
		wait = min(wait, s.end.Sub(now))
	}
	return wait
}

// otherCluster is the error of a cluster that is not the one that was read before, in the same watch.
func otherCluster(known, now Report) error {
	was, is := known.Target.ClusterUID, now.Target.ClusterUID
	if was == "" || is == "" || was == is {
		return nil
	}
	return NotTheStacks{&say.Problem{Code: target.CodeTwoClusters, What: say.Textf("another cluster answers now (UID %s, and before it was %s)", is, was),
		Do: say.Textf("look at what was expected and what is seen: nestor target %s", now.Stack.Name)}}
}

// askedOnce asks about a cluster once, whatever becomes of the answer.
type askedOnce struct {
	ports.Confirmer
	asked bool            // in this round
	yes   *ports.Question // that was answered so
}

// Confirm implements ports.Confirmer. That a cluster took the place of the one that was confirmed is no question.
func (a *askedOnce) Confirm(ctx context.Context, q ports.Question) bool {
	if a.yes != nil {
		if same(*a.yes, q) {
			return true
		}
		if a.yes.UID != "" && q.UID != "" && a.yes.UID != q.UID {
			return false
		}
	}
	a.asked = true
	if a.Confirmer == nil || !a.Confirmer.Confirm(ctx, q) {
		return false
	}
	a.yes = &q
	return true
}

func same(a, b ports.Question) bool {
	return a.UID == b.UID && a.CASHA256 == b.CASHA256 && a.Endpoint == b.Endpoint && a.Context == b.Context
}
