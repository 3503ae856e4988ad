package target_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
)

// situation is a row of the judgement table: what is known of a cluster.
type situation struct {
	name   string
	change func(*target.Case)
	seen   ports.Overview
}

var (
	aNode  = nodes("cp1")
	pinUID = func(c *target.Case) { c.Stack.Identity.ClusterUID = "one" }
	pinCA  = func(c *target.Case) {
		c.Stack.Identity.CASHA256 = "aa11"
		ca("aa11", 1)(c)
	}
	declaredAddress = server("https://10.0.0.11:6443")
	overriding      = func(c *target.Case) { c.Resolution.Overrides = "/home/op/.kube/b" }
)

func all(changes ...func(*target.Case)) func(*target.Case) {
	return func(c *target.Case) {
		for _, f := range changes {
			f(c)
		}
	}
}

// situations are tried from the strongest to the weakest; the documentation shows them in this order.
var situations = []situation{
	{"another UID than the pinned one", pinUID, ports.Overview{UID: "two", Nodes: aNode}},
	{"another UID than the remembered one", knowing("one", ""), ports.Overview{UID: "two", Nodes: aNode}},
	{"another CA than the pinned or remembered one", all(pinCA, ca("bb22", 1)), ports.Overview{UID: "one", Nodes: aNode}},
	{"a certificate signed by another authority", declaredAddress, ports.Overview{Failure: &ports.Failure{Kind: ports.FailedAuthority}}},
	{"none of the declared endpoints, no UID pinned", server("https://10.0.0.20:6443"), ports.Overview{UID: "one", Nodes: aNode}},
	{"nodes read, none of the declared control plane among them", pinUID, ports.Overview{UID: "one", Nodes: nodes("x")}},
	{"UID pinned, and the reads showed none", pinUID, ports.Overview{Nodes: aNode}},
	{"nothing could be read (no question; exit status 1)", pinUID, ports.Overview{Failure: &ports.Failure{Kind: ports.FailedConnect}}},
	{"pinned UID equal", pinUID, ports.Overview{UID: "one", Nodes: aNode}},
	{"pinned UID equal, none of the declared endpoints (a tunnel: noted)", all(pinUID, server("https://10.0.0.20:6443")), ports.Overview{UID: "one", Nodes: aNode}},
	{"pinned UID equal, through an overriding KUBECONFIG", all(pinUID, overriding), ports.Overview{UID: "one", Nodes: aNode}},
	{"remembered UID and CA equal", all(knowing("one", "aa11"), ca("aa11", 1)), ports.Overview{UID: "one", Nodes: aNode}},
	{"remembered UID equal, through an overriding KUBECONFIG", all(knowing("one", ""), overriding), ports.Overview{UID: "one", Nodes: aNode}},
	{"remembered UID equal, its CA no longer checked", knowing("one", "aa11"), ports.Overview{UID: "one", Nodes: aNode}},
	{"pinned CA equal, and it alone vouches", pinCA, ports.Overview{UID: "one", Nodes: aNode}},
	{"pinned CA equal, through an overriding KUBECONFIG", all(pinCA, overriding), ports.Overview{UID: "one", Nodes: aNode}},
	{"pinned CA equal, of a server with a path that is not declared", all(pinCA, server("https://10.0.0.20:6443/k8s/clusters/c-1"), func(c *target.Case) { c.Stack.Nodes[0].AnsibleHost = "" }), ports.Overview{UID: "one", Nodes: aNode}},
	{"a declared endpoint", declaredAddress, ports.Overview{UID: "one", Nodes: aNode}},
	{"a declared endpoint, its certificate not verified", all(declaredAddress, view(func(v *ports.KubeconfigView) { v.Insecure = true })), ports.Overview{UID: "one", Nodes: aNode}},
	{"a declared endpoint, through a proxy", all(declaredAddress, view(func(v *ports.KubeconfigView) { v.Proxy = "http://p" })), ports.Overview{UID: "one", Nodes: aNode}},
	{"a declared endpoint, the nodes could not be read", declaredAddress, ports.Overview{UID: "one"}},
	{"a declared endpoint, through an overriding KUBECONFIG", all(declaredAddress, overriding), ports.Overview{UID: "one", Nodes: aNode}},
	{"a declared endpoint, and the cluster is another stack's", all(declaredAddress, func(c *target.Case) {
		c.Known = []ports.KnownCluster{{Stack: "lyon", File: "/lyon.yaml", UID: "one"}}
	}), ports.Overview{UID: "one", Nodes: aNode}},
	{"a loopback address or a placeholder", server("https://cluster-api:6443"), ports.Overview{UID: "one", Nodes: aNode}},
	{"a loopback address, the nodes could not be read", server("https://127.0.0.1:6443"), ports.Overview{UID: "one"}},
	{"no endpoint is declared to compare with", all(server("https://10.0.0.20:6443"), func(c *target.Case) { c.Stack.Nodes[0].AnsibleHost = "" }), ports.Overview{UID: "one", Nodes: aNode}},
	{"a bench, on this machine or at an address that it declares", func(c *target.Case) { c.Stack.Kind = stack.Lima }, ports.Overview{UID: "one", Nodes: aNode}},
	{"a bench, anywhere else", all(func(c *target.Case) { c.Stack.Kind = stack.Lima }, server("https://10.0.0.20:6443")), ports.Overview{UID: "one", Nodes: aNode}},
	{"a bench whose cluster is another stack's", func(c *target.Case) {
		c.Stack.Kind, c.Known = stack.Lima, []ports.KnownCluster{{Stack: "lyon", File: "/lyon.yaml", UID: "one"}}
	}, ports.Overview{UID: "one", Nodes: aNode}},
}

