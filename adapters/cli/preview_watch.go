package cli

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/adapters/cli/formats"
	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// The rhythm of a watch, and how long layers are waited for, where nothing else is said.
const (
	usualRhythm   = 10 * time.Second
	fastestRhythm = 2 * time.Second
	usualWait     = 10 * time.Minute
)

const watchName = "watch"

func (t tool) watchFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: watchName, Usage: t.in(say.Textf("preview again `N` seconds (10) after each look, and print what changed, until nothing is to do"))},
		&cli.StringSliceFlag{Name: "wait-for", Usage: t.in(say.Textf("watch until this `LAYER` is present; may be repeated"))},
		&cli.DurationFlag{Name: "wait-timeout", Value: usualWait, Usage: t.in(say.Textf("the longest that layers are waited for"))},
	}
}

// watches reports a preview that is repeated.
func watches(c *cli.Context) bool {
	return c.IsSet(watchName) || c.IsSet("wait-for") || c.IsSet("wait-timeout")
}

// ofOneLook are the flags of a preview that mean nothing when it is repeated.
var ofOneLook = []string{"all", "against", "report", "record", "replay", "demo", "exit-code"}

func (t tool) previewWatch(c *cli.Context) error {
	how, err := watchingOf(c)
	if err != nil {
		return err
	}
	settings, o, err := t.previewSettings(c, c.Args().Slice())
	if err != nil {
		return err
	}
	world, err := t.reach(settings)
	if err != nil {
		return err
	}
	series, err := app.Watch{Preview: app.Preview{Readers: world.Readers}, Clock: pacing{t.progress.clock}}.Begin(o, how)
	if err != nil {
		return err
	}
	on := t.onStdoutOf(c, world.Environment.Home)
	last, err := t.rounds(c, settings, series, on)
	if other := (app.NotTheStacks{}); errors.As(err, &other) {
		return &exit{app.Refused, err}
	}
	switch {
	case err != nil:
		return err
	case last.Report.Summary.Refused:
		return statusOf(app.Refused)
	case len(how.Until) > 0 && c.String("output") == "text":
		on.conclude(say.Textf("present: %s", strings.Join(how.Until, ", ")))
	}
	return on.err
}

// rounds shows what each look found, up to the last.
func (t tool) rounds(c *cli.Context, s Settings, series *app.Series, on *page) (app.Round, error) {
	show := on.round
	if c.String("output") == "json" {
		show = on.roundLine
	}
	for {
		round, err := series.Look(c.Context)
		if err != nil {
			return round, err
		}
		t.remember(s, round.Report.Confirmed)
		t.tellDeclared(round)
		if err := show(round); err != nil || round.Over {
			return round, err
		}
		err = series.Pause(c.Context, func(wait time.Duration) func() { return t.progress.start(c.Context, pausing(round, wait)) })
		if err != nil {
			return round, err
		}
	}
}

// watchingOf reads what is said of a watch.
func watchingOf(c *cli.Context) (app.Watching, error) {
	how := app.Watching{Every: usualRhythm, Until: c.StringSlice("wait-for"), Within: c.Duration("wait-timeout")}
	asked := watchName
	if !c.IsSet(watchName) {
		asked = "wait-for"
	}
	for _, name := range ofOneLook {
		if c.IsSet(name) {
			return how, misuse(problems.Excluding, say.Textf("--%s looks again and again, and --%s is for one look", asked, name), say.Textf("leave one of them out; NESTOR_REPLAY counts as --replay"))
		}
	}
	if output := c.String("output"); output != "text" && output != "json" {
		return how, misuse(problems.Excluding, say.Textf("--%s prints text, or JSON line by line, and no %s", asked, output), say.Textf("write -o text or -o json"))
	}
	if len(how.Until) == 0 && c.IsSet("wait-timeout") {
		return how, misuse(problems.FlagOutOfPlace, say.Textf("--wait-timeout says how long a layer is waited for, and none is"), say.Textf("name it with --wait-for LAYER"))
	}
	if how.Within <= 0 {
		return how, misuse(problems.BadValue, say.Textf("--wait-timeout %s leaves no time", how.Within), say.Textf("write for instance 10m"))
	}
	if !c.IsSet(watchName) {
		return how, nil
	}
	err := rhythm(&how, c.String(watchName), c.Args().Slice())
	return how, err
}

