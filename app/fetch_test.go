package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// node plays the control plane and this machine's disk.
type node struct {
	*world
	inventory ports.Value // zero: there is none
	server    string      // in the file that it sends
	refused   error       // by the rewriter
	tried     []string    // servers that were rewritten to, in order
	sources   []ports.FetchSource
	rewrites  []ports.RewriteOptions
	installed []string
	silent    map[string]bool // servers that do not answer
}

func (n *node) Inventory(ports.Document, string) (ports.Document, error) {
	if n.inventory.Kind == ports.Null {
		return ports.Document{}, fmt.Errorf("there is no inventory: %w", fs.ErrNotExist)
	}
	return ports.Document{File: "/hosts.yaml", Root: n.inventory}, nil
}

func (n *node) VariablesBeside(ports.Document) []string { return nil }

func (n *node) Command(s ports.FetchSource) string { return "scp " + s.Login() }

func (n *node) Fetch(_ context.Context, s ports.FetchSource, _ string) (ports.Secret, *ports.FetchFailure) {
	n.note("fetch")
	n.sources = append(n.sources, s)
	return ports.NewSecret([]byte("x")), nil
}

func (n *node) Rewrite(_ ports.Secret, o ports.RewriteOptions) (ports.Rewritten, error) {
	server := n.server
	if o.Server != "" {
		server = o.Server
	}
	n.tried = append(n.tried, server)
	n.rewrites = append(n.rewrites, o)
	view := ports.KubeconfigView{Context: o.Name, Server: server, CASHA256: "aa", CACount: 1}
	return ports.Rewritten{Original: n.server, Content: ports.NewSecret([]byte(server)),
		Kubeconfig: ports.Kubeconfig{View: view, Access: ports.Access{Context: o.Name, Server: server, Kubeconfig: ports.NewSecret([]byte("x"))}}}, n.refused
}

func (n *node) Check(string, string, bool) error { return nil }

func (n *node) Install(destination string, _ ports.Secret) (string, error) {
	n.installed = append(n.installed, destination)
	return "", nil
}

// Overview answers unless the server that is asked is silent.
func (n *node) Overview(ctx context.Context, a ports.Access, q ports.OverviewQuestion) ports.Overview {
	if n.silent[a.Server] {
		return ports.Overview{Failure: &ports.Failure{Kind: ports.FailedConnect, Reason: say.Textf("no such host")}}
	}
	return n.world.Overview(ctx, a, q)
}

func aNode(kind string) *node {
	return &node{world: paris(kind), server: "https://10.0.0.1:6443", silent: map[string]bool{}}
}

func (n *node) use() Fetch {
	r := n.readers()
	r.Cluster = n
	return Fetch{Readers: r, Inventory: n, Fetcher: n, Rewriter: n, Installer: n, LimaHome: "/lima"}
}

func (n *node) run(t *testing.T, o FetchOptions) (Fetched, error) {
	t.Helper()
	o.Stack, o.RemotePath = "paris", AdminConf
	p, err := n.use().Plan(o)
	if err != nil {
		t.Fatal(err)
	}
	return n.use().Run(context.Background(), p)
}

func TestTheServerIsReplacedOnlyWhereItLeadsNowhere(t *testing.T) {
	for name, c := range map[string]struct {
		kind, fetched string
		silent        string
		want          []string
	}{
		"a declared endpoint is kept": {"prod", "https://10.0.0.1:6443", "", []string{"https://10.0.0.1:6443"}},
		"loopback":                    {"prod", "https://127.0.0.1:6443", "", []string{"https://127.0.0.1:6443", "https://10.0.0.1:6443"}},
		"localhost":                   {"prod", "https://localhost:6443", "", []string{"https://localhost:6443", "https://10.0.0.1:6443"}},
		"a local balancer":            {"prod", "https://lb-apiserver.kubernetes.local:8443", "", []string{"https://lb-apiserver.kubernetes.local:8443", "https://10.0.0.1:6443"}},
		"a bench's own network":       {"lima", "https://192.168.5.15:6443", "", []string{"https://192.168.5.15:6443", "https://127.0.0.1:6443"}},
		"a bench's loopback":          {"lima", "https://127.0.0.1:6443", "", []string{"https://127.0.0.1:6443"}},
	} {
		t.Run(name, func(t *testing.T) {
			n := aNode(c.kind)
			n.server = c.fetched
			_, err := n.run(t, FetchOptions{})
			if diff := cmp.Diff(c.want, n.tried); err != nil || diff != "" || len(n.installed) != 1 {
				t.Errorf("%v, installed %v (-want +tried):\n%s", err, n.installed, diff)
			}
		})
	}
	named := paris("prod").identity("cluster_uid", text("11111111-1111-1111-1111-111111111111"))
	n := &node{world: named, server: "https://api.cluster.internal:6443", silent: map[string]bool{"https://api.cluster.internal:6443": true}}
	if _, err := n.run(t, FetchOptions{}); err != nil || len(n.installed) != 1 || n.tried[len(n.tried)-1] != "https://10.0.0.1:6443" {
		t.Errorf("a name that only the cluster knows: %v, tried %v", err, n.tried)
	}
	own := aNode("prod")
	own.server = "https://127.0.0.1:6443"
	if _, err := own.run(t, FetchOptions{Server: "https://10.0.0.1:6443"}); err != nil || !cmp.Equal(own.tried, []string{"https://10.0.0.1:6443"}) {
		t.Errorf("--server: %v, tried %v", err, own.tried)
	}
}

