package app

import (
	"fmt"
	"strings"
	"unicode"

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

// Quoted makes one word for a POSIX shell of any text, and nothing of it steers a terminal that shows it.
func Quoted(word string) string {
	if word != "" && strings.Trim(word, plainCharacters) == "" {
		return word
	}
	if strings.IndexFunc(word, invisible) < 0 || strings.HasSuffix(word, "\n") { // which $(…) would take off
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	var b strings.Builder
	for _, c := range []byte(word) {
		if c < ' ' || c >= 0x7f || strings.IndexByte(`'\%-`, c) >= 0 {
			fmt.Fprintf(&b, `\%03o`, c)
		} else {
			b.WriteByte(c)
		}
	}
	return `"$(printf '` + b.String() + `')"`
}

// invisible reports what a terminal obeys instead of showing it.
func invisible(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}
