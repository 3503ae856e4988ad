// Package target says which kubeconfig and context reach a stack, and judges whether that is the cluster it declares.
package target

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Source says who named the kubeconfig files.
type Source string

// The sources, strongest first. The zero value means that nobody named a file.
const (
	FromEnvironment Source = "KUBECONFIG"
	FromTopology    Source = "topology"
	FromConvention  Source = "convention"
)

// What can name the context.
const (
	ContextFromFlag     = "--context"
	ContextFromTopology = "topology"
	ContextCurrent      = "current-context"
)

// Resolution is the answer to "which kubeconfig": the files and who named them, or why there are none.
type Resolution struct {
	Files         []string // absolute, in order; the first definition of a name wins
	Source        Source
	Overrides     string // the topology's file, when KUBECONFIG names something else
	Context       string // empty: the files' current-context
	ContextSource string
	Missing       say.Text // why there is no file and what to do; empty when there is one, or none is needed (lima)
}

// Resolve names the kubeconfig files of a stack: those of KUBECONFIG, else the topology's, else, for a bench, the
// conventional one when it exists. It never falls back to ~/.kube/config, nor from a source that is wrong to a weaker one.
func Resolve(env ports.Environment, s stack.Stack, flagContext string, conventionExists bool) Resolution {
	r := Resolution{}
	r.Context, r.ContextSource = contextOf(s, flagContext)
	exported := filesOf(env)
	convention := ConventionPath(env, s)
	switch {
	case len(exported) > 0:
		return fromEnvironment(r, env, declaredFile(s, convention, conventionExists), exported)
	case s.Kubeconfig != "":
		r.Files, r.Source = []string{s.Kubeconfig}, FromTopology
	case s.Kind == stack.Lima && conventionExists && convention != "":
		r.Files, r.Source = []string{convention}, FromConvention
	case s.Kind != stack.Lima: // a bench without a kubeconfig is no fault: its machines are read alone
		r.Missing = nothingNamed(s)
	}
	return r
}

// ConventionPath is where a stack's kubeconfig is kept by convention: ~/.kube/<stack>.config; empty without a home.
func ConventionPath(env ports.Environment, s stack.Stack) string {
	if env.Home == "" || s.Name == "" {
		return ""
	}
	return filepath.Join(env.Home, ".kube", s.Name+".config")
}

func contextOf(s stack.Stack, flag string) (name, source string) {
	switch {
	case flag != "":
		return flag, ContextFromFlag
	case s.Context != "":
		return s.Context, ContextFromTopology
	}
	return "", ContextCurrent
}

// filesOf splits KUBECONFIG. An empty or blank one, or only separators, counts as not exported: kubectl would read
// ~/.kube/config.
func filesOf(env ports.Environment) []string {
	var files []string
	for _, file := range strings.Split(env.Kubeconfig, env.ListSeparator) {
		if strings.TrimSpace(file) != "" && !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	return files
}

func fromEnvironment(r Resolution, env ports.Environment, declared string, exported []string) Resolution {
	r.Source = FromEnvironment
	var files []string
	for _, file := range exported {
		whole, fault := absolute(env, file)
		if !fault.IsZero() {
			r.Missing = fault
			return r
		}
		files = append(files, whole)
	}
	r.Files = files
	if declared != "" && !slices.Equal(files, []string{filepath.Clean(declared)}) {
		r.Overrides = declared
	}
	return r
}

// declaredFile is the file that is used when KUBECONFIG is not exported; empty when there is none.
func declaredFile(s stack.Stack, convention string, conventionExists bool) string {
	if s.Kubeconfig == "" && s.Kind == stack.Lima && conventionExists {
		return convention
	}
	return s.Kubeconfig
}

// absolute gives one file of KUBECONFIG as a clean path. kubectl expands neither ~ nor variables: a file of that
// name is not what was meant.
func absolute(env ports.Environment, file string) (path string, fault say.Text) {
	switch {
	case strings.HasPrefix(file, "~"):
		return "", say.Textf(`KUBECONFIG names %q, and the shell did not expand the ~ (it was quoted); export KUBECONFIG="$HOME/…", or write the whole path`, file)
	case strings.HasPrefix(file, "$"):
		return "", say.Textf("KUBECONFIG names %q, and the shell did not expand the variable (it was in single quotes); use double quotes, or write the whole path", file)
	case filepath.IsAbs(file):
		return filepath.Clean(file), say.Text{}
	case env.WorkDir == "":
		return "", say.Textf("KUBECONFIG names the relative file %q, and the current folder is unknown; write the whole path", file)
	}
	return filepath.Join(env.WorkDir, file), say.Text{}
}

func nothingNamed(s stack.Stack) say.Text {
	return say.Textf("no kubeconfig is named for stack %s; write `kubeconfig: ~/.kube/%s.config` in %s, or export KUBECONFIG", s.Name, s.Name, s.File)
}
