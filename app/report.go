package app

import (
	"time"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Schema names the form of a report's machine output.
const Schema = "nestor.preview/v1"

// Report is everything that a preview found, as one value. Text, JSON and the rest are views of it; no secret is in it.
type Report struct {
	Schema   string          `json:"schema"`
	Taken    time.Time       `json:"taken"` // when the answers were asked for
	Source   Source          `json:"source"`
	Stack    StackReport     `json:"stack"`
	Target   TargetReport    `json:"target"`
	Cluster  ClusterReport   `json:"cluster"`
	Nodes    []NodeReport    `json:"nodes"`
	Machines []MachineReport `json:"machines,omitzero"` // lima only
	Layers   []LayerReport   `json:"layers"`
	Extra    ExtraReport     `json:"extra"`
	Notes    []NoteReport    `json:"notes"`
	Summary  SummaryReport   `json:"summary"`
	Digest   string          `json:"digest,omitempty"` // of the plan; none when it was refused: there is nothing to act on

	Doubts    []Doubt             `json:"-"` // warnings of the declared files, for stderr
	Confirmed *ports.KnownCluster `json:"-"` // what to remember after the operator's yes; nil without one
	Fetchable bool                `json:"-"` // a kubeconfig fetched from the control plane might help
	Silent    bool                `json:"-"` // the server did not answer, or knows these credentials no more
}

// The kinds of sources.
const (
	Live   = "live"
	Replay = "replay"
)

// Source says where the answers came from.
type Source struct {
	Kind     string     `json:"kind"` // Live or Replay
	File     string     `json:"file,omitempty"`
	Recorded *time.Time `json:"recorded,omitempty"`
	Demo     bool       `json:"-"` // the recording that nestor carries; File is then a name for it
}

// StackReport is what is wanted.
type StackReport struct {
	Name            string     `json:"name"`
	File            string     `json:"file"`
	Shown           string     `json:"shown"` // the file as it was found, before links were followed
	Kind            string     `json:"kind"`
	Nodes           []NodeWant `json:"nodes"`
	Backend         string     `json:"backend"`
	BackendDeclared bool       `json:"backendDeclared"`
	Exposition      string     `json:"exposition"`
	Layers          []string   `json:"layers"`
	Catalogue       string     `json:"catalogue,omitempty"` // the operator's own layers.yaml, when there is one
	Known           []string   `json:"knownLayers"`         // layers whose proofs were asked for, wanted or not
}

// NodeWant is a declared node.
type NodeWant struct {
	Name  string   `json:"name"`
	Roles []string `json:"roles"`
}

// TargetReport is the cluster that was aimed at.
type TargetReport struct {
	Kubeconfig     []string     `json:"kubeconfig"`
	Source         string       `json:"source"` // KUBECONFIG, topology, convention or ""
	Overrides      string       `json:"overrides,omitempty"`
	Context        string       `json:"context"`
	ContextSource  string       `json:"contextSource"`
	Server         string       `json:"server"`
	CASHA256       string       `json:"caSha256"`
	ClusterUID     string       `json:"clusterUid"`
	Authentication string       `json:"authentication"`
	Judgement      string       `json:"judgement"` // confirmed, ask (nothing was read) or refuse
	Reasons        []NoteReport `json:"reasons"`   // the decisive one first
	Matches        []NoteReport `json:"matches"`   // what speaks for the cluster
	Doubts         []NoteReport `json:"doubts"`    // what does not, without being a contradiction
	Warnings       []NoteReport `json:"warnings"`
}

// ClusterReport is what was seen of the cluster as a whole.
type ClusterReport struct {
	Read           bool          `json:"read"`
	Reason         say.Text      `json:"reason,omitzero"` // why it was not read, or not all of it, in one line
	Code           string        `json:"code,omitempty"`  // of that reason
	Advice         say.Text      `json:"advice,omitzero"` // what to do about it
	NodesReady     int           `json:"nodesReady"`
	NodesWant      int           `json:"nodesWanted"`
	NodesRead      bool          `json:"nodesRead"`
	Versions       []string      `json:"versions"`
	CephHealth     string        `json:"cephHealth,omitempty"`
	Backends       []string      `json:"backends"`                 // alive
	BackendsUnread []string      `json:"backendsUnread,omitempty"` // may be alive: could not be read
	Conflict       say.Text      `json:"storageConflict,omitzero"`
	Requests       RequestReport `json:"requests"`
}

// RequestReport counts what kubectl asked of the API, from its own log.
type RequestReport struct {
	Total int           `json:"total"`
	Get   int           `json:"get"`
	Other int           `json:"other"`
	List  []RequestMade `json:"list"` // each one; those that are no GET first, then by path
}

// RequestMade is one request and its answer.
type RequestMade struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	Status int    `json:"status"` // 0: no answer
}

