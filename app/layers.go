package app

import (
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
)

// Layers shows the catalogue, or what one stack wants of it.
type Layers struct{ Declared }

// Chosen is a list of layers in order, with the needs that count for it.
type Chosen struct {
	Layers  []ChosenLayer
	Aliases map[string]layer.Alias // of the whole catalogue only
	Ignored []string               // namespaces; of the whole catalogue only
	Stack   *stack.Stack           // nil for the whole catalogue
	Doubts  []Doubt
}

// ChosenLayer is a layer with its direct needs, by backend, or for the stack's own backend only.
type ChosenLayer struct {
	layer.Layer
	Needs map[layer.Backend][]string
}

// All gives the whole catalogue.
func (l Layers) All() (Chosen, error) {
	catalogue, _, doubts, err := l.catalogue(ports.Document{})
	if err != nil {
		return Chosen{}, err
	}
	chosen := Chosen{Doubts: doubts, Aliases: catalogue.Aliases, Ignored: catalogue.Ignored}
	for _, each := range catalogue.Layers {
		chosen.Layers = append(chosen.Layers, ChosenLayer{each, each.Needs})
	}
	return chosen, nil
}

// Of gives the layers that a stack wants.
func (l Layers) Of(name, file string) (Chosen, error) {
	wanted, err := l.Stack(name, file)
	if err != nil {
		return Chosen{}, err
	}
	s := wanted.Stack
	chosen := Chosen{Stack: &s, Doubts: wanted.Doubts}
	for _, name := range s.Layers {
		each, _ := wanted.Catalogue.Find(name)
		needs := wanted.Catalogue.Needs(each, s.Backend, s.Kind == stack.Lima)
		chosen.Layers = append(chosen.Layers, ChosenLayer{each, map[layer.Backend][]string{s.Backend: needs}})
	}
	return chosen, nil
}
