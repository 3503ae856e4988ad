package layer

import "slices"

// Reason says why a stack has a layer.
type Reason struct {
	Layer    Layer
	Wanted   When     // the stack's own kind calls for it; empty: it does not
	Asked    []string // declared names that stand for it: itself, or aliases
	Profile  bool     // Asked are names of the profile, not of the topology
	NeededBy []string // layers of the stack that need it directly
}

// Reasons says of each layer that a stack wants why it does, in the catalogue's order.
func (c Catalogue) Reasons(r Request) []Reason {
	layers, _ := c.Wanted(r)
	reasons := make([]Reason, 0, len(layers))
	for _, l := range layers {
		reason := Reason{Layer: l, Profile: len(r.Layers) == 0}
		if l.wantedBy(r) {
			reason.Wanted = l.Wanted
		}
		for _, name := range c.declared(r) {
			if slices.Contains(c.Members(name, r.Backend), l.Name) {
				reason.Asked = append(reason.Asked, name)
			}
		}
		for _, other := range layers {
			if slices.Contains(c.Needs(other, r.Backend, r.Lima), l.Name) {
				reason.NeededBy = append(reason.NeededBy, other.Name)
			}
		}
		reasons = append(reasons, reason)
	}
	return reasons
}

// Members gives the layers that a declared name stands for on a backend, without what these need.
func (c Catalogue) Members(name string, b Backend) []string {
	alias, ok := c.Aliases[name]
	if !ok {
		return []string{name}
	}
	var members []string
	for _, member := range alias.Members[b] {
		members = append(members, c.Members(member, b)...)
	}
	return members
}
