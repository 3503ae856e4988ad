package app

import (
	"cmp"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// question gathers what an operator needs to see before saying whether this is the stack's cluster.
func question(a aim, got approached) ports.Question {
	v := a.Kubeconfig.View
	return ports.Question{
		Stack: a.Stack.Name, Endpoint: v.Server, Context: v.Context, Files: v.Files, UID: got.overview.UID, CASHA256: v.CASHA256,
		Nodes: seenNodes(a.Stack, got.overview.Nodes), Matches: sentences(got.judged.Matches),
		Doubts: append(sentences(got.judged.Doubts), sentences(a.warnings)...),
	}
}

// seenNodes gives each node of a cluster with its state; nodes that are declared and not there as well.
func seenNodes(s stack.Stack, nodes ports.Listing[ports.Node]) []ports.SeenNode {
	if nodes.Outcome != ports.Found {
		return nil
	}
	declared, others := state.NodesOf(s, nodes.Items)
	var seen []ports.SeenNode
	for _, n := range declared {
		seen = append(seen, ports.SeenNode{Name: cmp.Or(n.Real, n.Name), State: say.Join(", ", nodeState(n), declaredAs(n))})
	}
	for _, n := range others {
		seen = append(seen, ports.SeenNode{Name: n.Name, State: say.Textf("%s, not declared", nodeState(n))})
	}
	return seen
}

// declaredAs says under which other name a node is declared.
func declaredAs(n state.Node) say.Text {
	if n.Real == "" || n.Real == n.Name {
		return say.Text{}
	}
	return say.Textf("declared as %s", n.Name)
}

func nodeState(n state.Node) say.Text {
	if n.Cordoned {
		return say.Textf("%s, cordoned", state.StatusWords(n.Status))
	}
	return state.StatusWords(n.Status)
}

func sentences(reasons []target.Reason) []say.Text {
	var all []say.Text
	for _, r := range reasons {
		all = append(all, r.Text)
	}
	return all
}
