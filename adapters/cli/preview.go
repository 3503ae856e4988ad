package cli

import (
	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/adapters/cli/formats"
	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

func (t tool) previewCommand() *cli.Command {
	return &cli.Command{
		Name:      "preview",
		Usage:     t.in(say.Textf("print what a stack WANTS, what is REAL, and the PLAN between them; changes nothing")),
		ArgsUsage: t.in(say.Textf("[STACK]")),
		Description: t.in(say.Textf("Without STACK, the active topology.yaml is used, searched from the current folder upwards.\n" +
			"On a lima stack the real state is VMs and nodes; on prod the machines exist outside nestor, and it is nodes and layers.\n\n" +
			"Exit status: 0 done; 1 a wanted layer could not be read; 2 with --exit-code, something to do; 3 not the stack's cluster; 64 usage or invalid file.")),
		Flags: append(append(append(t.stackFlags(), t.reachFlags()...), t.yesFlag(),
			t.choice("output", []string{"o"}, say.Textf("how to print"), OutputNames()...),
			t.reportFlag(),
			t.explainFlag(),
			&cli.BoolFlag{Name: "exit-code", Usage: t.in(say.Textf("exit with 2 when there is something to install, finish or repair"))},
			&cli.BoolFlag{Name: "no-cache", Usage: t.in(say.Textf("kept for scripts: kubectl is never given a discovery cache, with or without it"))},
			&cli.StringFlag{Name: "record", Usage: t.in(say.Textf("also write the answers to `FILE`, without secrets"))},
			&cli.BoolFlag{Name: "all", Usage: t.in(say.Textf("preview every stack of the repository, one line each; asks nothing, and ignores KUBECONFIG"))},
			&cli.StringFlag{Name: "against", Usage: t.in(say.Textf("print only what changed since the report in `FILE`, which -o json printed"))},
			t.replayFlag(),
			t.demoFlag(),
		), append(t.watchFlags(), t.logFlags()...)...),
		Action: t.preview,
	}
}

func (t tool) preview(c *cli.Context) error {
	if watches(c) {
		return t.previewWatch(c)
	}
	if c.Bool("all") {
		return t.previewAll(c)
	}
	settings, o, err := t.previewSettings(c, c.Args().Slice())
	if err != nil {
		return err
	}
	views, err := t.previewViews(c)
	if err != nil {
		return err
	}
	world, err := t.reach(settings)
	if err != nil {
		return err
	}
	earlier, err := t.earlier(c, world)
	if err != nil {
		return err
	}
	report, err := t.run(c, world, o)
	if err != nil {
		return err
	}
	if report.Fetchable {
		fetched, err := t.offerFetch(c, settings, world, o, report.Cluster)
		if err != nil {
			return err
		}
		if fetched {
			if report, err = t.run(c, world, o); err != nil {
				return err
			}
		}
	}
	t.remember(settings, report.Confirmed)
	t.doubts(report.Doubts)
	show, err := shownAs(earlier, report, c.String("against"))
	if err != nil {
		return err
	}
	saved, err := t.deliver(settings, views, t.onStdoutOf(c, world.Environment.Home), show)
	if err != nil {
		return err
	}
	return ended(report.Status(c.Bool("exit-code")), saved)
}

// run makes the preview, and records it when that was asked for.
func (t tool) run(c *cli.Context, world World, o app.StackOptions) (app.Report, error) {
	preview := app.Preview{Readers: world.Readers}
	var report app.Report
	var err error
	if world.Recording != nil {
		report, err = app.Record{Preview: preview, Writer: world.Recording}.Run(c.Context, o)
	} else {
		report, err = preview.Run(c.Context, o)
	}
	if err == nil && !report.Declined() {
		err = c.Context.Err()
	}
	return report, err
}

// remember keeps what the operator said yes to. The preview stands without it: the question comes again.
func (t tool) remember(s Settings, confirmed *ports.KnownCluster) {
	if confirmed == nil {
		return
	}
	if err := (app.Remember{Writer: t.writers(s).Known}).Run(*confirmed); err != nil {
		t.warn(say.Textf("%v", err))
		return
	}
	t.say(say.Textf("remembered, and not asked again; to undo it: nestor target forget %s", confirmed.Stack))
	t.stderr().line("")
}

// previewSettings reads the flags of a preview.
func (t tool) previewSettings(c *cli.Context, operands []string) (Settings, app.StackOptions, error) {
	s, o, err := t.settingsOf(c, operands)
	if err != nil {
		return s, o, err
	}
	s.Demo, s.Record = c.Bool("demo"), c.String("record")
	switch {
	case s.Demo && (o.Stack != "" || c.IsSet("file")):
		return s, o, misuse(problems.Excluding, say.Textf("--demo shows its own stack"), say.Textf("leave out STACK and --file"))
	case s.Demo && s.Replay != "":
		return s, o, misuse(problems.Excluding, say.Textf("--demo is a replay of its own"), say.Textf("leave out --replay, and unset NESTOR_REPLAY"))
	case s.Record != "" && (s.Replay != "" || s.Demo):
		return s, o, misuse(problems.Excluding, say.Textf("--record needs real answers"), say.Textf("leave out --demo and --replay, and unset NESTOR_REPLAY"))
	}
	return s, o, nil
}

// earlier reads the report to compare with, before anything is asked; nil when there is none.
func (t tool) earlier(c *cli.Context, world World) (*app.Report, error) {
	if !c.IsSet("against") {
		return nil, nil
	}
	r, err := app.Earlier(world.Reports, c.String("against"))
	if err != nil {
		return nil, &exit{app.Usage, err}
	}
	return &r, nil
}

// previewViews is where the preview goes, or what changed since another.
func (t tool) previewViews(c *cli.Context) (views, error) {
	if c.IsSet("against") {
		return t.views(c, formats.OfChanges, func(f format) bool { return f.changes != nil })
	}
	return t.views(c, formats.OfPreview, func(f format) bool { return f.preview != nil })
}

// shownAs gives the report, or what changed since the earlier one.
func shownAs(earlier *app.Report, report app.Report, file string) (delivered, error) {
	if earlier == nil {
		return func(f format, p *page) error { return f.preview(p, report) }, nil
	}
	changes, err := app.Compare(*earlier, report, file)
	return func(f format, p *page) error { return f.changes(p, report, changes) }, err
}
