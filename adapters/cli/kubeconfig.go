package cli

import (
	"errors"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

func (t tool) kubeconfigCommand() *cli.Command {
	return &cli.Command{
		Name:   "kubeconfig",
		Usage:  t.in(say.Textf("fetch a stack's kubeconfig from its control plane")),
		Action: t.noSubcommand,
		Subcommands: []*cli.Command{{
			Name:      "fetch",
			Usage:     t.in(say.Textf("copy the kubeconfig from a control-plane node, check that it reaches the stack's cluster, and keep it")),
			ArgsUsage: t.in(say.Textf("[STACK]")),
			Description: t.in(say.Textf("The node is the topology's first control node as the inventory (bootstrap/hosts.yaml) reaches it. Nothing is changed there.\n" +
				"What was fetched is rewritten in memory so that it leads to the cluster from here, tried, and judged as every command judges a cluster; only then it replaces the topology's kubeconfig (0600; the old file is kept as .bak). On any failure the old file is as it was.")),
			Flags: append(append(append(t.stackFlags(), t.reachFlags()...), t.yesFlag(),
				&cli.StringFlag{Name: "inventory", Usage: t.in(say.Textf("read the Ansible inventory from `FILE` (YAML)"))},
				&cli.StringFlag{Name: "from", Usage: t.in(say.Textf("fetch from `HOST`: a host of the inventory, or user@host[:port]"))},
				&cli.StringFlag{Name: "remote-path", Value: app.AdminConf, Usage: t.in(say.Textf("the file's `PATH` on the node"))},
				&cli.BoolFlag{Name: "sudo", Usage: t.in(say.Textf("read the file with `sudo -n cat`: for a user who may not read it"))},
				&cli.StringFlag{Name: "server", Usage: t.in(say.Textf("reach the API at `URL`"))},
				&cli.StringFlag{Name: "tls-server-name", Usage: t.in(say.Textf("expect the server's certificate to be for `NAME`"))},
				&cli.BoolFlag{Name: "force", Usage: t.in(say.Textf("replace a file that holds other clusters, or a link"))},
				&cli.BoolFlag{Name: "dry-run", Usage: t.in(say.Textf("print what would be run, kept and rewritten; runs nothing"))},
			), t.logFlags()...),
			Action: t.fetch,
		}},
	}
}

func (t tool) fetch(c *cli.Context) error {
	settings, o, err := t.stackSettings(c)
	if err != nil {
		return err
	}
	world, err := t.reach(settings)
	if err != nil {
		return err
	}
	fetch := t.fetching(settings, world.Readers)
	plan, err := fetch.Plan(app.FetchOptions{StackOptions: o, Inventory: c.String("inventory"), From: c.String("from"), RemotePath: c.String("remote-path"),
		Sudo: c.Bool("sudo"), Server: c.String("server"), ServerName: c.String("tls-server-name"), Force: c.Bool("force")})
	if err != nil {
		return err
	}
	t.doubts(plan.Doubts)
	if c.Bool("dry-run") {
		p := t.onStdout(c)
		p.fetchPlan(plan)
		return p.err
	}
	if err := t.fetchAndKeep(c, settings, fetch, plan); err != nil {
		return err
	}
	return t.declare(c, settings, plan)
}

// fetchAndKeep shows what will run, runs it, and says what was done. A user who may not read the file is offered sudo.
func (t tool) fetchAndKeep(c *cli.Context, s Settings, fetch app.Fetch, plan app.FetchPlan) error {
	p := t.onStderr(c)
	p.fetchPlan(plan)
	done, err := fetch.Run(c.Context, plan)
	var failure *ports.FetchFailure
	if errors.As(err, &failure) && failure.Kind == ports.FetchNeedsRoot && !plan.Source.Sudo {
		if !t.offer(c, say.Textf("%s\nRead it with sudo instead?", err)) {
			return err
		}
		if plan, err = fetch.WithSudo(plan); err != nil {
			return err
		}
		p.fetchPlan(plan)
		done, err = fetch.Run(c.Context, plan)
	}
	var refused app.NotTheStacks
	switch {
	case errors.As(err, &refused):
		return &exit{app.Refused, err}
	case err != nil:
		return err
	}
	t.remember(s, done.Confirmed)
	p.fetched(done)
	return nil
}

// offerFetch says why nothing was read, offers to fetch the kubeconfig that a preview lacks, and says whether it is there
// now. Where nobody can be asked it says what to run: the preview that follows tells the cause.
func (t tool) offerFetch(c *cli.Context, s Settings, world World, o app.StackOptions, unread app.ClusterReport) (fetched bool, err error) {
	if t.asking(c.Bool("no-input")) == target.AtTerminal {
		t.say(say.Textf("the cluster was not read: %s (%s)", unread.Reason, unread.Code))
	}
	fetch := t.fetching(s, world.Readers)
	plan, err := fetch.Plan(app.FetchOptions{StackOptions: o, RemotePath: app.AdminConf})
	if err != nil {
		t.stderr().said("", say.Textf("to fetch the kubeconfig: %v", err))
		return false, nil
	}
	if t.asking(c.Bool("no-input")) != target.AtTerminal {
		t.say(say.Textf("to fetch the kubeconfig from %s: %s", plan.Source.Node, t.fetchCommand(c, plan)))
		return false, nil
	}
	if !t.offer(c, say.Textf("Fetch the kubeconfig of %s from %s?", plan.Stack.Name, nodeOf(plan.Source))) {
		return false, nil
	}
	if err := t.fetchAndKeep(c, s, fetch, plan); err != nil {
		t.say(say.Textf("to try it in another way (--from, --sudo, --remote-path): %s --help", t.fetchCommand(c, plan)))
		return false, err
	}
	return true, t.declare(c, s, plan)
}

// nodeOf is the node that is fetched from, and how it is reached where that is not its name alone.
func nodeOf(s ports.FetchSource) say.Text {
	if login := s.Login(); login != s.Node {
		return say.Verbatim(s.Node + " (" + login + ")")
	}
	return say.Verbatim(s.Node)
}

// fetchCommand is the command that does what was offered, to paste.
func (t tool) fetchCommand(c *cli.Context, plan app.FetchPlan) string {
	words := []string{"kubeconfig", "fetch"}
	switch {
	case c.IsSet("file"):
		words = append(words, "-f", c.String("file"))
	default:
		words = append(words, plan.Stack.Name)
	}
	if c.IsSet("dir") {
		words = append(words, "-C", c.String("dir"))
	}
	return nameIn(t.lang) + " " + ports.Command(words...)
}

// declare offers to write the kubeconfig into a topology that names none: on prod a file is used only once it is declared.
func (t tool) declare(c *cli.Context, s Settings, plan app.FetchPlan) error {
	d := app.Declare{Editor: t.writers(s).Editor}
	if !d.Needed(plan.Stack) {
		return nil
	}
	line := d.Line(plan.Stack)
	edit, err := d.Edit(plan.Stack)
	if err != nil {
		return &exit{app.Failed, &say.Problem{Code: problems.NotDeclaredYet, What: say.Textf("the line %s could not be added to %s", line, plan.Stack.File), Why: err, Do: say.Textf("write it there yourself: the kubeconfig is used once the topology names it")}}
	}
	written, err := t.offerEdit(c, plan.Stack.File, edit)
	if err != nil || written {
		return err
	}
	kept := say.Textf("%s is kept, and used once the topology names it", t.onStderr(c).short(plan.Destination))
	return &exit{app.Failed, &say.Problem{Code: problems.NotDeclaredYet, What: kept, Do: say.Textf("write into %s: %s", plan.Stack.File, line)}}
}

// offerEdit shows a change of a file as a diff, and makes it after a yes.
func (t tool) offerEdit(c *cli.Context, file string, edit ports.TopologyEdit) (written bool, err error) {
	p := t.onStderr(c)
	p.line("")
	p.line(strings.TrimRight(cleanLines(edit.Diff()), "\n"))
	if !t.offer(c, say.Textf("Write this line into %s?", p.short(file))) {
		return false, nil
	}
	if err := edit.Apply(); err != nil {
		return false, err
	}
	p.sentence(say.Textf("written"))
	return true, nil
}
