package files_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
)

// TestWhatIsNewIsValid draws options, and holds what was written to what was asked: read by nestor, and by another decoder.
func TestWhatIsNewIsValid(t *testing.T) {
	repository := tree(t, map[string]string{"topologies/": ""})
	stacks := files.NewStacks(repository, "/nowhere")
	use := app.NewStack{Declared: app.Declared{Documents: stacks, Home: home}, Drafter: files.Drafts{}, Writer: files.NewStackStore(repository, "/nowhere")}
	nodeName := rapid.OneOf(rapid.StringMatching(`[A-Za-z0-9_][A-Za-z0-9._-]{0,8}`), rapid.SampledFrom([]string{"no", "Yes", "on", "y", "null", "~x", "1", "1e3", "0x1f", "1_000", "0o7", "12.5", "2001-01-01", "1:2", "true", ".inf", "_"}))
	address := rapid.SampledFrom([]string{"", "10.0.0.1", "fd00::1", "::1", "node-1.example.org", "no", "1e3", "_dmz"})
	path := rapid.OneOf(rapid.SampledFrom([]string{"", "~/.kube/x.config", "/k/a b", "/k/#x", "/k/'x'", `/k/"x"`, `/k/\x`, "/k/é", "./x", "no", "1", "/k/{a}", "/k/%x", "/k/*x", "&x", "!x", "|", ">", "- x", "? x", "@x", "`x"}),
		rapid.Map(rapid.String(), func(s string) string { return "/k/" + s }))
	count := 0
	rapid.Check(t, func(t *rapid.T) {
		count++
		o := app.NewStackOptions{Name: fmt.Sprintf("s%d", count), Kind: rapid.SampledFrom([]string{"", "prod", "lima"}).Draw(t, "kind"),
			Backend: rapid.SampledFrom([]string{"", "local-path", "ceph"}).Draw(t, "backend"), Example: rapid.Bool().Draw(t, "example"),
			Layers:     rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"obs", "gitops", "metrics", "registry", "atlas", "base", "store"}), 0, 4, rapid.ID).Draw(t, "layers"),
			Endpoint:   rapid.SampledFrom([]string{"", "10.0.0.9", "fd00::9", "api.example.org", "https://rancher.example.org/k8s/clusters/c-1", "https://[fd00::9]:7443"}).Draw(t, "endpoint"),
			Kubeconfig: path.Draw(t, "kubeconfig")}
		for i, name := range rapid.SliceOfNDistinct(nodeName, 1, 4, strings.ToLower).Draw(t, "nodes") {
			roles := rapid.SampledFrom([]string{"control", "control+worker", "worker", "worker+storage", "control+worker+storage"}).Draw(t, "roles")
			if i == 0 {
				roles = "control"
			}
			o.Nodes = append(o.Nodes, strings.TrimSuffix(name+":"+roles+"@"+address.Draw(t, "address"), "@"))
		}
		made, err := use.Draft(o)
		if err != nil {
			// What a topology cannot hold is refused, with advice, and says which key.
			if !refusable(o, err) || !strings.Contains(err.Error(), ";") {
				t.Fatalf("%+v: %v", o, err)
			}
			return
		}
		file, err := use.Create(made)
		if err != nil {
			t.Fatal(err)
		}
		got, err := use.Stack("", file)
		if err != nil {
			t.Fatalf("%v\n%s", err, made.Text)
		}
		same(t, o, got.Stack, made.Text)
		if !strings.HasPrefix(string(made.Text), files.SchemaComment+"\n") || strings.Contains(string(made.Text), "\t") {
			t.Fatalf("%s", made.Text)
		}
	})
}

