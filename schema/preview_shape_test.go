package schema_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports/say"
)

// values are the fields of a report that hold one of a few words, by type and field.
var values = map[string][]any{
	"Report.schema":          {app.Schema},
	"Source.kind":            {app.Live, app.Replay},
	"StackReport.kind":       {stack.Prod, stack.Lima},
	"StackReport.backend":    {layer.Ceph, layer.LocalPath},
	"TargetReport.judgement": {target.Confirmed, target.Ask, target.Refuse},
	"LayerReport.verdict":    {state.Present, state.Absent, state.Partial, state.Degraded, state.Unknown, state.Unobservable},
	"LayerReport.action":     {plan.None, plan.Install, plan.Finish, plan.Repair, plan.Wait, plan.Look, plan.Blocked},
	"MachineReport.state":    {state.MachineRunning, state.MachineStopped, state.MachineBroken, state.MachineMissing, state.MachineOther, state.MachineUnknown},
}

// about says what a field holds where its comment in the code does not: by type and field, or by field alone.
var about = map[string]string{
	"Report.schema": "The form of this report.", "Report.source": "Where the answers came from.", "Report.stack": "What is wanted.", "Report.target": "The cluster that was aimed at.",
	"Report.cluster": "What was seen of the cluster as a whole.", "Report.nodes": "Declared nodes, then others that were seen.", "Report.layers": "The wanted layers, in the order in which they are installed.",
	"Report.extra": "What is there and not wanted.", "Report.notes": "What else is worth knowing.", "Report.summary": "The wanted layers in numbers and in a sentence.",
	"Report.machines": "The VMs of a bench; only of a lima stack.",
	"Source.file":     "The recording.", "Source.recorded": "When it was recorded.",
	"StackReport.file": "The topology's real file.", "StackReport.kind": "Whether the stack runs on machines of its own, or on virtual ones of this machine.", "StackReport.nodes": "The declared nodes.",
	"StackReport.backend": "What stores the volumes.", "StackReport.backendDeclared": "False when the default was taken.", "StackReport.exposition": "How the stack is reached, as declared.", "StackReport.layers": "The wanted layers in order.",
	"TargetReport.kubeconfig": "The files that were read.", "TargetReport.overrides": "The file that KUBECONFIG stands in place of.", "TargetReport.context": "The context that was used.", "TargetReport.contextSource": "What named it.",
	"TargetReport.server": "The API's address.", "TargetReport.caSha256": "The hash of its certificate authority.", "TargetReport.clusterUid": "The UID of namespace kube-system; empty when it was not seen.", "TargetReport.authentication": "How the user authenticates.",
	"TargetReport.warnings": "What is wrong with the kubeconfig, without being decisive.",
	"ClusterReport.read":    "Whether anything was read.", "ClusterReport.nodesReady": "How many declared nodes are Ready.", "ClusterReport.nodesWanted": "How many nodes are declared.", "ClusterReport.nodesRead": "Whether the nodes were read.",
	"ClusterReport.versions": "The versions of the nodes' kubelets.", "ClusterReport.cephHealth": "Ceph's own word for its health.", "ClusterReport.storageConflict": "Why another storage backend is in the way.", "ClusterReport.requests": "What kubectl asked of the API.",
	"RequestReport.total": "All requests.", "RequestReport.get": "Those that only read.", "RequestReport.other": "All others; anything but 0 is refused.", "RequestMade.method": "The HTTP method.", "RequestMade.path": "The path, with those parameters that the Kubernetes API knows.",
	"NodeReport.declared": "Whether the topology declares it.", "NodeReport.status": "Ready, NotReady, or what else is known of it.", "NodeReport.cordoned": "Whether it takes no new pods.", "NodeReport.version": "The version of its kubelet.", "NodeReport.matchedBy": "By what it was recognised, when not by its name.",
	"MachineReport.declared": "Whether this stack declares it.", "MachineReport.declaredBy": "Another stack that declares it.", "MachineReport.errors": "What limactl says is wrong with it.",
	"LayerReport.label": "What people call it, by language.", "LayerReport.verdict": "What is known of it.", "LayerReport.action": "What it calls for.", "LayerReport.detail": "What was found, in one sentence.", "LayerReport.blockedBy": "The layers that must be settled first.",
	"LayerReport.why": "Why it calls for that.", "LayerReport.how": "A command or an address for the operator; never run.", "LayerReport.evidence": "What the verdict rests on.",
	"EvidenceReport.object": "What was looked at.", "EvidenceReport.outcome": "What became of it.", "EvidenceReport.detail": "What was found, in a phrase.", "EvidenceReport.decides": "Whether the verdict rests on it.", "EvidenceReport.command": "The command that shows it, to paste.",
	"ExtraReport.layers": "Layers that are there.", "ExtraReport.nodes": "Nodes that no topology declares.", "ExtraReport.namespaces": "Namespaces that no layer claims.", "ExtraReport.machines": "VMs that no stack declares.",
	"SummaryReport.unread": "Layers that could not be read.", "SummaryReport.actions": "How many layers call for each action.", "SummaryReport.sentence": "What it comes to.", "SummaryReport.pending": "Whether something is to be installed, finished or repaired.",
	"SummaryReport.refused": "Whether the cluster is not the stack's, or nothing proves that it is.",
	"name":                  "Its name.", "code": "A stable code; nestor explain tells more.", "text": "What is said, in English.", "roles": "What it is for.", "notes": "What else is worth knowing of it.", "advice": "What to do about it.",
}

