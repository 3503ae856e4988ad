package cli

import (
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

func (t tool) discoverCommand() *cli.Command {
	return &cli.Command{
		Name:  "discover",
		Usage: t.in(say.Textf("print the topology that declares a running cluster, or how a declared stack differs from its cluster; reads only")),
		Description: t.in(say.Textf("The kubeconfig is named, by --kubeconfig or KUBECONFIG, never assumed. What could not be read is said in the topology's comments and never declared absent.\n\n" +
			"Exit status: 0 done; 1 something could not be read; 2 with --diff and --exit-code, they differ; 3 not the stack's cluster, or a kubeconfig that must not be used; 64 usage or invalid file.")),
		Flags: append(append(append([]cli.Flag{
			&cli.StringFlag{Name: "kubeconfig", Usage: t.in(say.Textf("read the cluster that this `FILE` reaches; with --diff the stack's own by default"))},
			&cli.StringFlag{Name: "name", Usage: t.in(say.Textf("call the stack `NAME`; default: after FILE, else after the kubeconfig"))},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: t.in(say.Textf("create `FILE` instead of printing; a file that is there is never touched"))},
			&cli.StringFlag{Name: "diff", Usage: t.in(say.Textf("compare with this `STACK`, a name or a file (with a / or .yaml in it)"))},
			t.choice("format", nil, say.Textf("how to print --diff"), "text", "json"),
			&cli.BoolFlag{Name: "exit-code", Usage: t.in(say.Textf("with --diff: exit with 2 when they differ"))},
			&cli.StringFlag{Name: "dir", Aliases: []string{"C"}, Value: ".", Usage: t.in(say.Textf("look for topologies and layers.yaml from `DIR` upwards"))},
		}, t.reachFlags()...), t.yesFlag(), &cli.StringFlag{Name: "record", Usage: t.in(say.Textf("also write the answers to `FILE`, without secrets"))}, t.replayFlag()), t.logFlags()...),
		Action: t.discover,
	}
}

func (t tool) discover(c *cli.Context) error {
	settings, o, err := t.stackSettings(c)
	if err != nil {
		return err
	}
	settings.Record = c.String("record")
	if err := discoverUsage(c, o); err != nil {
		return err
	}
	world, err := t.reach(settings)
	if err != nil {
		return err
	}
	use := app.Discover{Readers: world.Readers, Drafter: world.Drafter, Language: t.lang}
	if c.IsSet("diff") {
		return t.discoverDiff(c, settings, world, use)
	}
	file := outputFile(c)
	if err := t.free(settings, file); err != nil {
		return err
	}
	found, name, err := t.discovered(c, world, use, file)
	if err != nil {
		return err
	}
	if err := t.give(settings, file, found); err != nil {
		return err
	}
	if err := saved(world, name); err != nil {
		return err
	}
	return statusOf(found.Status())
}

// free refuses a file that cannot be created: better said before a cluster is read for nothing.
func (t tool) free(s Settings, file string) error {
	if file == "" {
		return nil
	}
	if err := t.writers(s).Files.Free(file); err != nil {
		return &exit{app.Usage, err}
	}
	return nil
}

// give prints the topology, or creates the file that was named for it. There may be none.
func (t tool) give(s Settings, file string, found app.Discovered) error {
	switch {
	case len(found.Topology) == 0:
		return nil
	case file == "":
		return t.printed(found.Topology)
	}
	return t.created(s, file, found)
}

func (t tool) printed(topology []byte) error {
	_, err := t.streams.Out.Write(topology)
	return err
}

func (t tool) created(s Settings, file string, found app.Discovered) error {
	if err := t.writers(s).Files.Create(file, found.Topology); err != nil {
		return err
	}
	t.say(say.Textf("created %s; read its remarks, then: %s", file, found.Next))
	return nil
}

// saved writes the recording, when one was asked for.
func saved(world World, stack string) error {
	if world.Recording == nil {
		return nil
	}
	if err := world.Recording.Save(stack); err != nil {
		return say.Errorf("writing the recording: %w", err)
	}
	return nil
}

