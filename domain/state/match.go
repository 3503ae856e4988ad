package state

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
)

// match is what a declared node turned out to be.
type match struct {
	real   *ports.Node
	by     string   // empty for the exact name
	rivals []string // it could be any of these real nodes, or another declared node could be this one
}

// resemblance is one way of being the same node, from the surest to the weakest.
type resemblance struct {
	by   string
	fits func(stack.Node, ports.Node) bool
}

func resemblances(kind stack.Kind) []resemblance {
	names := func(n stack.Node) []string { return []string{n.Name} }
	all := []resemblance{{"", func(d stack.Node, r ports.Node) bool { return d.Name == r.Name }}}
	if kind == stack.Lima {
		names = func(n stack.Node) []string { return []string{n.Name, limaName(n.Name)} }
		all = append(all, resemblance{MatchedByLima, func(d stack.Node, r ports.Node) bool { return limaName(d.Name) == r.Name }})
	}
	anyName := func(same func(a, b string) bool) func(stack.Node, ports.Node) bool {
		return func(d stack.Node, r ports.Node) bool {
			return slices.ContainsFunc(names(d), func(name string) bool { return same(name, r.Name) })
		}
	}
	return append(all,
		resemblance{MatchedByCase, anyName(strings.EqualFold)},
		resemblance{MatchedByShortName, anyName(sameShortName)},
		resemblance{MatchedByAddress, sameAddress})
}

// limaName is the host name that Lima gives to a VM.
func limaName(vm string) string {
	return "lima-" + strings.NewReplacer(".", "-", "_", "-").Replace(vm)
}

// sameShortName compares a fully qualified name with a short one. Two qualified names in two domains are two nodes.
func sameShortName(a, b string) bool {
	shortA, domainA, _ := strings.Cut(strings.ToLower(a), ".")
	shortB, domainB, _ := strings.Cut(strings.ToLower(b), ".")
	return shortA == shortB && (domainA == "") != (domainB == "")
}

func sameAddress(d stack.Node, r ports.Node) bool {
	wanted, err := netip.ParseAddr(d.AnsibleHost)
	return err == nil && slices.ContainsFunc(r.InternalIPs, func(text string) bool {
		ip, err := netip.ParseAddr(text)
		return err == nil && ip.Unmap() == wanted.Unmap()
	})
}

// matching pairs declared nodes with real ones, each real node at most once.
type matching struct {
	declared []stack.Node
	real     []ports.Node
	matches  []match // as declared
	taken    []bool  // as real: matched, or a candidate of an ambiguous node
}

func matchNodes(kind stack.Kind, declared []stack.Node, real []ports.Node) matching {
	m := matching{declared: declared, real: real, matches: make([]match, len(declared)), taken: make([]bool, len(real))}
	for _, r := range resemblances(kind) {
		m.pair(r)
	}
	return m
}

// pair matches by one resemblance, all nodes at once, so that no order of nodes decides.
func (m *matching) pair(r resemblance) {
	candidates := make([][]int, len(m.declared))
	claims := make([]int, len(m.real))
	for d := range m.declared {
		if m.matches[d].real == nil && m.matches[d].rivals == nil {
			candidates[d] = m.candidates(d, r)
		}
		for _, c := range candidates[d] {
			claims[c]++
		}
	}
	for d, found := range candidates {
		switch {
		case len(found) == 1 && claims[found[0]] == 1:
			m.matches[d] = match{real: &m.real[found[0]], by: r.by}
		case len(found) > 0:
			m.matches[d] = match{rivals: m.names(found)}
		}
		for _, c := range found {
			m.taken[c] = true
		}
	}
}

// candidates gives the free real nodes that resemble a declared one; an address settles between several.
func (m *matching) candidates(d int, r resemblance) []int {
	var fitting, addressed []int
	for i, real := range m.real {
		if m.taken[i] || !r.fits(m.declared[d], real) {
			continue
		}
		fitting = append(fitting, i)
		if sameAddress(m.declared[d], real) {
			addressed = append(addressed, i)
		}
	}
	if len(addressed) > 0 {
		return addressed
	}
	return fitting
}

func (m *matching) names(indexes []int) []string {
	var names []string
	for _, i := range indexes {
		names = append(names, m.real[i].Name)
	}
	slices.Sort(names)
	return names
}

// left gives the real nodes that no declared node could be, by name.
func (m *matching) left() []ports.Node {
	var left []ports.Node
	for i, n := range m.real {
		if !m.taken[i] {
			left = append(left, n)
		}
	}
	slices.SortFunc(left, func(a, b ports.Node) int { return strings.Compare(a.Name, b.Name) })
	return left
}
