package cli

import (
	"slices"
	"strings"
	"time"

	"github.com/rs/zerolog"
	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// stackFlags say which stack is meant.
func (t tool) stackFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "file", Aliases: []string{"f"}, Usage: t.in(say.Textf("read the stack from `FILE`"))},
		&cli.StringFlag{Name: "dir", Aliases: []string{"C"}, Value: ".", Usage: t.in(say.Textf("look for topologies from `DIR` upwards"))},
	}
}

// reachFlags say how a cluster is reached.
func (t tool) reachFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "context", Usage: t.in(say.Textf("use this `CONTEXT` of the kubeconfig"))},
		&cli.DurationFlag{Name: "timeout", Value: 15 * time.Second, Usage: t.in(say.Textf("the longest that each wave of reads may take"))},
		&cli.BoolFlag{Name: "no-input", Usage: t.in(say.Textf("never ask a question: what is not proven is refused. Without a terminal it is always so"))},
		t.choice("color", nil, say.Textf("colours in text"), "auto", "always", "never"),
	}
}

func (t tool) yesFlag() cli.Flag {
	return &cli.BoolFlag{Name: "yes", Aliases: []string{"y"}, Usage: t.in(say.Textf("answer the question with yes; where no question can be put it proves nothing"))}
}

func (t tool) explainFlag() cli.Flag {
	return &cli.BoolFlag{Name: "explain", Usage: t.in(say.Textf("in text, also list each request to the API with its answer"))}
}

func (t tool) replayFlag() cli.Flag {
	return &cli.StringFlag{Name: "replay", EnvVars: []string{"NESTOR_REPLAY"}, Usage: t.in(say.Textf("answer from this recorded `FILE`; no cluster is read"))}
}

func (t tool) demoFlag() cli.Flag {
	return &cli.BoolFlag{Name: "demo", Usage: t.in(say.Textf("replay a recorded production cluster; needs no file, no kubectl and no cluster"))}
}

// logFlags say how much is told on stderr.
func (t tool) logFlags() []cli.Flag {
	return []cli.Flag{
		otherwise(t.choice("log-level", nil, say.Textf("`LEVEL` of what is logged on stderr"), "debug", "info", "warn", "error"), "warn"),
		t.langFlag(),
	}
}

// choices are the flags with a fixed set of values, and those values.
type choices map[cli.Flag][]string

// choice makes a flag with a fixed set of values. Without the flag it is the first.
func (t tool) choice(name string, aliases []string, usage say.Text, values ...string) *cli.StringFlag {
	f := &cli.StringFlag{
		Name: name, Aliases: aliases, Value: values[0], Usage: t.in(say.Textf("%s: %s", usage, strings.Join(values, ", "))),
		Action: func(_ *cli.Context, v string) error {
			if slices.Contains(values, v) {
				return nil
			}
			return notKnown(name, v, values)
		},
	}
	if t.choices != nil { // there is a line to complete
		t.choices[f] = values
	}
	return f
}

// otherwise gives a flag the value that counts without it.
func otherwise(f *cli.StringFlag, value string) *cli.StringFlag {
	f.Value = value
	return f
}

// unset leaves a flag without a value where it does not stand; help shows what that comes to, if anything.
func unset(f *cli.StringFlag, shown string) *cli.StringFlag {
	f.Value, f.DefaultText = "", shown
	return f
}

func notKnown(flag, value string, known []string) error {
	return misuse(problems.BadValue, say.Textf("--%s %q is not known", flag, value), document.Suggest(value, known))
}

// logger writes to stderr, for people.
func (t tool) logger(c *cli.Context) (zerolog.Logger, error) {
	level, err := zerolog.ParseLevel(c.String("log-level"))
	if err != nil { // as the values of the flag are known ones, it cannot be
		return zerolog.Nop(), err
	}
	if level <= zerolog.InfoLevel {
		t.progress.hush()
	}
	out := zerolog.ConsoleWriter{Out: cleaning{t.streams.Err}, NoColor: true, TimeFormat: time.TimeOnly}
	return zerolog.New(out).Level(level).With().Timestamp().Logger(), nil
}

// stackOperand gives the one operand that a command takes.
func stackOperand(c *cli.Context) (string, error) { return stackNamed(c, c.Args().Slice()) }

// stackNamed gives the stack that operands name; none when they do not.
func stackNamed(c *cli.Context, operands []string) (string, error) {
	switch {
	case len(operands) == 0:
		return "", nil
	case len(operands) > 1:
		return "", misuse(problems.TooManyOperands, say.Textf("one stack at a time: %s", strings.Join(operands, " ")), say.Textf("name one stack"))
	case c.IsSet("file"):
		return "", misuse(problems.Excluding, say.Textf("a stack by name (%s) or by --file (%s), not both", operands[0], c.String("file")), say.Textf("leave one of them out"))
	}
	return operands[0], nil
}

// stackSettings reads the flags that say which stack is meant and how its cluster is reached.
func (t tool) stackSettings(c *cli.Context) (Settings, app.StackOptions, error) {
	return t.settingsOf(c, c.Args().Slice())
}

// settingsOf is stackSettings where only these operands may name a stack.
func (t tool) settingsOf(c *cli.Context, operands []string) (Settings, app.StackOptions, error) {
	log, err := t.logger(c)
	if err != nil {
		return Settings{}, app.StackOptions{}, err
	}
	name, err := stackNamed(c, operands)
	if err != nil {
		return Settings{}, app.StackOptions{}, err
	}
	if c.Bool("yes") && t.asking(c.Bool("no-input")) == target.NobodyToAsk {
		t.note(say.Textf("--yes answers a question, and none can be put here: what is not proven is refused; pin the cluster (identity: in the topology)"))
	}
	s := Settings{Dir: c.String("dir"), Timeout: c.Duration("timeout"), Replay: c.String("replay"), Asking: t.asking(c.Bool("no-input")), Log: log}
	s.Confirmer = t.asker(c)
	if flagNamed(c.Command.Flags, "timeout") != nil && s.Timeout <= 0 {
		return s, app.StackOptions{}, misuse(problems.BadValue, say.Textf("--timeout %s leaves no time", s.Timeout), say.Textf("write for instance 15s"))
	}
	return s, app.StackOptions{Stack: name, File: c.String("file"), Context: c.String("context")}, nil
}

// open reads the flags of a command that looks at one stack, and builds what it reads with.
func (t tool) open(c *cli.Context) (World, app.StackOptions, error) {
	settings, o, err := t.stackSettings(c)
	if err != nil {
		return World{}, o, err
	}
	world, err := t.reach(settings)
	return world, o, err
}

// openToWrite is open for a command that also writes.
func (t tool) openToWrite(c *cli.Context) (World, Writers, app.StackOptions, error) {
	settings, o, err := t.stackSettings(c)
	if err != nil {
		return World{}, Writers{}, o, err
	}
	world, err := t.reach(settings)
	return world, t.writers(settings), o, err
}

// coloured decides on colour, for stdout or for stderr.
func (t tool) coloured(c *cli.Context, terminal bool) ink {
	return wantsColour(c.String("color"), t.streams.Variable, terminal)
}
