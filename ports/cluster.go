package ports

import (
	"strconv"
	"time"

	"github.com/univ-lehavre/nestor/ports/say"
)

// Outcome is what became of one question to the API. The zero value is Unread: what was not answered is not known.
type Outcome int

// Only Missing and NotServed are knowledge of absence; Unread and Forbidden never are.
const (
	Unread    Outcome = iota // no answer, or one that cannot be believed
	Forbidden                // 403: it may or may not be there
	NotServed                // the API server has no such kind
	Missing                  // 404 for this object
	Found                    // 200, and the object is in hand
)

// String names the outcome as machine output does.
func (o Outcome) String() string { return o.Words().String() }

// In is the outcome in a language.
func (o Outcome) In(l say.Language) string { return o.Words().In(l) }

// Words are the outcome's own.
func (o Outcome) Words() say.Text {
	switch o {
	case Forbidden:
		return say.Textf("forbidden")
	case NotServed:
		return say.Textf("not served")
	case Missing:
		return say.Textf("not found")
	case Found:
		return say.Textf("found")
	}
	return say.Textf("unread")
}

// Known reports whether the question was answered: the object is there, or it is not.
func (o Outcome) Known() bool { return o >= NotServed }

// ObjectRef names one Kubernetes object. Group is empty for the core API; Namespace is empty for cluster-scoped kinds.
type ObjectRef struct {
	Group     string
	Version   string
	Kind      string // such as "Deployment"
	Resource  string // the plural used in URLs, such as "deployments"
	Namespace string
	Name      string
}

// String is how people read it: "Deployment marquez/marquez".
func (o ObjectRef) String() string {
	if o.Namespace == "" {
		return o.Kind + " " + o.Name
	}
	return o.Kind + " " + o.Namespace + "/" + o.Name
}

// APIVersion is the object's apiVersion field: "apps/v1", or "v1" for the core group.
func (o ObjectRef) APIVersion() string {
	if o.Group == "" {
		return o.Version
	}
	return o.Group + "/" + o.Version
}

// Object is what is kept of a Kubernetes object: the fields that decide on health, nothing else.
type Object struct {
	Ref        ObjectRef
	UID        string
	Labels     map[string]string // app.kubernetes.io/* only
	Deleting   bool              // metadata.deletionTimestamp is set
	Workload   *Workload         // Deployment, StatefulSet, DaemonSet
	Suspended  bool              // CronJob spec.suspend
	Phase      string            // status.phase
	Conditions []Condition       // status.conditions
	Ceph       *Ceph             // CephCluster status.ceph
}

// Workload counts pods: spec.replicas (1 when unset) or status.desiredNumberScheduled, against the status.
type Workload struct {
	Wanted     int
	Ready      int  // status.readyReplicas, or numberReady; 0 when unset
	Updated    int  // status.updatedReplicas, or updatedNumberScheduled
	Generation int  // metadata.generation
	Observed   int  // status.observedGeneration
	ScaledDown bool // spec.replicas is 0
	Manual     bool // updateStrategy OnDelete, or a partition: not all pods follow a new revision by themselves
}

// Condition is one entry of status.conditions.
type Condition struct {
	Type   string
	Status string // "True", "False" or "Unknown"
	Reason string
}

// Ceph is what Rook writes of a cluster's health in status.ceph.
type Ceph struct {
	Health      string    // HEALTH_OK, HEALTH_WARN or HEALTH_ERR; empty without a health block
	External    bool      // spec.external.enable
	LastChecked time.Time // zero when unset or unreadable
}

// Node is a Kubernetes node as the API shows it.
type Node struct {
	Name          string
	ControlPlane  bool     // label node-role.kubernetes.io/control-plane or /master
	Roles         []string // of the labels node-role.kubernetes.io/*, sorted
	Ready         string   // status of condition Ready: "True", "False", "Unknown"; empty when there is none
	Reason        string   // that condition's message, else its reason
	Unschedulable bool     // spec.unschedulable: cordoned
	NoSchedule    bool     // a control-plane (or master) taint with effect NoSchedule or NoExecute
	Version       string   // status.nodeInfo.kubeletVersion
	InternalIPs   []string // status.addresses of type InternalIP
	Deleting      bool
}

// Namespace is a namespace's name and whether it is being deleted.
type Namespace struct {
	Name        string
	Terminating bool
}

// StorageClass is a storage class and the provisioner that serves it.
type StorageClass struct {
	Name        string
	Provisioner string
	Default     bool // storageclass.kubernetes.io/is-default-class, or its beta form, is "true"
}

