package app

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// NewStack writes a topology for a stack that has none.
type NewStack struct {
	Declared
	Drafter  ports.Drafter
	Language say.Language // of the comments in the topology
	Writer   ports.TopologyWriter
}

// NewStackOptions say what the topology shall declare. Empty ones have a default; a node is required.
type NewStackOptions struct {
	Name       string
	Kind       string   // prod or lima
	Nodes      []string // NAME:ROLE+ROLE[@ADDRESS]
	Backend    string
	Layers     []string
	Endpoint   string
	Kubeconfig string
	Example    bool
}

// NewTopology is a topology that was written in memory, and is valid.
type NewTopology struct {
	Stack  stack.Stack
	Text   []byte
	Doubts []Doubt
	draft  newTopology
}

// Free refuses a name that no stack can have, or that a topology of the repository has.
func (n NewStack) Free(name string, example bool) error {
	if err := CheckStackName(name); err != nil {
		return err
	}
	found, err := n.Documents.Stacks()
	if err != nil {
		return nil // no repository yet, and so no stack
	}
	for _, f := range found {
		if f.Name == name && f.Example == example {
			return badOption(problems.AppStackExists, say.Textf("there is a stack %s already: %s", name, f.Shown), say.Textf("edit it, or choose another name"))
		}
	}
	return nil
}

// Draft writes the topology in memory, reads it again, and judges it as any other: what is not valid is an
// *ports.InvalidDocument, and is never written to a file.
func (n NewStack) Draft(o NewStackOptions) (NewTopology, error) {
	draft, err := n.draft(o)
	if err != nil {
		return NewTopology{}, err
	}
	catalogue, _, _, err := n.catalogue(ports.Document{})
	if err != nil {
		return NewTopology{}, err
	}
	text := n.Drafter.Write(draft.draft(), n.Language)
	doc, err := n.Drafter.Read(draft.file(), text)
	if err != nil {
		return NewTopology{}, err
	}
	s, faults := stack.New(doc, catalogue, n.Home)
	if ports.AnyWrong(faults) {
		return NewTopology{}, &say.Problem{Code: problems.AppNewInvalid, What: say.Textf("the topology would not be valid, and is not written"),
			Why: &ports.InvalidDocument{File: doc.Shown, Lines: doc.Lines, Faults: faults}}
	}
	return NewTopology{Stack: s, Text: text, Doubts: doubtsOf(doc.Shown, doc.Lines, faults), draft: draft}, nil
}

// Create writes the file, and gives its path. A file that is there already is an error, and stays as it is.
func (n NewStack) Create(t NewTopology) (string, error) {
	path, err := n.Writer.Create(t.draft.name, t.draft.example, t.Text)
	if errors.Is(err, ports.ErrExists) {
		return path, BadOption{err}
	}
	return path, err
}

func (n NewStack) draft(o NewStackOptions) (newTopology, error) {
	d := newTopology{name: o.Name, example: o.Example, kind: o.Kind, backend: o.Backend, layers: o.Layers, endpoint: o.Endpoint, kubeconfig: toTilde(n.Home, o.Kubeconfig)}
	if err := CheckStackName(o.Name); err != nil {
		return d, err
	}
	if !utf8.ValidString(o.Kind + o.Backend + o.Endpoint + o.Kubeconfig + strings.Join(o.Layers, "") + strings.Join(o.Nodes, "")) {
		return d, badOption(problems.AppNotUTF8, say.Textf("what the topology shall hold is not UTF-8, and YAML holds nothing else"), say.Text{})
	}
	if d.kind == "" {
		d.kind = string(stack.Prod)
	}
	if d.backend == "" {
		d.backend = string(layer.LocalPath)
	}
	if d.kubeconfig == "" {
		d.kubeconfig = conventional(o.Name)
	}
	for _, spec := range o.Nodes {
		node, err := ParseNode(spec)
		if err != nil {
			return d, err
		}
		d.nodes = append(d.nodes, node)
	}
	if len(d.nodes) == 0 {
		return d, badOption(problems.AppNoNode, say.Textf("a stack has one node at least"), say.Textf("with --node %s", nodeForm()))
	}
	return d, n.balance(&d)
}

// balance puts an address in front of several control nodes, which a topology must declare.
func (n NewStack) balance(d *newTopology) error {
	controls := 0
	for _, node := range d.nodes {
		if slices.Contains(node.Roles, string(stack.Control)) {
			controls++
		}
	}
	if controls < 2 {
		return nil
	}
	if d.endpoint == "" {
		return badOption(problems.AppNoEndpoint, say.Textf("%d control nodes need an address in front of them", controls), say.Textf("write it as --endpoint HOST"))
	}
	d.loadBalancer = d.endpoint
	if u, err := url.Parse(d.endpoint); err == nil && u.Hostname() != "" {
		d.loadBalancer = u.Hostname()
	}
	return nil
}

// CheckStackName refuses what cannot be a stack's name.
func CheckStackName(name string) error {
	switch fault := ports.StackNameFault(name); {
	case name == "":
		return badOption(problems.AppNoName, say.Textf("name the new stack"), say.Text{})
	case !fault.IsZero():
		return badOption(problems.AppNewName, fault, say.Textf("choose another name"))
	}
	return nil
}

func nodeForm() say.Text {
	return say.Textf("write NAME:ROLE+ROLE[@ADDRESS], for instance cp1:control+worker@10.0.0.11")
}

// ParseNode reads a node as NAME:ROLE+ROLE[@ADDRESS].
func ParseNode(spec string) (NewNode, error) {
	name, rest, ok := strings.Cut(spec, ":")
	roles, address, located := strings.Cut(rest, "@")
	if !ok || name == "" || strings.Contains(name, "@") || roles == "" || located && address == "" {
		return NewNode{}, badOption(problems.AppNodeForm, say.Textf("%q is no node", spec), nodeForm())
	}
	node := NewNode{Name: name, Address: strings.Trim(address, "[]")}
	for _, role := range strings.Split(roles, "+") {
		if !slices.Contains([]stack.Role{stack.Control, stack.Worker, stack.Storage}, stack.Role(role)) {
			return node, badOption(problems.AppNodeForm, say.Textf("%q: the role %q is none of control, worker, storage", spec, role), nodeForm())
		}
		node.Roles = append(node.Roles, role)
	}
	return node, nil
}

// SeveralControls reports nodes that need an address in front of them.
func SeveralControls(specs []string) bool {
	controls := 0
	for _, spec := range specs {
		if node, err := ParseNode(spec); err == nil && slices.Contains(node.Roles, string(stack.Control)) {
			controls++
		}
	}
	return controls > 1
}
