package kubectl

import (
	"context"

	"github.com/univ-lehavre/nestor/ports"
)

var (
	nodes          = ports.Nodes
	storageClasses = ports.StorageClasses
)

// Overview reads what the cluster is made of, and the workloads across namespaces, in one process.
func (r *Reader) Overview(ctx context.Context, access ports.Access, q ports.OverviewQuestion) ports.Overview {
	ctx, cancel := r.wave(ctx)
	defer cancel()
	asked := []ports.ObjectRef{nodes, namespaces, builtIn(storageClasses)}
	for _, kind := range q.Kinds {
		asked = append(asked, builtIn(kind))
	}
	return r.getList(ctx, access, asked).overview(q)
}

// builtIn asks by the plain name: a built-in kind comes before any other of that name, in whatever version is served.
func builtIn(ref ports.ObjectRef) ports.ObjectRef {
	return ports.ObjectRef{Group: ref.Group, Kind: ref.Kind, Resource: ref.Resource, Version: coreVersion(ref)}
}

func coreVersion(ref ports.ObjectRef) string {
	if ref.Group == "" {
		return ref.Version
	}
	return ""
}

func (r reading) overview(q ports.OverviewQuestion) ports.Overview {
	o := ports.Overview{Requests: r.requests}
	if o.Failure = r.stopped(); o.Failure != nil {
		return unreadOverview(o, q)
	}
	uid, ok := r.proven(inTheList)
	if !ok {
		o.Failure = r.distrust()
		return unreadOverview(o, q)
	}
	o.UID, o.Controls = uid, ports.Controls{inTheList.verb: uid}
	o.Nodes = listing(r, nodes, item.node)
	o.Namespaces = listing(r, namespaces, item.namespace)
	o.StorageClasses = listing(r, storageClasses, item.storageClass)
	o.Workloads = map[string]ports.Listing[ports.Object]{}
	for _, kind := range q.Kinds {
		o.Workloads[kind.Kind] = r.objects(kind)
	}
	if nothingAllowed(o) {
		o.Failure = r.noRights()
	}
	return o
}

// nothingAllowed is true when every list was forbidden.
func nothingAllowed(o ports.Overview) bool {
	outcomes := []ports.Outcome{o.Nodes.Outcome, o.Namespaces.Outcome, o.StorageClasses.Outcome}
	for _, listed := range o.Workloads {
		outcomes = append(outcomes, listed.Outcome)
	}
	return allForbidden(outcomes)
}

func allForbidden(outcomes []ports.Outcome) bool {
	for _, outcome := range outcomes {
		if outcome != ports.Forbidden {
			return false
		}
	}
	return true
}

// unreadOverview gives the reason of the failure to every list.
func unreadOverview(o ports.Overview, q ports.OverviewQuestion) ports.Overview {
	reason := o.Failure.Text()
	o.Nodes = ports.Listing[ports.Node]{Reason: reason}
	o.Namespaces = ports.Listing[ports.Namespace]{Reason: reason}
	o.StorageClasses = ports.Listing[ports.StorageClass]{Reason: reason}
	o.Workloads = map[string]ports.Listing[ports.Object]{}
	for _, kind := range q.Kinds {
		o.Workloads[kind.Kind] = ports.Listing[ports.Object]{Reason: reason}
	}
	return o
}

// listing makes an answer of the list of ref, item by item.
func listing[T any](r reading, ref ports.ObjectRef, convert func(item) T) ports.Listing[T] {
	outcome, reason, items := r.list(ref)
	answer := ports.Listing[T]{Outcome: outcome, Reason: reason}
	for _, it := range items {
		answer.Items = append(answer.Items, convert(it))
	}
	return answer
}

func (r reading) objects(ref ports.ObjectRef) ports.Listing[ports.Object] {
	return listing(r, ref, func(it item) ports.Object { return it.object(ref.Resource) })
}
