package cli

import (
	"strings"

	"github.com/urfave/cli/v2"

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
	if err := t.printAll(c, all, world.Environment.Home); err != nil {
		return err
	}
	return statusOf(all.Status())
}

func (t tool) printAll(c *cli.Context, all app.Previews, home string) error {
	if c.String("output") == "json" {
		return writeJSON(t.streams.Out, all)
	}
	p := t.onStdoutOf(c, home)
	p.previews(all)
	return p.err
}

// previews prints a line for each stack, and then what was left out.
func (p *page) previews(all app.Previews) {
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
		p.note(say.Textf("KUBECONFIG is exported (%s), and ignored here: each stack is read through its own", p.short(all.Ignored)))
	}
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
			parts = append(parts, say.Textf("%d %s", n, v.Words()))
		}
	}
	return say.Join(", ", parts...)
}

func previewText(s app.StackPreview) say.Text {
	if s.Report == nil {
		return s.Error
	}
	sum := s.Report.Summary
	if sum.Unread > 0 && !sum.Refused && !s.Report.Cluster.Read {
		return say.Join(" ", sum.Finding, say.Join("; ", s.Report.Cluster.Reason, s.Report.Cluster.Advice))
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
