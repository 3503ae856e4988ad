package app

import (
	"context"

	"github.com/univ-lehavre/nestor/domain/discover"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// DiffSchema names the form of a comparison's machine output.
const DiffSchema = "nestor.discover-diff/v1"

// DiffReport is a declared stack against its cluster. No secret is in it.
type DiffReport struct {
	Schema      string             `json:"schema"`
	Source      Source             `json:"source"`
	Stack       TargetStack        `json:"stack"`
	Kubeconfig  []string           `json:"kubeconfig"`
	Context     string             `json:"context"`
	Server      string             `json:"server"`
	ClusterUID  string             `json:"clusterUid"`
	Judgement   string             `json:"judgement"`
	Reasons     []NoteReport       `json:"reasons"`
	Warnings    []NoteReport       `json:"warnings"`
	Read        bool               `json:"read"`
	NotRead     say.Text           `json:"notRead,omitzero"` // why the cluster was not read
	Same        bool               `json:"same"`             // everything was read, and nothing differs
	Unread      int                `json:"unread"`
	Differences []DifferenceReport `json:"differences"`
	Requests    RequestReport      `json:"requests"`

	Doubts    []Doubt             `json:"-"`
	Confirmed *ports.KnownCluster `json:"-"` // what to remember after the operator's yes
	refused   bool
}

// DifferenceReport is one line of a comparison.
type DifferenceReport struct {
	Code string   `json:"code"` // NST-81xx
	Sign string   `json:"sign"` // + only in the cluster, - only declared, ~ another, ? not read
	What string   `json:"what"`
	Name string   `json:"name,omitempty"`
	Text say.Text `json:"text"`
}

// Status is the exit status that a comparison calls for; Pending only when it is asked for.
func (r DiffReport) Status(withPending bool) int {
	switch {
	case r.refused:
		return Refused
	case !r.Read || r.Unread > 0:
		return Failed
	case withPending && !r.Same:
		return Pending
	}
	return Done
}

// Diff compares a declared stack with its cluster, which is judged, and asked about, as for a preview. Without a kubeconfig
// of the operator's the stack's own is read.
func (d Discover) Diff(ctx context.Context, o StackOptions, kubeconfig string) (DiffReport, error) {
	wanted, err := d.declared().Stack(o.Stack, o.File)
	if err != nil {
		return DiffReport{}, err
	}
	env, source := d.named(kubeconfig)
	d.Environment = env
	a, err := d.aimAt(wanted, o.Context)
	if err != nil {
		return DiffReport{}, err
	}
	for i, w := range a.warnings {
		if w.Code == target.CodeOverride && kubeconfig != "" {
			a.warnings[i].Text = say.Textf("%s overrides the topology's %s; leave it out to use that file", source, a.Resolution.Overrides)
		}
	}
	s := sight{Wanted: wanted, aim: a, judged: a.judgement, notRead: a.unreadable()}
	var machines ports.Machines
	if s.notRead.IsZero() {
		machines = d.Machines.Machines(ctx)
		s.notRead = noMachineRuns(wanted.Stack, machines)
	}
	if !s.notRead.IsZero() {
		return s.diff(d.Source, nil), nil
	}
	return d.compared(ctx, s, machines), nil
}

// compared reads the cluster and compares, once it is the stack's.
func (d Discover) compared(ctx context.Context, s sight, machines ports.Machines) DiffReport {
	got := d.approach(ctx, s.aim, s.Catalogue)
	s.overview, s.judged = got.overview, got.judged
	answers := discover.Answers{Catalogue: s.Catalogue, Kubeconfig: s.Kubeconfig.View, Overview: got.overview, Objects: got.objects,
		Machines: machines, Now: d.Environment.Now}
	if got.judged.Verdict != target.Confirmed {
		r := s.diff(d.Source, nil)
		r.Requests = requestsOf(answers)
		return r
	}
	answers.More = d.Cluster.Objects(ctx, s.Kubeconfig.Access, discover.Questions())
	if why, contradicted := contradiction(answers); contradicted {
		s.judged = target.Judgement{Verdict: target.Refuse, Reasons: []target.Reason{why}}
		r := s.diff(d.Source, nil)
		r.Requests = requestsOf(answers)
		return r
	}
	r := s.diff(d.Source, discover.Compare(s.Stack, discover.Make(answers)))
	r.Requests = requestsOf(answers)
	if got.answered {
		r.Confirmed = remembering(s.Stack, s.Kubeconfig.View, s.overview.UID, d.Environment.Now)
	}
	return r
}

// diff is the report of what was seen so far.
func (s sight) diff(source Source, differences []discover.Difference) DiffReport {
	v := s.Kubeconfig.View
	r := DiffReport{Schema: DiffSchema, Source: source, Stack: TargetStack{s.Stack.Name, string(s.Stack.Kind), s.Stack.File, s.Document.Shown},
		Kubeconfig: some(v.Files), Context: v.Context, Server: v.Server, ClusterUID: s.overview.UID,
		Judgement: string(s.judged.Verdict), Reasons: reasonReports(s.judged.Reasons), Warnings: reasonReports(s.warnings),
		Read: s.readable() && s.judged.Verdict == target.Confirmed, Differences: []DifferenceReport{}, Doubts: s.Doubts,
		refused: s.refuses(s.judged)}
	for _, each := range differences {
		r.Differences = append(r.Differences, DifferenceReport{each.Code, string(each.Sign), each.What, each.Name, each.Text})
		if each.Sign == discover.NotRead {
			r.Unread++
		}
	}
	r.Same = r.Read && len(differences) == 0
	if !r.Read {
		r.NotRead = s.whyUnread()
	}
	return r
}