// object is a JSON object that keeps its order.
type object []member

type member struct {
	key   string
	value any
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, m := range o {
		b.WriteString(map[bool]string{true: "{", false: ","}[i == 0])
		for j, part := range []any{m.key, m.value} {
			text, err := json.Marshal(part)
			if err != nil {
				return nil, err
			}
			b.WriteString(map[bool]string{true: ":", false: ""}[j == 1])
			b.Write(text)
		}
	}
	b.WriteString("}")
	return b.Bytes(), nil
}

// previewShape writes the schema of app.Report from the type itself and its comments.
type previewShape struct {
	t        *testing.T
	comments map[string]string
	defs     object
	seen     map[reflect.Type]bool
}

func previewSchema(t *testing.T) []byte {
	t.Helper()
	s := previewShape{t: t, comments: commentsOf(t, "../app/report.go", "../app/requests.go"), seen: map[reflect.Type]bool{}}
	report := s.structure(reflect.TypeFor[app.Report]())
	schema := append(object{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"$id", strings.Replace(files.SchemaURL, "topology", "preview", 1)},
		{"title", app.Schema},
		{"description", "What nestor preview -o json prints. Later versions of nestor may add fields: what is not known is to be ignored."},
	}, report...)
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(append(schema, member{"$defs", s.defs})); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func (s *previewShape) structure(of reflect.Type) object {
	var properties object
	required := []string{}
	for i := range of.NumField() {
		f := of.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		if options == "" {
			required = append(required, name)
		}
		properties = append(properties, member{name, append(object{{"description", s.about(of, f, name)}}, s.value(of.Name()+"."+name, f.Type)...)})
	}
	return object{{"type", "object"}, {"required", required}, {"properties", properties}}
}

func (s *previewShape) value(at string, of reflect.Type) object {
	switch {
	case values[at] != nil:
		return object{{"type", "string"}, {"enum", values[at]}}
	case of == reflect.TypeFor[time.Time]():
		return object{{"type", "string"}, {"format", "date-time"}}
	case of == reflect.TypeFor[say.Text](), of.Kind() == reflect.String:
		return object{{"type", "string"}}
	}
	switch of.Kind() {
	case reflect.Pointer:
		return s.value(at, of.Elem())
	case reflect.Bool:
		return object{{"type", "boolean"}}
	case reflect.Int:
		return object{{"type", "integer"}}
	case reflect.Slice:
		return object{{"type", "array"}, {"items", s.value(at+"[]", of.Elem())}}
	case reflect.Map:
		return object{{"type", "object"}, {"additionalProperties", s.value(at+"{}", of.Elem())}}
	case reflect.Struct:
		if !s.seen[of] {
			s.seen[of] = true
			s.defs = append(s.defs, member{defName(of), s.structure(of)})
		}
		return object{{"$ref", "#/$defs/" + defName(of)}}
	}
	s.t.Fatalf("%s is a %s, of which this test knows nothing", at, of)
	return nil
}

func defName(of reflect.Type) string {
	name := []rune(strings.TrimSuffix(of.Name(), "Report"))
	name[0] = unicode.ToLower(name[0])
	return string(name)
}

// about is what a field holds: by the table, else by its comment.
func (s *previewShape) about(of reflect.Type, f reflect.StructField, name string) string {
	text := s.comments[of.Name()+"."+f.Name]
	for _, key := range []string{of.Name() + "." + name, name} {
		if about[key] != "" && (text == "" || key != name) {
			text = about[key]
		}
	}
	if text == "" {
		s.t.Errorf("%s.%s has no comment in the code, nor a line in the table of this test", of.Name(), f.Name)
		return ""
	}
	first := []rune(text)
	first[0] = unicode.ToUpper(first[0])
	return strings.TrimSuffix(string(first), ".") + "."
}

// commentsOf gives the comments of structs' fields, by type and field.
func commentsOf(t *testing.T, paths ...string) map[string]string {
	t.Helper()
	comments := map[string]string{}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			shape, ok := spec.Type.(*ast.StructType)
			if !ok {
				return true
			}
			for _, f := range shape.Fields.List {
				for _, name := range f.Names {
					comments[spec.Name.Name+"."+name.Name] = strings.Join(strings.Fields(f.Doc.Text()+f.Comment.Text()), " ")
				}
			}
			return true
		})
	}
	return comments
}
