package schema_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/univ-lehavre/nestor/schema"
)

// keptPreview is what v1 has promised so far.
const keptPreview = "testdata/preview.v1.json"

func parsed(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var tree map[string]any
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	return tree
}

// TestEveryRecordedReportIsValid holds each recorded scenario's JSON to the schema, with no field that it does not know.
func TestEveryRecordedReportIsValid(t *testing.T) {
	text, err := json.Marshal(closed(parsed(t, schema.Preview)))
	if err != nil {
		t.Fatal(err)
	}
	judge := compiled(t, text)
	reports, err := filepath.Glob("../testdata/formats/*.json")
	if err != nil || len(reports) < 10 {
		t.Fatalf("%d reports, %v", len(reports), err)
	}
	for _, file := range reports {
		report, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(report)))
		if err != nil {
			t.Fatal(err)
		}
		if err := judge.Validate(doc); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// closed forbids what a schema does not name: for nestor's own output, not for those who read it.
func closed(node any) any {
	switch node := node.(type) {
	case map[string]any:
		for key, value := range node {
			node[key] = closed(value)
		}
		if node["properties"] != nil && node["type"] == "object" {
			node["additionalProperties"] = false
		}
	case []any:
		for i := range node {
			node[i] = closed(node[i])
		}
	}
	return node
}

// TestV1OnlyGrows compares the schema with what was promised. With -update what was added is promised too; what would
// break a reader never is.
func TestV1OnlyGrows(t *testing.T) {
	text, err := os.ReadFile(keptPreview)
	if os.IsNotExist(err) && *update {
		text, err = previewSchema(t), nil
	}
	if err != nil {
		t.Fatal(err)
	}
	now := previewSchema(t)
	breaks := broken(parsed(t, text), parsed(t, now))
	for _, b := range breaks {
		t.Errorf("%s; a change that is not an optional field more needs nestor.preview/v2", b)
	}
	if *update && len(breaks) == 0 {
		if err := os.WriteFile(keptPreview, now, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(string(text), string(now)); diff != "" && !*update && len(breaks) == 0 {
		t.Errorf("v1 has grown; promise it: go generate ./schema (-promised +now)\n%s", diff)
	}
}

// broken lists what a reader of the kept schema could not read any more.
func broken(kept, now map[string]any) []string {
	keptDefs, _ := kept["$defs"].(map[string]any)
	nowDefs, _ := now["$defs"].(map[string]any)
	breaks := brokenObject("report", kept, now)
	for name, def := range keptDefs {
		other, ok := nowDefs[name].(map[string]any)
		if !ok {
			breaks = append(breaks, name+" is gone")
			continue
		}
		breaks = append(breaks, brokenObject(name, def.(map[string]any), other)...)
	}
	slices.Sort(breaks)
	return breaks
}

func brokenObject(at string, kept, now map[string]any) []string {
	var breaks []string
	if !reflect.DeepEqual(sorted(kept["required"]), sorted(now["required"])) {
		breaks = append(breaks, fmt.Sprintf("%s requires %v, and required %v", at, sorted(now["required"]), sorted(kept["required"])))
	}
	properties, _ := now["properties"].(map[string]any)
	for name, shape := range kept["properties"].(map[string]any) {
		before, after := maps.Clone(shape.(map[string]any)), map[string]any{}
		if other, ok := properties[name].(map[string]any); ok {
			after = maps.Clone(other)
		}
		delete(before, "description")
		delete(after, "description")
		if diff := cmp.Diff(before, after); diff != "" {
			breaks = append(breaks, fmt.Sprintf("%s.%s is not what it was (-promised +now):\n%s", at, name, diff))
		}
	}
	return breaks
}

func sorted(list any) []string {
	var all []string
	items, _ := list.([]any)
	for _, i := range items {
		all = append(all, i.(string))
	}
	slices.Sort(all)
	return all
}

func TestABreakOfV1IsSeen(t *testing.T) {
	layer := func(now map[string]any) map[string]any {
		return now["$defs"].(map[string]any)["layer"].(map[string]any)
	}
	field := func(now map[string]any, name string) map[string]any {
		return layer(now)["properties"].(map[string]any)[name].(map[string]any)
	}
	for what, change := range map[string]struct {
		do     func(now map[string]any)
		breaks int
	}{
		"nothing": {func(map[string]any) {}, 0},
		"an optional field": {func(now map[string]any) {
			layer(now)["properties"].(map[string]any)["new"] = map[string]any{"type": "string"}
		}, 0},
		"another description":      {func(now map[string]any) { field(now, "verdict")["description"] = "x" }, 0},
		"a required field":         {func(now map[string]any) { layer(now)["required"] = append(layer(now)["required"].([]any), "new") }, 1},
		"a field that is gone":     {func(now map[string]any) { delete(layer(now)["properties"].(map[string]any), "why") }, 1},
		"a field that may be gone": {func(now map[string]any) { layer(now)["required"] = layer(now)["required"].([]any)[1:] }, 1},
		"another type":             {func(now map[string]any) { field(now, "detail")["type"] = "array" }, 1},
		"another word":             {func(now map[string]any) { field(now, "verdict")["enum"] = []any{"present"} }, 1},
	} {
		now := parsed(t, schema.Preview)
		change.do(now)
		if got := broken(parsed(t, schema.Preview), now); len(got) != change.breaks {
			t.Errorf("%s: %v", what, got)
		}
	}
}
