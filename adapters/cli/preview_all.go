package cli

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/adapters/cli/formats"
	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// ofOneStack are the flags of a preview that mean nothing for all stacks.
var ofOneStack = []string{"file", "context", "yes", "record", "replay", "demo", "against", "explain"}

func (t tool) previewAll(c *cli.Context) error {
	for _, name := range ofOneStack {
		if c.IsSet(name) {
			return misuse(problems.Excluding, say.Textf("--all previews every stack, and --%s is for one", name), say.Textf("leave one of them out"))
		}
	}
	if c.NArg() > 0 {
		return misuse(problems.Excluding, say.Textf("--all previews every stack"), say.Textf("leave out %s", strings.Join(c.Args().Slice(), " ")))
	}
	settings, _, err := t.stackSettings(c)
	if err != nil {
		return err
	}
	views, err := t.views(c, formats.OfAll, func(f format) bool { return f.all != nil })
	if err != nil {
		return err
	}
	world, err := t.reach(settings)
	if err != nil {
		return err
	}
	all, err := app.PreviewAll{Readers: world.Readers}.Run(c.Context, c.Bool("exit-code"))
	if err == nil {
		err = c.Context.Err()
	}
	if err != nil {
		return err
	}
	show := func(f format, p *page) error { return f.all(p, all) }
	saved, err := t.deliver(settings, views, t.onStdoutOf(c, world.Environment.Home), show)
	if err != nil {
		return err
	}
	return ended(all.Status(), saved)
}

// previews prints a line for each stack, and then what was left out.
func (p *page) previews(all app.Previews) error {
	names, counts := 0, 0
	for _, s := range all.Stacks {
		names, counts = max(names, widest(clean(s.Name))), max(counts, widest(p.in(verdictCounts(s.Report))))
	}
	for _, s := range all.Stacks {
		m := statusMark(s)
		lead := "  " + p.ink.paint(m.tint, m.symbol) + " " + pad(clean(s.Name), names) + "  " + pad(p.in(verdictCounts(s.Report)), counts) + "  "
		p.hang(lead, names+counts+8, plain, previewText(s))
	}
	if len(all.Stacks) == 0 {
		p.sentence(noStack())
	}
	if len(all.Examples) > 0 {
		p.sentence(say.Textf("left out, for they are examples only: %s", few(all.Examples)))
	}
	if all.Ignored != "" {
		p.note(p.ignoredText(all.Ignored))
	}
	return p.err
}

func (p *page) ignoredText(kubeconfig string) say.Text {
	return say.Textf("KUBECONFIG is exported (%s), and ignored here: each stack is read through its own", p.short(kubeconfig))
}

// verdictCounts is what was found of the wanted layers, in numbers.
func verdictCounts(r *app.Report) say.Text {
	if r == nil {
		return say.Text{}
	}
	counts := map[string]int{}
	for _, l := range r.Layers {
		counts[l.Verdict]++
	}
	var parts []say.Text
	for _, v := range []state.Verdict{state.Present, state.Degraded, state.Partial, state.Absent, state.Unknown} {
		if n := counts[string(v)]; n > 0 {
			parts = append(parts, countedVerdict(v, n))
		}
	}
	return say.Join(", ", parts...)
}

// countedVerdict is how many layers a verdict was reached on: languages let its word agree with the number.
func countedVerdict(v state.Verdict, n int) say.Text {
	switch v {
	case state.Present:
		return say.Plural(n, "%d present", "%d present")
	case state.Degraded:
		return say.Plural(n, "%d degraded", "%d degraded")
	case state.Partial:
		return say.Plural(n, "%d partial", "%d partial")
	case state.Absent:
		return say.Plural(n, "%d absent", "%d absent")
	}
	return say.Plural(n, "%d unknown", "%d unknown")
}

func previewText(s app.StackPreview) say.Text {
	if s.Report == nil {
		return s.Error
	}
	sum := s.Report.Summary
	if sum.Unread > 0 && !sum.Refused && !s.Report.Cluster.Read {
		return say.Join(": ", sum.Counts, say.Join("; ", s.Report.Cluster.Reason, s.Report.Cluster.Advice))
	}
	return sum.Finding
}

// statusMark marks a stack by the worst of what is to do there.
func statusMark(s app.StackPreview) mark {
	switch {
	case s.Status == app.Refused, s.Status == app.Usage:
		return mark{"!", red}
	case s.Report != nil && s.Report.Summary.Actions[string(plan.Repair)] > 0:
		return marks[plan.Repair]
	case s.Status == app.Failed:
		return marks[plan.Look]
	case s.Report.Summary.Actions[string(plan.Finish)] > 0:
		return marks[plan.Finish]
	case s.Report.Summary.Pending:
		return marks[plan.Install]
	}
	return marks[plan.None]
}