// rhythm reads what stands behind --watch=: seconds, or a time with its unit.
func rhythm(how *app.Watching, written string, operands []string) error {
	for _, operand := range operands {
		if _, err := strconv.Atoi(operand); err == nil && written == alone {
			return misuse(problems.BadValue, say.Textf("--watch %s: the seconds stand behind an equals sign", operand), say.Textf("write --watch=%s", operand))
		}
	}
	if written == alone {
		return nil
	}
	seconds, err := strconv.Atoi(written)
	how.Every = time.Duration(seconds) * time.Second
	if err != nil {
		how.Every, err = time.ParseDuration(written)
	}
	if err != nil || how.Every < fastestRhythm || how.Every > 24*time.Hour {
		return misuse(problems.BadValue, say.Textf("--watch=%s is no number of seconds from 2 to 86400", written), say.Textf("write for instance --watch=30"))
	}
	return nil
}

// pausing says what goes on between two looks.
func pausing(round app.Round, wait time.Duration) say.Text {
	name, wait := round.Report.Stack.Name, wait.Round(time.Second)
	if !round.Report.Cluster.Read {
		return say.Textf("watching %s (not read at %s; again in %s)", name, clockTime(round.At), wait)
	}
	return say.Textf("watching %s (%s at %s; again in %s)", name, say.Plural(round.Number, "%d look", "%d looks"), clockTime(round.At), wait)
}

func clockTime(t time.Time) string { return t.UTC().Format("15:04:05 UTC") }

// tellDeclared tells on stderr what may be wrong in the declared files, once.
func (t tool) tellDeclared(round app.Round) {
	if round.Number == 1 {
		t.doubts(round.Report.Doubts)
	}
	if round.Fault != nil {
		t.stderr().problem(round.Fault)
		t.note(say.Textf("%s: the topology cannot be used like this; the watch goes on with what it said before", clockTime(round.At)))
	}
	if round.Mended {
		t.note(say.Textf("%s: the topology can be used again", clockTime(round.At)))
	}
}

// pacing is the clock as a watch has it.
type pacing struct{ clock clock }

// Now implements ports.Clock.
func (p pacing) Now() time.Time { return p.clock.now() }

// Wait implements ports.Clock.
func (p pacing) Wait(ctx context.Context, d time.Duration) bool {
	rings, stop := p.clock.timer(d)
	select {
	case <-rings:
		return ctx.Err() == nil
	case <-ctx.Done():
		stop()
		return false
	}
}

// roundLine prints a report as one line, when it is the first or something changed.
func (p *page) roundLine(round app.Round) error {
	if round.News != nil && round.News.None() {
		return nil
	}
	return formats.JSONLine(p.out, round.Report)
}

// round prints the first report whole, and then what changed.
func (p *page) round(round app.Round) error {
	switch {
	case round.News == nil:
		return p.preview(round.Report)
	case round.News.None():
		return nil
	}
	r, n := round.Report, round.News
	p.line("")
	p.hang("", 0, bold, say.Verbatim(round.At.UTC().Format("2006-01-02 15:04:05 UTC")))
	if n.Lost {
		p.real(r)
	}
	if n.Regained {
		p.sentence(say.Textf("the cluster is read again"))
	}
	for _, s := range changeSections(n.Changes) {
		p.rows(s.title, s.rows)
	}
	p.readings(n.Unread)
	p.summary(r)
	return p.err
}

// readings says what cannot be read since the look before, and what can again.
func (p *page) readings(all []app.Unread) {
	var lost, regained []string
	for _, u := range all {
		name := p.in(unreadName(u))
		if u.Now {
			lost = append(lost, name)
		} else {
			regained = append(regained, name)
		}
	}
	if len(lost) > 0 {
		p.hang(p.ink.paint(magenta, "? "), 2, plain, say.Textf("not read any more: %s", few(lost)))
	}
	if len(regained) > 0 {
		p.hang(p.ink.paint(green, "✓ "), 2, plain, say.Textf("read again: %s", few(regained)))
	}
}
