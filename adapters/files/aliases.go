package files

import (
	"github.com/goccy/go-yaml/ast"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// maxCopied bounds what aliases may repeat in all: a few lines of aliases of aliases would fill any memory.
const maxCopied = 10_000

// anchored is a value that has a name. It is open while the value is being read.
type anchored struct {
	value ports.Value
	open  bool
	size  int // values in it, itself included
	depth int
}

func (c *converter) anchor(n *ast.AnchorNode, depth int) (ports.Value, error) {
	a := &anchored{open: true}
	c.anchors[nameOf(n.Name)] = a
	v, err := c.value(n.Value, depth+1)
	if err != nil {
		return v, err
	}
	a.value, a.open = v, false
	a.size, a.depth = measure(v)
	return v, nil
}

// alias gives the anchored value, at the alias's own place; what is inside keeps the places where it is written.
func (c *converter) alias(n *ast.AliasNode, depth int) (ports.Value, error) {
	name, at := nameOf(n.Value), position(n.Start)
	a, ok := c.anchors[name]
	switch {
	case !ok:
		return ports.Value{}, refuse(at, say.Textf("*%s names nothing: no &%s stands before it", name, name), say.Textf("put the text in quotes if it is no alias"))
	case a.open:
		return ports.Value{}, refuse(at, say.Textf("*%s stands inside its own value", name), say.Textf("remove it"))
	case depth+a.depth > maxDepth:
		return ports.Value{}, *deepFault(at)
	}
	c.copied += a.size
	if c.copied > maxCopied {
		return ports.Value{}, refuse(at, say.Textf("aliases repeat more than %d values", maxCopied), say.Textf("write the file without them"))
	}
	v := a.value
	v.At = at
	return v, nil
}

func nameOf(n ast.Node) string {
	if n == nil {
		return ""
	}
	return n.GetToken().Value
}

// measure counts the values in a value, and how deep they go.
func measure(v ports.Value) (size, depth int) {
	size = 1
	for _, item := range v.Items {
		s, d := measure(item)
		size, depth = size+s, max(depth, d+1)
	}
	for _, e := range v.Entries {
		s, d := measure(e.Value)
		size, depth = size+s, max(depth, d+1)
	}
	return size, depth
}

// merging collects what the merge key `<<` of one map brings.
type merging struct {
	at   ports.Position // of the merge key
	maps []ports.Value  // earlier ones win
}

func (m *merging) add(e ports.Entry) error {
	if m.at.Line > 0 {
		return refuse(e.At, say.Textf("the merge key << stands twice in one map (first on line %d)", m.at.Line), say.Textf("merge all with one: <<: [*a, *b]"))
	}
	m.at = e.At
	m.maps = []ports.Value{e.Value}
	if e.Value.Kind == ports.List {
		m.maps = e.Value.Items
	}
	for _, v := range m.maps {
		if v.Kind != ports.Map {
			return refuse(e.At, say.Textf("the merge key << takes maps, and this is %s", v.Kind), say.Textf("give it an alias of a map, or put << in quotes"))
		}
	}
	return nil
}

// into appends the merged entries whose keys the map does not have itself.
func (m *merging) into(own []ports.Entry) []ports.Entry {
	taken := map[string]bool{}
	for _, e := range own {
		taken[e.Key] = true
	}
	for _, source := range m.maps {
		for _, e := range source.Entries {
			if !taken[e.Key] {
				taken[e.Key] = true
				own = append(own, e)
			}
		}
	}
	return own
}