// column is one way of being asked.
type column struct {
	intent target.Intent
	asking target.Asking
}

var columns = []column{
	{target.Read, target.AtTerminal}, {target.Read, target.NobodyToAsk}, {target.ChangeCluster, target.AtTerminal}, {target.ChangeCluster, target.NobodyToAsk},
}

func (s situation) verdict(in column) target.Verdict {
	c := at(at10(declared), s.change, func(c *target.Case) { c.Intent, c.Asking = in.intent, in.asking })
	return target.After(c, target.Before(c), s.seen, ports.ObjectsAnswer{}).Verdict
}

// TestTheJudgementTable holds the policy to the table that operators read.
func TestTheJudgementTable(t *testing.T) {
	doc, err := os.ReadFile("../../docs/reference.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(doc), "| what is known of the cluster | terminal | no terminal, `--no-input` | change, terminal | change, no terminal |\n| --- | --- | --- | --- | --- |\n")
	if !found {
		t.Fatal("docs/reference.md has no judgement table")
	}
	table, _, _ := strings.Cut(rest, "\n\n")
	var want []string
	for _, s := range situations {
		row := "| " + s.name
		for _, in := range columns {
			row += " | " + string(s.verdict(in))
		}
		want = append(want, row+" |")
	}
	if diff := cmp.Diff(want, strings.Split(table, "\n")); diff != "" {
		t.Errorf("docs/reference.md (-policy +documented):\n%s", diff)
	}
}

func TestWritingALocalFileIsJudgedAsReading(t *testing.T) {
	for _, s := range situations {
		for _, asking := range []target.Asking{target.AtTerminal, target.NobodyToAsk} {
			if read, write := s.verdict(column{target.Read, asking}), s.verdict(column{target.WriteLocal, asking}); read != write {
				t.Errorf("%s: %s to read and %s to write a local file", s.name, read, write)
			}
		}
	}
}

func TestNothingIsConfirmedForAChangeWithoutAYes(t *testing.T) {
	for _, s := range situations {
		for _, in := range columns[2:] {
			if got := s.verdict(in); got == target.Confirmed || got == target.Ask && !strings.Contains(s.name, "pinned") && !strings.Contains(s.name, "nothing could be read") {
				t.Errorf("%s: %s", s.name, got)
			}
		}
	}
	c := at(at10(pinned("one", "")), func(c *target.Case) { c.Intent, c.Answered = target.ChangeCluster, true })
	judged(t, target.After(c, target.Before(c), ports.Overview{UID: "one", Nodes: aNode}, ports.ObjectsAnswer{}), target.Confirmed, target.CodeAnswered)
}

// TestAYesNeverReplacesAProof: it counts only where a question could be put, and never against a contradiction.
func TestAYesNeverReplacesAProof(t *testing.T) {
	for _, s := range situations {
		answered := func(asking target.Asking) target.Verdict {
			c := at(at10(declared), s.change, func(c *target.Case) { c.Asking, c.Answered = asking, true })
			return target.After(c, target.Before(c), s.seen, ports.ObjectsAnswer{}).Verdict
		}
		if unanswered := s.verdict(column{target.Read, target.NobodyToAsk}); answered(target.NobodyToAsk) != unanswered {
			t.Errorf("%s: with nobody to ask a yes changes %s", s.name, unanswered)
		}
		if unanswered := s.verdict(column{target.Read, target.AtTerminal}); unanswered == target.Refuse && answered(target.AtTerminal) != target.Refuse {
			t.Errorf("%s: a yes overrides a refusal", s.name)
		}
	}
}

func TestAReplayIsHeldToItsContradictionsAlone(t *testing.T) {
	for _, s := range situations {
		live, replay := s.verdict(column{target.Read, target.AtTerminal}), s.verdict(column{target.Read, target.Replaying})
		overrides := strings.Contains(s.name, "overriding")
		if live == target.Confirmed && replay != target.Confirmed || live == target.Ask && replay == target.Refuse && !overrides {
			t.Errorf("%s: %s, and replayed %s", s.name, live, replay)
		}
	}
}
