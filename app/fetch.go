package app

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/univ-lehavre/nestor/domain/inventory"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Fetch copies a stack's kubeconfig from its control plane, makes sure that it reaches the stack's cluster, and keeps it.
// It writes local files alone, and never leaves the operator worse off.
type Fetch struct {
	Readers
	Inventory ports.InventoryReader
	Fetcher   ports.KubeconfigFetcher
	Rewriter  ports.KubeconfigRewriter
	Installer ports.KubeconfigInstaller
	LimaHome  string // where benches keep their ssh configurations
}

// AdminConf is where kubeadm keeps the administrator's kubeconfig on a control-plane node.
const AdminConf = "/etc/kubernetes/admin.conf"

// FetchOptions say what to fetch from where.
type FetchOptions struct {
	StackOptions
	Inventory  string // a file; empty: the repository's
	From       string // a host of the inventory, or user@host[:port]; empty: the stack's control plane
	RemotePath string // on the node
	Sudo       bool
	Server     string // replaces the server's URL
	ServerName string // tls-server-name
	Force      bool   // replace a destination that would be refused
}

// FetchPlan is what a fetch will do, before anything of it is done.
type FetchPlan struct {
	Wanted
	Source      ports.FetchSource
	Notes       []say.Text // to be said: why this node, what is not known
	Command     string     // what will run, to paste
	Destination string
	Server      string // replaces a server that leads nowhere from here; empty: no such one is known
	Options     FetchOptions
}

// Fetched is what was done.
type Fetched struct {
	Plan      FetchPlan
	Changes   []ports.Change
	Backup    string // of the file that was there; empty when there was none
	Server    string
	UID       string
	Nodes     []ports.SeenNode
	Ground    say.Text            // why this is the stack's cluster
	Notes     []say.Text          // doubts and warnings
	Confirmed *ports.KnownCluster // what to remember after the operator's yes; nil without one
}

// remotePath is what neither a shell nor scp takes for anything but a file's name.
var remotePath = regexp.MustCompile(`^(/[A-Za-z0-9._@+=:,][A-Za-z0-9._@+=:,-]*)+$`)

func (o FetchOptions) check() error {
	switch {
	case !remotePath.MatchString(o.RemotePath):
		return badOption(problems.AppRemotePath, say.Textf("--remote-path %q is no absolute path of letters, digits and . _ @ + = : , -", o.RemotePath), say.Textf("write the file's path on the node"))
	case o.Server != "" && !isServer(o.Server):
		return badOption(problems.AppServer, say.Textf("--server is no address of an API"), say.Textf("write https://HOST[:PORT][/PATH], without a password"))
	case o.ServerName != "" && !serverName.MatchString(o.ServerName):
		return badOption(problems.AppServerName, say.Textf("--tls-server-name %q is no host name or address", o.ServerName), say.Textf("write one that the server's certificate is for"))
	}
	return nil
}

