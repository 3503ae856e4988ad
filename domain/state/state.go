// Package state turns what was answered into what is there: one verdict a layer, each with its evidence.
//
// It is pure. A lost answer makes a verdict unknown; it never makes it absent.
package state

import (
	"strings"

	"time"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Verdict is what is known of a layer.
type Verdict string

// The verdicts. Only Absent says that nothing is there, and only after everything was read.
const (
	Present      Verdict = "present"
	Absent       Verdict = "absent"
	Partial      Verdict = "partial"
	Degraded     Verdict = "degraded"
	Unknown      Verdict = "unknown"
	Unobservable Verdict = "unobservable"
)

// Words are the verdict's, for people.
func (v Verdict) Words() say.Text {
	switch v {
	case Present:
		return say.Textf("present")
	case Absent:
		return say.Textf("absent")
	case Partial:
		return say.Textf("partial")
	case Degraded:
		return say.Textf("degraded")
	case Unobservable:
		return say.Textf("unobservable")
	}
	return say.Textf("unknown")
}

// Evidence is one thing that was looked at for a verdict, and what it said.
type Evidence struct {
	Object   string          // as people read it: "Deployment marquez/marquez", "nodes", "limactl list"
	Ref      ports.ObjectRef // what to get to see it; without a name it is the list of the kind, zero when not in a cluster
	Outcome  string          // ports.Outcome's word, or what its health is called
	Detail   say.Text        // one short phrase: "1/1 ready", "not found", "forbidden: cannot get …"
	Expected say.Text        // what it must be like for the layer to be present; empty when any state would do
	Decides  bool            // the verdict rests on it
	// ReadFailed: it was not read because nothing of its whole read is believed.
	ReadFailed bool
}

// ObjectText is the object of a piece of evidence for people: kinds keep their names, plain words do not.
func ObjectText(object string) say.Text {
	switch object {
	case "nodes":
		return say.Textf("nodes")
	case "namespaces":
		return say.Textf("namespaces")
	}
	if name, ok := strings.CutPrefix(object, "Namespace "); ok {
		return say.Textf("Namespace %s", name)
	}
	if name, ok := strings.CutPrefix(object, "layer "); ok {
		return say.Textf("layer %s", name)
	}
	return say.Verbatim(object)
}

// Equal reports whether two pieces of evidence are the same.
func (e Evidence) Equal(other Evidence) bool {
	return e.Object == other.Object && e.Ref == other.Ref && e.Outcome == other.Outcome && e.Detail.Equal(other.Detail) &&
		e.Decides == other.Decides && e.ReadFailed == other.ReadFailed
}

// Note is something worth saying that changes no verdict.
type Note struct {
	Code string // one of codes.go
	Text say.Text
}

// Layer is one layer of the catalogue as it really is.
type Layer struct {
	Name       string
	Label      map[string]string // by language
	How        string            // the catalogue's command or address
	Verdict    Verdict
	Code       string   // of what decided the verdict, one of codes.go; empty when present
	Detail     say.Text // the one phrase shown on its line
	Evidence   []Evidence
	Notes      []Note
	Waiting    bool              // a rollout, a reconcile or a deletion is under way
	ReadFailed bool              // it is unknown for one reason only: nothing of a read is believed
	Elsewhere  []ports.ObjectRef // found in another place than the expected one: to be looked at
	// Unsure: it may be under deletion without showing it, for a namespace's deletion, or whose it is, is not known.
	Unsure bool
}

// The words for a node's status.
const (
	NodeReady    = "Ready"
	NodeNotReady = "NotReady"
	NodeMissing  = "missing"
	NodeDeleting = "deleting"
	NodeUnknown  = "unknown"
)

// The ways in which a real node is recognised, other than by its exact name; from the surest to the weakest.
const (
	MatchedByLima      = "lima- prefix" // how Lima names every node
	MatchedByCase      = "letter case"
	MatchedByShortName = "short name" // of a fully qualified one
	MatchedByAddress   = "address"    // InternalIP is ansible_host
)

// Node is a declared node and the real one that it is, or a real node that nobody declared.
type Node struct {
	Name        string // declared, or real when not declared
	Real        string // empty when no real node is this one
	Declared    bool
	Roles       []string // declared; the labels' when not declared
	Status      string
	Code        string   // of what is wrong with it, one of codes.go; empty when Ready
	Reason      say.Text // why it is not Ready, or not known
	Cordoned    bool
	Schedulable bool // takes ordinary workloads: not cordoned, no control-plane taint
	Version     string
	MatchedBy   string // one of the ways above; empty for the exact name
	Notes       []Note
}

// The words for a machine's state.
const (
	MachineRunning = "running"
	MachineStopped = "stopped"
	MachineBroken  = "broken"
	MachineMissing = "missing"
	MachineOther   = "other"
	MachineUnknown = "unknown"
)

// StatusWords say the status of a node or a machine. Kubernetes' and Lima's own words stay as they are.
func StatusWords(status string) say.Text {
	switch status {
	case NodeMissing:
		return say.Textf("missing")
	case NodeDeleting:
		return say.Textf("deleting")
	case NodeUnknown:
		return say.Textf("unknown")
	case MachineRunning:
		return say.Textf("running")
	case MachineStopped:
		return say.Textf("stopped")
	case MachineBroken:
		return say.Textf("broken")
	}
	return say.Verbatim(status)
}

// Machine is a VM of a bench.
type Machine struct {
	Name       string
	Declared   bool
	Status     string // limactl's word
	Verdict    string // one of the words above
	Code       string // of what is wrong with it, one of codes.go; empty when it runs
	DeclaredBy string // the other stack whose topology declares it
	Errors     []string
}

// Storage is the declared backend against those that are alive.
type Storage struct {
	Backend  layer.Backend   // declared, or the default
	Declared bool            // false: the default was taken
	Real     []layer.Backend // alive: its provider was found, whatever its health
	Unread   []layer.Backend // may be alive: could not be read
	Conflict say.Text        // the declared backend is absent while the other one is alive; empty without a conflict
	Held     say.Text        // why storage must not be planned: the conflict, or that one cannot be excluded
	Layers   []string        // the layers that are part of the declared backend, in the catalogue's order
}

// Extra is what is there and not declared. It is shown, and never planned for removal.
type Extra struct {
	Layers     []Layer
	Unread     []string // layers that could not be read, and so may be there
	Nodes      []Node
	Namespaces []string // that no layer claims, sorted
	Machines   []Machine
}

// State is all that is known of a stack.
type State struct {
	Layers       []Layer // wanted, in order
	Extra        Extra
	Nodes        []Node // declared, in order
	NodesOutcome ports.Outcome
	Machines     []Machine // declared, in order; none on prod
	Storage      Storage
	Versions     []string // of the kubelets, sorted
	CephHealth   string   // HEALTH_OK …; empty when no Ceph cluster was read
	Notes        []Note
}

// Layer gives the wanted layer of this name.
func (s State) Layer(name string) (Layer, bool) {
	for _, l := range s.Layers {
		if l.Name == name {
			return l, true
		}
	}
	return Layer{}, false
}

// Input is all that a state is composed from. Its two reads are of one cluster: target.After refuses others, and then
// none of them comes here.
type Input struct {
	Stack       stack.Stack
	Catalogue   layer.Catalogue
	Overview    ports.Overview
	Objects     ports.ObjectsAnswer
	ClusterRead bool     // a cluster was asked
	NotRead     say.Text // why none was: no kubeconfig, no VM running
	Machines    ports.Machines
	OtherStacks map[string]string // machine name -> the other stack that declares it
	Now         time.Time
}
