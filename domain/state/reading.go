package state

import (
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// reading is the cluster's answers, less those that must not be believed.
type reading struct {
	nodes      ports.Listing[ports.Node]
	namespaces ports.Listing[ports.Namespace]
	classes    ports.Listing[ports.StorageClass]
	workloads  map[string]ports.Listing[ports.Object]
	answers    map[ports.ObjectRef]ports.ObjectAnswer // of what was asked by name, believed unless namedLost
	groups     ports.Listing[string]
	listsLost  say.Text // why no listing is believed
	namedLost  say.Text // why no named object is believed
}

// believe keeps what can be this stack's cluster. Without any of its machines, whatever answered is another one.
func believe(in Input, machines machineReport) reading {
	if machines.noneExists {
		in.ClusterRead, in.NotRead = false, noVM()
	}
	r := reading{
		nodes: in.Overview.Nodes, namespaces: in.Overview.Namespaces, classes: in.Overview.StorageClasses,
		workloads: in.Overview.Workloads, answers: in.Objects.Answers, groups: in.Objects.Groups,
		listsLost: lost(in, in.Overview.Failure), namedLost: lost(in, in.Objects.Failure),
	}
	if !r.listsLost.IsZero() {
		r.nodes = ports.Listing[ports.Node]{Reason: r.listsLost}
		r.namespaces = ports.Listing[ports.Namespace]{Reason: r.listsLost}
		r.classes = ports.Listing[ports.StorageClass]{Reason: r.listsLost}
		r.workloads = nil
	}
	if !r.namedLost.IsZero() {
		r.groups = ports.Listing[string]{Reason: r.namedLost}
	}
	return r
}

// lost says why nothing of a read is believed, if so.
func lost(in Input, failure *ports.Failure) say.Text {
	switch {
	case !in.ClusterRead:
		return say.First(in.NotRead, say.Textf("no cluster was read"))
	case failure != nil:
		return say.First(failure.Text(), say.Verbatim(string(failure.Kind)))
	}
	return say.Text{}
}

// answer gives what became of a proof: asked by name, else found in its kind's list or missing there.
// What was not answered, or has no object in hand, is unread; it is lost when it went with its whole read.
func (r reading) answer(ref ports.ObjectRef) (answer ports.ObjectAnswer, lost bool) {
	a, asked := r.answers[ref]
	switch {
	case !asked && inOverview(ref):
		return fromList(r.workloadsOf(ref.Kind), ref), !r.listsLost.IsZero()
	case !r.namedLost.IsZero():
		return ports.ObjectAnswer{Reason: r.namedLost}, true
	case !asked:
		return ports.ObjectAnswer{Reason: say.Textf("no answer")}, false
	case a.Outcome == ports.Found && a.Object == nil:
		return ports.ObjectAnswer{Reason: say.Textf("answered without the object")}, false
	case a.Outcome == ports.Missing && r.listsClass(ref):
		return ports.ObjectAnswer{Reason: say.Textf("not found by name and found in the list: two answers contradict each other, try again")}, false
	}
	return a, false
}

// listsClass reports whether the list of storage classes has this one.
func (r reading) listsClass(ref ports.ObjectRef) bool {
	return ref.Kind == "StorageClass" && slices.ContainsFunc(items(r.classes), func(c ports.StorageClass) bool { return c.Name == ref.Name })
}

// fromList answers for one object from the complete list of its kind.
func fromList(listed ports.Listing[ports.Object], ref ports.ObjectRef) ports.ObjectAnswer {
	if listed.Outcome != ports.Found {
		return ports.ObjectAnswer{Outcome: listed.Outcome, Reason: listed.Reason}
	}
	if o, there := pick(listed.Items, ref); there {
		return ports.ObjectAnswer{Outcome: ports.Found, Object: &o}
	}
	return ports.ObjectAnswer{Outcome: ports.Missing}
}

func (r reading) workloadsOf(kind string) ports.Listing[ports.Object] {
	if !r.listsLost.IsZero() {
		return ports.Listing[ports.Object]{Reason: r.listsLost}
	}
	return r.workloads[kind]
}

// items gives what a listing holds; what was not found means nothing.
func items[T any](l ports.Listing[T]) []T {
	if l.Outcome != ports.Found {
		return nil
	}
	return l.Items
}

// notAnswered is the phrase for an outcome without knowledge: "forbidden: cannot get …".
func notAnswered(o ports.Outcome, reason say.Text) say.Text { return notAnsweredOf(1, o, reason) }

// listNotAnswered is the same of a list of several things.
func listNotAnswered(o ports.Outcome, reason say.Text) say.Text { return notAnsweredOf(2, o, reason) }

func notAnsweredOf(n int, o ports.Outcome, reason say.Text) say.Text {
	if reason.IsZero() || strings.HasPrefix(reason.String(), o.String()) {
		return say.First(reason, o.Words())
	}
	switch o {
	case ports.Forbidden:
		return say.Agree(n, "forbidden: %s", "forbidden: %s", reason)
	case ports.Unread:
		return say.Agree(n, "unread: %s", "unread: %s", reason)
	}
	return say.Join(": ", o.Words(), reason)
}
