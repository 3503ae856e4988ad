package cli

import (
	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/ports/say"
)

func (t tool) stackCommand() *cli.Command {
	return &cli.Command{
		Name:   "stack",
		Usage:  t.in(say.Textf("list, show, select, check and write the topologies of this repository; contacts no cluster")),
		Action: t.noSubcommand,
		Subcommands: []*cli.Command{
			{Name: "ls", Usage: t.in(say.Textf("list the stacks: valid or not, active or not, and whether their kubeconfig is there")), ArgsUsage: " ",
				Flags: append(append(t.dirFlags(), t.outputFlag(), t.colourFlag()), t.logFlags()...), Action: t.stackList},
			{Name: "show", Usage: t.in(say.Textf("print a stack as nestor understands it: defaults filled, aliases expanded, order and kubeconfig derived")), ArgsUsage: t.in(say.Textf("[STACK]")),
				Flags: append(append(t.stackFlags(), t.outputFlag(), t.colourFlag()), t.logFlags()...), Action: t.stackShow},
			{Name: "select", Usage: t.in(say.Textf("make a stack the active one: check its topology, then make topology.yaml a link to it")), ArgsUsage: t.in(say.Textf("STACK")),
				Description: t.in(say.Textf("A topology.yaml that is no link is left as it is. On prod a topology that names no kubeconfig is offered the line, as a diff first.")),
				Flags: append(append(t.dirFlags(), t.noInputFlag(), t.yesFlag(), t.colourFlag(),
					&cli.BoolFlag{Name: "edit-example", Usage: t.in(say.Textf("allow the line to be written into a *.example.yaml, which is for everybody"))}), t.logFlags()...), Action: t.stackSelect},
			{Name: "validate", Usage: t.in(say.Textf("print every fault of topologies and of the layers.yaml beside them, with its place")), ArgsUsage: t.in(say.Textf("[STACK|FILE…]")),
				Description: t.in(say.Textf("Without an operand the active stack. Exit status: 0 all are valid; 64 one is not.")),
				Flags: append(append(t.stackFlags(), &cli.BoolFlag{Name: "all", Usage: t.in(say.Textf("every topology of the repository"))},
					&cli.BoolFlag{Name: "strict", Usage: t.in(say.Textf("warnings count as faults"))}, t.outputFlag(), t.colourFlag()), t.logFlags()...), Action: t.stackValidate},
			t.stackNewCommand(),
		},
	}
}

// dirFlags say where the repository is.
func (t tool) dirFlags() []cli.Flag {
	return []cli.Flag{&cli.StringFlag{Name: "dir", Aliases: []string{"C"}, Value: ".", Usage: t.in(say.Textf("look for topologies from `DIR` upwards"))}}
}

func (t tool) outputFlag() cli.Flag {
	return t.choice("output", []string{"o"}, say.Textf("how to print"), "text", "json")
}

func (t tool) colourFlag() cli.Flag {
	return t.choice("color", nil, say.Textf("colours in text"), "auto", "always", "never")
}

func (t tool) noInputFlag() cli.Flag {
	return &cli.BoolFlag{Name: "no-input", Usage: t.in(say.Textf("never ask a question. Without a terminal it is always so"))}
}

// stacks builds what looks at topologies, and nothing that writes.
func (t tool) stacks(c *cli.Context) (app.Stacks, error) {
	world, err := t.files(c)
	return app.Stacks{Declared: world.Declared(), Kubeconfigs: world.Kubeconfigs, Environment: world.Environment}, err
}

// files builds what reads local files, and asks no cluster.
func (t tool) files(c *cli.Context) (World, error) {
	log, err := t.logger(c)
	if err != nil {
		return World{}, err
	}
	return t.reach(Settings{Dir: c.String("dir"), Log: log})
}

// onStdout is what a command's result for people is written on.
func (t tool) onStdout(c *cli.Context) *page { return t.onStdoutOf(c, t.streams.Home) }

// onStdoutOf is onStdout where the home folder is that of a recording.
func (t tool) onStdoutOf(c *cli.Context, home string) *page {
	return &page{out: t.streams.Out, ink: t.coloured(c, t.streams.OutTerminal), home: home, width: t.streams.Width, why: c.Bool("explain"), lang: t.lang, language: t.spoken.Name}
}
