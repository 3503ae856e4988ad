package files

// SchemaComment is the first line of a topology that nestor writes: editors check the file against its schema.
const SchemaComment = "# yaml-language-server: $schema=https://raw.githubusercontent.com/univ-lehavre/nestor/main/schema/topology.schema.json"
