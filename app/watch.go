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
	News   *News // nil in the first round
	Fault  error // why the topology cannot be used as it is now: what it was before is kept. Told once
	Mended bool  // it can be used again
	Over   bool  // no other round follows
}

// Watch repeats a preview. One look is taken at a time, and no more is kept than what the next one is compared with.
type Watch struct {
	Preview
	Clock ports.Clock
}

// Run shows each round until nothing is to do, or until the layers that are waited for are present. A refusal ends it too,
// and the last report says so. pause shows that nothing happens until the next round.
func (w Watch) Run(ctx context.Context, o StackOptions, how Watching, show func(Round) error, pause func(Round, time.Duration) (over func())) (Report, error) {
	wanted, err := w.declared().Stack(o.Stack, o.File)
	if err != nil {
		return Report{}, err
	}
	if err := awaited(how.Until, wanted); err != nil {
		return Report{}, err
	}
	if o.Stack == "" && o.File == "" { // another stack may be selected meanwhile
		o.File = wanted.Stack.File
	}
	once := &askedOnce{Confirmer: w.Confirmer}
	w.Confirmer = once
	s := series{Watch: w, options: o, how: how, wanted: wanted, end: w.Clock.Now().Add(how.Within), once: once}
	for {
		round, err := s.look(ctx)
		if err != nil {
			return round.Report, err
		}
		if err := show(round); err != nil || round.Over {
			return round.Report, err
		}
		late := len(how.Until) > 0 && !w.Clock.Now().Before(s.end)
		if late {
			return round.Report, notInTime(how, round.Report)
		}
		wait := s.wait(round.Report)
		over := pause(round, wait)
		went := w.Clock.Wait(ctx, wait)
		over()
		if !went {
			return round.Report, ctx.Err()
		}
	}
}

// series is a watch that goes on.
type series struct {
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

// look takes one look.
func (s *series) look(ctx context.Context) (Round, error) {
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
	case s.last == nil:
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
	round.Over = report.Summary.Refused || s.reached(report)
	return round, nil
}

// declaredAgain reads the topology again, so that an edit counts. One that cannot be used is told once, and what was
// declared before is kept.
func (s *series) declaredAgain() (fault error, mended bool) {
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
func (s *series) reached(r Report) bool {
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

// wait is how long until the next look: longer each time that the cluster did not answer, and to the deadline at most.
func (s *series) wait(r Report) time.Duration {
	wait, longest := s.how.Every, max(s.how.Every, LongestPause)
	if r.Silent {
		s.silent++
	} else {
		s.silent = 0
	}
	for range s.silent {
		wait = min(2*wait, longest)
		if wait == longest {
			break
		}
	}
	if len(s.how.Until) > 0 {
		wait = min(wait, s.end.Sub(s.Clock.Now()))
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
