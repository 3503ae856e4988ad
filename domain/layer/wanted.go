package layer

import (
	"sort"

	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Request is what a stack declares about its layers.
type Request struct {
	Backend   Backend
	Lima      bool
	Hardening bool
	Layers    []string // names or aliases; when empty, Profile counts
	Profile   string
}

// Problem is one declared name that the stack cannot have.
type Problem struct {
	Name    string // the entry of Request.Layers, or the profile
	Code    string
	What    say.Text
	Instead say.Text
}

// Wanted gives the layers that a stack wants: what it declares, what its kind wants by itself, and all that these need,
// in the catalogue's order.
func (c Catalogue) Wanted(r Request) ([]Layer, []Problem) {
	w := wanting{c: c, r: r, names: map[string]bool{}}
	for _, l := range c.Layers {
		if l.wantedBy(r) {
			w.layer(l)
		}
	}
	for _, name := range c.declared(r) {
		w.entry = name
		w.name(name)
	}
	var layers []Layer
	for _, l := range c.Layers {
		if w.names[l.Name] {
			layers = append(layers, l)
		}
	}
	return layers, w.problems
}

// Needs gives the direct needs of a layer in a stack: those of its backend, without benches' layers on prod.
func (c Catalogue) Needs(l Layer, b Backend, lima bool) []string {
	var needs []string
	for _, name := range l.Needs[b] {
		if need, ok := c.Find(name); ok && (lima || !need.LimaOnly) {
			needs = append(needs, name)
		}
	}
	return needs
}

// Names gives every name that a topology may put in `layers`: the layers in order, then the aliases.
func (c Catalogue) Names() []string {
	var names, aliases []string
	for _, l := range c.Layers {
		names = append(names, l.Name)
	}
	for name := range c.Aliases {
		aliases = append(aliases, name)
	}
	sort.Strings(aliases)
	return append(names, aliases...)
}

func (l Layer) wantedBy(r Request) bool {
	switch l.Wanted {
	case Always:
		return true
	case OnLima:
		return r.Lima
	case OnCeph:
		return r.Backend == Ceph
	case WhenHardening:
		return r.Hardening
	}
	return false
}

// declared gives the names that a stack declares: its layers, else those of its profile and the smaller ones.
func (c Catalogue) declared(r Request) []string {
	if len(r.Layers) > 0 || r.Profile == "" {
		return r.Layers
	}
	var names []string
	for _, p := range c.Profiles {
		names = append(names, p.Members...)
		if p.Name == r.Profile {
			return names
		}
	}
	return []string{r.Profile}
}

// wanting follows names to layers and layers to their needs.
type wanting struct {
	c        Catalogue
	r        Request
	entry    string // the declared name that is being followed
	names    map[string]bool
	problems []Problem
}

func (w *wanting) name(name string) {
	if alias, ok := w.c.Aliases[name]; ok {
		for _, member := range alias.Members[w.r.Backend] {
			w.name(member)
		}
		return
	}
	l, ok := w.c.Find(name)
	if !ok {
		w.problem(CodeUnknownLayer, say.Textf("unknown layer %q", name), document.Suggest(name, w.c.Names()))
		return
	}
	w.layer(l)
}

func (w *wanting) layer(l Layer) {
	if w.names[l.Name] {
		return
	}
	if l.LimaOnly && !w.r.Lima {
		w.problem(CodeLimaOnly, say.Textf("layer %q exists on lima stacks only", l.Name), say.Textf("remove it, or declare `target_kind: lima`"))
		return
	}
	if !l.Allowed(w.r.Backend) {
		w.problem(CodeNotAllowed, w.notAllowed(l), say.Textf("remove it, or declare `storage: {backend: %s}`", say.Or(l.backends())))
		return
	}
	w.names[l.Name] = true
	for _, need := range w.c.Needs(l, w.r.Backend, w.r.Lima) {
		if n, ok := w.c.Find(need); ok {
			w.layer(n)
		}
	}
}

func (w *wanting) notAllowed(l Layer) say.Text {
	if w.entry != l.Name {
		return say.Textf("layer %q does not exist on storage backend %s (%q calls for it)", l.Name, w.r.Backend, w.entry)
	}
	return say.Textf("layer %q does not exist on storage backend %s", l.Name, w.r.Backend)
}

func (w *wanting) problem(code string, what, instead say.Text) {
	w.problems = append(w.problems, Problem{Name: w.entry, Code: code, What: what, Instead: instead})
}

func (l Layer) backends() []string {
	var names []string
	for _, b := range Backends {
		if l.Allowed(b) {
			names = append(names, string(b))
		}
	}
	return names
}
