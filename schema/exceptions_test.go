package schema_test

import (
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/ports"
)

// exception is something that the validator refuses and a schema cannot: a file that shows it, and which fault it is.
type exception struct {
	name, example string
	code          string
	only          func(ports.Fault, ports.Value) bool // nil: every fault of this code
}

const node = "nodes: [{name: n, roles: [control]}]\n"

var (
	sameKey = exception{"a key twice in one map (most parsers refuse it before any schema sees it)", "", document.CodeDuplicate,
		func(f ports.Fault, _ ports.Value) bool { return f.KeyOnly }}
	foreignTag = exception{"a tag of another program where a plain value is due", "", document.CodeUnresolvable, nil}
)

// topologyExceptions is all that the schema of topologies lets pass and the validator does not.
var topologyExceptions = []exception{
	{"a name that no catalogue has: a layers.yaml may add it", node + "layers: [nope]\n", layer.CodeUnknownLayer, nil},
	{"a profile that no catalogue has: a layers.yaml may bring its own", node + "catalog: {profile: nope}\n", document.CodeNotOneOf,
		func(f ports.Fault, _ ports.Value) bool { return f.Path == "catalog.profile" }},
	{"a layer of another backend than the declared one", node + "layers: [datalake]\nstorage: {backend: local-path}\n", layer.CodeNotAllowed, nil},
	{"a layer of benches in a prod stack", node + "layers: [machines]\n", layer.CodeLimaOnly, nil},
	{"two nodes of one name", "nodes: [{name: n, roles: [control]}, {name: N, roles: [worker]}]\n", document.CodeDuplicate,
		func(f ports.Fault, _ ports.Value) bool { return strings.HasSuffix(f.Path, "].name") }},
	{"a whole number written in another way (6443.0, 1e3, 0x1f)", node + "network: {control_plane_port: 6443.0}\n", document.CodeWrongType, strangeNumber},
	sameKey.shownBy(node + "context: a\ncontext: b\n"),
	foreignTag.shownBy(node + "context: !vault x\n"),
}

// layersExceptions is the same for catalogues.
var layersExceptions = []exception{
	{"a need or an alias of a name that no catalogue has", "layers: [{name: a, needs: [nope], seen: nothing}]\n", layer.CodeUnknownLayer, nil},
	{"layers that need each other", "layers: [{name: a, needs: [b], seen: nothing}, {name: b, needs: [a], seen: nothing}]\n", layer.CodeCycle, nil},
	{"a name that is defined twice", "layers: [{name: a, seen: nothing}, {name: a, seen: nothing}]\n", layer.CodeTwice, nil},
	sameKey.shownBy("aliases: {a: [], a: []}\n"),
	foreignTag.shownBy("layers: [{name: a, how: !vault x, seen: nothing}]\n"),
}

// stricter is all that a schema refuses and the validator accepts, by an example.
var stricter = map[string]map[string]string{
	"topology": {
		"a key that is near no known one: the validator warns, an editor marks it":          node + "colour_of_the_rack: blue\n",
		"a zone of an IPv6 address in a URL, with other characters than RFC 6874 lets pass": node + `network: {control_plane_endpoint: "https://[fe80::1%25a%20b]/"}` + "\n",
	},
	"layers": {"a key that is near no known one: the validator warns, an editor marks it": "colour_of_the_rack: blue\n"},
}

func TestWhereTheSchemaIsStricter(t *testing.T) {
	for kind, j := range judges(t) {
		for name, example := range stricter[kind] {
			doc, err := files.Parse("x.yaml", "x.yaml", []byte(example))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if faults := j.validator(doc); ports.AnyWrong(faults) {
				t.Errorf("%s: the validator refuses it too: %v", name, faults)
			}
			if j.schema.Validate(instance(doc.Root)) == nil {
				t.Errorf("%s: the schema accepts it", name)
			}
		}
	}
}

func (e exception) shownBy(example string) exception {
	e.example = example
	return e
}

// strangeNumber reports a fault about how a whole number is written; 1.5 is none, and a schema says so.
func strangeNumber(f ports.Fault, root ports.Value) bool {
	v := root
	for _, key := range strings.Split(f.Path, ".") {
		v = under(v, key)
	}
	if v.Kind != ports.Number {
		return false
	}
	n := string(number(v.Scalar))
	f64, ok := whole(n)
	return ok && f64.String() != v.Scalar || strings.ContainsAny(n, "e") && !strings.Contains(n, "e-")
}

func under(v ports.Value, key string) ports.Value {
	for _, e := range v.Entries {
		if e.Key == key {
			return e.Value
		}
	}
	return ports.Value{}
}

func excepted(list []exception, f ports.Fault, root ports.Value) bool {
	for _, e := range list {
		if e.code == f.Code && (e.only == nil || e.only(f, root)) {
			return true
		}
	}
	return false
}

// TestExceptionsAreNeeded shows each exception by a file that the schema accepts and the validator refuses for this alone.
func TestExceptionsAreNeeded(t *testing.T) {
	for kind, j := range judges(t) {
		for _, e := range j.exceptions {
			doc, err := files.Parse("x.yaml", "x.yaml", []byte(e.example))
			if err != nil {
				t.Fatalf("%s: %v", e.name, err)
			}
			if err := j.schema.Validate(instance(doc.Root)); err != nil {
				t.Errorf("%s: %s: the schema refuses it too; remove the exception: %v", kind, e.name, err)
			}
			faults := j.validator(doc)
			if len(faults) == 0 {
				t.Errorf("%s: %s: the validator accepts it", kind, e.name)
			}
			for _, f := range faults {
				if !excepted([]exception{e}, f, doc.Root) {
					t.Errorf("%s: %s: another fault: %v", kind, e.name, f)
				}
			}
		}
	}
}