func discoverUsage(c *cli.Context, o app.StackOptions) error {
	switch {
	case o.Stack != "":
		return misuse(problems.TooManyOperands, say.Textf("discover takes no operand (%s)", o.Stack), say.Textf("for the stack's name write --name, to compare with a stack --diff"))
	case c.IsSet("diff") && c.String("diff") == "":
		return misuse(problems.ValueMissing, say.Textf("--diff names no stack"), say.Textf("write --diff STACK"))
	case c.IsSet("diff") && (c.IsSet("name") || c.IsSet("output")):
		return misuse(problems.Excluding, say.Textf("--diff writes no topology"), say.Textf("leave out --name and --output"))
	case !c.IsSet("diff") && (c.IsSet("exit-code") || c.IsSet("format")):
		return misuse(problems.FlagOutOfPlace, say.Textf("--exit-code and --format belong to --diff"), say.Textf("add --diff STACK, or leave them out: a topology is YAML"))
	case c.IsSet("kubeconfig") && strings.TrimSpace(c.String("kubeconfig")) == "":
		return misuse(problems.ValueMissing, say.Textf("--kubeconfig names no file"), say.Textf("write --kubeconfig FILE"))
	case c.IsSet("record") && c.String("replay") != "":
		return misuse(problems.Excluding, say.Textf("--record needs real answers"), say.Textf("leave out --replay, and unset NESTOR_REPLAY"))
	}
	return nil
}

// outputFile is the file to create; empty for stdout.
func outputFile(c *cli.Context) string {
	if file := c.String("output"); file != "-" {
		return file
	}
	return ""
}

// discovered shows which cluster it is about to read, then reads it.
func (t tool) discovered(c *cli.Context, world World, use app.Discover, file string) (app.Discovered, string, error) {
	aim, err := use.Aim(app.DiscoverOptions{Kubeconfig: c.String("kubeconfig"), Context: c.String("context"), Name: c.String("name"), File: file})
	if err != nil {
		return app.Discovered{}, "", err
	}
	page := t.onStderr(c)
	page.source(world.Source)
	page.aim(aim)
	if !aim.Problem.IsZero() {
		return app.Discovered{}, aim.Name, &exit{app.Refused, &say.Problem{Code: target.CodeUnusable, What: aim.Problem}}
	}
	found, err := use.Run(c.Context, aim)
	if err == nil {
		err = c.Context.Err()
	}
	if err != nil {
		return found, aim.Name, err
	}
	t.doubts(found.Doubts)
	page.discovered(found)
	return found, aim.Name, nil
}

// aim shows whose answers will be read.
func (p *page) aim(a app.DiscoverAim) {
	v := a.Kubeconfig.View
	files := say.Verbatim(p.shortAll(v.Files))
	if len(v.Files) == 0 && len(v.Missing) > 0 {
		files = say.Textf("%s, not there", p.shortAll(v.Missing))
	}
	p.row(say.Verbatim("kubeconfig"), say.Textf("%s (%s)", files, a.Source))
	if v.Server != "" {
		p.row(say.Textf("context"), say.Textf("%s · cluster %s · user %s", v.Context, v.Cluster, v.User))
		p.row(say.Textf("endpoint"), dotted(say.Verbatim(v.Server), ifAny(v.ServerName, say.Textf("as %s", v.ServerName)), ifAny(v.Proxy, say.Textf("through the proxy %s", v.Proxy))))
		p.row(say.Verbatim("CA"), seenCA(app.TargetSeen{Insecure: v.Insecure, CASHA256: v.CASHA256, CACount: v.CACount}))
		p.row(say.Textf("user"), dotted(v.Auth.Words(), say.Verbatim(v.AuthCommand), say.Verbatim(v.CertSubject)))
	}
	for _, w := range a.Warnings {
		p.note(w.Text)
	}
}

