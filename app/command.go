package app

import (
	"strings"

	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports"
)

// command is the command that shows an object, with the operator's own files and context, to paste into a shell.
// Without a name it shows the list.
func command(access ports.Access, ref ports.ObjectRef) string {
	if ref.Resource == "" {
		return ""
	}
	words := []string{"kubectl"}
	environment := ""
	switch len(access.Files) {
	case 0:
	case 1:
		words = append(words, "--kubeconfig", access.Files[0])
	default: // --kubeconfig takes one file only
		environment = "KUBECONFIG=" + Quoted(strings.Join(access.Files, ":")) + " "
	}
	if access.Context != "" {
		words = append(words, "--context", access.Context)
	}
	if ref.Namespace != "" {
		words = append(words, "-n", ref.Namespace)
	}
	words = append(words, "get", shownResource(ref))
	if ref.Name != "" {
		words = append(words, ref.Name)
	}
	for i := range words {
		words[i] = Quoted(words[i])
	}
	return environment + strings.Join(words, " ")
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

const plainCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@%+="

// Quoted makes one word for a POSIX shell of any text.
func Quoted(word string) string {
	if word != "" && strings.Trim(word, plainCharacters) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
