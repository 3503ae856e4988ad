// Package kubeconfig reads kubeconfig files as kubectl does, and lets no secret out of them.
//
// It merges a list of files, follows the effective context, refuses what kubectl would refuse, prompt for or send
// elsewhere, and freezes the rest into one self-contained kubeconfig: what was judged is what is read. By the same
// reading it makes a fetched kubeconfig a stack's own, and it keeps that on this machine.
package kubeconfig

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Reader implements ports.KubeconfigReader over the file system. It runs nothing and dials nothing.
type Reader struct{ proxies Proxies }

var _ ports.KubeconfigReader = Reader{}

// New gives a Reader that shows which of these proxies is in the way.
func New(proxies Proxies) Reader { return Reader{proxies} }

// Exists reports whether something is at the path. A link to nothing is not; what may not be looked at counts as
// there, so that Read says why instead of it being taken for absent.
func (Reader) Exists(path string) bool {
	if path == "" {
		return false
	}
	_, err := os.Stat(path)
	return err == nil || !errors.Is(err, fs.ErrNotExist)
}

// Same reports whether two paths lead to one file, through links too.
func (Reader) Same(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// Read merges the files, first definition first, and freezes the context (empty: the current one). Files that are
// not there are skipped, as kubectl does, and listed. A failure is View.Problem: Access is then zero.
func (r Reader) Read(files []string, context string) ports.Kubeconfig {
	var k ports.Kubeconfig
	access, err := read(files, context, &k.View)
	k.View.Exposed, k.View.InGit = exposed(k.View.Files), inGit(k.View.Files)
	if err != nil {
		k.View.ProblemCode, k.View.Problem, k.View.ProblemDo = say.Parts(err)
		return k
	}
	r.proxies.show(&k.View)
	k.Access = access
	k.View.Tell(&k.Access)
	return k
}

// read fills the view as far as it gets, so that a refusal still shows what was found.
func read(files []string, context string, view *ports.KubeconfigView) (ports.Access, error) {
	loaded, err := loadAll(files, view)
	if err != nil {
		return ports.Access{}, err
	}
	return frozenFrom(loaded, context, view)
}

// frozenFrom merges what was loaded, follows the context and freezes it.
func frozenFrom(loaded []source, context string, view *ports.KubeconfigView) (ports.Access, error) {
	all := mergeAll(loaded)
	view.Contexts = all.contexts.sortedNames()
	c, err := follow(all, view.Files, context, view)
	view.Shadowed = append(all.shadowed(view.Context, view.Cluster, view.User), writtenTwice(loaded)...)
	if err != nil {
		return ports.Access{}, err
	}
	return freeze(all, c, view)
}

// loadAll reads every file, goes on after a bad one so that the view lists them all, and fails with the first fault.
func loadAll(files []string, view *ports.KubeconfigView) ([]source, error) {
	var loaded []source
	var fault error
	for _, file := range distinct(files) {
		s, err := load(file)
		if errors.Is(err, fs.ErrNotExist) {
			view.Missing = append(view.Missing, file)
			continue
		}
		view.Files = append(view.Files, file)
		if err != nil && fault == nil {
			fault = err
		}
		loaded = append(loaded, s)
	}
	switch {
	case fault != nil:
		return nil, fault
	case len(view.Files) > 0:
		return loaded, nil
	case len(view.Missing) > 0:
		return nil, problem(problems.KubeconfigMissing, say.Textf("no such file: %s", strings.Join(view.Missing, ", ")), say.Textf("fetch the kubeconfig there, or name the file that reaches this cluster"))
	}
	return nil, problem(problems.KubeconfigMissing, say.Textf("no kubeconfig is named"), say.Textf("name the file that reaches this cluster"))
}

// distinct drops repeated and empty names: kubectl reads each file once.
func distinct(files []string) []string {
	var kept []string
	seen := map[string]bool{"": true}
	for _, f := range files {
		if !seen[f] {
			seen[f] = true
			kept = append(kept, f)
		}
	}
	return kept
}

func writtenTwice(loaded []source) []say.Text {
	var said []say.Text
	for _, s := range loaded {
		if s.doubled != "" {
			said = append(said, say.Textf("a key is written twice in %s (%s): the last one is used", s.file, s.doubled))
		}
	}
	return said
}
