package app

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// tape is a clock that goes forward only when it is waited for; it notes the waits, and changes the world behind them.
type tape struct {
	now   time.Time
	waits []time.Duration
	then  func(wait int) bool // false: Ctrl-C
}

func (c *tape) Now() time.Time { return c.now }

func (c *tape) Wait(_ context.Context, d time.Duration) bool {
	c.waits, c.now = append(c.waits, d), c.now.Add(d)
	return c.then(len(c.waits))
}

// watched is a world that is watched, and what was shown of it.
type watched struct {
	*world
	clock  *tape
	rounds []Round
	ctx    context.Context
	cancel func()
}

func watch(t *testing.T, then func(*watched, int) bool) *watched {
	t.Helper()
	w := &watched{world: paris("prod"), clock: &tape{now: time.Unix(1000, 0)}}
	w.stack.Entries = append(w.stack.Entries, ports.Entry{Key: "identity", Value: dict("cluster_uid", text(w.overview.UID))})
	w.ctx, w.cancel = context.WithCancel(t.Context())
	w.clock.then = func(wait int) bool {
		w.objects = []ports.ObjectsAnswer{{UID: w.overview.UID}}
		if wait > 100 {
			t.Fatal("it never ends")
		}
		if then(w, wait) {
			return true
		}
		w.cancel()
		return false
	}
	return w
}

func (w *watched) run(how Watching) (Report, error) {
	if how.Every == 0 {
		how.Every = 10 * time.Second
	}
	s, err := Watch{Preview: Preview{w.readers()}, Clock: w.clock}.Begin(StackOptions{Stack: "paris"}, how)
	if err != nil {
		return Report{}, err
	}
	for {
		round, err := s.Look(w.ctx)
		if err != nil {
			return round.Report, err
		}
		if w.rounds = append(w.rounds, round); round.Over {
			return round.Report, nil
		}
		if err := s.Pause(w.ctx, func(time.Duration) func() { return func() {} }); err != nil {
			return round.Report, err
		}
	}
}

// told is what each round after the first had to say.
func (w *watched) told() []string {
	var all []string
	for _, r := range w.rounds[1:] {
		var words []string
		for _, l := range r.News.Layers {
			words = append(words, l.Name+" "+l.Before.Verdict+"→"+l.After.Verdict)
		}
		for _, c := range r.News.Nodes {
			words = append(words, c.Name+" "+c.Before.String()+"→"+c.After.String())
		}
		if r.News.Lost {
			words = append(words, "lost")
		}
		if r.News.Regained {
			words = append(words, "regained")
		}
		if r.Fault != nil {
			words = append(words, "fault")
		}
		if r.Mended {
			words = append(words, "mended")
		}
		if (len(words) == 0) != (r.News.None() && r.Fault == nil && !r.Mended) {
			words = append(words, "something else")
		}
		all = append(all, strings.Join(words, " "))
	}
	return all
}

// answers says what the next look sees of the registry.
func (w *watched) answers(a ports.ObjectAnswer) {
	w.objects = []ports.ObjectsAnswer{{UID: w.overview.UID, Answers: map[ports.ObjectRef]ports.ObjectAnswer{w.registry(): a}}}
}

func (w *watched) registry() ports.ObjectRef {
	return ports.ObjectRef{Group: "apps", Version: "v1", Kind: "Deployment", Resource: "deployments", Namespace: "registry", Name: "registry"}
}

func (w *watched) absent() {
	w.answers(ports.ObjectAnswer{Outcome: ports.Missing, Elsewhere: ports.Listing[ports.Object]{Outcome: ports.Found}})
}

func (w *watched) present() {
	w.answers(ports.ObjectAnswer{Outcome: ports.Found, Object: &ports.Object{Ref: w.registry(), Workload: &ports.Workload{Wanted: 1, Ready: 1, Updated: 1}}})
}

// silence is a cluster that does not answer.
func (w *watched) silence() {
	w.overview.Failure = &ports.Failure{Kind: ports.FailedConnect, Code: problems.NoSuchStack, Reason: say.Textf("no answer")}
	w.objects = []ports.ObjectsAnswer{{Failure: w.overview.Failure}}
}

func (w *watched) answersAgain() { w.overview.Failure = nil }

