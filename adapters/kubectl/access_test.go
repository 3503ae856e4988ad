package kubectl

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/domain/access"
	"github.com/univ-lehavre/nestor/domain/access/accesstest"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports"
)

// ownKinds are those that a Reader may ask for of its own accord.
var ownKinds = []ports.ObjectRef{ports.Namespaces, ports.Nodes, ports.StorageClasses, ports.Definitions, ports.APIServices}

// TestEveryReadIsInTheRole takes a reader through all of its waves and holds what it asks for against the role that is
// made for the same layers.
func TestEveryReadIsInTheRole(t *testing.T) {
	proof := func(ref ports.ObjectRef) layer.Proof { return layer.Proof{Ref: ref, Anywhere: true} }
	c := layer.Catalogue{Layers: []layer.Layer{{Name: "all", Proofs: []layer.Proof{proof(application), proof(volume("x")), {Ref: gadget}, proof(marquez), {Ref: blockPool}}}}}
	question, markers := state.Questions(c)
	_, results := allWaves()
	overviewed := &fake{results: map[string][]run.Result{overviews: {printed(0, listOfItems())}}}
	New(overviewed, deadline).Overview(t.Context(), at(storyServer), question)
	_, named := objects(storyServer, results, append(markers, ports.Marker{Ref: marquez})...)

	rules := access.Rules(c)
	waves := map[string]bool{}
	for _, call := range append(overviewed.calls, named.calls...) {
		waves[kindOf(call)] = true
		switch call.Args[1] {
		case "-f":
			for _, ref := range namesOn(t, call, markers) {
				if !accesstest.Allows(rules, ref) {
					t.Errorf("get %s of %q is not in the role", ref, ref.Group)
				}
			}
		case "--raw":
			if !accesstest.Permits(rules, "GET", call.Args[2]) {
				t.Errorf("get --raw %s is not in the role", call.Args[2])
			}
		default:
			for _, resource := range strings.Split(call.Args[1], ",") {
				if !accesstest.Allows(rules, kindNamed(t, resource, append(markers, ports.Marker{Ref: marquez}))) {
					t.Errorf("list of %s is not in the role", resource)
				}
			}
		}
	}
	if len(waves) != 6 {
		t.Errorf("only these reads were made: %v", waves)
	}
}

// namesOn gives the objects on stdin, with the resources that their kinds are known by.
func namesOn(t *testing.T, call run.Call, markers []ports.Marker) []ports.ObjectRef {
	t.Helper()
	var list struct {
		Items []struct {
			APIVersion, Kind string
			Metadata         struct{ Name, Namespace string }
		}
	}
	if err := json.Unmarshal(call.Stdin, &list); err != nil {
		t.Fatal(err)
	}
	var refs []ports.ObjectRef
	for _, item := range list.Items {
		group, _, grouped := strings.Cut(item.APIVersion, "/")
		if !grouped {
			group = ""
		}
		ref := kindOfRef(t, func(known ports.ObjectRef) bool { return known.Kind == item.Kind && known.Group == group }, append(markers, ports.Marker{Ref: marquez}), item.Kind)
		ref.Namespace, ref.Name = item.Metadata.Namespace, item.Metadata.Name
		refs = append(refs, ref)
	}
	return refs
}

// kindNamed is the kind of "applications.v1alpha1.argoproj.io", or of "deployments".
func kindNamed(t *testing.T, resource string, markers []ports.Marker) ports.ObjectRef {
	t.Helper()
	parts := strings.SplitN(resource, ".", 3)
	ref := kindOfRef(t, func(known ports.ObjectRef) bool {
		return known.Resource == parts[0] && (len(parts) < 3 || known.Group == parts[2])
	}, markers, resource)
	ref.Namespace, ref.Name = "", ""
	return ref
}

func kindOfRef(t *testing.T, is func(ports.ObjectRef) bool, markers []ports.Marker, what string) ports.ObjectRef {
	t.Helper()
	for _, m := range markers {
		if is(m.Ref) {
			return m.Ref
		}
	}
	for _, kind := range ownKinds {
		if is(kind) {
			return kind
		}
	}
	t.Fatalf("%s is neither asked for by a layer nor in the table of ports", what)
	return ports.ObjectRef{}
}

// TestNoKindIsSpelledOutHere keeps every read in the table of ports: a kind that is written down in this package would be
// asked for without any role that allows it.
func TestNoKindIsSpelledOutHere(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			pair, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			key, isName := pair.Key.(*ast.Ident)
			_, isText := pair.Value.(*ast.BasicLit)
			if isName && isText && (key.Name == "Kind" || key.Name == "Resource") {
				t.Errorf("%s spells out a %s; put it into ports/reads.go, where its role is made from", file, key.Name)
			}
			return true
		})
	}
}