func TestNothingIsKeptThatWasNotProven(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(*node)
		refused bool // exit status 3
		words   string
	}{
		"it cannot be used":    {func(n *node) { n.refused = errors.New("it runs a program") }, false, "it runs a program"},
		"it reaches nothing":   {func(n *node) { n.silent["https://10.0.0.1:6443"] = true }, false, "does not reach its cluster: no such host"},
		"it reaches another":   {func(n *node) { n.identity("cluster_uid", text("22222222-2222-2222-2222-222222222222")) }, true, "pins the cluster"},
		"another CA is pinned": {func(n *node) { n.identity("ca_sha256", text(strings.Repeat("b", 64))) }, true, "pins the CA"},
		"another endpoint":     {func(n *node) { n.server = "https://10.0.0.99:6443" }, true, "the topology declares"},
		"other nodes":          {func(n *node) { n.overview.Nodes.Items[0].Name = "x" }, true, "none of the declared control plane"},
		"the nodes are forbidden": {func(n *node) {
			n.overview.Nodes = ports.Listing[ports.Node]{Outcome: ports.Forbidden, Reason: say.Textf(`user "kubernetes-admin" may not list nodes`)}
		}, false, `"kubernetes-admin" may not list nodes`},
		"nobody says yes": {func(n *node) { n.asking = target.AtTerminal }, true, "nobody said yes"},
	} {
		t.Run(name, func(t *testing.T) {
			n := aNode("prod")
			c.change(n)
			_, err := n.run(t, FetchOptions{})
			var refused NotTheStacks
			if err == nil || len(n.installed) > 0 || errors.As(err, &refused) != c.refused || !strings.Contains(err.Error(), c.words) || !strings.Contains(err.Error(), "/k/paris.config was not written") {
				t.Errorf("%v, installed %v", err, n.installed)
			}
		})
	}
}

func TestAYesIsRememberedWithWhatWasFetched(t *testing.T) {
	n := aNode("prod")
	n.asking, n.yes = target.AtTerminal, true
	done, err := n.run(t, FetchOptions{})
	if err != nil || done.Confirmed == nil || done.Confirmed.UID != n.overview.UID || done.Confirmed.CASHA256 != "aa" || len(n.installed) != 1 {
		t.Errorf("%v: %+v", err, done)
	}
}

