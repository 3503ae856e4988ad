package kubectl

import (
	"encoding/json"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/ports"
)

// document is what kubectl prints with -o json or --raw: a List, one object, or the list of API groups.
// It has only the fields that are read.
type document struct {
	item
	Items  []item     `json:"items,omitzero"`
	Groups []apiGroup `json:"groups,omitzero"` // of an APIGroupList

	index       map[key]int // into Items; -1 when two items have one key
	asksForUser bool        // it is the question for a user, which kubectl prints when it has no credentials
}

type key struct{ apiVersion, kind, namespace, name string }

type apiGroup struct {
	Name      string       `json:"name,omitzero"`
	Versions  []apiVersion `json:"versions,omitzero"`
	Preferred apiVersion   `json:"preferredVersion,omitzero"`
}

type apiVersion struct {
	Version string `json:"version,omitzero"`
}

// item is a Kubernetes object of any kind.
type item struct {
	APIVersion  string   `json:"apiVersion,omitzero"`
	Kind        string   `json:"kind,omitzero"`
	Metadata    metadata `json:"metadata,omitzero"`
	Spec        spec     `json:"spec,omitzero"`
	Status      status   `json:"status,omitzero"`
	Provisioner string   `json:"provisioner,omitzero"`
}

type metadata struct {
	Name              string      `json:"name,omitzero"`
	Namespace         string      `json:"namespace,omitzero"`
	UID               string      `json:"uid,omitzero"`
	Generation        int         `json:"generation,omitzero"`
	DeletionTimestamp string      `json:"deletionTimestamp,omitzero"`
	Labels            labels      `json:"labels,omitzero"`
	Annotations       annotations `json:"annotations,omitzero"`
}

// annotations are the two that make a storage class the default one.
type annotations struct {
	Default     string `json:"storageclass.kubernetes.io/is-default-class,omitzero"`
	DefaultBeta string `json:"storageclass.beta.kubernetes.io/is-default-class,omitzero"`
}

type spec struct {
	Replicas       *int           `json:"replicas,omitzero"`
	UpdateStrategy updateStrategy `json:"updateStrategy,omitzero"`
	Suspend        bool           `json:"suspend,omitzero"`
	Unschedulable  bool           `json:"unschedulable,omitzero"`
	Taints         []taint        `json:"taints,omitzero"`
	External       external       `json:"external,omitzero"`
	Service        service        `json:"service,omitzero"`
	Versions       []crdVersion   `json:"versions,omitzero"`
}

// updateStrategy says whether the pods of a StatefulSet or DaemonSet follow a new revision by themselves.
type updateStrategy struct {
	Type          string        `json:"type,omitzero"`
	RollingUpdate rollingUpdate `json:"rollingUpdate,omitzero"`
}

type rollingUpdate struct {
	Partition int `json:"partition,omitzero"` // pods below this number keep their revision
}

func (u updateStrategy) manual() bool { return u.Type == "OnDelete" || u.RollingUpdate.Partition > 0 }

type taint struct {
	Key    string `json:"key,omitzero"`
	Effect string `json:"effect,omitzero"`
}

type external struct {
	Enable bool `json:"enable,omitzero"`
}

// service is the server behind an APIService; empty when the API server itself answers.
type service struct {
	Namespace string `json:"namespace,omitzero"`
	Name      string `json:"name,omitzero"`
}

// crdVersion is a version that a custom resource definition has, served or not.
type crdVersion struct {
	Name   string `json:"name,omitzero"`
	Served bool   `json:"served,omitzero"`
}

// established reports whether the API server accepted a custom resource definition.
func (i item) established() bool {
	return slices.ContainsFunc(i.Status.Conditions, func(c condition) bool { return c.Type == "Established" && c.Status == "True" })
}

type status struct {
	Phase                  string      `json:"phase,omitzero"`
	Conditions             []condition `json:"conditions,omitzero"`
	ObservedGeneration     int         `json:"observedGeneration,omitzero"`
	ReadyReplicas          int         `json:"readyReplicas,omitzero"`
	UpdatedReplicas        int         `json:"updatedReplicas,omitzero"`
	DesiredNumberScheduled int         `json:"desiredNumberScheduled,omitzero"`
	NumberReady            int         `json:"numberReady,omitzero"`
	UpdatedNumberScheduled int         `json:"updatedNumberScheduled,omitzero"`
	Ceph                   ceph        `json:"ceph,omitzero"`
	NodeInfo               nodeInfo    `json:"nodeInfo,omitzero"`
	Addresses              []address   `json:"addresses,omitzero"`
}

type condition struct {
	Type    string `json:"type,omitzero"`
	Status  string `json:"status,omitzero"`
	Reason  string `json:"reason,omitzero"`
	Message string `json:"message,omitzero"`
}

type ceph struct {
	Health      string `json:"health,omitzero"`
	LastChecked string `json:"lastChecked,omitzero"`
}

type nodeInfo struct {
	KubeletVersion string `json:"kubeletVersion,omitzero"`
}

type address struct {
	Type    string `json:"type,omitzero"`
	Address string `json:"address,omitzero"`
}