func TestAWatchEndsWhenNothingIsToDo(t *testing.T) {
	w := watch(t, func(w *watched, wait int) bool {
		switch wait {
		case 1:
			w.absent()
		case 2:
			w.overview.Nodes.Items[0].Ready = "False"
			w.absent()
		case 3:
			w.overview.Nodes.Items[0].Ready = "True"
			w.present()
		}
		return true
	})
	w.absent()
	report, err := w.run(Watching{})
	if err != nil || report.Status(true) != Done {
		t.Errorf("%v, status %d", err, report.Status(true))
	}
	want := []string{"", "kubernetes present→degraded registry absent→absent cp1 Ready→NotReady", "kubernetes degraded→present registry absent→present cp1 NotReady→Ready"}
	if diff := cmp.Diff(want, w.told()); diff != "" {
		t.Error(diff)
	}
	if want := []time.Duration{10 * time.Second, 10 * time.Second, 10 * time.Second}; !slices.Equal(want, w.clock.waits) {
		t.Errorf("%v", w.clock.waits)
	}
	if !report.Taken.Equal(time.Unix(1030, 0)) {
		t.Errorf("taken %v", report.Taken)
	}
}

func TestNothingThatChangedDuringASilenceIsLost(t *testing.T) {
	w := watch(t, func(w *watched, wait int) bool {
		switch {
		case wait <= 5:
			w.silence()
		default:
			w.answersAgain()
			w.present()
		}
		return true
	})
	w.absent()
	if _, err := w.run(Watching{}); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"lost", "", "", "", "", "registry absent→present regained"}, w.told()); diff != "" {
		t.Error(diff)
	}
	var seconds []float64
	for _, d := range w.clock.waits {
		seconds = append(seconds, d.Seconds())
	}
	if diff := cmp.Diff([]float64{10, 20, 40, 60, 60, 60}, seconds); diff != "" {
		t.Error("the pauses while nothing answers:", diff)
	}
}

func TestAnEditCountsAndABrokenOneDoesNot(t *testing.T) {
	good := ports.Value{}
	w := watch(t, func(w *watched, wait int) bool {
		w.absent()
		switch wait {
		case 1:
			good = w.stack
			w.stack = dict("nodes", text("none"))
		case 3:
			w.stack = good
		case 4:
			w.stack.Entries = slices.Clone(good.Entries)
			for i := range w.stack.Entries {
				if w.stack.Entries[i].Key == "layers" {
					w.stack.Entries[i].Value = list()
				}
			}
		}
		return true
	})
	w.absent()
	report, err := w.run(Watching{})
	if err != nil || slices.Contains(report.Stack.Layers, "registry") {
		t.Errorf("%v, %v", err, report.Stack.Layers)
	}
	if diff := cmp.Diff([]string{"fault", "", "mended", "something else"}, w.told()); diff != "" {
		t.Error(diff)
	}
	if last := w.rounds[len(w.rounds)-1]; !slices.Equal(last.News.Wanted.Removed, []string{"registry"}) {
		t.Errorf("%+v", last.News.Wanted)
	}
}

func TestAWaitEndsWhenTheLayerIsPresent(t *testing.T) {
	w := watch(t, func(w *watched, wait int) bool {
		w.present()
		w.overview.Nodes.Items[0].Ready = "False" // something else is to do
		return true
	})
	w.absent()
	_, err := w.run(Watching{Until: []string{"kubernetes", "registry"}, Within: time.Minute})
	if want := "not present after 1m0s: kubernetes"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v", err)
	}
	w.rounds = nil
	w.present()
	report, err := w.run(Watching{Until: []string{"registry"}, Within: time.Minute})
	if err != nil || len(w.rounds) != 1 || verdictOf(report, "registry") == "absent/install" {
		t.Errorf("%v after %d rounds", err, len(w.rounds))
	}
}

