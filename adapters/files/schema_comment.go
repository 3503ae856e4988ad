package files

// SchemaURL is where an editor finds the JSON Schema of topologies.
const SchemaURL = "https://raw.githubusercontent.com/univ-lehavre/nestor/main/schema/topology.schema.json"

// SchemaComment is the first line of a topology that nestor writes: editors then complete and check it while it is typed.
const SchemaComment = "# yaml-language-server: $schema=" + SchemaURL