// discovered shows which cluster answered, and what is missing.
func (p *page) discovered(d app.Discovered) {
	p.row(say.Textf("cluster"), orUnseen(word(d.UID)))
	if n := len(d.Others); n > 0 {
		p.note(say.Agree(n, "the topology of %s pins this cluster already; to compare with it: nestor discover --diff STACK",
			"the topologies of %s pin this cluster already; to compare with one: nestor discover --diff STACK", say.And(d.Others)))
	}
	if q := d.Requests; q.Total > 0 {
		p.row(say.Textf("asked"), requestCount(q))
	}
	if !d.Problem.IsZero() {
		p.said(nameIn(p.lang)+": ", say.Textf("no topology was made: %s", d.Problem))
		return
	}
	for _, u := range d.Unread {
		p.fact(doubted, u)
	}
}

func (t tool) discoverDiff(c *cli.Context, s Settings, world World, use app.Discover) error {
	o := app.StackOptions{Stack: c.String("diff"), Context: c.String("context")}
	if strings.ContainsRune(o.Stack, filepath.Separator) || strings.HasSuffix(o.Stack, ".yaml") || strings.HasSuffix(o.Stack, ".yml") {
		o.Stack, o.File = "", o.Stack
	}
	report, err := use.Diff(c.Context, o, c.String("kubeconfig"))
	if err == nil {
		err = c.Context.Err()
	}
	if err != nil {
		return err
	}
	t.doubts(report.Doubts)
	t.remember(s, report.Confirmed)
	if err := saved(world, report.Stack.Name); err != nil {
		return err
	}
	if err := t.printDiff(c, report, world.Environment.Home); err != nil {
		return err
	}
	return statusOf(report.Status(c.Bool("exit-code")))
}

func (t tool) printDiff(c *cli.Context, r app.DiffReport, home string) error {
	if c.String("format") == "json" {
		return writeJSON(t.streams.Out, r)
	}
	page := t.onStdoutOf(c, home)
	return page.diff(r)
}

// diffMarks are the signs of a comparison with their tints.
var diffMarks = map[string]tint{"+": cyan, "-": red, "~": magenta, "?": magenta}

// diff prints a comparison, one line for each difference.
func (p *page) diff(r app.DiffReport) error {
	p.source(r.Source)
	p.headline(r.Stack.Name, say.Verbatim(r.Stack.Kind), say.Verbatim(r.Server), say.Textf("kubeconfig %s", p.shortAll(r.Kubeconfig)), contextText(r.Context))
	p.hang("", 0, faint, dotted(p.topology(r.Stack.Shown), ifAny(r.ClusterUID, say.Textf("cluster %s", word(r.ClusterUID)))))
	for _, d := range r.Differences {
		p.hang(p.ink.paint(diffMarks[d.Sign], d.Sign)+" ", 2, plain, say.Join(": ", say.Join(" ", topicText(d.What), say.Verbatim(d.Name)), d.Text))
	}
	for _, n := range r.Warnings {
		p.note(n.Text)
	}
	if q := r.Requests; q.Total > 0 {
		p.hang("", 0, faint, requestCount(q))
	}
	p.conclude(diffSentence(r))
	return p.err
}

// topicText is a topology's word for what differs; fields keep their names.
func topicText(what string) say.Text {
	switch what {
	case "node":
		return say.Textf("node")
	case "nodes":
		return say.Textf("nodes")
	case "role":
		return say.Textf("role")
	case "layer":
		return say.Textf("layer")
	case "storage":
		return say.Textf("storage")
	case "exposition":
		return say.Textf("exposition")
	case "endpoint":
		return say.Textf("endpoint")
	case "identity":
		return say.Textf("identity")
	}
	return say.Verbatim(what)
}

func diffSentence(r app.DiffReport) say.Text {
	differ := say.Plural(len(r.Differences)-r.Unread, "%d difference", "%d differences")
	switch {
	case r.Status(false) == app.Refused:
		return say.Textf("Refused: %s. Nothing was compared.", r.NotRead)
	case !r.Read:
		return say.Textf("Nothing was compared: %s.", r.NotRead)
	case r.Same:
		return say.Textf("The cluster is what is declared.")
	case r.Unread > 0:
		return say.Textf("%s, and %s could not be read.", differ, say.Plural(r.Unread, "%d thing", "%d things"))
	}
	return say.Textf("%s.", differ)
}
