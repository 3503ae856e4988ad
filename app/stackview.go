package app

import (
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
)

// StackSchema names the form of one stack's resolved view.
const StackSchema = "nestor.stack/v1"

// StackView is a stack as nestor understands it: defaults filled, aliases expanded, order derived.
type StackView struct {
	Schema     string           `json:"schema"`
	Name       string           `json:"name"`
	File       string           `json:"file"`
	Shown      string           `json:"shown"`
	Catalogue  string           `json:"catalogue,omitempty"` // the operator's own, as a file
	Active     bool             `json:"active"`
	Kind       string           `json:"kind"`
	KindFrom   string           `json:"kindFrom"` // target_kind, catalog.terrain or default
	Nodes      []DeclaredNode   `json:"nodes"`
	Endpoints  []EndpointReport `json:"endpoints"`
	Port       int              `json:"controlPlanePort"`
	Exposition string           `json:"exposition"`
	Backend    string           `json:"backend"`
	Hardening  bool             `json:"hardening"`
	Profile    string           `json:"profile,omitempty"` // when it decides on the layers
	Aliases    []AliasView      `json:"aliases"`           // those that the topology names
	Layers     []LayerView      `json:"layers"`            // in order
	Kubeconfig KubeconfigChoice `json:"kubeconfig"`
	Identity   IdentityReport   `json:"identity"` // pinned
	Defaults   []string         `json:"defaults"` // fields that the topology leaves out
	Doubtful   []Doubt          `json:"-"`
}

// DeclaredNode is a node as declared.
type DeclaredNode struct {
	Name    string   `json:"name"`
	Roles   []string `json:"roles"`
	Address string   `json:"address,omitempty"`
}

// AliasView is a declared name that stands for several layers.
type AliasView struct {
	Name    string   `json:"name"`
	Members []string `json:"members"` // on this stack's backend, without what they need
}

// LayerView is a wanted layer, and why.
type LayerView struct {
	Name     string            `json:"name"`
	Label    map[string]string `json:"label"`
	Declared bool              `json:"declared"` // named by the topology or its profile
	Aliases  []string          `json:"aliases"`  // declared ones that stand for it
	Always   string            `json:"always"`   // always, lima, ceph or hardening: the stack's own kind calls for it; or empty
	NeededBy []string          `json:"neededBy"`
}

// Show resolves one stack. Its errors are those of a preview.
func (s Stacks) Show(name, file string) (StackView, error) {
	w, err := s.Stack(name, file)
	if err != nil {
		return StackView{}, err
	}
	request := stack.Requested(w.Document, w.Stack, w.Catalogue)
	v := StackView{
		Schema: StackSchema, Name: w.Stack.Name, File: w.Stack.File, Shown: w.Document.Shown, Catalogue: w.Overlay, Active: s.active(w.Document),
		Kind: string(w.Stack.Kind), KindFrom: kindFrom(w.Document.Root), Nodes: []DeclaredNode{}, Endpoints: []EndpointReport{}, Port: w.Stack.Network.Port,
		Exposition: w.Stack.Exposition, Backend: string(w.Stack.Backend), Hardening: w.Stack.Hardening, Profile: request.Profile,
		Aliases: aliasViews(w, request), Layers: layerViews(w, request), Kubeconfig: choice(s.Kubeconfigs, s.Environment, w.Stack),
		Identity: IdentityReport(w.Stack.Identity), Defaults: defaults(w.Document.Root), Doubtful: w.Doubts,
	}
	for _, n := range w.Stack.Nodes {
		node := DeclaredNode{Name: n.Name, Address: n.AnsibleHost}
		for _, r := range n.Roles {
			node.Roles = append(node.Roles, string(r))
		}
		v.Nodes = append(v.Nodes, node)
	}
	for _, d := range target.DeclaredEndpoints(w.Stack) {
		v.Endpoints = append(v.Endpoints, EndpointReport{d.URL, d.From, d.Generic})
	}
	return v, nil
}

// active reports whether a document is the repository's active topology.
func (s Stacks) active(doc ports.Document) bool {
	active, err := s.Documents.Stack("", "")
	return err == nil && active.File == doc.File
}

func kindFrom(root ports.Value) string {
	switch {
	case has(root, "target_kind"):
		return "target_kind"
	case has(root, "catalog.terrain"):
		return "catalog.terrain"
	}
	return "default"
}

// withDefault are the fields that have a default which is shown.
var withDefault = []string{"target_kind", "network.control_plane_port", "exposition.mode", "storage.backend", "hardening.enabled"}

func defaults(root ports.Value) []string {
	left := []string{}
	for _, path := range withDefault {
		if !has(root, path) && !(path == "target_kind" && has(root, "catalog.terrain")) {
			left = append(left, path)
		}
	}
	return left
}

// has reports whether a map holds a value under a dotted path.
func has(v ports.Value, path string) bool {
	key, rest, more := strings.Cut(path, ".")
	i := slices.IndexFunc(v.Entries, func(e ports.Entry) bool { return e.Key == key })
	return i >= 0 && (!more || has(v.Entries[i].Value, rest))
}

func aliasViews(w Wanted, r layer.Request) []AliasView {
	views := []AliasView{}
	for _, name := range r.Layers {
		if _, ok := w.Catalogue.Aliases[name]; ok {
			views = append(views, AliasView{name, some(w.Catalogue.Members(name, r.Backend))})
		}
	}
	return views
}

func layerViews(w Wanted, r layer.Request) []LayerView {
	views := []LayerView{}
	for _, reason := range w.Catalogue.Reasons(r) {
		v := LayerView{Name: reason.Layer.Name, Label: reason.Layer.Label, Always: string(reason.Wanted), Aliases: []string{}, NeededBy: some(reason.NeededBy)}
		for _, name := range reason.Asked {
			if _, alias := w.Catalogue.Aliases[name]; alias {
				v.Aliases = append(v.Aliases, name)
			} else {
				v.Declared = true
			}
		}
		views = append(views, v)
	}
	return views
}
