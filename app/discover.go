package app

import (
	"cmp"
	"context"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/univ-lehavre/nestor/domain/discover"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Discover makes a topology of a real cluster. All that it holds can only read.
type Discover struct {
	Readers
	Drafter  ports.Drafter
	Language say.Language // of the comments in the topology
}

// DiscoverOptions say which cluster, and what its stack will be called.
type DiscoverOptions struct {
	Kubeconfig string // a file; empty: KUBECONFIG
	Context    string
	Name       string // empty: after the file that will be written, else after the kubeconfig
	File       string // where the topology will be written; empty when that is not known
}

// DiscoverAim is the cluster that is about to be read. There is no stack yet to judge it against: it is shown instead.
type DiscoverAim struct {
	Name       string
	File       string   // where the topology will be written; empty when that is not known
	Source     say.Text // what named the kubeconfig
	Kubeconfig ports.Kubeconfig
	Warnings   []NoteReport
	Problem    say.Text // why no cluster may be read with it; empty when it can
}

// Discovered is what came of it.
type Discovered struct {
	UID      string
	Topology []byte     // empty when none could be made
	Next     say.Text   // the command to go on with, once it is written
	Problem  say.Text   // why none could
	Code     string     // of that problem
	Refused  bool       // because no answer can be believed
	Unread   []say.Text // what the topology may lack
	Others   []string   // stacks that declare this cluster already
	Requests RequestReport
	Doubts   []Doubt // of the operator's own catalogue
}

// Status is the exit status that a discovery calls for.
func (d Discovered) Status() int {
	switch {
	case d.Refused:
		return Refused
	case !d.Problem.IsZero() || len(d.Unread) > 0:
		return Failed
	}
	return Done
}

var validStackName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

// Aim finds the kubeconfig and reads it. No program is started. A kubeconfig is named, never assumed.
func (d Discover) Aim(o DiscoverOptions) (DiscoverAim, error) {
	if o.Name != "" && (!validStackName.MatchString(o.Name) || strings.Contains(o.Name, "..")) {
		return DiscoverAim{}, badOption(problems.AppNewName, say.Textf("--name %q is no stack name", o.Name), say.Textf("use letters, digits, dots, dashes and underscores, a letter or digit first"))
	}
	env, source := d.named(o.Kubeconfig)
	// A bench may go without a kubeconfig: only what is exported counts, and no stack's file.
	r := target.Resolve(env, stack.Stack{Kind: stack.Lima}, o.Context, false)
	switch {
	case !r.Missing.IsZero():
		return DiscoverAim{}, badOption(problems.AppKubeconfigPath, say.Textf("%s: %s", source, r.Missing), say.Text{})
	case len(r.Files) == 0 && d.Source.Kind == Replay:
		source = say.Textf("recording")
	case len(r.Files) == 0:
		return DiscoverAim{}, badOption(problems.AppNoKubeconfig, say.Textf("no kubeconfig is named, and none is assumed"), say.Textf("write --kubeconfig FILE, or export KUBECONFIG"))
	}
	a := DiscoverAim{File: o.File, Source: source, Kubeconfig: d.Kubeconfigs.Read(r.Files, r.Context)}
	a.Warnings = reasonReports(target.Warnings(a.Kubeconfig.View, r, d.Environment.Now))
	a.Problem = a.Kubeconfig.View.Refusal()
	if a.Problem.IsZero() && a.Kubeconfig.Access.Kubeconfig.Empty() {
		a.Problem = say.Textf("%s was not read; name a kubeconfig that reaches the cluster", strings.Join(r.Files, ", "))
	}
	a.Name = cmp.Or(o.Name, d.nameOf(o.File, a.Kubeconfig.View.Files))
	return a, nil
}

// named is the environment in which --kubeconfig stands for KUBECONFIG.
func (d Discover) named(file string) (env ports.Environment, source say.Text) {
	env = d.Environment
	if file == "" {
		return env, say.Verbatim("KUBECONFIG")
	}
	// No shell expands --kubeconfig=~/…; and it is one file, whatever is in its name.
	env.Kubeconfig, env.ListSeparator = fromTilde(env.Home, file), "\x00"
	return env, say.Verbatim("--kubeconfig")
}

// nameOf names the stack after its file, else after its kubeconfig.
func (d Discover) nameOf(file string, kubeconfigs []string) string {
	if name := stack.StackName(file); file != "" && validStackName.MatchString(name) {
		return name
	}
	if len(kubeconfigs) == 1 {
		name := strings.TrimSuffix(filepath.Base(kubeconfigs[0]), filepath.Ext(kubeconfigs[0]))
		if validStackName.MatchString(name) && name != "config" {
			return name
		}
	}
	return "cluster"
}

// Run reads the cluster and makes its topology, which is read back before it is given: it is valid and means what was seen.
func (d Discover) Run(ctx context.Context, a DiscoverAim) (Discovered, error) {
	catalogue, overlay, doubts, err := d.declared().catalogue(ports.Document{})
	if err != nil {
		return Discovered{}, err
	}
	answers := d.readAll(ctx, a.Kubeconfig, catalogue)
	out := Discovered{UID: answers.Overview.UID, Requests: requestsOf(answers), Doubts: doubts}
	if why, contradicted := contradiction(answers); contradicted {
		out.Problem, out.Code, out.Refused = why.Text, why.Code, true
		return out, nil
	}
	found := discover.Make(answers)
	for _, g := range found.Unread {
		out.Unread = append(out.Unread, g.Text())
	}
	if why := found.Undeclarable(); why != nil {
		out.Problem, out.Code = say.Of(why), why.Code
		return out, nil
	}
	out.Others = d.declaredAs(out.UID, catalogue)
	naming := d.naming(a, out.UID, overlay)
	out.Next = a.next()
	out.Topology = d.Drafter.Write(found.Draft(naming), d.Language)
	return out, d.check(out.Topology, a, found, naming, catalogue)
}

// readAll asks all that a preview asks, in the same words, and the rest beside it.
func (d Discover) readAll(ctx context.Context, k ports.Kubeconfig, c layer.Catalogue) discover.Answers {
	a := discover.Answers{Catalogue: c, Kubeconfig: k.View, Now: d.Environment.Now}
	var group errgroup.Group
	group.Go(func() error { a.Overview, a.Objects = asking{d.Cluster, k.Access, c}.everything(ctx); return nil })
	group.Go(func() error { a.More = d.Cluster.Objects(ctx, k.Access, discover.Questions()); return nil })
	group.Go(func() error { a.Machines = d.Machines.Machines(ctx); return nil })
	_ = group.Wait()
	return a
}

func requestsOf(a discover.Answers) RequestReport {
	return requestReport(a.Overview.Requests, a.Objects.Requests, a.More.Requests)
}

// contradiction says that the reads were more than reads, or did not see one cluster; nothing of them is believed then.
func contradiction(a discover.Answers) (target.Reason, bool) {
	if text := target.OtherRequests(a.Overview.Requests, a.Objects.Requests, a.More.Requests); !text.IsZero() {
		return target.Reason{Code: target.CodeOtherRequest, Text: text}, true
	}
	text := twoClusters(a)
	return target.Reason{Code: target.CodeTwoClusters, Text: text}, !text.IsZero()
}

// twoClusters is empty when the reads saw one.
func twoClusters(a discover.Answers) say.Text {
	for _, f := range []*ports.Failure{a.Overview.Failure, a.Objects.Failure, a.More.Failure} {
		if f != nil && f.Kind == ports.FailedIdentity {
			return f.Text()
		}
	}
	return target.TwoClusters(target.Sighting{UID: a.Overview.UID, Controls: a.Overview.Controls},
		target.Sighting{UID: a.Objects.UID, Controls: a.Objects.Controls}, target.Sighting{UID: a.More.UID, Controls: a.More.Controls})
}

// declaredAs names the stacks of this repository that pin the cluster already.
func (d Discover) declaredAs(uid string, c layer.Catalogue) []string {
	var names []string
	for _, k := range pinnedBy(d.others(Wanted{Catalogue: c})) {
		if uid != "" && k.UID == uid {
			names = append(names, k.Stack)
		}
	}
	return names
}

// next is the command to go on with: by the stack's name where topologies are, else by the file.
func (a DiscoverAim) next() say.Text {
	if a.File != "" && filepath.Base(filepath.Dir(a.File)) != "topologies" {
		return say.Textf("nestor preview -f %s", ports.Quoted(a.File))
	}
	return say.Textf("nestor preview %s", ports.Quoted(a.Name))
}

// naming is what the topology says besides what the cluster is.
func (d Discover) naming(a DiscoverAim, uid, overlay string) discover.Naming {
	v := a.Kubeconfig.View
	n := discover.Naming{Context: v.Context, Head: []say.Text{
		say.Textf("Stack %s, as nestor discovered it on %s UTC.", a.Name, d.Environment.Now.UTC().Format(time.DateTime)),
		say.Textf("Read: %s, context %s, cluster %s.", v.Server, v.Context, say.First(say.Verbatim(uid), say.Textf("of unknown UID"))),
		say.Textf("It declares what was read and is there. Read the remarks, then: %s", a.next()),
	}}
	if overlay != "" {
		n.Head = append(n.Head, say.Textf("Layers of %s count.", overlay))
	}
	convention := conventional(a.Name)
	if len(v.Files) != 1 {
		n.Kubeconfig = convention
		n.Remark = say.Textf("several files were read; make one of them: (umask 077; KUBECONFIG=%s kubectl config view --minify --flatten --context %s > %s)", ports.Quoted(strings.Join(v.Files, d.Environment.ListSeparator)), ports.Quoted(v.Context), convention)
		return n
	}
	n.Kubeconfig = toTilde(d.Environment.Home, v.Files[0])
	if n.Kubeconfig != convention {
		n.Remark = say.Textf("by convention a stack's own file is kept as %s", convention)
	}
	return n
}

// check reads the topology back. A fault is the cluster's (a name that no topology can carry) or nestor's own.
func (d Discover) check(text []byte, a DiscoverAim, found discover.Discovery, n discover.Naming, c layer.Catalogue) error {
	doc, err := d.Drafter.Read(a.Name+".yaml", text)
	if err != nil {
		return &say.Problem{Code: problems.AppDraftUnread, What: say.Textf("the topology that was made cannot be read back, so it is not given"), Why: err, Do: reportIt()}
	}
	read, faults := stack.New(doc, c, d.Environment.Home)
	if ports.AnyWrong(faults) {
		return &say.Problem{Code: problems.AppDraftInvalid, What: say.Textf("the topology that was made is not valid, so it is not given"),
			Why: &ports.InvalidDocument{File: doc.File, Lines: doc.Lines, Faults: faults}, Do: say.Textf("change what it complains of, or write it by hand")}
	}
	if want := found.Stack(n, read); !reflect.DeepEqual(want, read) {
		return &say.Problem{Code: problems.AppDraftUnread, What: say.Textf("the topology that was made does not mean what was seen, so it is not given (%+v, read back as %+v)", want, read), Do: reportIt()}
	}
	return nil
}

func reportIt() say.Text {
	return say.Textf("report it: https://github.com/univ-lehavre/nestor/issues")
}
