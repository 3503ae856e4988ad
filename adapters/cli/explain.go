package cli

import (
	"regexp"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

func (t tool) explainCommand() *cli.Command {
	return &cli.Command{
		Name:      "explain",
		Usage:     t.in(say.Textf("say all that is known of one layer of a stack, or what a code means")),
		ArgsUsage: t.in(say.Textf("LAYER [STACK] | CODE")),
		Description: t.in(say.Textf("With a LAYER the stack is previewed, and that layer is explained: what it is, what it needs, what proves it, what was found, and what you can do.\n" +
			"With a CODE such as NST-1101, or the beginning of several such as NST-11, nothing is read: it says what the code means, why it matters and what to do.\n\n" +
			"Exit status: 0 done; 1 the layer could not be read; 3 not the stack's cluster; 64 usage or invalid file.")),
		Flags: append(append(append(t.stackFlags(), t.reachFlags()...), t.yesFlag(),
			t.choice("output", []string{"o"}, say.Textf("how to print"), "text", "json"),
			t.replayFlag(),
			t.demoFlag(),
		), t.logFlags()...),
		Action: t.explain,
	}
}

// code is how codes are written, in whole or from their beginning, and number is a whole one for short; case does not count.
var (
	code   = regexp.MustCompile(`^(?i)NST-?\d*$`)
	number = regexp.MustCompile(`^\d{4}$`)
)

func (t tool) explain(c *cli.Context) error {
	switch what := c.Args().First(); {
	case what == "":
		return misuse(problems.OperandMissing, say.Textf("explain what?"), say.Textf("name a layer (nestor layers lists them) or a code such as NST-1101"))
	case number.MatchString(what):
		return t.explainCode(c, "NST-"+what)
	case code.MatchString(what):
		return t.explainCode(c, what)
	default:
		return t.explainLayer(c, what)
	}
}

func (t tool) explainCode(c *cli.Context, name string) error {
	if c.NArg() > 1 {
		return misuse(problems.TooManyOperands, say.Textf("one code at a time: %s", strings.Join(c.Args().Slice(), " ")), say.Textf("write one of them, or the beginning that they share, such as NST-11"))
	}
	codes := app.Codes(strings.ToUpper(name))
	if len(codes) == 0 {
		return misuse(problems.UnknownOperand, say.Textf("there is no code %s", name), say.Textf("see them all: nestor explain NST"))
	}
	if c.String("output") == "json" {
		return writeJSON(t.streams.Out, codes)
	}
	p := t.onStdout(c)
	p.codes(codes)
	return p.err
}

func (t tool) explainLayer(c *cli.Context, name string) error {
	settings, o, err := t.previewSettings(c, c.Args().Tail())
	if err != nil {
		return err
	}
	world, err := t.reach(settings)
	if err != nil {
		return err
	}
	x, err := app.Explain{Preview: app.Preview{Readers: world.Readers}}.Run(c.Context, name, o)
	if err == nil && !x.Report.Declined() {
		err = c.Context.Err()
	}
	if err != nil {
		return err
	}
	t.doubts(x.Report.Doubts)
	if c.String("output") == "json" {
		err = writeJSON(t.streams.Out, x)
	} else {
		err = t.onStdoutOf(c, world.Environment.Home).explanation(x)
	}
	if err != nil {
		return err
	}
	return statusOf(x.Status())
}
