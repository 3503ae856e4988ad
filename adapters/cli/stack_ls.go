package cli

import (
	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

func (t tool) stackList(c *cli.Context) error {
	if c.NArg() > 0 {
		return misuse(problems.TooManyOperands, say.Textf("ls takes no operand (%s)", c.Args().First()), say.Textf("for one stack: nestor stack show %s", c.Args().First()))
	}
	use, err := t.stacks(c)
	if err != nil {
		return err
	}
	list, err := use.List()
	if err != nil {
		return err
	}
	if c.String("output") == "json" {
		return writeJSON(t.streams.Out, list)
	}
	p := t.onStdout(c)
	p.stackList(list)
	return p.err
}

// stackList prints a table, one stack a line.
func (p *page) stackList(list app.StackList) {
	if len(list.Stacks) == 0 {
		p.sentence(noStack())
		return
	}
	rows := [][]say.Text{{say.Textf("  STACK"), say.Textf("KIND"), say.Textf("NODES"), say.Textf("LAYERS"), say.Verbatim("KUBECONFIG"), say.Textf("TOPOLOGY")}}
	var narrow [][]say.Text
	invalid := false
	for _, s := range list.Stacks {
		row := p.stackRow(s)
		rows, narrow = append(rows, row), append(narrow, narrowStackRow(s, row))
		invalid = invalid || !s.Valid
	}
	p.table(rows, narrow)
	if list.Exported != "" {
		p.note(say.Textf("KUBECONFIG is exported (%s), and used in place of these", p.short(list.Exported)))
	}
	if invalid {
		p.sentence(say.Textf("every fault, with its place: nestor stack validate --all"))
	}
}

// noStack says how to begin.
func noStack() say.Text {
	return say.Textf("no stack is declared here; write one: nestor stack new NAME")
}

func (p *page) stackRow(s app.StackRow) []say.Text {
	name, none := "  ", say.Verbatim("-")
	if s.Active {
		name = "* "
	}
	row := []say.Text{say.Verbatim(name + s.Name), none, none, none, none, topologyState(s)}
	if s.Kind == "" {
		return row
	}
	row[1], row[2], row[3] = say.Verbatim(s.Kind), say.Textf("%d", s.Nodes), say.Textf("%d", s.Layers)
	row[4] = say.Textf("none named")
	if k := s.Kubeconfig; k != nil {
		row[4] = p.presence(*k)
	}
	return row
}

// narrowStackRow is what follows a stack's name where there is no room for columns, nor for their titles.
func narrowStackRow(s app.StackRow, row []say.Text) []say.Text {
	if s.Kind == "" {
		return row[len(row)-1:]
	}
	kubeconfig := say.Textf("no kubeconfig")
	if s.Kubeconfig != nil {
		kubeconfig = say.Textf("kubeconfig %s", row[4])
	}
	return []say.Text{row[1], say.Plural(s.Nodes, "%d node", "%d nodes"), say.Plural(s.Layers, "%d layer", "%d layers"), kubeconfig, row[5]}
}

// topologyState is what there is to say of a file: valid or not, and whether it is an example.
func topologyState(s app.StackRow) say.Text {
	parts := []say.Text{say.Textf("valid")}
	if !s.Valid {
		var faults []say.Text
		if s.Faults > 0 {
			faults = append(faults, say.Plural(s.Faults, "%d fault", "%d faults"))
		}
		if s.OfLayers > 0 {
			faults = append(faults, say.Plural(s.OfLayers, "%d fault in %s", "%d faults in %s", ports.CatalogueFile))
		}
		parts[0] = say.Textf("invalid: %s", say.Join(", ", faults...))
	}
	if s.Warnings > 0 {
		parts = append(parts, say.Plural(s.Warnings, "%d warning", "%d warnings"))
	}
	if s.Example {
		parts = append(parts, say.Textf("example"))
	}
	return say.Join(", ", parts...)
}

// presence is a file, and whether it is there.
func (p *page) presence(f app.NamedFile) say.Text {
	if !f.Present {
		return say.Textf("%s (not there)", p.short(f.File))
	}
	return say.Verbatim(p.short(f.File))
}
