package cli

import (
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/ports"
)

func (t tool) previewCommand() *cli.Command {
	return &cli.Command{
		Name:      "preview",
		Usage:     "print what a stack WANTS, what is REAL, and the PLAN between them; changes nothing",
		ArgsUsage: "[STACK]",
		Description: "Without STACK, the active topology.yaml is used, searched from the current folder upwards.\n" +
			"On a lima stack the real state is VMs and nodes; on prod the machines exist outside nestor, and it is nodes and layers.\n\n" +
			"Exit status: 0 done; 1 a wanted layer could not be read; 2 with --exit-code, something to do; 3 not the stack's cluster; 64 usage or invalid file.",
		Flags: append(append(stackFlags(),
			choice("output", []string{"o"}, "how to print", "text", "json"),
			&cli.StringFlag{Name: "context", Usage: "use this `CONTEXT` of the kubeconfig"},
			&cli.DurationFlag{Name: "timeout", Value: 15 * time.Second, Usage: "the longest that each wave of reads may take"},
			&cli.BoolFlag{Name: "exit-code", Usage: "exit with 2 when there is something to install, finish or repair"},
			&cli.BoolFlag{Name: "no-cache", Usage: "kept for scripts: kubectl is never given a discovery cache, with or without it"},
			&cli.BoolFlag{Name: "no-input", Usage: "never ask a question; nothing is asked today"},
			choice("color", nil, "colours in text", "auto", "always", "never"),
			&cli.StringFlag{Name: "record", Usage: "also write the answers to `FILE`, without secrets"},
			&cli.StringFlag{Name: "replay", EnvVars: []string{"NESTOR_REPLAY"}, Usage: "answer from this recorded `FILE`; no cluster is read"},
			&cli.BoolFlag{Name: "demo", Usage: "replay a recorded production cluster; needs no file, no kubectl and no cluster"},
		), logFlags()...),
		Action: t.preview,
	}
}

func (t tool) preview(c *cli.Context) error {
	settings, name, err := t.settings(c)
	if err != nil {
		return err
	}
	world, err := t.wire(settings)
	if err != nil {
		return err
	}
	report, err := t.run(c, world, app.PreviewOptions{Stack: name, File: c.String("file"), Context: c.String("context")})
	if err != nil {
		return err
	}
	t.doubts(report.Doubts)
	if err := t.print(c, report, world.Preview.Environment); err != nil {
		return fmt.Errorf("printing the report: %w", err)
	}
	if status := report.Status(c.Bool("exit-code")); status != app.Done {
		return &exit{status: status}
	}
	return nil
}

// run makes the preview, and records it when that was asked for.
func (t tool) run(c *cli.Context, world World, o app.PreviewOptions) (app.Report, error) {
	run := world.Preview.Run
	if world.Recording != nil {
		run = app.Record{Preview: world.Preview, Writer: world.Recording}.Run
	}
	report, err := run(c.Context, o)
	if err == nil {
		err = c.Context.Err()
	}
	return report, err
}

// settings reads the flags that decide how the world is reached, and the stack that is meant.
func (t tool) settings(c *cli.Context) (Settings, string, error) {
	log, err := t.logger(c)
	if err != nil {
		return Settings{}, "", err
	}
	name, err := stackOperand(c)
	if err != nil {
		return Settings{}, "", err
	}
	s := Settings{Dir: c.String("dir"), Timeout: c.Duration("timeout"), Replay: c.String("replay"),
		Demo: c.Bool("demo"), Record: c.String("record"), Log: log}
	switch {
	case s.Timeout <= 0:
		return s, "", &exit{app.Usage, fmt.Errorf("--timeout %s leaves no time; write for instance 15s", c.Duration("timeout"))}
	case s.Demo && (name != "" || c.IsSet("file")):
		return s, "", &exit{app.Usage, fmt.Errorf("--demo shows its own stack; leave out STACK and --file")}
	case s.Demo && s.Replay != "":
		return s, "", &exit{app.Usage, fmt.Errorf("--demo is a replay of its own; leave out --replay, and unset NESTOR_REPLAY")}
	case s.Record != "" && (s.Replay != "" || s.Demo):
		return s, "", &exit{app.Usage, fmt.Errorf("--record needs real answers; leave out --replay and --demo")}
	}
	return s, name, nil
}

func (t tool) print(c *cli.Context, report app.Report, env ports.Environment) error {
	if c.String("output") == "json" {
		return writeJSON(t.streams.Out, report)
	}
	page := page{out: t.streams.Out, ink: t.coloured(c), home: env.Home, width: t.streams.Width}
	return page.preview(report)
}
