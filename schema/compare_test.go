package schema_test

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/schema"
)

// judge has both opinions of one kind of document.
type judge struct {
	schema     *jsonschema.Schema
	validator  func(doc ports.Document) []ports.Fault
	exceptions []exception
}

const home = "/home/op"

func judges(t *testing.T) map[string]judge {
	embedded, c := builtIn(t)
	return map[string]judge{
		"topology": {compiled(t, schema.Topology), func(doc ports.Document) []ports.Fault {
			_, faults := stack.New(doc, c, home)
			return faults
		}, topologyExceptions},
		"layers": {compiled(t, schema.Layers), func(doc ports.Document) []ports.Fault {
			var faults []ports.Fault
			_, faulty := layer.New(embedded, doc)
			for _, f := range faulty {
				faults = append(faults, f.Faults...)
			}
			return faults
		}, layersExceptions},
	}
}

// disagree says in which way schema and validator judge a document differently, or gives "". Both speak alike when the
// schema refuses exactly what the validator refuses, keys that it only doubts included, less the exceptions.
func (j judge) disagree(doc ports.Document) string {
	faults := slices.DeleteFunc(j.validator(doc), func(f ports.Fault) bool {
		return f.Severity == ports.Doubtful && f.Code != document.CodeIgnoredKey
	})
	err := j.schema.Validate(instance(doc.Root))
	if err != nil && len(faults) == 0 {
		return "only the schema refuses it: " + err.Error()
	}
	// What stands behind a tag is not read: its other faults follow from that one.
	tagged := slices.ContainsFunc(faults, func(f ports.Fault) bool { return f.Code == document.CodeUnresolvable })
	for _, f := range faults {
		if err == nil && !tagged && !excepted(j.exceptions, f, doc.Root) {
			return "only the validator refuses it: " + f.Error()
		}
	}
	return ""
}

// instance is a value as an editor that reads YAML 1.2 gives it to a schema: without tags, the first of equal keys.
func instance(v ports.Value) any {
	switch v.Kind {
	case ports.Text:
		return v.Scalar
	case ports.Bool:
		b, _ := strconv.ParseBool(v.Scalar)
		return b
	case ports.Number:
		return number(v.Scalar)
	case ports.List:
		list := []any{}
		for _, item := range v.Items {
			list = append(list, instance(item))
		}
		return list
	case ports.Map:
		m := map[string]any{}
		for _, e := range v.Entries {
			if _, twice := m[e.Key]; !twice {
				m[e.Key] = instance(e.Value)
			}
		}
		return m
	}
	return nil
}

// number is a number of YAML's core schema as JSON has it. What JSON lacks (.inf, .nan) is no whole number.
func number(text string) json.Number {
	if n, ok := whole(text); ok {
		return json.Number(n.String())
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil && f == f && f <= 1e300 && f >= -1e300 {
		return json.Number(strconv.FormatFloat(f, 'g', -1, 64))
	}
	return "0.5"
}

// whole reads whole numbers: decimal ones with leading zeros too, 0x and 0o.
func whole(text string) (*big.Int, bool) {
	base := 10
	if len(text) > 2 && (text[:2] == "0x" || text[:2] == "0o") {
		base = map[byte]int{'x': 16, 'o': 8}[text[1]]
		text = text[2:]
	}
	return new(big.Int).SetString(text, base)
}

// check parses a file and compares what both say. Text that is no YAML is for neither.
func (j judge) check(t *testing.T, name string, src []byte) (read bool) {
	t.Helper()
	doc, err := files.Parse(name, name, src)
	if err != nil {
		return false
	}
	if how := j.disagree(doc); how != "" {
		t.Errorf("%s: %s\n%s", name, how, src)
	}
	return true
}
