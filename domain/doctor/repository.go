package doctor

import (
	"errors"
	"io/fs"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Place says where the topologies are.
func Place(r ports.Repository, err error) Finding {
	found := topic(say.Textf("repository"))
	switch {
	case err != nil:
		return found(CodeNoRepository, Doubt, say.Textf("%v", err), say.Text{})
	case r.Topologies == "":
		return found(CodeRepository, Fine, say.Textf("%s, without a folder topologies", r.Top), say.Text{})
	}
	return found(CodeRepository, Fine, say.Verbatim(r.Top), say.Text{})
}

// Active says which stack is meant when none is named. Names are all that there are.
func Active(active string, names []string) Finding {
	found := topic(say.Textf("active"))
	switch {
	case len(names) == 0:
		return found(CodeNoStack, Doubt, say.Textf("no stack is declared here"), say.Textf("write one: nestor stack new NAME"))
	case active == "":
		return found(CodeNoActive, Doubt, say.Textf("no stack: each command needs a name"), say.Textf("make one active: nestor stack select %s", names[0]))
	}
	return found(CodeActive, Fine, say.Verbatim(active), say.Text{})
}

// Declared is a file of the repository that was checked.
type Declared struct {
	Stack            string // empty: the operator's own catalogue
	Shown            string
	Kind             string // of a valid topology
	Example          bool
	Faults, Warnings int
}

// Checked says whether a declared file is valid.
func Checked(d Declared) Finding {
	fine, wrong, name := CodeTopology, CodeTopologyInvalid, d.Stack
	if d.Stack == "" {
		fine, wrong, name = CodeLayers, CodeLayersInvalid, ports.CatalogueFile
	}
	found := topic(say.Verbatim(name))
	see := say.Text{}
	if d.Faults > 0 || d.Warnings > 0 {
		see = say.Textf("every one with its place: nestor stack validate %s", d.operand())
	}
	var faults, warnings, example say.Text
	if d.Faults > 0 {
		faults = say.Plural(d.Faults, "%d fault", "%d faults")
	}
	if d.Warnings > 0 {
		warnings = say.Plural(d.Warnings, "%d warning", "%d warnings")
	}
	if d.Example {
		example = say.Textf("example")
	}
	if d.Faults > 0 {
		return found(wrong, Fault, say.Join(" · ", say.Verbatim(d.Shown), faults, warnings, example), see)
	}
	state := Fine
	if d.Warnings > 0 {
		state = Doubt
	}
	return found(fine, state, say.Join(" · ", say.Verbatim(d.Shown), say.Textf("valid"), say.Verbatim(d.Kind), warnings, example), see)
}

// operand names the file for validate, which looks at catalogues only beside topologies.
func (d Declared) operand() string {
	if d.Stack == "" {
		return "--all"
	}
	return d.Shown
}

// NoLayers says that only the built-in layers count.
func NoLayers() Finding {
	return topic(say.Verbatim(ports.CatalogueFile))(CodeLayers, Fine, say.Textf("none of your own: the layers that are built in"), say.Text{})
}

// Inventory says whether kubeconfig fetch has an inventory to take a node's address from.
func Inventory(shown string, err error) Finding {
	found := topic(say.Textf("inventory"))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return found(CodeNoInventory, Fine, say.Textf("none: kubeconfig fetch takes a node's address from the topology, or from --from"), say.Text{})
	case err != nil:
		return found(CodeInventoryWrong, Doubt, say.Textf("%v", err), say.Text{})
	}
	return found(CodeInventory, Fine, say.Verbatim(shown), say.Text{})
}
