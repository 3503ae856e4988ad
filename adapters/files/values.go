package files

import (
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// converter turns the parser's tree into values. Its errors are ports.Fault.
type converter struct {
	anchors map[string]*anchored
	copied  int // values that aliases repeated
}

func refuse(at ports.Position, what, instead say.Text) ports.Fault {
	return ports.Fault{Code: CodeSyntax, At: at, What: what, Instead: instead}
}

func (c *converter) value(n ast.Node, depth int) (ports.Value, error) {
	if depth > maxDepth {
		return ports.Value{}, *deepFault(startOf(n))
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		return c.mapping(n, depth)
	case *ast.MappingValueNode:
		return c.mapping(&ast.MappingNode{Start: n.Start, Values: []*ast.MappingValueNode{n}}, depth)
	case *ast.SequenceNode:
		return c.sequence(n, depth)
	case *ast.TagNode:
		return c.tagged(n, depth)
	case *ast.AnchorNode:
		return c.anchor(n, depth)
	case *ast.AliasNode:
		return c.alias(n, depth)
	}
	return c.scalar(n)
}

func (c *converter) scalar(n ast.Node) (ports.Value, error) {
	switch n := n.(type) {
	case nil, *ast.CommentGroupNode:
		return ports.Value{}, nil
	case *ast.NullNode:
		return ports.Value{Kind: ports.Null, At: position(n.Token)}, nil
	case *ast.LiteralNode:
		return ports.Value{Kind: ports.Text, Scalar: written(n), At: position(n.Start)}, nil
	case *ast.StringNode:
		if n.Token.Type == token.SingleQuoteType || n.Token.Type == token.DoubleQuoteType {
			return ports.Value{Kind: ports.Text, Scalar: n.Value, At: position(n.Token)}, nil
		}
		return plain(n.Value, position(n.Token)), nil
	case ast.ScalarNode:
		return plain(n.GetToken().Value, position(n.GetToken())), nil
	}
	return ports.Value{}, refuse(startOf(n), say.Textf("this cannot be read here"), say.Textf("write plain keys, lists and values"))
}

func (c *converter) sequence(n *ast.SequenceNode, depth int) (ports.Value, error) {
	list := ports.Value{Kind: ports.List, At: position(n.Start), Items: make([]ports.Value, 0, len(n.Values))}
	for i, item := range n.Values {
		if i < len(n.Entries) && !n.IsFlowStyle && outdented(item, position(n.Entries[i].Start), list.At.Column) {
			return list, missingValue(item)
		}
		v, err := c.value(item, depth+1)
		if err != nil {
			return list, err
		}
		if implicit(item) && i < len(n.Entries) && !n.IsFlowStyle {
			v.At = after(n.Entries[i].Start)
		}
		list.Items = append(list.Items, v)
	}
	return list, nil
}

func (c *converter) mapping(n *ast.MappingNode, depth int) (ports.Value, error) {
	m := ports.Value{Kind: ports.Map, At: startOf(n), Entries: make([]ports.Entry, 0, len(n.Values))}
	var merges merging
	for _, pair := range n.Values {
		entry, err := c.entry(pair, n.IsFlowStyle, depth)
		if err != nil {
			return m, err
		}
		if _, ok := pair.Key.(*ast.MergeKeyNode); ok {
			if err := merges.add(entry); err != nil {
				return m, err
			}
			continue
		}
		m.Entries = append(m.Entries, entry)
	}
	m.Entries = merges.into(m.Entries)
	return m, nil
}

func (c *converter) entry(pair *ast.MappingValueNode, flow bool, depth int) (ports.Entry, error) {
	key, err := c.key(pair.Key)
	if err != nil {
		return ports.Entry{}, err
	}
	entry := ports.Entry{Key: key, At: startOf(pair.Key)}
	if !flow && pair.Value != nil && outdented(pair.Value, position(pair.Key.GetToken()), leftmost(pair)) {
		return entry, missingValue(pair.Value)
	}
	entry.Value, err = c.value(pair.Value, depth+1)
	if implicit(pair.Value) {
		entry.Value.At = entry.At
		if pair.Start != nil && pair.Start.Type == token.MappingValueType {
			entry.Value.At = after(pair.Start)
		}
	}
	return entry, err
}

// key gives a key's text. Lists and maps as keys have no use in what is declared here.
func (c *converter) key(n ast.Node) (string, error) {
	switch n := n.(type) {
	case *ast.MappingKeyNode:
		return c.key(n.Value)
	case *ast.TagNode:
		return c.key(n.Value)
	case *ast.AnchorNode, *ast.AliasNode:
		v, err := c.value(n, 0)
		if err == nil && (v.Kind == ports.Map || v.Kind == ports.List) {
			err = refuse(startOf(n), say.Textf("a key must be plain text, and is %s", v.Kind), say.Textf("write plain text as key"))
		}
		return v.Scalar, err
	case *ast.LiteralNode, *ast.StringNode:
		return written(n), nil
	case ast.ScalarNode:
		return n.GetToken().Value, nil
	}
	return "", refuse(startOf(n), say.Textf("a key must be plain text"), say.Textf("write plain text as key"))
}

func (c *converter) tagged(n *ast.TagNode, depth int) (ports.Value, error) {
	tag := n.Start.Value
	v, err := c.value(n.Value, depth+1)
	if err != nil {
		return v, err
	}
	v, ok := retag(v, tag, written(n.Value))
	if !ok {
		return v, refuse(position(n.Start), say.Textf("%q is no value of tag %s", written(n.Value), tag), say.Textf("remove the tag, or change the value"))
	}
	v.Tag, v.At = tag, position(n.Start)
	return v, nil
}

// outdented reports whether a value stands on a later line and too far left to belong to the key or item at a place. The
// parser takes what follows a tag or an item without a value for its value; believing it would move keys into other maps.
func outdented(n ast.Node, owner ports.Position, column int) bool {
	at := startOf(withoutMarks(n))
	return at.Line > owner.Line && at.Column <= column
}

// leftmost is the last column where a pair's value cannot stand; a list may begin right under its key.
func leftmost(pair *ast.MappingValueNode) int {
	column := position(pair.Key.GetToken()).Column
	if _, list := withoutMarks(pair.Value).(*ast.SequenceNode); list {
		column--
	}
	return column
}

func withoutMarks(n ast.Node) ast.Node {
	switch n := n.(type) {
	case *ast.TagNode:
		return withoutMarks(n.Value)
	case *ast.AnchorNode:
		return withoutMarks(n.Value)
	}
	return n
}

func missingValue(n ast.Node) error {
	return refuse(startOf(withoutMarks(n)), say.Textf("this would be the value of the key or item before it, and stands too far left"), say.Textf("indent it, or write ~ for no value there"))
}

// implicit reports whether nothing was written where a value could be.
func implicit(n ast.Node) bool {
	null, ok := n.(*ast.NullNode)
	return n == nil || ok && null.Token.Type == token.ImplicitNullType
}

// written is a scalar's text without quotes; empty for anything else.
func written(n ast.Node) string {
	switch n := n.(type) {
	case *ast.LiteralNode:
		if n.Value == nil {
			return ""
		}
		return n.Value.Value
	case *ast.StringNode:
		return n.Value
	case *ast.AnchorNode:
		return written(n.Value)
	case *ast.NullNode:
		if n.Token.Type == token.ImplicitNullType {
			return ""
		}
		return n.Token.Value
	case ast.ScalarNode:
		return n.GetToken().Value
	}
	return ""
}

// startOf is where a node begins: a block map begins at its first key, not at the colon that the parser points at.
func startOf(n ast.Node) ports.Position {
	switch n := n.(type) {
	case nil:
		return ports.Position{}
	case *ast.MappingNode:
		if !n.IsFlowStyle && len(n.Values) > 0 {
			return startOf(n.Values[0])
		}
	case *ast.MappingValueNode:
		return startOf(n.Key)
	case *ast.MappingKeyNode:
		if n.Value != nil {
			return startOf(n.Value)
		}
	case *ast.AnchorNode:
		if n.Value != nil {
			return startOf(n.Value)
		}
	}
	return position(n.GetToken())
}

func after(tk *token.Token) ports.Position {
	at := position(tk)
	at.Column++
	return at
}
