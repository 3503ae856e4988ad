package app

import (
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports"
)

// command is the command that shows an object, with the operator's own files and context, to paste into a shell.
// Without a name it shows the list.
func command(access ports.Access, ref ports.ObjectRef) string {
	if ref.Resource == "" {
		return ""
	}
	var words []string
	if ref.Namespace != "" {
		words = append(words, "-n", ref.Namespace)
	}
	words = append(words, "get", shownResource(ref))
	if ref.Name != "" {
		words = append(words, ref.Name)
	}
	return access.Kubectl(words...)
}

// evidenceCommand is the command that shows a piece of evidence: of kubectl, or of limactl for the machines.
func evidenceCommand(access ports.Access, e state.Evidence) string {
	if e.Object == state.MachineList {
		return state.MachineList
	}
	return command(access, e.Ref)
}

func shownResource(ref ports.ObjectRef) string {
	if ref.Group == "" {
		return ref.Resource
	}
	return ref.Resource + "." + ref.Group
}