const (
	appLabels  = "app.kubernetes.io/"
	roleLabels = "node-role.kubernetes.io/"
	// managedLabel is "true" on the APIService of a version that custom resource definitions make up.
	managedLabel = "kube-aggregator.kubernetes.io/automanaged"
)

// labels are those that say what an object belongs to, what a node does, and what an APIService is for.
type labels map[string]string

// UnmarshalJSON keeps the labels that are read. It never fails: a label that is no text is no label.
func (l *labels) UnmarshalJSON(data []byte) error {
	var all map[string]string
	_ = json.Unmarshal(data, &all)
	for name, value := range all {
		if strings.HasPrefix(name, appLabels) || strings.HasPrefix(name, roleLabels) || name == managedLabel {
			if *l == nil {
				*l = labels{}
			}
			(*l)[name] = value
		}
	}
	return nil
}

// with gives the labels of one prefix.
func (l labels) with(prefix string) map[string]string {
	var some map[string]string
	for name, value := range l {
		if strings.HasPrefix(name, prefix) {
			if some == nil {
				some = map[string]string{}
			}
			some[name] = value
		}
	}
	return some
}

func (i item) key() key {
	return key{i.APIVersion, i.Kind, i.Metadata.Namespace, i.Metadata.Name}
}

// find gives the item that is exactly the one asked for.
func (d document) find(ref ports.ObjectRef) (item, bool) {
	at, ok := d.index[key{ref.APIVersion(), ref.Kind, ref.Namespace, ref.Name}]
	if !ok || at < 0 {
		return item{}, false
	}
	return d.Items[at], true
}

// ofKind gives the items of one kind and version, by namespace and name.
func (d document) ofKind(ref ports.ObjectRef) []item {
	var some []item
	for _, it := range d.Items {
		if it.Kind == ref.Kind && it.APIVersion == ref.APIVersion() && it.Metadata.Name != "" {
			some = append(some, it)
		}
	}
	sort.SliceStable(some, func(a, b int) bool {
		if some[a].Metadata.Namespace != some[b].Metadata.Namespace {
			return some[a].Metadata.Namespace < some[b].Metadata.Namespace
		}
		return some[a].Metadata.Name < some[b].Metadata.Name
	})
	return some
}

// object keeps what decides on health.
func (i item) object(resource string) ports.Object {
	if i.is("", "PersistentVolumeClaim") { // whose it is, and whether it waits, is all that is told
		return ports.Object{Ref: i.ref(resource), Phase: i.Status.Phase}
	}
	o := ports.Object{
		Ref:        i.ref(resource),
		UID:        i.Metadata.UID,
		Labels:     i.Metadata.Labels.with(appLabels),
		Deleting:   i.Metadata.DeletionTimestamp != "",
		Workload:   i.workload(),
		Suspended:  i.is("batch", "CronJob") && i.Spec.Suspend,
		Phase:      i.Status.Phase,
		Conditions: i.conditions(),
	}
	if i.is("ceph.rook.io", "CephCluster") {
		checked, _ := time.Parse(time.RFC3339, i.Status.Ceph.LastChecked)
		o.Ceph = &ports.Ceph{Health: i.Status.Ceph.Health, External: i.Spec.External.Enable, LastChecked: checked}
	}
	return o
}

func (i item) ref(resource string) ports.ObjectRef {
	group, version, grouped := strings.Cut(i.APIVersion, "/")
	if !grouped {
		group, version = "", i.APIVersion
	}
	return ports.ObjectRef{
		Group: group, Version: version, Kind: i.Kind, Resource: resource,
		Namespace: i.Metadata.Namespace, Name: i.Metadata.Name,
	}
}

// is tells kinds of one name apart by their group; any version will do.
func (i item) is(group, kind string) bool {
	ref := i.ref("")
	return ref.Kind == kind && ref.Group == group
}

// workload counts pods. The API leaves out what is zero, and spec.replicas where the default of 1 holds.
func (i item) workload() *ports.Workload {
	s := i.Status
	w := ports.Workload{Generation: i.Metadata.Generation, Observed: s.ObservedGeneration, Manual: i.Spec.UpdateStrategy.manual()}
	switch {
	case i.is("apps", "DaemonSet"):
		w.Wanted, w.Ready, w.Updated = s.DesiredNumberScheduled, s.NumberReady, s.UpdatedNumberScheduled
	case i.is("apps", "Deployment"), i.is("apps", "StatefulSet"):
		w.Wanted, w.Ready, w.Updated = 1, s.ReadyReplicas, s.UpdatedReplicas
		if i.Spec.Replicas != nil {
			w.Wanted = *i.Spec.Replicas
		}
		w.ScaledDown = w.Wanted == 0
	default:
		return nil
	}
	return &w
}

func (i item) conditions() []ports.Condition {
	var all []ports.Condition
	for _, c := range i.Status.Conditions {
		if c.Type != "" {
			all = append(all, ports.Condition{Type: c.Type, Status: c.Status, Reason: c.Reason})
		}
	}
	return all
}
