package cli

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

func (t tool) stackSelect(c *cli.Context) error {
	if c.NArg() > 1 {
		return misuse(problems.TooManyOperands, say.Textf("one stack at a time: %s", strings.Join(c.Args().Slice(), " ")), say.Textf("name one stack"))
	}
	read, err := t.stacks(c)
	if err != nil {
		return err
	}
	writers := t.writers(Settings{Dir: c.String("dir"), EditExamples: c.Bool("edit-example")})
	done, err := app.Select{Declared: read.Declared, Kubeconfigs: read.Kubeconfigs, Environment: read.Environment, Writer: writers.Active}.Run(c.Args().First())
	if err != nil {
		return err
	}
	t.doubts(done.Doubts)
	p := t.onStdout(c)
	p.hang(p.ink.paint(green, "✓")+" ", 2, bold, say.Textf("selected: %s → %s", p.short(done.Link), clean(done.LeadsTo)))
	p.kubeconfigChoice(done.Kubeconfig)
	if done.Own != "" {
		p.note(say.Textf("this is the example, the same for everybody: real addresses belong in %s; copy it there, and select again", clean(done.OwnName())))
	}
	if p.err != nil {
		return p.err
	}
	return t.offerKubeconfig(c, app.Declare{Editor: writers.Editor}, done)
}

// offerKubeconfig offers a production topology that names no kubeconfig the conventional one; where nobody can be asked it
// says which line to write. The stack is selected either way.
func (t tool) offerKubeconfig(c *cli.Context, d app.Declare, done app.Selected) error {
	if !d.Needed(done.Stack) {
		return nil
	}
	edit, err := d.Edit(done.Stack)
	if err == nil {
		written, err := t.offerEdit(c, done.Stack.File, edit)
		if err != nil || written {
			return err
		}
	}
	p := t.onStderr(c)
	p.sentence(say.Textf("to use a kubeconfig of its own, write into %s: %s", p.short(done.Stack.File), d.Line(done.Stack)))
	if err != nil {
		p.note(say.Of(err))
	}
	return nil
}
