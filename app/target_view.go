package app

import (
	"slices"
	"time"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// TargetSchema names the form of a target's machine output.
const TargetSchema = "nestor.target/v1"

// TargetView is which cluster a stack's kubeconfig reaches, what it should reach, and the judgement. No secret is in it.
type TargetView struct {
	Schema    string          `json:"schema"`
	Source    Source          `json:"source"`
	Stack     TargetStack     `json:"stack"`
	Expected  TargetExpected  `json:"expected"`
	Seen      TargetSeen      `json:"seen"`
	Judgement string          `json:"judgement"` // confirmed, ask or refuse
	Reasons   []NoteReport    `json:"reasons"`   // the decisive one first
	Matches   []NoteReport    `json:"matches"`
	Doubts    []NoteReport    `json:"doubts"`
	Warnings  []NoteReport    `json:"warnings"`
	Advice    []say.Text      `json:"advice"`             // what would make it confirmed
	Identity  *IdentityReport `json:"identity,omitempty"` // to pin this cluster; absent when it is refused or showed nothing
	Status    int             `json:"-"`                  // the exit status
	Doubtful  []Doubt         `json:"-"`                  // warnings of the declared files, for stderr
}

// TargetStack is the stack that is meant.
type TargetStack struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	File  string `json:"file"`
	Shown string `json:"shown"`
}

// TargetExpected is what the stack's cluster must be.
type TargetExpected struct {
	Endpoints    []EndpointReport  `json:"endpoints"`
	ControlPlane []string          `json:"controlPlane"`
	ClusterUID   string            `json:"clusterUid"` // identity.cluster_uid
	CASHA256     string            `json:"caSha256"`   // identity.ca_sha256
	Remembered   *RememberedReport `json:"remembered,omitempty"`
}

// EndpointReport is a declared endpoint, and the field that declares it.
type EndpointReport struct {
	URL     string   `json:"url"`
	From    say.Text `json:"from"`
	Generic bool     `json:"generic"` // proves nothing
}

// RememberedReport is the cluster that the operator confirmed.
type RememberedReport struct {
	Endpoint   string    `json:"endpoint"`
	CASHA256   string    `json:"caSha256"`
	ClusterUID string    `json:"clusterUid"`
	Confirmed  time.Time `json:"confirmed"`
}

// TargetSeen is what the kubeconfig says, and what the cluster showed.
type TargetSeen struct {
	Kubeconfig     []string      `json:"kubeconfig"` // files used, in order
	Missing        []string      `json:"missing"`    // named and not there
	Source         string        `json:"source"`
	Overrides      string        `json:"overrides,omitempty"`
	Context        string        `json:"context"`
	ContextSource  string        `json:"contextSource"`
	Cluster        string        `json:"cluster"`
	User           string        `json:"user"`
	Server         string        `json:"server"`
	CASHA256       string        `json:"caSha256"`
	CACount        int           `json:"caCount"`
	TLSServerName  string        `json:"tlsServerName,omitempty"`
	Proxy          string        `json:"proxy,omitempty"`
	ProxyFrom      string        `json:"proxyFrom,omitempty"`
	Insecure       bool          `json:"insecureSkipTlsVerify"`
	Authentication string        `json:"authentication"`
	Program        string        `json:"program,omitempty"` // run by the kubeconfig to authenticate
	CertSubject    string        `json:"certificateSubject,omitempty"`
	CertEnd        *time.Time    `json:"certificateEnd,omitempty"`
	Read           bool          `json:"read"`
	NotRead        say.Text      `json:"notRead,omitzero"` // why the cluster was not read
	Versions       []string      `json:"versions"`         // of the kubelets
	ClusterUID     string        `json:"clusterUid"`
	NodesRead      bool          `json:"nodesRead"`
	Nodes          []SeenReport  `json:"nodes"`
	Requests       RequestReport `json:"requests"`
}

