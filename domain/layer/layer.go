// Package layer is the catalogue: what layers there are, what they need, and what in a cluster proves them.
package layer

import "github.com/univ-lehavre/nestor/ports"

// Backend is what stores a stack's volumes.
type Backend string

// The two backends of a topology's storage.backend.
const (
	Ceph      Backend = "ceph"
	LocalPath Backend = "local-path"
)

// Backends lists them in the order in which they are documented.
var Backends = []Backend{Ceph, LocalPath}

// BackendNames gives them as a topology writes them.
func BackendNames() []string {
	names := make([]string, len(Backends))
	for i, b := range Backends {
		names[i] = string(b)
	}
	return names
}

// Sight says where a layer's real state can be seen.
type Sight string

// Most layers are seen through the objects that prove them.
const (
	ByProofs   Sight = "proofs"
	ByMachines Sight = "machines" // limactl: every declared VM runs
	ByNodes    Sight = "nodes"    // every declared node is Ready
	Unseen     Sight = "nothing"  // no API shows it
)

// When says in which stacks a layer is wanted without being named.
type When string

// A layer without one is wanted only when a stack's layers or profile call for it.
const (
	OnRequest     When = ""
	Always        When = "always"
	OnLima        When = "lima"
	OnCeph        When = "ceph"
	WhenHardening When = "hardening"
)

// Health says what counts as a healthy proof.
type Health string

// The kinds of health. A proof that declares none has that of its object's kind.
const (
	HealthExists    Health = "exists"
	HealthWorkload  Health = "workload"  // as many ready as wanted, current generation
	HealthCeph      Health = "ceph"      // CephCluster: phase and status.ceph.health
	HealthPhase     Health = "phase"     // status.phase is one of Phases
	HealthCondition Health = "condition" // status.conditions has Condition "True"
	HealthScheduled Health = "scheduled" // CronJob: not suspended
)

// Proof is an object that shows that a layer is there, and what health counts.
type Proof struct {
	Ref       ports.ObjectRef
	Health    Health
	Phases    []string // for HealthPhase
	Condition string   // for HealthCondition
	Anywhere  bool     // the same object in another place would be this layer too
	AnyName   bool     // and so would one of another name: there is one of this kind in a cluster
}

// Traces are what a layer leaves, never a proof. A namespace makes a layer partial; the rest is noted when it is absent.
type Traces struct {
	Namespaces     []string
	Groups         []string // API groups: remnants
	Provisioners   []string // provisioners containing this text: remnants
	StorageClasses []string // remnants
}

// Layer is one entry of the catalogue.
type Layer struct {
	Name     string
	Label    map[string]string // by language, "en" at least
	How      string            // a command or an address for the operator; printed, never run
	Sight    Sight
	Wanted   When
	Needs    map[Backend][]string // direct needs by backend; no entry: not allowed there
	LimaOnly bool
	Stores   Backend // the backend that this layer is a part of; empty for most
	Proofs   []Proof
	Traces   Traces
}

// Allowed reports whether a stack with this backend may want the layer.
func (l Layer) Allowed(b Backend) bool { _, ok := l.Needs[b]; return ok }

// LabelIn gives the label in a language, else in English, else the name.
func (l Layer) LabelIn(lang string) string {
	for _, key := range []string{lang, "en"} {
		if text := l.Label[key]; text != "" {
			return text
		}
	}
	return l.Name
}

// Catalogue is a valid set of layers in their order, with the names that stand for several.
type Catalogue struct {
	Layers   []Layer
	Aliases  map[string]Alias
	Profiles []Profile // smallest first; each holds the ones before it
	Ignored  []string  // namespaces of the base system: neither trace nor unclaimed
}

// Alias stands for layers, which may differ by backend.
type Alias struct {
	Name    string
	Members map[Backend][]string // names of layers or aliases
}

// Profile is a step of catalog.profile: its own members and all those of the steps before.
type Profile struct {
	Name    string
	Members []string
}

// Find gives the layer of this name.
func (c Catalogue) Find(name string) (Layer, bool) {
	for _, l := range c.Layers {
		if l.Name == name {
			return l, true
		}
	}
	return Layer{}, false
}