// NodeReport is one node, declared or seen.
type NodeReport struct {
	Name      string       `json:"name"`
	Real      string       `json:"real,omitempty"` // the node's own name, when it differs
	Declared  bool         `json:"declared"`
	Roles     []string     `json:"roles"`
	Status    string       `json:"status"`
	Code      string       `json:"code,omitempty"`  // of what is wrong with it
	Reason    say.Text     `json:"reason,omitzero"` // why it is not Ready, or not known
	Cordoned  bool         `json:"cordoned"`
	Version   string       `json:"version,omitempty"`
	MatchedBy string       `json:"matchedBy,omitempty"`
	Notes     []NoteReport `json:"notes,omitempty"`
}

// MachineReport is one VM of a bench.
type MachineReport struct {
	Name       string   `json:"name"`
	Declared   bool     `json:"declared"`
	State      string   `json:"state"`          // running, stopped, broken, missing, other, unknown
	Status     string   `json:"status"`         // limactl's own word
	Code       string   `json:"code,omitempty"` // of what is wrong with it
	DeclaredBy string   `json:"declaredBy,omitempty"`
	Errors     []string `json:"errors,omitempty"`
}

// LayerReport is one wanted layer: what it is, what was found, and what to do.
type LayerReport struct {
	Name       string            `json:"name"`
	Label      map[string]string `json:"label"`
	Verdict    string            `json:"verdict"`
	Action     string            `json:"action"`
	Code       string            `json:"code,omitempty"` // of what decides the action; empty when present
	Detail     say.Text          `json:"detail"`
	ReadFailed bool              `json:"-"`               // unknown because a whole read failed, which the cluster's Reason tells
	Needs      []string          `json:"needs,omitempty"` // the wanted layers that it stands on, directly
	BlockedBy  []string          `json:"blockedBy"`
	Why        say.Text          `json:"why,omitzero"`
	How        string            `json:"how,omitempty"`
	Evidence   []EvidenceReport  `json:"evidence"`
	Notes      []NoteReport      `json:"notes,omitempty"`
}

// LabelIn is what people call the layer in a language.
func (l LayerReport) LabelIn(lang string) string {
	return layer.Layer{Name: l.Name, Label: l.Label}.LabelIn(lang)
}

// EvidenceReport is one object that a verdict rests on, and the command that shows it.
type EvidenceReport struct {
	Object   string   `json:"object"`
	Outcome  string   `json:"outcome"`
	Detail   say.Text `json:"detail,omitzero"`
	Expected say.Text `json:"expected,omitzero"` // what it must be like for the layer to be present
	Decides  bool     `json:"decides"`
	Command  string   `json:"command,omitempty"`
}

// ExtraReport is what is there and not wanted. It is shown, never planned for removal.
type ExtraReport struct {
	Layers     []LayerReport `json:"layers"`
	Nodes      []string      `json:"nodes"`
	Namespaces []string      `json:"namespaces"`
	Machines   []string      `json:"machines,omitempty"`
	Unread     []string      `json:"unread,omitempty"` // layers that nobody wants and that could not be read
}

// NoteReport is something worth saying, with its stable code.
type NoteReport struct {
	Code string   `json:"code"`
	Text say.Text `json:"text"`
}

// SummaryReport counts the wanted layers.
type SummaryReport struct {
	Wanted   int            `json:"wanted"`  // without those that no API shows
	Missing  int            `json:"missing"` // absent or partial
	Unread   int            `json:"unread"`
	Actions  map[string]int `json:"actions"`
	Sentence say.Text       `json:"sentence"`
	Finding  say.Text       `json:"-"` // the same without that nothing was changed
	Counts   say.Text       `json:"-"` // the counts alone, for a sentence that goes on
	Pending  bool           `json:"pending"`
	Refused  bool           `json:"refused"`
}

// Exit statuses. Several at once: refused over usage over failed over pending over done.
const (
	Done    = 0
	Failed  = 1 // a wanted layer could not be read, or the command failed
	Pending = 2 // when asked for: something to install, finish or repair
	Refused = 3 // not the stack's cluster, or a kubeconfig that must not be used
	Usage   = 64
)

// Status is the exit status that the report calls for; Pending only when it is asked for.
func (r Report) Status(withPending bool) int {
	switch {
	case r.Summary.Refused:
		return Refused
	case r.Summary.Unread > 0:
		return Failed
	case withPending && r.Summary.Pending:
		return Pending
	}
	return Done
}

// Declined reports that the operator was asked and did not say yes, Ctrl-C at the question included.
func (r Report) Declined() bool {
	return len(r.Target.Reasons) > 0 && r.Target.Reasons[0].Code == target.CodeDeclined
}
