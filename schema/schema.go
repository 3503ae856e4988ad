// Package schema holds the JSON Schemas of what operators declare: topologies and layers.yaml. They are written from the
// shapes that the validator reads with.
package schema

import _ "embed"

//go:generate go test -run TestSchemasAreCurrent . -update

// Topology is the schema of a topology.
//
//go:embed topology.schema.json
var Topology []byte

// Layers is the schema of a layers.yaml.
//
//go:embed layers.schema.json
var Layers []byte
