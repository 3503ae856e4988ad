package state

import (
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// ownLayers are those that are part of a backend.
func ownLayers(c layer.Catalogue, b layer.Backend) []layer.Layer {
	return slices.DeleteFunc(slices.Clone(c.Layers), func(l layer.Layer) bool { return l.Stores != b })
}

// coreLayers are those that make a backend live: of its layers, the ones that stand on none of the others.
func coreLayers(c layer.Catalogue, b layer.Backend) []layer.Layer {
	own := ownLayers(c, b)
	return slices.DeleteFunc(slices.Clone(own), func(l layer.Layer) bool {
		return slices.ContainsFunc(own, func(other layer.Layer) bool { return slices.Contains(l.Needs[b], other.Name) })
	})
}

// isClass reports whether a proof is a storage class: one stays behind when what served it is gone.
func isClass(p layer.Proof) bool {
	return p.Ref.Group == "storage.k8s.io" && p.Ref.Kind == "StorageClass"
}

// life is whether a backend serves this cluster.
type life int

const (
	dead life = iota
	mayLive
	alive
)

func (j judge) life(b layer.Backend) life {
	if j.machines.noneExists {
		return dead
	}
	found := dead
	for _, f := range j.cores(b) {
		switch {
		case f.found() || f.moved():
			return alive
		case !f.unread.IsZero():
			found = mayLive
		}
	}
	return found
}

// cores are the findings that tell whether a backend is alive.
func (j judge) cores(b layer.Backend) []finding {
	var all []finding
	for _, l := range coreLayers(j.catalogue, b) {
		for _, f := range j.findings[l.Name] {
			if !isClass(f.proof) {
				all = append(all, f)
			}
		}
	}
	return all
}

// core gives the verdicts on the layers that make the declared backend live.
func (j judge) core(layers map[string]Layer) []Verdict {
	var verdicts []Verdict
	for _, l := range coreLayers(j.catalogue, j.stack.Backend) {
		verdicts = append(verdicts, layers[l.Name].Verdict)
	}
	return verdicts
}

func (j judge) storage(layers map[string]Layer) Storage {
	s := Storage{Backend: j.stack.Backend, Declared: j.stack.BackendDeclared}
	for _, l := range ownLayers(j.catalogue, s.Backend) {
		s.Layers = append(s.Layers, l.Name)
	}
	for _, b := range layer.Backends {
		switch j.life(b) {
		case alive:
			s.Real = append(s.Real, b)
		case mayLive:
			s.Unread = append(s.Unread, b)
		}
	}
	core := j.core(layers)
	if slices.ContainsFunc(core, func(v Verdict) bool { return v != Absent && v != Unknown }) {
		core = nil // it stands in some way: nothing competes with it
	}
	if len(core) > 0 && s.another(s.Real, s.Unread) {
		s.Held = s.sentence()
	}
	if slices.Contains(core, Absent) && s.another(s.Real) {
		s.Conflict = s.sentence()
	}
	return s
}

func (j judge) storageNotes(s Storage) []Note {
	if s.Conflict.IsZero() {
		return j.defaultClasses()
	}
	text := say.Textf("%s: correct `storage:` in the topology if it is wrong; nothing of this storage is planned until they agree", s.Conflict)
	return append([]Note{{CodeStorage, text}}, j.defaultClasses()...)
}

// another reports whether one of these lists has a backend that is not the declared one.
func (s Storage) another(lists ...[]layer.Backend) bool {
	return slices.ContainsFunc(slices.Concat(lists...), func(b layer.Backend) bool { return b != s.Backend })
}

// sentence is "declared local-path (default), real ceph".
func (s Storage) sentence() say.Text {
	declared := say.Verbatim(string(s.Backend))
	if !s.Declared {
		declared = say.Textf("%s (default)", s.Backend)
	}
	var real []say.Text
	for _, b := range s.Real {
		real = append(real, say.Verbatim(string(b)))
	}
	for _, b := range s.Unread {
		real = append(real, say.Textf("%s not read", b))
	}
	return say.Textf("declared %s, real %s", declared, say.First(say.Join(", ", real...), say.Textf("none")))
}

func (j judge) defaultClasses() []Note {
	var names []string
	for _, c := range items(j.reading.classes) {
		if c.Default {
			names = append(names, c.Name)
		}
	}
	if len(names) < 2 {
		return nil
	}
	slices.Sort(names)
	return []Note{{CodeTwoDefaults, say.Textf("several default storage classes: %s", strings.Join(names, ", "))}}
}

// cephHealth is Ceph's own word, wherever its cluster is.
func (j judge) cephHealth() string {
	for _, f := range j.cores(layer.Ceph) {
		if f.answer.Outcome == ports.Found && f.answer.Object.Ceph != nil {
			return f.answer.Object.Ceph.Health
		}
	}
	return ""
}
