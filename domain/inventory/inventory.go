// Package inventory reads an Ansible inventory in YAML: hosts, groups, and each host's variables with Ansible's own
// precedence. It follows what ansible-inventory does, and refuses by name what it does not follow.
package inventory

import (
	"cmp"
	"slices"

	"github.com/univ-lehavre/nestor/ports"
)

// The groups that Ansible always has: everything, and the hosts of no other group.
const (
	all       = "all"
	ungrouped = "ungrouped"
)

// Inventory is a valid inventory. The zero value knows no host.
type Inventory struct {
	file   string // as the operator would name it
	hosts  []*host
	groups []*group
	named  map[string]*host
	known  map[string]*group
}

type host struct {
	name   string
	at     ports.Position // where it is mentioned first
	vars   map[string]ports.Value
	groups []*group // those that mention it
}

type group struct {
	name     string
	inFile   bool
	vars     map[string]ports.Value
	hosts    []*host
	children []*group
	parents  []*group
	priority int // of two groups of one depth, the higher one wins
	depth    int // the longest way down from all
}

// Hosts gives the names of all hosts, in the order in which the file mentions them first.
func (i Inventory) Hosts() []string { return hostNames(i.hosts) }

// Groups gives the names of the groups that the file mentions, in its order.
func (i Inventory) Groups() []string {
	var names []string
	for _, g := range i.groups {
		if g.inFile {
			names = append(names, g.name)
		}
	}
	return names
}

// Has reports whether the inventory knows a host of that name.
func (i Inventory) Has(name string) bool { return i.named[name] != nil }

// Members gives a group's hosts: its own in file order, then those of its children. Nothing when there is no such group.
func (i Inventory) Members(name string) []string {
	g := i.known[name]
	if g == nil {
		return nil
	}
	var members []*host
	met, listed := map[*group]bool{}, map[*host]bool{}
	var visit func(*group)
	visit = func(g *group) {
		if met[g] {
			return
		}
		met[g] = true
		for _, h := range g.hosts {
			if !listed[h] {
				listed[h] = true
				members = append(members, h)
			}
		}
		for _, child := range g.children {
			visit(child)
		}
	}
	visit(g)
	return hostNames(members)
}

// Variables gives a host's variables as they count: those of all, then of its groups from the outermost to the innermost
// (of one depth by ansible_group_priority, then by name), then the host's own. Nothing when there is no such host.
func (i Inventory) Variables(name string) map[string]ports.Value {
	h := i.named[name]
	if h == nil {
		return nil
	}
	vars := map[string]ports.Value{}
	for _, g := range h.lineage() {
		for name, v := range g.vars {
			vars[name] = v
		}
	}
	for name, v := range h.vars {
		vars[name] = v
	}
	return vars
}

// lineage is a host's groups and all that contain them; the later one wins.
func (h *host) lineage() []*group {
	var groups []*group
	met := map[*group]bool{}
	var climb func(*group)
	climb = func(g *group) {
		if met[g] {
			return
		}
		met[g] = true
		groups = append(groups, g)
		for _, parent := range g.parents {
			climb(parent)
		}
	}
	for _, g := range h.groups {
		climb(g)
	}
	slices.SortFunc(groups, func(a, b *group) int {
		return cmp.Or(cmp.Compare(a.depth, b.depth), cmp.Compare(a.priority, b.priority), cmp.Compare(a.name, b.name))
	})
	return groups
}

func hostNames(hosts []*host) []string {
	names := make([]string, len(hosts))
	for i, h := range hosts {
		names[i] = h.name
	}
	return names
}