// Listing is the answer to one list request. Items mean nothing unless Outcome is Found.
type Listing[T any] struct {
	Outcome Outcome
	Reason  say.Text // why it was not read; names the right that is missing on a 403
	Items   []T
}

// Request is one HTTP request that kubectl made, from its own log.
type Request struct {
	Method string // GET, or nothing of the read is believed
	Path   string // path and query as they may be shown: without the server, user information or what only a foreign server would be sent
	Status int    // 0 when no status came
}

// Reads reports a request that can change nothing.
func (r Request) Reads() bool { return r.Method == "GET" }

// String is how people read it: "GET /api/v1/nodes?limit=500 200".
func (r Request) String() string {
	if r.Status == 0 {
		return r.Method + " " + r.Path + " no answer"
	}
	return r.Method + " " + r.Path + " " + strconv.Itoa(r.Status)
}

// FailureKind tells apart the ways in which a whole read fails.
type FailureKind string

// The kinds of failure. Each has one thing that an operator would do about it.
const (
	FailedToStart   FailureKind = "not-started"  // the program is not installed or cannot run
	FailedTimeout   FailureKind = "timeout"      // nothing within the deadline
	FailedConnect   FailureKind = "connection"   // refused, reset, no route, unknown host
	FailedAuthority FailureKind = "authority"    // the server's certificate is signed by another authority
	FailedTrust     FailureKind = "certificate"  // the server's certificate was not accepted for another reason
	FailedAuth      FailureKind = "unauthorized" // 401
	FailedForbidden FailureKind = "forbidden"    // 403 on everything
	FailedControl   FailureKind = "control"      // namespace kube-system was not in the answer: not believed
	FailedIdentity  FailureKind = "identity"     // two reads saw two different clusters
	FailedOther     FailureKind = "failed"
)

// Failure says why nothing of a read is believed.
type Failure struct {
	Kind   FailureKind
	Reason say.Text // one line, for people
	Code   string   // stable; empty when the reader has none
	Do     say.Text // what to do, with one command; may be empty
	User   string   // who may read nothing; empty when that is not why, or the server does not name anybody
}

// Text is the failure in one line: why, and what to do.
func (f Failure) Text() say.Text { return say.Join("; ", f.Reason, f.Do) }

// Controls is what became of the positive control, namespace kube-system, by the verb that asked for it ("get", "list"): its
// UID, or nothing when that was forbidden. What was not asked for is not in it.
type Controls map[string]string

// Contradict reports that the same was allowed in one read and forbidden in the other. One cluster answers one user alike:
// without this, a read of another cluster that hides its UID would pass for one of this.
func (c Controls) Contradict(other Controls) bool {
	for verb, uid := range c {
		if again, asked := other[verb]; asked && (uid == "") != (again == "") {
			return true
		}
	}
	return false
}

// Overview is the first read: what a cluster is made of, in one process.
type Overview struct {
	UID            string // metadata.uid of namespace kube-system: the cluster's stable identity
	Controls       Controls
	Nodes          Listing[Node]
	Namespaces     Listing[Namespace]
	StorageClasses Listing[StorageClass]
	Workloads      map[string]Listing[Object] // by kind, for each kind of the question
	Requests       []Request
	Failure        *Failure // nil when the read is believed
}

// OverviewQuestion asks for the overview, and for the namespaced built-in kinds to list across namespaces.
type OverviewQuestion struct {
	Kinds []ObjectRef // Group, Kind and Resource only: apps/Deployment/deployments …; any version of the group will do
}

// Marker is an object that is asked for by name, and what else to learn when it is not there.
type Marker struct {
	Ref       ObjectRef
	Elsewhere bool     // look for its kind in other namespaces when it is missing (custom resources)
	Groups    []string // API groups that are remnants when it is missing
}

// ObjectAnswer is what became of one marker.
type ObjectAnswer struct {
	Outcome   Outcome
	Reason    say.Text        // why it was not read
	Object    *Object         // when Found
	Elsewhere Listing[Object] // same kind in other places; Found with no items when none, Unread when not looked for
	Version   string          // the served version that was read, when it is not the marker's own
}

// ObjectsAnswer is the second read: every marker, and the API groups if they were needed.
type ObjectsAnswer struct {
	UID      string
	Controls Controls
	Answers  map[ObjectRef]ObjectAnswer
	Groups   Listing[string] // served API groups; Unread when not asked for
	Requests []Request
	Failure  *Failure // nil when the read is believed
	Broken   *Failure // why a later wave failed: the answers stand, and nothing was asked after it
}
