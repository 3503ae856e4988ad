package app

import (
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
)

// Declare writes the conventional kubeconfig into a topology that names none.
type Declare struct{ Editor ports.TopologyEditor }

// Needed reports a stack whose kubeconfig is used only once it is declared. A bench's conventional file needs no line.
func (d Declare) Needed(s stack.Stack) bool { return s.Kubeconfig == "" && s.Kind == stack.Prod }

// Line is the line to write by hand.
func (d Declare) Line(s stack.Stack) string { return "kubeconfig: " + conventional(s.Name) }

// Edit computes the change. Its error gives the line to write by hand.
func (d Declare) Edit(s stack.Stack) (ports.TopologyEdit, error) {
	return d.Editor.Edit(s.File, "kubeconfig", conventional(s.Name), "target_kind")
}