// SeenReport is a node of the cluster, or one that is declared and not there.
type SeenReport struct {
	Name  string   `json:"name"`
	State say.Text `json:"state"`
}

// IdentityReport is what to write under identity: in the topology.
type IdentityReport struct {
	ClusterUID string `json:"cluster_uid,omitempty"`
	CASHA256   string `json:"ca_sha256,omitempty"`
}

func (s sight) view(source Source) TargetView {
	return TargetView{
		Schema: TargetSchema, Source: source,
		Stack:     TargetStack{s.Stack.Name, string(s.Stack.Kind), s.Stack.File, s.Document.Shown},
		Expected:  s.expected(),
		Seen:      s.seen(),
		Judgement: string(s.judged.Verdict),
		Reasons:   reasonReports(s.judged.Reasons), Matches: reasonReports(s.judged.Matches), Doubts: reasonReports(s.judged.Doubts),
		Warnings: reasonReports(s.warnings),
		Advice:   some(target.Advice(s.Case, s.judged)),
		Identity: s.identity(),
		Status:   s.status(),
		Doubtful: s.Doubts,
	}
}

func (s sight) expected() TargetExpected {
	e := TargetExpected{Endpoints: []EndpointReport{}, ControlPlane: []string{}, ClusterUID: s.Stack.Identity.ClusterUID, CASHA256: s.Stack.Identity.CASHA256}
	for _, d := range target.DeclaredEndpoints(s.Stack) {
		e.Endpoints = append(e.Endpoints, EndpointReport{d.URL, d.From, d.Generic})
	}
	for _, n := range s.Stack.WithRole(stack.Control) {
		e.ControlPlane = append(e.ControlPlane, n.Name)
	}
	if own, _ := parted(s.Known, s.Wanted); own != nil {
		e.Remembered = &RememberedReport{own.Endpoint, own.CASHA256, own.UID, own.Confirmed}
	}
	return e
}

func (s sight) seen() TargetSeen {
	v, resolution := s.Kubeconfig.View, s.Resolution
	seen := TargetSeen{
		Kubeconfig: some(v.Files), Missing: some(v.Missing), Source: string(resolution.Source), Overrides: resolution.Overrides,
		Context: v.Context, ContextSource: resolution.ContextSource, Cluster: v.Cluster, User: v.User, Server: v.Server,
		CASHA256: v.CASHA256, CACount: v.CACount, TLSServerName: v.ServerName, Proxy: v.Proxy, ProxyFrom: v.ProxyFrom, Insecure: v.Insecure,
		Authentication: string(v.Auth), Program: v.AuthCommand, CertSubject: v.CertSubject,
		Read: s.readable(), Versions: versionsOf(s.overview.Nodes.Items), ClusterUID: s.overview.UID,
		NodesRead: s.overview.Failure == nil && s.overview.Nodes.Outcome == ports.Found, Nodes: []SeenReport{},
		Requests: requestReport(s.overview.Requests),
	}
	if !v.CertEnd.IsZero() {
		seen.CertEnd = &v.CertEnd
	}
	if !seen.Read {
		seen.NotRead = s.whyUnread()
	}
	for _, n := range seenNodes(s.Stack, s.overview.Nodes) {
		seen.Nodes = append(seen.Nodes, SeenReport{n.Name, n.State})
	}
	return seen
}

// identity is offered for a cluster that nothing contradicts: pinning the wrong one would make it the right one.
func (s sight) identity() *IdentityReport {
	if !s.readable() || target.Contradicts(s.judged) {
		return nil
	}
	id := target.Identity(s.Kubeconfig.View, s.overview.UID)
	if id == (stack.Identity{}) {
		return nil
	}
	return &IdentityReport{id.ClusterUID, id.CASHA256}
}

func versionsOf(nodes []ports.Node) []string {
	versions := []string{}
	for _, n := range nodes {
		if n.Version != "" && !slices.Contains(versions, n.Version) {
			versions = append(versions, n.Version)
		}
	}
	slices.Sort(versions)
	return versions
}
