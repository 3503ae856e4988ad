// Package schema holds the JSON Schemas of what operators declare (topologies and layers.yaml), written from the
// shapes that the validator reads with, and of what a preview reports.
package schema

import _ "embed"

//go:generate go test -run TestSchemasAreCurrent|TestV1OnlyGrows . -update

// Topology is the schema of a topology.
//
//go:embed topology.schema.json
var Topology []byte

// Layers is the schema of a layers.yaml.
//
//go:embed layers.schema.json
var Layers []byte

// Preview is the schema of the report that `nestor preview -o json` prints. It is written from the report's own type.
//
//go:embed preview.schema.json
var Preview []byte