// refusable reports an error about what no topology can declare. That what was written is no YAML is never one.
func refusable(o app.NewStackOptions, err error) bool {
	var bad app.BadOption
	var invalid *ports.InvalidDocument
	if errors.As(err, &bad) {
		odd := func(spec string) bool { _, err := app.ParseNode(spec); return err != nil }
		return slices.ContainsFunc(o.Nodes, odd) || app.SeveralControls(o.Nodes) && o.Endpoint == ""
	}
	may := []string{stack.CodeKubeconfigPath, stack.CodeBlank, stack.CodeNodeName, layer.CodeNotAllowed, document.CodeDuplicate}
	return errors.As(err, &invalid) && !slices.ContainsFunc(invalid.Faults, func(f ports.Fault) bool { return !slices.Contains(may, f.Code) })
}

// same compares a stack with the options that it was made of.
func same(t *rapid.T, o app.NewStackOptions, s stack.Stack, text []byte) {
	var other struct {
		Kubeconfig string
		Nodes      []struct {
			Name, AnsibleHost string
			Roles             []string
		}
	}
	if err := yaml.Unmarshal(text, &other); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if o.Kubeconfig != "" && other.Kubeconfig != o.Kubeconfig {
		t.Fatalf("%q became %q\n%s", o.Kubeconfig, other.Kubeconfig, text)
	}
	if s.Name != o.Name || len(s.Nodes) != len(o.Nodes) || len(other.Nodes) != len(o.Nodes) {
		t.Fatalf("%+v\n%s", s, text)
	}
	for i, spec := range o.Nodes {
		want, err := app.ParseNode(spec)
		got := app.NewNode{Name: s.Nodes[i].Name, Address: s.Nodes[i].AnsibleHost}
		for _, r := range s.Nodes[i].Roles {
			got.Roles = append(got.Roles, string(r))
		}
		if diff := cmp.Diff(want, got); err != nil || diff != "" || other.Nodes[i].Name != want.Name {
			t.Fatalf("%s: %v %s\n%s", spec, err, diff, text)
		}
	}
}

// TestOlderReadersSeeTextToo holds what YAML 1.1, which Ansible reads, takes for something else.
func TestOlderReadersSeeTextToo(t *testing.T) {
	names := []string{"no", "Yes", "ON", "n", "null", "1", "1e3", "012", "true", "1_0", "60:60", "2001-01-01", "ok"}
	var items []ports.Value
	for _, name := range names {
		items = append(items, ports.Value{Kind: ports.Text, Scalar: name})
	}
	text := string(files.Drafts{}.Write(ports.Draft{Entries: []ports.DraftEntry{{Key: "names", Value: ports.Value{Kind: ports.List, Items: items}}}}, nil))
	want := files.SchemaComment + "\n\nnames: [\"" + strings.Join(names[:len(names)-1], `", "`) + "\", ok]\n"
	if diff := cmp.Diff(want, text); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAnInvalidDraftMakesNoFile(t *testing.T) {
	root := tree(t, map[string]string{".git/": "", "topologies/layers.yaml": "layers: [{name: own, needs: [kubernetes], seen: nothing}]\n"})
	use := app.NewStack{Declared: app.Declared{Documents: files.NewStacks(root, "")}, Drafter: files.Drafts{}, Writer: files.NewStackStore(root, "")}
	if _, err := use.Draft(app.NewStackOptions{Name: "a", Nodes: []string{"x:control"}, Layers: []string{"own"}, Kubeconfig: "/k"}); err != nil {
		t.Error("the operator's own layers do not count:", err)
	}
	for _, o := range []app.NewStackOptions{
		{Name: "a"}, {Name: "../a", Nodes: []string{"x:control"}}, {Name: "a", Nodes: []string{"x:worker"}}, {Name: "a", Nodes: []string{"x:control"}, Layers: []string{"ownn"}},
		{Name: "a", Nodes: []string{"x:control"}, Kubeconfig: "/\xff"}, {Name: "a", Nodes: []string{"x:control@a b"}}, {Name: "a", Nodes: []string{"x y:control"}},
	} {
		if _, err := use.Draft(o); err == nil {
			t.Errorf("%+v is valid", o)
		}
	}
	if entries, err := os.ReadDir(filepath.Join(root, "topologies")); err != nil || len(entries) != 1 {
		t.Error(entries, err)
	}
}
