package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// When what is going on is told: what takes no time is not worth a line.
const (
	patience = 300 * time.Millisecond
	second   = time.Second
)

// clock is the time as progress sees it.
type clock struct {
	now   func() time.Time
	timer func(time.Duration) (rings <-chan time.Time, stop func() bool)
}

func realClock() clock {
	return clock{time.Now, func(d time.Duration) (<-chan time.Time, func() bool) {
		t := time.NewTimer(d)
		return t.C, t.Stop
	}}
}

// progress tells on a terminal what is going on and since when, and remembers what was cut short.
type progress struct {
	screen *screen
	lang   say.Language
	clock  clock

	mutex sync.Mutex
	told  bool // on a terminal, and nothing else tells more
	going []*undertaking
	cut   say.Text // what Ctrl-C ended; zero: nothing
}

// undertaking is one thing that is going on.
type undertaking struct {
	what  say.Text
	since time.Time
}

// start tells of something until it is stopped or ctx ends.
func (p *progress) start(ctx context.Context, what say.Text) (stop func()) {
	return p.undertake(ctx, what, p.follow)
}

// announce tells of what may itself ask on the terminal: in a line that stays, for none may come and go there.
func (p *progress) announce(ctx context.Context, what say.Text) (stop func()) {
	p.mutex.Lock()
	if p.told {
		page := &page{out: p.screen, width: p.screen.width, lang: p.lang}
		page.sentence(say.Join(" ", what, say.Verbatim("…")))
	}
	p.mutex.Unlock()
	return p.undertake(ctx, what, func(_ context.Context, _ <-chan struct{}, ended chan<- struct{}) { close(ended) })
}

func (p *progress) undertake(ctx context.Context, what say.Text, follow func(ctx context.Context, over <-chan struct{}, ended chan<- struct{})) (stop func()) {
	u := &undertaking{what, p.clock.now()}
	p.mutex.Lock()
	p.going = append(p.going, u)
	told := p.told
	p.mutex.Unlock()
	over, ended := make(chan struct{}), make(chan struct{})
	if told {
		go follow(ctx, over, ended)
	} else {
		close(ended)
	}
	return func() {
		close(over)
		<-ended
		p.end(ctx, u)
	}
}

// follow shows how long it takes.
func (p *progress) follow(ctx context.Context, over <-chan struct{}, ended chan<- struct{}) {
	defer close(ended)
	for wait := patience; ; wait = second {
		rings, stop := p.clock.timer(wait)
		select {
		case <-rings:
			p.show()
		case <-over:
			stop()
			return
		case <-ctx.Done():
			stop()
			p.screen.clear()
			return
		}
	}
}

func (p *progress) end(ctx context.Context, u *undertaking) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.going = slices.DeleteFunc(p.going, func(other *undertaking) bool { return other == u })
	if errors.Is(ctx.Err(), context.Canceled) && p.cut.IsZero() {
		p.cut = u.what
	}
	if len(p.going) == 0 {
		p.screen.clear()
	}
}

// show writes the line of what has been going on for longest.
func (p *progress) show() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if len(p.going) == 0 {
		return
	}
	first, others := p.going[0], map[string]bool{}
	for _, u := range p.going {
		if !u.what.Equal(first.what) {
			others[u.what.String()] = true
		}
	}
	text := first.what
	if n := len(others); n > 0 {
		text = say.Textf("%s, and %s", text, say.Plural(n, "%d more", "%d more"))
	}
	taken := ""
	if seconds := int(p.clock.now().Sub(first.since) / time.Second); seconds > 0 {
		taken = fmt.Sprintf(" %d s", seconds)
	}
	p.screen.show(text.In(p.lang), taken)
}

// hush leaves the terminal to what tells more.
func (p *progress) hush() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.told = false
}

func interrupted(what say.Text) error {
	return &say.Problem{Code: problems.Interrupted, What: what, Do: say.Textf("run it again; nothing was changed")}
}

// interruption is the error of a command that Ctrl-C ended.
func (p *progress) interruption() error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.cut.IsZero() {
		return interrupted(say.Textf("interrupted"))
	}
	return interrupted(say.Textf("interrupted while %s", p.cut))
}