var serverName = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9_.:-]*[A-Za-z0-9_])?$`)

// isServer reports an https URL of scheme, host, port and path alone.
func isServer(server string) bool {
	u, err := url.Parse(server)
	if err != nil || !strings.EqualFold(u.Scheme, "https") || u.Hostname() == "" || u.User != nil || strings.ContainsAny(server, "?# ") {
		return false
	}
	port, err := strconv.Atoi(u.Port())
	return u.Port() == "" || err == nil && port > 0 && port < 65536
}

// Plan says where the kubeconfig would come from and where it would go. Nothing is run or written.
func (f Fetch) Plan(o FetchOptions) (FetchPlan, error) {
	if err := o.check(); err != nil {
		return FetchPlan{}, err
	}
	wanted, err := f.declared().Stack(o.Stack, o.File)
	if err != nil {
		return FetchPlan{}, err
	}
	if !ports.StackNameFault(wanted.Stack.Name).IsZero() {
		return FetchPlan{}, badOption(problems.AppStackName, say.Textf("the stack is called %q, and its file, context and cluster are to be called the same", wanted.Stack.Name), say.Textf("rename %s", wanted.Stack.File))
	}
	p := FetchPlan{Wanted: wanted, Options: o, Destination: f.destination(wanted.Stack)}
	if p.Destination == "" {
		return p, &say.Problem{Code: problems.AppNoHome, What: say.Textf("the home folder is not known (HOME is not set), and the topology names no kubeconfig"), Do: say.Textf("set HOME, or write `kubeconfig:` in the topology")}
	}
	if err := f.Installer.Check(p.Destination, wanted.Stack.Name, o.Force); err != nil {
		return p, err
	}
	if p.Source, p.Notes, err = f.source(wanted, o); err != nil {
		var invalid *ports.InvalidDocument
		if !errors.As(err, &invalid) {
			err = BadOption{err}
		}
		return p, err
	}
	p.Source.Ask = f.Asking == target.AtTerminal
	p.Server = reachableServer(wanted.Stack, p.Source)
	p.Command = f.Fetcher.Command(p.Source)
	return p, nil
}

// WithSudo is the same plan for a user who may not read the file.
func (f Fetch) WithSudo(p FetchPlan) (FetchPlan, error) {
	o := p.Options
	o.Sudo = true
	return f.Plan(o)
}

// destination is the topology's file, else the conventional one. An exported KUBECONFIG is somebody else's.
func (f Fetch) destination(s stack.Stack) string {
	if s.Kubeconfig != "" {
		return s.Kubeconfig
	}
	return target.ConventionPath(f.Environment, s)
}

// Run fetches, checks, verifies and only then keeps. On any error the file that was there is as it was.
func (f Fetch) Run(ctx context.Context, p FetchPlan) (Fetched, error) {
	m, err := f.memory()
	if err != nil {
		return Fetched{}, err
	}
	content, failure := f.Fetcher.Fetch(ctx, p.Source, filepath.Dir(p.Destination))
	if failure != nil {
		return Fetched{}, failure
	}
	rewritten, got, err := f.verified(ctx, p, content, m)
	if err != nil {
		return Fetched{}, say.Errorf("%w; %s", err, f.untouched(p.Destination))
	}
	done := Fetched{Plan: p, Changes: rewritten.Changes, Server: rewritten.Kubeconfig.View.Server, UID: got.overview.UID,
		Nodes: seenNodes(p.Stack, got.overview.Nodes), Ground: decisive(got.judged), Notes: sentences(got.judged.Doubts)}
	if done.Backup, err = f.Installer.Install(p.Destination, rewritten.Content); err != nil {
		return Fetched{}, err
	}
	kept := f.Kubeconfigs.Read([]string{p.Destination}, "").View
	done.Notes = append(done.Notes, sentences(target.Warnings(kept, target.Resolution{}, f.Environment.Now))...)
	if got.answered {
		done.Confirmed = remembering(p.Stack, rewritten.Kubeconfig.View, done.UID, f.Environment.Now)
	}
	return done, nil
}

// untouched says what became of the destination of a fetch that failed.
func (f Fetch) untouched(destination string) say.Text {
	if f.Kubeconfigs.Exists(destination) {
		return say.Textf("%s is as it was", destination)
	}
	return say.Textf("%s was not written", destination)
}

// verified rewrites the content so that it leads to a cluster from here, and makes sure that it is the stack's.
func (f Fetch) verified(ctx context.Context, p FetchPlan, content ports.Secret, m memory) (ports.Rewritten, approached, error) {
	o := ports.RewriteOptions{Name: p.Stack.Name, Context: p.Stack.Context, Server: p.Options.Server, ServerName: p.Options.ServerName}
	rewritten, err := f.Rewriter.Rewrite(content, o)
	if err != nil {
		return rewritten, approached{}, say.Errorf("what %s sent cannot be used: %w", p.Source.Node, err)
	}
	elsewhere := p.Options.Server == "" && p.Server != "" && !target.SameEndpoint(p.Server, rewritten.Original)
	if elsewhere && leadsNowhere(p.Stack, rewritten.Original) {
		o.Server, elsewhere = p.Server, false
		if rewritten, err = f.Rewriter.Rewrite(content, o); err != nil {
			return rewritten, approached{}, err
		}
	}
	got, err := f.verify(ctx, p, rewritten, m)
	if err != nil && elsewhere && unreachable(got.overview.Failure) {
		// A name that only the cluster's own network knows: the declared endpoint is tried in its place.
		o.Server = p.Server
		if rewritten, err = f.Rewriter.Rewrite(content, o); err == nil {
			got, err = f.verify(ctx, p, rewritten, m)
		}
	}
	return rewritten, got, err
}

// verify reads the nodes with the new kubeconfig, from memory, and judges the cluster as any other command would.
func (f Fetch) verify(ctx context.Context, p FetchPlan, r ports.Rewritten, m memory) (approached, error) {
	k := r.Kubeconfig
	k.View.Files, k.Access.Files = []string{p.Source.Node + ":" + p.Source.Path}, []string{p.Destination}
	a := f.aimed(target.Case{Intent: target.WriteLocal, Asking: f.asking(), Stack: p.Stack, Known: m.known, NoMemory: m.none, Pinned: pinnedBy(f.others(p.Wanted)),
		Kubeconfig: k, Resolution: target.Resolution{Files: []string{p.Destination}, Source: target.FromTopology}})
	if a.judgement.Verdict == target.Refuse {
		return approached{judged: a.judgement}, notTheStacks(a.judgement)
	}
	got := f.judge(ctx, a, f.Cluster.Overview(ctx, k.Access, ports.OverviewQuestion{}), ports.ObjectsAnswer{})
	switch {
	case got.judged.Verdict == target.Refuse:
		return got, notTheStacks(got.judged)
	case got.judged.Unread:
		return got, &say.Problem{Code: cmp.Or(got.overview.Failure.Code, problems.AppFetchedUnreachable), What: say.Textf("the kubeconfig that was fetched does not reach its cluster"), Why: failed(got.overview.Failure)}
	case got.overview.Nodes.Outcome != ports.Found:
		return got, &say.Problem{Code: problems.AppFetchedNoNodes, What: say.Textf("the kubeconfig that was fetched may not read the nodes"), Why: &say.Problem{What: got.overview.Nodes.Reason}}
	}
	return got, nil
}

// unreachable reports a server that did not answer at all.
func unreachable(f *ports.Failure) bool {
	return f != nil && (f.Kind == ports.FailedConnect || f.Kind == ports.FailedTimeout)
}

// source is the node to fetch from: of the inventory, or as the operator names it, or as the topology declares it.
func (f Fetch) source(w Wanted, o FetchOptions) (ports.FetchSource, []say.Text, error) {
	s := ports.FetchSource{Path: o.RemotePath, Sudo: o.Sudo}
	if w.Stack.Kind == stack.Lima && o.From == "" {
		return limaSource(s, w.Stack, f.LimaHome)
	}
	literal, isLiteral, err := inventory.ParseLogin(o.From)
	if err != nil {
		return s, nil, err
	}
	if isLiteral && o.Inventory == "" {
		return reached(s, literal), nil, nil
	}
	return f.inventorySource(s, w, o)
}
