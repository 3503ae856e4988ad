package app

import (
	"path/filepath"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Select makes a stack the active one. It looks at local files alone, and writes one link.
type Select struct {
	Declared
	Kubeconfigs ports.KubeconfigReader
	Environment ports.Environment
	Writer      ports.ActiveStackWriter
}

// Selected is what was selected.
type Selected struct {
	Wanted
	Link       string // topology.yaml
	LeadsTo    string // what the link holds
	Own        string // where real values belong, when an example was selected; empty otherwise
	Kubeconfig KubeconfigChoice
}

// Run selects a stack by its name, once its topology is valid: warnings do not stop.
func (s Select) Run(name string) (Selected, error) {
	if name == "" {
		return Selected{}, badOption(problems.AppNoName, say.Textf("name the stack to select"), say.Textf("nestor stack ls lists them"))
	}
	w, err := s.Stack(name, "")
	if err != nil {
		return Selected{}, err
	}
	done := Selected{Wanted: w, Kubeconfig: choice(s.Kubeconfigs, s.Environment, w.Stack)}
	if base, example := strings.CutSuffix(w.Document.Found, ".example.yaml"); example {
		done.Own = base + ".yaml"
	}
	done.Link, done.LeadsTo, err = s.Writer.Select(w.Document.Found)
	return done, err
}

// OwnName is the file name of Own.
func (s Selected) OwnName() string { return filepath.Base(s.Own) }
