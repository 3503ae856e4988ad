package cli

import (
	"maps"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/ports"
)

// stackNames gives names that a shell can take for nothing else: letters, digits, dots, dashes and underscores.
func (t tool) stackNames(c *cli.Context) []string {
	world, err := t.wire(Settings{Dir: c.String("dir")})
	if err != nil {
		return nil
	}
	found, err := world.Documents.Stacks()
	if err != nil {
		return nil
	}
	var names []string
	for _, f := range found {
		names = append(names, f.Name)
	}
	return plainNames(names)
}

// plainNames leaves out what a shell could take for something else than a name.
func plainNames(names []string) []string {
	return slices.DeleteFunc(names, func(name string) bool { return !ports.StackNameFault(name).IsZero() })
}

func (t tool) layerNames(c *cli.Context) []string {
	var names []string
	for _, l := range t.knownLayers(c).Layers {
		names = append(names, l.Name)
	}
	return plainNames(names)
}

func (t tool) aliasNames(c *cli.Context) []string {
	return plainNames(slices.Sorted(maps.Keys(t.knownLayers(c).Aliases)))
}

// knownLayers is the catalogue as files have it; empty when it cannot be read.
func (t tool) knownLayers(c *cli.Context) app.Chosen {
	world, err := t.wire(Settings{Dir: c.String("dir")})
	if err != nil {
		return app.Chosen{}
	}
	chosen, err := app.Layers{Declared: world.Declared()}.All()
	if err != nil {
		return app.Chosen{}
	}
	return chosen
}

func codeNames() []string {
	var names []string
	for _, c := range app.Codes("") {
		names = append(names, c.ID)
	}
	return names
}
