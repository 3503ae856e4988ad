package schema_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/schema"
)

var update = flag.Bool("update", false, "rewrite the schemas")

// builtIn is the embedded catalogue, as a document and read.
func builtIn(t *testing.T) (ports.Document, layer.Catalogue) {
	t.Helper()
	doc, _, err := files.NewStacks(t.TempDir(), "").Catalogue(ports.Document{})
	if err != nil {
		t.Fatal(err)
	}
	c, faulty := layer.New(doc)
	if len(faulty) > 0 {
		t.Fatal(faulty[0].Error())
	}
	return doc, c
}

func layersURL() string { return strings.Replace(files.SchemaURL, "topology", "layers", 1) }

func TestSchemasAreCurrent(t *testing.T) {
	_, c := builtIn(t)
	for _, s := range []struct {
		file             string
		embedded, wanted []byte
	}{
		{"topology.schema.json", schema.Topology, stack.Schema(files.SchemaURL, c)},
		{"layers.schema.json", schema.Layers, layer.Schema(layersURL())},
		{"preview.schema.json", schema.Preview, previewSchema(t)},
	} {
		if *update {
			if err := os.WriteFile(s.file, s.wanted, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if diff := cmp.Diff(string(s.wanted), string(s.embedded)); diff != "" {
			t.Errorf("%s is not what the validator reads with; run `go generate ./schema` (-wanted +file):\n%s", s.file, diff)
		}
	}
}

// compiled gives a schema that is checked against the draft's own schema first.
func compiled(t *testing.T, text []byte) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("file:///s.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("file:///s.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEveryKeyIsExplained(t *testing.T) {
	for _, text := range [][]byte{schema.Topology, schema.Layers} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		if keys := explained(t, "", doc); keys < 20 {
			t.Errorf("only %d keys seen", keys)
		}
	}
}

// explained checks that each key of a map says what it is, and counts them. Rules repeat keys and are left out.
func explained(t *testing.T, path string, schema any) (keys int) {
	m, ok := schema.(map[string]any)
	if !ok {
		return 0
	}
	properties, _ := m["properties"].(map[string]any)
	for key, p := range properties {
		about, _ := p.(map[string]any)["description"].(string)
		if len(about) < len("Its name") || !strings.HasSuffix(about, ".") && !strings.HasSuffix(about, "}") && !strings.HasSuffix(about, ")") {
			t.Errorf("%s.%s says %q", path, key, about)
		}
		keys += 1 + explained(t, path+"."+key, p)
	}
	for _, inner := range []string{"items", "additionalProperties"} {
		keys += explained(t, path+"."+inner, m[inner])
	}
	return keys
}
