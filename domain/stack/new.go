package stack

import (
	"path/filepath"
	"strings"

	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// StackName is the name of the stack that a file declares: its base name without ".yaml" and ".example".
func StackName(file string) string {
	name := filepath.Base(file)
	for _, suffix := range []string{".yaml", ".yml"} {
		if short, ok := strings.CutSuffix(name, suffix); ok {
			name = short
			break
		}
	}
	return strings.TrimSuffix(name, ".example")
}

// New reads a topology. It gives every fault of the file, in file order; with a Wrong one among them the stack is empty.
// Home is the operator's home folder, for "~/" in paths; it may be empty when no path needs it.
func New(doc ports.Document, catalogue layer.Catalogue, home string) (Stack, []ports.Fault) {
	r := &document.Reader{}
	shape := shapeOf(catalogue)
	t := topology{root: r.Root(doc, &shape), catalogue: catalogue, home: home}
	s := Stack{Name: StackName(doc.File), File: doc.File}
	switch {
	case !t.root.Present:
	case t.root.Has("apiVersion") && t.root.Has("kind"):
		// Without a place: the source line of a kubeconfig would show its credentials.
		r.Fault(ports.Fault{Code: CodeManifest, What: say.Textf("is a Kubernetes manifest or kubeconfig, not a topology"), Instead: say.Textf("name a file that declares `nodes`")})
	default:
		t.read(&s)
	}
	faults := r.Faults()
	if ports.AnyWrong(faults) {
		return Stack{}, faults
	}
	return s, faults
}

// topology is a declared file while it is read.
type topology struct {
	root      document.Field
	catalogue layer.Catalogue
	home      string
}

func (t topology) read(s *Stack) {
	t.root.Keys()
	t.section("catalog")
	t.section("resources")
	s.Kind = t.kind()
	s.Nodes = t.nodes()
	s.Network = t.network(s.Nodes)
	s.Exposition = t.exposition()
	s.Backend, s.BackendDeclared = t.backend()
	s.Hardening = t.section("hardening").At("enabled").Bool(false)
	s.Layers = t.layers(*s)
	s.Kubeconfig = t.kubeconfig(s.File)
	s.Context = text(t.root.At("context"), say.Textf("write the context's name, or remove the key to use the current one"))
	s.Identity = t.identity()
}

// section is a map of the file with its own keys checked.
func (t topology) section(key string) document.Field {
	f := t.root.At(key)
	if f.Map() {
		f.Keys()
	}
	return f
}

// text is a text that must say something when it is there.
func text(f document.Field, instead say.Text) string {
	s := f.Text()
	if isText(f) && strings.TrimSpace(s) == "" {
		f.Fault(CodeBlank, say.Textf("must not be empty"), instead)
	}
	return s
}

// isText reports whether a readable text is there; reading anything else was a fault already.
func isText(f document.Field) bool {
	foreignTag := f.Value.Tag != "" && !strings.HasPrefix(f.Value.Tag, "!!")
	return f.Present && f.Value.Kind == ports.Text && !foreignTag
}

// kind is what the stack runs on. Without target_kind, a local terrain means a bench of VMs.
func (t topology) kind() Kind {
	declared := t.root.At("target_kind")
	if declared.Present {
		return Kind(declared.Word(string(Prod)))
	}
	terrain := t.root.At("catalog").At("terrain")
	if !isText(terrain) {
		return Prod
	}
	if terrain.Value.Scalar == "local" {
		return Lima
	}
	if document.Nearest(terrain.Value.Scalar, []string{"local"}) != "" {
		terrain.Doubt(CodeTerrain, say.Textf("%s is not local: the stack counts as prod", terrain.Value.Scalar), say.Textf("write local, or declare `target_kind`"))
	}
	return Prod
}

func (t topology) exposition() string {
	mode := t.section("exposition").At("mode").Word(defaultMode)
	if name, ok := modeAliases[mode]; ok {
		return name
	}
	return mode
}

func (t topology) backend() (layer.Backend, bool) {
	f := t.section("storage").At("backend")
	return layer.Backend(f.Word(string(layer.LocalPath))), f.Present
}
