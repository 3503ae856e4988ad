package app

import (
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Stacks looks at what topologies declare. It reads local files alone: no cluster, no program, and nothing is written.
type Stacks struct {
	Declared
	Kubeconfigs ports.KubeconfigReader
	Environment ports.Environment
}

// StacksSchema names the form of a list of stacks.
const StacksSchema = "nestor.stacks/v1"

// StackList is every stack of a repository, be its topology valid or not.
type StackList struct {
	Schema   string     `json:"schema"`
	Exported string     `json:"exportedKubeconfig,omitempty"` // KUBECONFIG, when it overrides what the stacks name
	Stacks   []StackRow `json:"stacks"`
}

// StackRow is one stack of a list. What only a valid topology says is empty for an invalid one.
type StackRow struct {
	Name       string     `json:"name"`
	File       string     `json:"file"` // as found, links not followed
	Shown      string     `json:"shown"`
	Active     bool       `json:"active"`
	Example    bool       `json:"example"`
	Valid      bool       `json:"valid"`
	Faults     int        `json:"faults"`
	Warnings   int        `json:"warnings"`
	OfLayers   int        `json:"catalogueFaults"` // in the operator's own catalogue beside it
	Kind       string     `json:"kind"`
	Nodes      int        `json:"nodes"`
	Layers     int        `json:"layers"`
	Kubeconfig *NamedFile `json:"kubeconfig"` // the stack's own; null when none is named
}

// NamedFile is a file that something names.
type NamedFile struct {
	File    string `json:"file"`
	Present bool   `json:"present"`
}

// List looks at every topology of the repository. One that is invalid hides no other. Its error is a *NotDeclared: there
// is no repository.
func (s Stacks) List() (StackList, error) {
	found, err := s.Documents.Stacks()
	if err != nil {
		return StackList{}, NotDeclared{err}
	}
	list := StackList{Schema: StacksSchema, Exported: exported(s.Environment), Stacks: []StackRow{}}
	for _, f := range found {
		list.Stacks = append(list.Stacks, s.row(f))
	}
	return list, nil
}

func (s Stacks) row(f ports.StackFile) StackRow {
	row := StackRow{Name: f.Name, File: f.File, Shown: f.Shown, Active: f.Active, Example: f.Example}
	checked := s.check(Operand{File: f.File}, f.Shown)
	row.Valid, row.Faults, row.Warnings = checked.valid, checked.files[0].count(ports.Wrong), checked.files[0].count(ports.Doubtful)
	for _, catalogue := range checked.files[1:] {
		row.OfLayers += catalogue.count(ports.Wrong)
	}
	if !checked.valid {
		return row
	}
	row.Kind, row.Nodes, row.Layers = string(checked.Stack.Kind), len(checked.Stack.Nodes), len(checked.Stack.Layers)
	row.Kubeconfig = s.own(checked.Stack)
	return row
}

// own is the file that a stack names itself, or that the convention gives a bench: what KUBECONFIG says is not the stack's.
func (s Stacks) own(st stack.Stack) *NamedFile {
	env := s.Environment
	env.Kubeconfig = ""
	files := resolve(s.Kubeconfigs, env, st, "").Files
	if len(files) == 0 {
		return nil
	}
	return &NamedFile{files[0], s.Kubeconfigs.Exists(files[0])}
}

// KubeconfigChoice is which kubeconfig a command would use for a stack, and why. No file was opened.
type KubeconfigChoice struct {
	Files         []NamedFile `json:"files"`
	Source        string      `json:"source"` // KUBECONFIG, topology or convention; empty: nobody names one
	Overrides     string      `json:"overrides,omitempty"`
	Context       string      `json:"context"`
	ContextSource string      `json:"contextSource"`
	Missing       say.Text    `json:"missing,omitzero"` // why there is no file, and what to do
}

func choice(k ports.KubeconfigReader, env ports.Environment, st stack.Stack) KubeconfigChoice {
	r := resolve(k, env, st, "")
	c := KubeconfigChoice{Files: []NamedFile{}, Source: string(r.Source), Overrides: r.Overrides, Context: r.Context, ContextSource: r.ContextSource, Missing: r.Missing}
	for _, file := range r.Files {
		c.Files = append(c.Files, NamedFile{file, k.Exists(file)})
	}
	if len(c.Files) == 0 && c.Missing.IsZero() {
		c.Missing = say.Textf("no kubeconfig is named, and %s is not there: its machines are read, and no cluster", conventional(st.Name))
	}
	return c
}
