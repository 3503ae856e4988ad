package layer

import (
	"slices"
	"sort"

	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// New reads the catalogue from its documents: the embedded one, then any that add to it or replace layers of it.
// Every fault of each document is given, in the documents' order; the catalogue is usable when none is Wrong.
func New(docs ...ports.Document) (Catalogue, []ports.InvalidDocument) {
	b := builder{c: Catalogue{Aliases: map[string]Alias{}}}
	readers := make([]*document.Reader, len(docs))
	for i, doc := range docs {
		readers[i] = &document.Reader{}
		b.add(parse(readers[i], doc))
	}
	b.checkNeeds()
	b.checkAliases()
	b.sort()
	b.claim()
	var faulty []ports.InvalidDocument
	for i, r := range readers {
		if faults := r.Faults(); len(faults) > 0 {
			faulty = append(faulty, ports.InvalidDocument{File: docs[i].File, Lines: docs[i].Lines, Faults: faults})
		}
	}
	return b.c, faulty
}

// builder merges the documents of a catalogue.
type builder struct {
	c       Catalogue
	layers  []parsedLayer
	aliases []parsedAlias
}

func (b *builder) add(p parsed) {
	seen := map[string]bool{}
	for _, l := range p.layers {
		if seen[l.Name] && l.Name != "" {
			l.name.Fault(CodeTwice, say.Textf("layer %q is defined twice in this file", l.Name), say.Textf("keep one of them"))
			continue
		}
		seen[l.Name] = true
		b.put(l)
	}
	for _, a := range p.aliases {
		b.aliases = append(b.aliases, a)
		b.c.Aliases[a.Name] = a.Alias
	}
	if len(p.profiles) > 0 {
		b.c.Profiles = p.profiles
	}
	for _, ns := range p.ignored {
		if !slices.Contains(b.c.Ignored, ns) {
			b.c.Ignored = append(b.c.Ignored, ns)
		}
	}
}

// claim takes out of the ignored namespaces those that a layer calls its own.
func (b *builder) claim() {
	for _, l := range b.c.Layers {
		b.c.Ignored = slices.DeleteFunc(b.c.Ignored, func(ns string) bool { return slices.Contains(l.Traces.Namespaces, ns) })
	}
}

// put adds a layer, or replaces the one of the same name in its place.
func (b *builder) put(l parsedLayer) {
	for i := range b.layers {
		if b.layers[i].Name == l.Name {
			b.layers[i] = l
			return
		}
	}
	b.layers = append(b.layers, l)
}

func (b *builder) checkNeeds() {
	names := make([]string, 0, len(b.layers))
	for _, l := range b.layers {
		names = append(names, l.Name)
	}
	for _, l := range b.layers {
		for _, need := range allOf(l.Needs) {
			if !slices.Contains(names, need) {
				l.needs.Fault(CodeUnknownLayer, say.Textf("layer %q needs %q, which is no layer", l.Name, need), document.Suggest(need, names))
			}
		}
	}
}

func (b *builder) checkAliases() {
	for _, l := range b.layers {
		if _, both := b.c.Aliases[l.Name]; both {
			l.name.Fault(CodeTwice, say.Textf("%q is an alias and a layer", l.Name), say.Textf("rename one of them"))
		}
	}
	known := b.names()
	for _, a := range b.aliases {
		for _, member := range allOf(a.Members) {
			if !slices.Contains(known, member) {
				a.field.Fault(CodeUnknownLayer, say.Textf("alias %q names %q, which is no layer and no alias", a.Name, member), document.Suggest(member, known))
			}
		}
		if b.reaches(a.Name, a.Name, map[string]bool{}) {
			a.field.Fault(CodeCycle, say.Textf("alias %q stands for itself", a.Name), say.Textf("name layers in it"))
		}
	}
}

// reaches reports whether an alias leads, through aliases, to the goal.
func (b *builder) reaches(from, goal string, seen map[string]bool) bool {
	if seen[from] {
		return false
	}
	seen[from] = true
	return slices.ContainsFunc(allOf(b.c.Aliases[from].Members), func(member string) bool {
		return member == goal || b.reaches(member, goal, seen)
	})
}

func (b *builder) names() []string {
	var names []string
	for _, l := range b.layers {
		names = append(names, l.Name)
	}
	for name := range b.c.Aliases {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// allOf joins the lists of all backends, each name once.
func allOf(lists map[Backend][]string) []string {
	var all []string
	for _, b := range Backends {
		for _, name := range lists[b] {
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}

// sort orders the layers by Kahn's algorithm: a layer follows all that it needs on any backend, ties in file order.
// Layers that need each other are a fault and come last.
func (b *builder) sort() {
	placed := map[string]bool{}
	waiting := slices.Clone(b.layers)
	for len(waiting) > 0 {
		next := slices.IndexFunc(waiting, func(l parsedLayer) bool { return b.ready(l, placed) })
		if next < 0 {
			b.cycle(waiting)
			return
		}
		placed[waiting[next].Name] = true
		b.c.Layers = append(b.c.Layers, waiting[next].Layer)
		waiting = slices.Delete(waiting, next, next+1)
	}
}

// ready reports whether all that a layer needs is placed; a need that does not exist was a fault already.
func (b *builder) ready(l parsedLayer, placed map[string]bool) bool {
	for _, need := range allOf(l.Needs) {
		exists := slices.ContainsFunc(b.layers, func(other parsedLayer) bool { return other.Name == need })
		if exists && !placed[need] {
			return false
		}
	}
	return true
}

func (b *builder) cycle(waiting []parsedLayer) {
	for _, l := range waiting {
		l.needs.Fault(CodeCycle, say.Textf("layer %q can never be placed: what it needs needs it, or cannot be placed either", l.Name), say.Textf("remove one of the needs"))
		b.c.Layers = append(b.c.Layers, l.Layer)
	}
}
