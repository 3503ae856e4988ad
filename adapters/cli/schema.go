package cli

import (
	"maps"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
	"github.com/univ-lehavre/nestor/schema"
)

// schemas are the JSON Schemas that are built in, by the name of what they are for.
var schemas = map[string][]byte{"topology": schema.Topology, "layers": schema.Layers}

func (t tool) schemaCommand() *cli.Command {
	return &cli.Command{
		Name:      "schema",
		Usage:     t.in(say.Textf("print the JSON Schema of topologies or of layers.yaml, for editors")),
		ArgsUsage: "topology|layers",
		Action:    t.schema,
	}
}

func (t tool) schema(c *cli.Context) error {
	names := slices.Sorted(maps.Keys(schemas))
	if c.NArg() != 1 {
		return misuse(problems.OperandMissing, say.Textf("schema takes one name"), say.Textf("name one schema: %s", say.Or(names)))
	}
	text, ok := schemas[c.Args().First()]
	if !ok {
		return misuse(problems.UnknownOperand, say.Textf("no schema is called %q", c.Args().First()), document.Suggest(c.Args().First(), names))
	}
	_, err := t.streams.Out.Write(text)
	return err
}
