package app

import (
	"errors"

	"github.com/univ-lehavre/nestor/domain/access"
	"github.com/univ-lehavre/nestor/domain/discover"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports"
)

// Rights says which rights a preview of a stack needs. It looks at declared files alone, and at no cluster.
type Rights struct{ Declared }

// RightsOptions say for what.
type RightsOptions struct {
	Stack      string // empty with File empty: the active stack, else the whole catalogue
	File       string
	WantedOnly bool // only what decides on the stack's plan
	Discover   bool // also what a discovery reads
}

// Granted is the rights, and for what they are.
type Granted struct {
	Rules      []access.Rule
	Stack      string // empty: no stack is active, and they are for the whole catalogue
	WantedOnly bool
	Overlay    string // the operator's own catalogue; empty without one
	Doubts     []Doubt
}

// Run makes the rules. Without a named stack and without an active one they are for the catalogue.
func (r Rights) Run(o RightsOptions) (Granted, error) {
	wanted, err := r.Stack(o.Stack, o.File)
	if o.Stack == "" && o.File == "" && errors.Is(err, ports.ErrNoActiveStack) {
		return r.all(o, err)
	}
	if err != nil {
		return Granted{}, err
	}
	g := Granted{Stack: wanted.Stack.Name, WantedOnly: o.WantedOnly, Overlay: wanted.Overlay, Doubts: wanted.Doubts}
	catalogue := wanted.Catalogue
	if o.WantedOnly {
		catalogue = state.Concerned(catalogue, wanted.Stack)
	}
	g.Rules = o.rules(catalogue)
	return g, nil
}

func (r Rights) all(o RightsOptions, noStack error) (Granted, error) {
	if o.WantedOnly {
		return Granted{}, noStack
	}
	catalogue, overlay, doubts, err := r.catalogue(ports.Document{})
	if err != nil {
		return Granted{}, err
	}
	return Granted{Rules: o.rules(catalogue), Overlay: overlay, Doubts: doubts}, nil
}

func (o RightsOptions) rules(c layer.Catalogue) []access.Rule {
	if o.Discover {
		return access.Rules(c, discover.Further()...)
	}
	return access.Rules(c)
}
