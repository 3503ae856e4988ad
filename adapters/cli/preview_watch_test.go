package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/univ-lehavre/nestor/app"
)

func TestAPauseEndsWithItsTimeOrWithCtrlC(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	h := newHandClock()
	over := make(chan bool)
	go func() { over <- pacing{h.clock()}.Wait(t.Context(), 10*time.Second) }()
	h.passes()
	if !<-over || h.now.Second() != 15 {
		t.Errorf("it ended otherwise, at %v", h.now)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() { over <- pacing{h.clock()}.Wait(ctx, 10*time.Second) }()
	<-h.waited
	cancel()
	if <-over {
		t.Error("Ctrl-C is no end of a pause")
	}
}

func TestTheStatusOfAWatchIsOneLineInPlace(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	p, h, out := watching(80)
	round := app.Round{Number: 3, At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	round.Report.Stack.Name, round.Report.Cluster.Read = "paris", true
	ctx, cancel := context.WithCancel(t.Context())
	stop := p.start(ctx, pausing(round, 10*time.Second))
	h.passes()
	h.passes()
	cancel()
	stop()
	const line = "\r\x1b[Kwatching paris (3 looks at 03:04:05 UTC; again in 10s) …"
	if !strings.HasPrefix(out.String(), line+line+" 1 s") || strings.Contains(out.String(), "\n") {
		t.Errorf("%q", out)
	}
	if got := p.interruption().Error(); !strings.Contains(got, "interrupted while watching paris") {
		t.Errorf("%q", got)
	}
}

func TestNothingIsPrintedOfALookWithoutNews(t *testing.T) {
	var out bytes.Buffer
	p := &page{out: &out}
	round := app.Round{Number: 2, News: &app.News{Changes: app.Changes{Same: true}}}
	if p.round(round) != nil || p.roundLine(round) != nil || out.Len() > 0 {
		t.Errorf("%q", &out)
	}
	round.News.Lost = true
	if err := p.roundLine(round); err != nil || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("%v: %q", err, &out)
	}
}
