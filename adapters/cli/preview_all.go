package cli

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/state"
)

// ofOneStack are the flags of a preview that mean nothing for all stacks.
var ofOneStack = []string{"file", "context", "yes", "record", "replay", "demo", "against", "explain"}

func (t tool) previewAll(c *cli.Context) error {
	for _, name := range ofOneStack {
		if c.IsSet(name) {
			return &exit{app.Usage, fmt.Errorf("--all previews every stack, and --%s is for one; leave one of them out", name)}
		}
	}
	if c.NArg() > 0 {
		return &exit{app.Usage, fmt.Errorf("--all previews every stack; leave out %s", strings.Join(c.Args().Slice(), " "))}
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
		return fmt.Errorf("printing the reports: %w", err)
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
		names, counts = max(names, widest(clean(s.Name))), max(counts, widest(verdictCounts(s.Report)))
	}
	for _, s := range all.Stacks {
		m := statusMark(s)
		lead := "  " + p.ink.paint(m.tint, m.symbol) + " " + pad(clean(s.Name), names) + "  " + pad(verdictCounts(s.Report), counts) + "  "
		p.hang(lead, names+counts+8, plain, previewText(s))
	}
	if len(all.Stacks) == 0 {
		p.sentence("no stack is declared here; write one: nestor stack new NAME")
	}
	if len(all.Examples) > 0 {
		p.sentence("left out, for they are examples only: " + few(cleanAll(all.Examples)))
	}
	if all.Ignored != "" {
		p.note("KUBECONFIG is exported (" + p.short(all.Ignored) + "), and ignored here: each stack is read through its own")
	}
}

// verdictCounts is what was found of the wanted layers, in numbers.
func verdictCounts(r *app.Report) string {
	if r == nil {
		return ""
	}
	counts := map[string]int{}
	for _, l := range r.Layers {
		counts[l.Verdict]++
	}
	var parts []string
	for _, v := range []state.Verdict{state.Present, state.Degraded, state.Partial, state.Absent, state.Unknown} {
		if n := counts[string(v)]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	return strings.Join(parts, ", ")
}

func previewText(s app.StackPreview) string {
	if s.Report == nil {
		return clean(s.Error)
	}
	text := strings.TrimSuffix(clean(s.Report.Summary.Sentence), " Nothing was changed.")
	if sum := s.Report.Summary; sum.Unread > 0 && !sum.Refused && !s.Report.Cluster.Read {
		text += " " + clean(s.Report.Cluster.Reason)
	}
	return text
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
