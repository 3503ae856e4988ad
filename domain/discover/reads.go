// Package discover turns what a cluster answered into the topology that declares it, and compares it with a declared stack.
//
// It is pure. It declares only what was read and is there: a lost answer becomes a remark, never an absence.
package discover

import (
	"github.com/univ-lehavre/nestor/domain/access"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Each kind is asked for by a name that nothing has, so that a 404 is the answer and the kind is then looked for everywhere.
// The same right, the same positive control and the same care for kinds that are not served hold as for a layer's proof.
const nobody = "nestor-discover"

var (
	claimRef = ports.ObjectRef{Version: "v1", Kind: "PersistentVolumeClaim", Resource: "persistentvolumeclaims", Namespace: "kube-system", Name: nobody}
	// namespaceRef needs no right that the positive control does not need: by it the API groups are read for whoever can read at all.
	namespaceRef = ports.ObjectRef{Version: "v1", Kind: "Namespace", Resource: "namespaces", Name: nobody}

	gatewayRef = ports.ObjectRef{Group: "gateway.networking.k8s.io", Version: "v1", Kind: "Gateway", Resource: "gateways", Namespace: "kube-system", Name: nobody}
)

// Further gives what is asked besides the catalogue's questions, and why: all that a user needs the right to, beyond a
// preview, to discover a cluster.
func Further() []access.Further {
	// Naming a group makes its reader fetch the list of all of them.
	groups := []string{gatewayRef.Group}
	return []access.Further{
		{Marker: ports.Marker{Ref: namespaceRef, Groups: groups}},
		{Marker: ports.Marker{Ref: claimRef, Elsewhere: true, Groups: groups}, Why: say.Textf("claims that wait for a volume")},
		{Marker: ports.Marker{Ref: gatewayRef, Elsewhere: true, Groups: groups}, Why: say.Textf("whether services are reached through a Gateway")},
	}
}

// Questions gives the same without the reasons.
func Questions() []ports.Marker {
	var markers []ports.Marker
	for _, f := range Further() {
		markers = append(markers, f.Marker)
	}
	return markers
}

// everywhere gives all objects of a kind that was asked for in this way.
func everywhere(o ports.ObjectsAnswer, ref ports.ObjectRef) ports.Listing[ports.Object] {
	a := o.Answers[ref]
	switch {
	case o.Failure != nil:
		return ports.Listing[ports.Object]{Reason: o.Failure.Text()}
	case a.Outcome == ports.Found && a.Object != nil:
		return ports.Listing[ports.Object]{Outcome: ports.Found, Items: []ports.Object{*a.Object}}
	case a.Outcome == ports.NotServed && a.Version == "":
		return ports.Listing[ports.Object]{Outcome: ports.NotServed}
	case a.Outcome == ports.Missing:
		return a.Elsewhere
	}
	return ports.Listing[ports.Object]{Outcome: unknown(a.Outcome), Reason: a.Reason}
}

// unknown keeps Forbidden apart from all else that is no answer.
func unknown(o ports.Outcome) ports.Outcome {
	if o == ports.Forbidden {
		return o
	}
	return ports.Unread
}
