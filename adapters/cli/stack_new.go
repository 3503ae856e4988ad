package cli

import (
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

func (t tool) stackNewCommand() *cli.Command {
	return &cli.Command{
		Name: "new", Usage: t.in(say.Textf("write the topology of a new stack, with comments; it is valid before it is written")), ArgsUsage: t.in(say.Textf("NAME")),
		Description: t.in(say.Textf("Without --node it asks, on a terminal. A file that is there already is never touched.\n" +
			"Example: nestor stack new paris --node cp1:control+worker@10.0.0.11 --node w1:worker@10.0.0.12 --layer obs,gitops")),
		Flags: append(append(t.dirFlags(),
			unset(t.choice("kind", nil, say.Textf("what it runs on"), "prod", "lima"), "prod"),
			&cli.StringSliceFlag{Name: "node", Usage: t.in(say.Textf("a node as `NAME:ROLE+ROLE[@ADDRESS]`, roles control, worker, storage; repeat it"))},
			unset(t.choice("backend", nil, say.Textf("what stores its volumes"), "local-path", "ceph"), "local-path"),
			&cli.StringSliceFlag{Name: "layer", Usage: t.in(say.Textf("a wanted `LAYER`, or an alias of several; repeat it"))},
			&cli.StringFlag{Name: "endpoint", Usage: t.in(say.Textf("the `HOST` where the API answers, or https://HOST[:PORT][/PATH]; in front of the control nodes when there are several"))},
			&cli.StringFlag{Name: "kubeconfig", Usage: t.in(say.Textf("the `FILE` that reaches the cluster (default: ~/.kube/NAME.config)"))},
			&cli.BoolFlag{Name: "example", Usage: t.in(say.Textf("write NAME.example.yaml, for everybody"))},
			t.noInputFlag(), t.colourFlag()), t.logFlags()...),
		Action: t.stackNew,
	}
}

func (t tool) stackNew(c *cli.Context) error {
	if c.NArg() != 1 {
		return misuse(problems.OperandMissing, say.Textf("new takes one name, the new stack's"), say.Textf("for instance: nestor stack new paris --node cp1:control+worker@10.0.0.11"))
	}
	world, err := t.files(c)
	if err != nil {
		return err
	}
	writers := t.writers(Settings{Dir: c.String("dir")})
	use := app.NewStack{Declared: world.Declared(), Drafter: world.Drafter, Language: t.lang, Writer: writers.Creator}
	o := app.NewStackOptions{Name: c.Args().First(), Kind: c.String("kind"), Nodes: c.StringSlice("node"), Backend: c.String("backend"),
		Layers: c.StringSlice("layer"), Endpoint: c.String("endpoint"), Kubeconfig: c.String("kubeconfig"), Example: c.Bool("example")}
	if err := use.Free(o.Name, o.Example); err != nil {
		return err
	}
	if len(o.Nodes) == 0 && t.asking(c.Bool("no-input")) == target.AtTerminal {
		if o, err = t.askTopology(c, use, o); err != nil {
			return err
		}
	}
	topology, err := use.Draft(o)
	if err != nil {
		return err
	}
	t.doubts(topology.Doubts)
	path, err := use.Create(topology)
	if err != nil {
		return err
	}
	p := t.onStdout(c)
	p.hang(p.ink.paint(green, "✓")+" ", 2, bold, say.Textf("written: %s", p.short(path)))
	p.newStackNext(o, topology.Stack)
	return p.err
}

// newStackNext says what to do with a new topology.
func (p *page) newStackNext(o app.NewStackOptions, s stack.Stack) {
	name := clean(o.Name)
	if o.Example {
		p.hang("  ", 2, plain, say.Textf("it is for everybody; for real addresses: nestor stack new %s", name))
		return
	}
	look, work := p.in(say.Textf("look at it:")), p.in(say.Textf("work with it:"))
	p.hang("  "+pad(look, widest(look, work))+"  ", 4, plain, say.Textf("nestor stack show %s", name))
	p.hang("  "+pad(work, widest(look, work))+"  ", 4, plain, say.Textf("nestor stack select %s", name))
	if o.Endpoint == "" && s.Kind == stack.Prod {
		p.note(say.Textf("where the API answers is still a placeholder: network.control_plane_endpoint"))
	}
	if s.Backend == layer.Ceph && len(s.WithRole(stack.Storage)) == 0 {
		p.note(say.Textf("the backend is ceph, and no node has the role storage: give it to those that hold its disks"))
	}
	if hasAddresses(o, s) {
		p.hang("  ", 2, plain, say.Textf("real addresses are in it: keep it out of git"))
	}
}

// hasAddresses reports a new topology that holds an address of a node or of the API.
func hasAddresses(o app.NewStackOptions, s stack.Stack) bool {
	return o.Endpoint != "" || slices.ContainsFunc(s.Nodes, func(n stack.Node) bool { return n.AnsibleHost != "" })
}
