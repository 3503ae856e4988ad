package app

import (
	"path/filepath"
	"strings"
)

// fromTilde is what a shell makes of a path that begins with ~/.
func fromTilde(home, path string) string {
	if rest, below := strings.CutPrefix(path, "~/"); below && home != "" {
		return filepath.Join(home, rest)
	}
	return path
}

// toTilde undoes it: a topology is for whoever has this home.
func toTilde(home, path string) string {
	if rest, below := strings.CutPrefix(path, home+string(filepath.Separator)); below && home != "" {
		return "~/" + filepath.ToSlash(rest)
	}
	return path
}

// conventional is where a stack's kubeconfig is kept by convention, as topologies write it.
func conventional(stack string) string { return "~/.kube/" + stack + ".config" }
