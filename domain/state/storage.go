package state

import (
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/ports"
)

// ownLayers are those that are part of a backend.
func ownLayers(c layer.Catalogue, b layer.Backend) []layer.Layer {
	return slices.DeleteFunc(slices.Clone(c.Layers), func(l layer.Layer) bool { return l.Stores != b })
}

// isCore reports whether a proof shows that a backend is alive. Storage classes and what is stored on Ceph do not.
func isCore(b layer.Backend, p layer.Proof) bool {
	if b == layer.Ceph {
		return p.Ref.Kind == "CephCluster"
	}
	return p.Ref.Namespace != ""
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
		case f.unread != "":
			found = mayLive
		}
	}
	return found
}

func (j judge) cores(b layer.Backend) []finding {
	var all []finding
	for _, l := range ownLayers(j.catalogue, b) {
		for _, f := range j.findings[l.Name] {
			if isCore(b, f.proof) {
				all = append(all, f)
			}
		}
	}
	return all
}

// core gives the verdicts on the layers that make the declared backend live.
func (j judge) core(layers map[string]Layer) []Verdict {
	var verdicts []Verdict
	for _, l := range ownLayers(j.catalogue, j.stack.Backend) {
		if slices.ContainsFunc(l.Proofs, func(p layer.Proof) bool { return isCore(j.stack.Backend, p) }) {
			verdicts = append(verdicts, layers[l.Name].Verdict)
		}
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
	s.Detail = s.sentence()
	core := j.core(layers)
	if slices.ContainsFunc(core, func(v Verdict) bool { return v != Absent && v != Unknown }) {
		core = nil // it stands in some way: nothing competes with it
	}
	if len(core) > 0 && s.another(s.Real, s.Unread) {
		s.Held = s.Detail
	}
	if slices.Contains(core, Absent) && s.another(s.Real) {
		s.Conflict = s.Detail
		s.Notes = append(s.Notes, Note{CodeStorage, s.Conflict + ": correct `storage:` in the topology if it is wrong; nothing of this storage is planned until they agree"})
	}
	s.Notes = append(s.Notes, j.defaultClasses()...)
	return s
}

// another reports whether one of these lists has a backend that is not the declared one.
func (s Storage) another(lists ...[]layer.Backend) bool {
	return slices.ContainsFunc(slices.Concat(lists...), func(b layer.Backend) bool { return b != s.Backend })
}

// sentence is "declared local-path (default), real ceph".
func (s Storage) sentence() string {
	text := "declared " + string(s.Backend)
	if !s.Declared {
		text += " (default)"
	}
	var real []string
	for _, b := range s.Real {
		real = append(real, string(b))
	}
	for _, b := range s.Unread {
		real = append(real, string(b)+" not read")
	}
	return text + ", real " + orElse(strings.Join(real, ", "), "none")
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
	return []Note{{CodeTwoDefaults, "several default storage classes: " + strings.Join(names, ", ")}}
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
