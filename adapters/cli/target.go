package cli

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

func (t tool) targetCommand() *cli.Command {
	return &cli.Command{
		Name:      "target",
		Usage:     t.in(say.Textf("print which cluster a stack's kubeconfig really reaches, and whether it is the stack's; reads no layers")),
		ArgsUsage: t.in(say.Textf("[STACK]")),
		Description: t.in(say.Textf("Exit status: 0 it is confirmed; 1 nothing could be read; 3 it is not, or nothing proves it.\n" +
			"For a stack that is called trust, forget or env, name its file with -f.")),
		Flags:  append(t.targetFlags(), t.choice("output", []string{"o"}, say.Textf("how to print"), "text", "json"), t.explainFlag(), t.replayFlag()),
		Action: t.target,
		Subcommands: []*cli.Command{
			{Name: "trust", Usage: t.in(say.Textf("ask about the cluster that the stack reaches now, and remember it instead of another")), ArgsUsage: t.in(say.Textf("[STACK]")),
				Flags: append(t.targetFlags(), t.yesFlag()), Action: t.targetTrust},
			{Name: "forget", Usage: t.in(say.Textf("forget which cluster was confirmed as the stack's")), ArgsUsage: t.in(say.Textf("[STACK]")),
				Flags: append(t.stackFlags(), t.logFlags()...), Action: t.targetForget},
			{Name: "env", Usage: t.in(say.Textf("print `export KUBECONFIG=…` for eval: on prod only for a confirmed cluster")), ArgsUsage: t.in(say.Textf("[STACK]")),
				Flags: t.targetFlags(), Action: t.targetEnv},
		},
	}
}

// targetFlags say which stack is meant, and how to look at its cluster.
func (t tool) targetFlags() []cli.Flag {
	return append(append(t.stackFlags(), t.reachFlags()...), t.logFlags()...)
}

func (t tool) target(c *cli.Context) error {
	world, o, err := t.open(c)
	if err != nil {
		return err
	}
	view, err := app.Target{Readers: world.Readers}.Run(c.Context, o)
	if err == nil {
		err = c.Context.Err()
	}
	if err != nil {
		return err
	}
	t.doubts(view.Doubtful)
	if err := t.printTarget(c, view, world.Environment.Home); err != nil {
		return err
	}
	return statusOf(view.Status)
}

func (t tool) printTarget(c *cli.Context, view app.TargetView, home string) error {
	if c.String("output") == "json" {
		return writeJSON(t.streams.Out, view)
	}
	return t.onStdoutOf(c, home).target(view)
}

func (t tool) targetTrust(c *cli.Context) error {
	world, writers, o, err := t.openToWrite(c)
	if err != nil {
		return err
	}
	view, err := app.Trust{Readers: world.Readers, Writer: writers.Known}.Run(c.Context, o)
	if err != nil {
		return err
	}
	t.doubts(view.Doubtful)
	if view.Status != app.Done {
		return &exit{view.Status, notTrusted(say.Textf("the cluster was not remembered"), view)}
	}
	t.say(say.Textf("remembered: stack %s is cluster %s at %s", view.Stack.Name, orUnseen(view.Seen.ClusterUID), view.Seen.Server))
	return nil
}

func (t tool) targetForget(c *cli.Context) error {
	world, writers, o, err := t.openToWrite(c)
	if err != nil {
		return err
	}
	stack, dropped, err := app.Forget{Declared: world.Declared(), Writer: writers.Known}.Run(o.Stack, o.File)
	if err != nil {
		return err
	}
	if len(dropped) == 0 {
		t.say(say.Textf("nothing was remembered of stack %s", stack))
	}
	for _, k := range dropped {
		t.say(say.Textf("forgotten: stack %s (%s) was cluster %s at %s", k.Stack, k.File, orUnseen(k.UID), k.Endpoint))
	}
	return nil
}

func (t tool) targetEnv(c *cli.Context) error {
	world, writers, o, err := t.openToWrite(c)
	if err != nil {
		return err
	}
	exported, err := app.TargetEnv{Readers: world.Readers, Nowhere: writers.Nowhere}.Run(c.Context, o)
	if err == nil {
		err = c.Context.Err()
	}
	if err != nil {
		return err
	}
	t.doubts(exported.Target.Doubtful)
	if exported.File == "" {
		// eval of nothing succeeds, and what follows it would go where the shell pointed before.
		fmt.Fprintln(t.streams.Out, "false")
		return &exit{max(exported.Target.Status, app.Failed), notTrusted(say.Textf("there is nothing to export"), exported.Target)}
	}
	if !exported.Note.IsZero() {
		t.note(exported.Note)
	}
	_, err = fmt.Fprintf(t.streams.Out, "export KUBECONFIG=%s\n", ports.Quoted(exported.File))
	return err
}

// notTrusted is a cluster that nothing is done with, with the code of what decided so where it has one.
func notTrusted(what say.Text, view app.TargetView) error {
	code := problems.NotTrusted
	if view.Seen.NotRead.IsZero() || view.Judgement == string(target.Refuse) {
		code = view.Reasons[0].Code
	}
	return &say.Problem{Code: code, What: what, Why: say.Errorf("%s", why(view)), Do: say.Textf("see what was expected and what was seen: nestor target %s", view.Stack.Name)}
}

// why is the reason of a judgement, or of nothing having been read.
func why(view app.TargetView) say.Text {
	if !view.Seen.NotRead.IsZero() {
		return view.Seen.NotRead
	}
	return view.Reasons[0].Text
}

func statusOf(status int) error {
	if status == app.Done {
		return nil
	}
	return &exit{status: status}
}
