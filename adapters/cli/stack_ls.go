package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/ports"
)

func (t tool) stackList(c *cli.Context) error {
	if c.NArg() > 0 {
		return &exit{app.Usage, fmt.Errorf("ls takes no operand; for one stack: nestor stack show %s", c.Args().First())}
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
		p.sentence("no stack is declared here; write one: nestor stack new NAME")
		return
	}
	rows := [][]string{{"  STACK", "KIND", "NODES", "LAYERS", "KUBECONFIG", "TOPOLOGY"}}
	invalid := false
	for _, s := range list.Stacks {
		rows = append(rows, p.stackRow(s))
		invalid = invalid || !s.Valid
	}
	p.table(rows)
	if list.Exported != "" {
		p.note("KUBECONFIG is exported (" + p.short(list.Exported) + "), and used in place of these")
	}
	if invalid {
		p.sentence("every fault, with its place: nestor stack validate --all")
	}
}

func (p *page) stackRow(s app.StackRow) []string {
	name := "  "
	if s.Active {
		name = "* "
	}
	row := []string{name + clean(s.Name), "-", "-", "-", "-", topologyState(s)}
	if s.Kind == "" {
		return row
	}
	row[1], row[2], row[3] = s.Kind, strconv.Itoa(s.Nodes), strconv.Itoa(s.Layers)
	row[4] = "none named"
	if k := s.Kubeconfig; k != nil {
		row[4] = p.named(*k)
	}
	return row
}

// topologyState is what there is to say of a file: valid or not, and whether it is an example.
func topologyState(s app.StackRow) string {
	state := "valid"
	if !s.Valid {
		var faults []string
		if s.Faults > 0 {
			faults = append(faults, counted(s.Faults, "fault"))
		}
		if s.OfLayers > 0 {
			faults = append(faults, counted(s.OfLayers, "fault")+" in "+ports.CatalogueFile)
		}
		state = "invalid: " + strings.Join(faults, ", ")
	}
	example := ""
	if s.Example {
		example = "example"
	}
	warnings := ""
	if s.Warnings > 0 {
		warnings = counted(s.Warnings, "warning")
	}
	return strings.Join(compact(state, warnings, example), ", ")
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// named is a file, and whether it is there.
func (p *page) named(f app.NamedFile) string {
	if !f.Present {
		return p.short(f.File) + " (not there)"
	}
	return p.short(f.File)
}