func TestAWaitThatIsOverSaysTheLastCause(t *testing.T) {
	for name, c := range map[string]struct {
		then func(*watched, int)
		want []string
		last time.Duration // the last pause is as long as was left
	}{
		"not there": {func(w *watched, _ int) { w.absent() }, []string{"not present after 25s: registry", "absent", "[NST-", "nestor explain registry paris"}, 5 * time.Second},
		"no answer": {func(w *watched, _ int) { w.silence() }, []string{"not present after 25s: registry", "no answer"}, 15 * time.Second},
		"first quiet": {func(w *watched, wait int) {
			map[bool]func(){true: w.silence, false: func() { w.answersAgain(); w.absent() }}[wait == 1]()
		}, []string{"absent"}, 15 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			w := watch(t, func(w *watched, wait int) bool { c.then(w, wait); return true })
			w.absent()
			_, err := w.run(Watching{Until: []string{"registry"}, Within: 25 * time.Second})
			var problem *say.Problem
			if !errors.As(err, &problem) || problem.Code != problems.AppNotInTime || ErrorStatus(err) != Failed {
				t.Fatalf("%v", err)
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q is not in %v", want, err)
				}
			}
			if got := w.clock.waits[len(w.clock.waits)-1]; got != c.last {
				t.Errorf("the last pause is %s", got)
			}
			if w.clock.now.Sub(time.Unix(1000, 0)) != 25*time.Second {
				t.Errorf("it ended at %v", w.clock.now)
			}
		})
	}
}

func TestWhatCanNeverBePresentIsNotWaitedFor(t *testing.T) {
	for name, want := range map[string]string{"registri": "did you mean registry?", "portal": "does not want portal", "machines": "does not want machines", "tuned": "no API shows tuned"} {
		w := watch(t, nil)
		w.catalogue.Entries[0].Value.Items = append(w.catalogue.Entries[0].Value.Items,
			dict("name", text("portal"), "needs", list(text("kubernetes")), "proofs", list(dict("apiVersion", text("apps/v1"), "kind", text("Deployment"), "namespace", text("portal"), "name", text("portal")))),
			dict("name", text("tuned"), "wanted", text("always"), "seen", text("nothing")))
		_, err := w.run(Watching{Until: []string{name}, Within: time.Minute})
		if err == nil || !strings.Contains(err.Error(), want) || ErrorStatus(err) != Usage || len(w.asked) > 0 {
			t.Errorf("%s: %v; %v was asked", name, err, w.asked)
		}
	}
}

func TestARefusalEndsAWatch(t *testing.T) {
	w := watch(t, func(w *watched, wait int) bool {
		w.overview.UID = "22222222-2222-2222-2222-222222222222"
		w.objects[0].UID = w.overview.UID
		return true
	})
	w.absent()
	report, err := w.run(Watching{Until: []string{"registry"}, Within: time.Minute})
	if err != nil || report.Status(false) != Refused || len(w.rounds) != 2 || !w.rounds[1].News.Lost {
		t.Errorf("%v, status %d after %d rounds", err, report.Status(false), len(w.rounds))
	}
}

// asks is a watch of a cluster that nothing confirms.
func asks(t *testing.T, then func(*watched, int) bool) *watched {
	w := watch(t, then)
	w.stack.Entries = w.stack.Entries[:len(w.stack.Entries)-1]
	w.asking, w.yes = target.AtTerminal, true
	return w
}

func TestAQuestionIsAskedOnce(t *testing.T) {
	w := asks(t, func(w *watched, wait int) bool { w.absent(); return wait < 4 })
	w.absent()
	_, err := w.run(Watching{})
	if !errors.Is(err, context.Canceled) || len(w.questions) != 1 || w.rounds[0].Report.Confirmed == nil || w.rounds[1].Report.Confirmed != nil {
		t.Errorf("%v; %d questions; %+v", err, len(w.questions), w.rounds[0].Report.Target)
	}
}

func TestAnotherClusterIsNotAskedAbout(t *testing.T) {
	w := asks(t, func(w *watched, wait int) bool {
		w.overview.UID = "22222222-2222-2222-2222-222222222222"
		return true
	})
	w.absent()
	_, err := w.run(Watching{})
	var other NotTheStacks
	if !errors.As(err, &other) || len(w.questions) != 1 || !strings.Contains(err.Error(), "another cluster answers now") {
		t.Errorf("%v; %d questions", err, len(w.questions))
	}
}

func TestAClusterThatIsReadAtLastIsReportedWhole(t *testing.T) {
	w := watch(t, func(w *watched, wait int) bool {
		if wait == 2 {
			w.overview.Failure = nil
			w.absent()
		} else {
			w.silence()
		}
		return wait < 3
	})
	w.silence()
	if _, err := w.run(Watching{}); !errors.Is(err, context.Canceled) || len(w.rounds) != 3 {
		t.Fatalf("%v after %d rounds", err, len(w.rounds))
	}
	if !w.rounds[1].News.None() || w.rounds[2].News != nil {
		t.Errorf("%+v, %+v", w.rounds[1].News, w.rounds[2].News)
	}
}
