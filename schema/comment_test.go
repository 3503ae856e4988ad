package schema_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/files"
)

// TestFilesNameTheirSchema looks at the first line of the files that people start from.
func TestFilesNameTheirSchema(t *testing.T) {
	var found []string
	for _, pattern := range []string{"../topologies/*.example.yaml", "../fixtures/make/topologies/*.yaml", "../adapters/files/layers.yaml", "testdata/*.yaml"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, names...)
	}
	if len(found) < 8 {
		t.Fatalf("only %v", found)
	}
	mark, _, _ := strings.Cut(files.SchemaComment, files.SchemaURL)
	for _, name := range found {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(text), "\n")
		schema, ok := strings.CutPrefix(first, mark)
		want := "topology.schema.json"
		if strings.Contains(filepath.Base(name), "layers") {
			want = "layers.schema.json"
		}
		if got := filepath.Join(filepath.Dir(name), schema); !ok || got != want && got != filepath.Join("..", "schema", want) {
			t.Errorf("%s begins with %q, which leads to %s and not to schema/%s", name, first, got, want)
		}
	}
}

func TestTheURLLeadsToTheSchemaInTheRepository(t *testing.T) {
	if !strings.HasSuffix(files.SchemaURL, "/nestor/main/schema/topology.schema.json") {
		t.Errorf("%s is not where the file is", files.SchemaURL)
	}
}
