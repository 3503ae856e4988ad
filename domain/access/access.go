// Package access says which rights a reader of clusters needs: the fewest with which it reads all that it asks for.
package access

import (
	"cmp"
	"slices"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// The verbs that a reader uses. There are no others.
const (
	Get  = "get"
	List = "list"
)

// Rule allows verbs on resources of one API group, or on paths.
type Rule struct {
	Group     string // empty for the core API
	Resources []string
	Names     []string // of the objects that may be read; none: of any
	Paths     []string // instead of resources
	Verbs     []string
	Why       []Reason
}

// Reason says what one resource of a rule, or its paths, are read for.
type Reason struct {
	Resource string   // empty: all of the rule
	What     say.Text // in words; empty when the layers say it
	Layers   []string
}

// Further is a question beside a catalogue's own, and what it is asked for.
type Further struct {
	ports.Marker
	Why say.Text
}

// Rules gives the rights that reading a catalogue's layers needs, and further questions. They are made from the questions
// that a preview asks, and from the table of what a reader asks of its own accord.
func Rules(c layer.Catalogue, further ...Further) []Rule {
	n := needs{catalogue: c}
	n.list(ports.Namespaces, say.Textf("which cluster this is, and what is being deleted"))
	n.get(ports.Namespaces)
	n.list(ports.Nodes, say.Textf("whether the declared nodes are there and Ready"))
	n.list(ports.StorageClasses, say.Textf("what is left of a storage, and which class is the default one"))
	question, markers := state.Questions(c)
	for _, kind := range question.Kinds {
		n.list(kind, say.Text{})
	}
	for _, m := range slices.Concat(markers, state.Remaining(c, ports.Overview{}, ports.ObjectsAnswer{})) {
		n.marker(m, say.Text{})
	}
	for _, f := range further {
		n.marker(f.Marker, f.Why)
	}
	return append(n.rules(), Rule{Paths: slices.Clone(ports.DiscoveryPaths), Verbs: []string{Get},
		Why: []Reason{{What: say.Textf("which kinds are served; most clusters allow this to everybody already")}}})
}

// need is what is asked of one resource.
type need struct {
	group, resource string
	gets, lists     bool
	anyName         bool
	names           []string
	what            say.Text
	layers          []string
}

type needs struct {
	catalogue layer.Catalogue
	all       []*need
}

func (n *needs) of(kind ports.ObjectRef) *need {
	for _, known := range n.all {
		if known.group == kind.Group && known.resource == kind.Resource {
			return known
		}
	}
	added := &need{group: kind.Group, resource: kind.Resource, layers: layersOf(n.catalogue, kind)}
	n.all = append(n.all, added)
	return added
}

// layersOf names the layers that an object of this kind proves.
func layersOf(c layer.Catalogue, kind ports.ObjectRef) []string {
	var names []string
	for _, l := range c.Layers {
		if slices.ContainsFunc(l.Proofs, func(p layer.Proof) bool { return p.Ref.Group == kind.Group && p.Ref.Resource == kind.Resource }) {
			names = append(names, l.Name)
		}
	}
	return names
}

func (n *needs) list(kind ports.ObjectRef, what say.Text) {
	asked := n.of(kind)
	asked.lists = true
	asked.what = say.First(asked.what, what)
}

func (n *needs) marker(m ports.Marker, what say.Text) {
	n.named(m.Ref)
	n.of(m.Ref).what = say.First(n.of(m.Ref).what, what)
	if m.Elsewhere {
		n.list(m.Ref, what)
	}
	if !layer.BuiltIn(m.Ref.Group) {
		n.definition(m.Ref)
	}
}

// get allows any object of a kind: their names are only known while reading.
func (n *needs) get(kind ports.ObjectRef) {
	asked := n.of(kind)
	asked.gets, asked.anyName = true, true
}

func (n *needs) named(ref ports.ObjectRef) {
	asked := n.of(ref)
	asked.gets = true
	if !slices.Contains(asked.names, ref.Name) {
		asked.names = append(asked.names, ref.Name)
	}
}

// definition is for a custom kind, which a server may not serve, or in another version.
func (n *needs) definition(ref ports.ObjectRef) {
	crd := ports.Definitions
	crd.Name = ports.DefinitionName(ref)
	n.named(crd)
	n.of(crd).what = say.Textf("whether a kind is defined that kubectl does not recognise")
	n.get(ports.APIServices)
	n.of(ports.APIServices).what = say.Textf("who serves the versions of such a kind")
}

// rules puts the resources of one group that are asked for alike into one rule: the core API first, then by group.
func (n *needs) rules() []Rule {
	var all []Rule
	for _, asked := range n.all {
		r := Rule{Group: asked.group, Resources: []string{asked.resource}, Verbs: asked.verbs(), Names: asked.restricted(),
			Why: []Reason{{asked.resource, asked.what, asked.layers}}}
		i := slices.IndexFunc(all, func(other Rule) bool {
			return other.Group == r.Group && slices.Equal(other.Verbs, r.Verbs) && len(other.Names)+len(r.Names) == 0
		})
		if i < 0 {
			all = append(all, r)
			continue
		}
		all[i].Resources = append(all[i].Resources, asked.resource)
		all[i].Why = append(all[i].Why, r.Why...)
	}
	slices.SortStableFunc(all, func(a, b Rule) int { return cmp.Compare(a.Group, b.Group) })
	return all
}

func (n need) verbs() []string {
	var verbs []string
	if n.gets {
		verbs = append(verbs, Get)
	}
	if n.lists {
		verbs = append(verbs, List)
	}
	return verbs
}

// restricted gives the names of the objects that alone are read. A list shows all, so beside it names restrict nothing.
func (n need) restricted() []string {
	if n.lists || n.anyName {
		return nil
	}
	return n.names
}
