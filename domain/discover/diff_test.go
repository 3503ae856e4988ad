package discover_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/domain/discover"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
	"github.com/univ-lehavre/nestor/ports"
)

// difference is a comparison's lines as "sign what name".
func difference(s stack.Stack, a discover.Answers) []string {
	var all []string
	for _, d := range discover.Compare(s, discover.Make(a)) {
		all = append(all, string(d.Sign)+" "+d.What+" "+d.Name)
	}
	return all
}

func TestACompletelyReadClusterIsWhatItsDiscoveryDeclares(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a := answersOf(statetest.Random(drawn(rt)))
		d := discover.Make(a)
		if d.Undeclarable() != nil || len(d.Unread) > 0 {
			return
		}
		for _, each := range discover.Compare(d.Stack(discover.Naming{}, stack.Stack{}), d) {
			// What is partly there, elsewhere or without its needs cannot be declared, so it stays a difference.
			if each.What != "layer" && each.What != "storage" || each.Sign == discover.NotRead {
				rt.Fatalf("%+v", each)
			}
		}
	})
}

func TestEachDifferenceIsOneLine(t *testing.T) {
	declared := func() stack.Stack {
		return discover.Make(answersOf(story())).Stack(discover.Naming{}, stack.Stack{})
	}
	for name, c := range map[string]struct {
		change func(*stack.Stack, *discover.Answers)
		want   []string
	}{
		"nothing":     {func(*stack.Stack, *discover.Answers) {}, nil},
		"a node less": {func(s *stack.Stack, _ *discover.Answers) { s.Nodes = s.Nodes[:3] }, []string{"+ node dirqual4"}},
		"a node more": {func(s *stack.Stack, _ *discover.Answers) {
			s.Nodes = append(s.Nodes, stack.Node{Name: "x", Roles: []stack.Role{stack.Worker}})
		}, []string{"- node x"}},
		"roles": {func(s *stack.Stack, _ *discover.Answers) {
			s.Nodes[0].Roles = []stack.Role{stack.Control, stack.Storage}
			s.Nodes[1].Roles = []stack.Role{stack.Control, stack.Worker}
		}, []string{"+ role dirqual1 worker", "- role dirqual2 control"}},
		"layers": {func(s *stack.Stack, _ *discover.Answers) {
			s.Layers = append([]string{"portal"}, s.Layers[:9]...) // without mlflow
		}, []string{"+ layer mlflow", "- layer portal"}},
		"backend": {func(s *stack.Stack, _ *discover.Answers) { s.Backend = "local-path" }, []string{"~ storage "}},
		"gateway": {func(s *stack.Stack, _ *discover.Answers) { s.Exposition = "gateway" }, []string{"- exposition gateway"}},
		"gateways unread": {func(s *stack.Stack, a *discover.Answers) {
			a.More.Answers[asked(t, "Gateway")] = ports.ObjectAnswer{Outcome: ports.Forbidden}
		}, []string{"? exposition nodeport"}},
		"endpoint":   {func(s *stack.Stack, _ *discover.Answers) { s.Network.Port = 8443 }, []string{"~ endpoint "}},
		"a tunnel":   {func(_ *stack.Stack, a *discover.Answers) { a.Kubeconfig.Server = "https://127.0.0.1:6443" }, nil},
		"not pinned": {func(s *stack.Stack, _ *discover.Answers) { s.Identity.CASHA256 = "" }, []string{"+ identity ca_sha256 " + ca}},
		"nodes unread": {func(_ *stack.Stack, a *discover.Answers) { a.Overview.Nodes = ports.Listing[ports.Node]{} },
			[]string{"? nodes "}},
		"a layer unread": {func(_ *stack.Stack, a *discover.Answers) {
			a.Objects.Answers[statetest.Application] = ports.ObjectAnswer{Outcome: ports.Forbidden}
		}, []string{"? layer gitops-seed"}},
	} {
		s, a := declared(), answersOf(story())
		c.change(&s, &a)
		if diff := cmp.Diff(c.want, difference(s, a)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