func TestTheNodeIsTheFirstThatIsKnown(t *testing.T) {
	hosts := dict("control", dict("hosts", dict("cp1", dict("ansible_host", text("10.0.0.7"), "ansible_user", text("ops"))), "children", dict()))
	for name, c := range map[string]struct {
		inventory ports.Value
		from      string
		want      ports.FetchSource
		note      string
	}{
		"of the inventory":          {hosts, "", ports.FetchSource{Node: "cp1", Host: "10.0.0.7", User: "ops", Path: AdminConf}, ""},
		"of the inventory, by name": {hosts, "cp1", ports.FetchSource{Node: "cp1", Host: "10.0.0.7", User: "ops", Path: AdminConf}, ""},
		"as declared":               {ports.Value{}, "", ports.FetchSource{Node: "cp1", Host: "10.0.0.1", Path: AdminConf}, "ssh's own configuration"},
		"as named":                  {hosts, "root@192.0.2.1:2222", ports.FetchSource{Node: "192.0.2.1:2222", Host: "192.0.2.1", User: "root", Port: 2222, Path: AdminConf}, ""},
		"as named, no inventory":    {ports.Value{}, "bastion", ports.FetchSource{Node: "bastion", Host: "bastion", Path: AdminConf}, "ssh's own configuration"},
	} {
		t.Run(name, func(t *testing.T) {
			n := aNode("prod")
			n.inventory = c.inventory
			p, err := n.use().Plan(FetchOptions{StackOptions: StackOptions{Stack: "paris"}, From: c.from, RemotePath: AdminConf})
			if diff := cmp.Diff(c.want, p.Source); err != nil || diff != "" || c.note != "" && !slices.ContainsFunc(p.Notes, func(s say.Text) bool { return strings.Contains(s.String(), c.note) }) {
				t.Errorf("%v, notes %q (-want +got):\n%s", err, p.Notes, diff)
			}
			if slices.Contains(n.asked, "fetch") {
				t.Error("a plan fetches")
			}
		})
	}
	for _, from := range []string{"-oProxyCommand=touch pwn", "root@-x", "cp1;id", "$(id)@cp1"} {
		if _, err := aNode("prod").use().Plan(FetchOptions{StackOptions: StackOptions{Stack: "paris"}, From: from, RemotePath: AdminConf}); err == nil {
			t.Errorf("--from %q is taken", from)
		}
	}
	for _, o := range []FetchOptions{
		{RemotePath: "etc/x"}, {RemotePath: "/etc/x;id"}, {RemotePath: "-x"}, {RemotePath: "/a b"}, {RemotePath: "/etc/-x"}, {RemotePath: "/etc/*"}, {RemotePath: "/~/x"}, {},
		{RemotePath: AdminConf, Server: "10.0.0.1"}, {RemotePath: AdminConf, Server: "http://10.0.0.1"}, {RemotePath: AdminConf, Server: "https://"},
		{RemotePath: AdminConf, Server: "https://u:p@h"}, {RemotePath: AdminConf, Server: "https://h?x=1"}, {RemotePath: AdminConf, Server: "https://h:99999"}, {RemotePath: AdminConf, ServerName: "-x"},
	} {
		var bad BadOption
		o.Stack = "paris"
		if _, err := aNode("prod").use().Plan(o); !errors.As(err, &bad) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	bench, err := aNode("lima").use().Plan(FetchOptions{StackOptions: StackOptions{Stack: "paris"}, RemotePath: AdminConf})
	want := ports.FetchSource{Node: "cp1", Host: "lima-cp1", ConfigFile: "/lima/cp1/ssh.config", Path: AdminConf}
	if diff := cmp.Diff(want, bench.Source); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestAPreviewOffersAFetchOnlyWhereItHelps(t *testing.T) {
	silent := &ports.Failure{Kind: ports.FailedConnect, Reason: say.Textf("refused")}
	for name, c := range map[string]struct {
		change func(*world)
		want   bool
	}{
		"all is well": {func(*world) {}, false},
		"no file": {func(w *world) {
			w.kubeconfig = ports.Kubeconfig{View: ports.KubeconfigView{Problem: say.Textf("no such file"), Missing: []string{"/k/paris.config"}}}
		}, true},
		"a file that is no kubeconfig": {func(w *world) {
			w.kubeconfig.View.Problem, w.kubeconfig.View.ProblemCode, w.kubeconfig.Access = say.Textf("not YAML"), problems.NotAKubeconfig, ports.Access{}
		}, true},
		"another authority": {func(w *world) {
			f := &ports.Failure{Kind: ports.FailedAuthority}
			w.overview.Failure, w.objects = f, []ports.ObjectsAnswer{{Failure: f}}
		}, true},
		"a file without the context": {func(w *world) {
			w.kubeconfig.View.Problem, w.kubeconfig.Access = say.Textf("no current-context"), ports.Access{}
		}, false},
		"no answer":        {func(w *world) { w.overview.Failure, w.objects = silent, []ports.ObjectsAnswer{{Failure: silent}} }, false},
		"another endpoint": {func(w *world) { w.kubeconfig.View.Server = "https://10.0.0.99:6443" }, false},
		"credentials expired": {func(w *world) {
			f := &ports.Failure{Kind: ports.FailedAuth}
			w.overview.Failure, w.objects = f, []ports.ObjectsAnswer{{Failure: f}}
		}, true},
		"half an answer": {func(w *world) { w.objects = []ports.ObjectsAnswer{{Failure: silent}} }, false},
	} {
		w := paris("prod")
		c.change(w)
		if got := w.preview(t).Fetchable; got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestTheContextIsCalledAsTheTopologyNamesIt(t *testing.T) {
	n := aNode("prod")
	n.stack.Put("context", "admin@paris")
	if _, err := n.run(t, FetchOptions{}); err != nil || len(n.rewrites) == 0 || n.rewrites[0].Context != "admin@paris" || n.rewrites[0].Name != "paris" {
		t.Errorf("%v: %+v", err, n.rewrites)
	}
}
