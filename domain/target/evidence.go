package target

import (
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// evidenceBefore is what a stack and a kubeconfig show by themselves. A pinned UID counts already: every read is held to
// it, so that no question can follow, unless the endpoint is another and the UID has to be seen first.
func evidenceBefore(c Case) evidence {
	e := evidenceOf(c)
	e.pinnedUID = c.Stack.Identity.ClusterUID != "" && e.endpoint != other
	e.uid = c.Stack.Identity.ClusterUID
	e.knownUID = e.known.entry != nil && e.known.entry.CASHA256 != "" && recognised(*e.known.entry, e.known.entry.UID, c.view())
	return e
}

// evidenceAfter is what the reads show.
func evidenceAfter(c Case, o ports.Overview, objects ports.ObjectsAnswer) evidence {
	e := evidenceOf(c)
	e.uid = believedUID(o, objects)
	e.unread = o.Failure != nil && (objects.Failure != nil || len(objects.Answers) == 0)
	e.nodes = o.Failure == nil && o.Nodes.Outcome == ports.Found
	e.control = e.nodes && state.ControlPlaneSeen(c.Stack, o.Nodes.Items)
	e.pinnedUID = e.uid != "" && e.uid == c.Stack.Identity.ClusterUID
	e.knownUID = e.known.entry != nil && recognised(*e.known.entry, e.uid, c.view())
	e.known.others = ofOthers(c, e.uid, "")
	return e
}

func evidenceOf(c Case) evidence {
	endpoint := compareEndpoint(c.Stack, c.view().Server)
	return evidence{
		// A pin that could be another CA's word, or nobody's, was refused. Behind a front door all clusters share its CA.
		pinnedCA: c.Stack.Identity.CASHA256 != "" && (endpoint == same || !frontDoor(c.view().Server)),
		endpoint: endpoint,
		override: c.Resolution.Overrides != "",
		known:    known{entry: remembered(c)},
	}
}

// recognised reports that all that was remembered of a cluster was seen again. A CA without a UID vouches for a server, which
// may have many clusters behind it: then the address must be the same.
func recognised(k ports.KnownCluster, uid string, v ports.KubeconfigView) bool {
	sameUID := k.UID == uid && (uid != "" || SameEndpoint(k.Endpoint, v.Server))
	return sameUID && (k.CASHA256 == "" || k.CASHA256 == verifiedCA(v))
}

// matches says what speaks for the cluster.
func (e evidence) matches(c Case) []Reason {
	var all []Reason
	if e.pinnedUID {
		all = append(all, Reason{CodePinnedUID, say.Textf("its UID is the pinned one (%s)", e.uid)})
	}
	if e.pinnedCA {
		all = append(all, Reason{CodePinnedCA, say.Textf("the CA that the kubeconfig trusts is the pinned one (%s)", c.Stack.Identity.CASHA256)})
	}
	if e.knownUID {
		all = append(all, Reason{CodeKnown, say.Textf("it is the cluster that was confirmed on %s", date(e.known.entry.Confirmed))})
	}
	if e.endpoint == same {
		all = append(all, Reason{CodeEndpoint, say.Textf("%s is declared", c.view().Server)})
	}
	if e.control {
		all = append(all, Reason{CodeControlPlane, say.Textf("a declared control-plane node is among its nodes")})
	}
	return all
}

// doubts says what does not speak for the cluster, without being a contradiction.
func (e evidence) doubts(c Case) []Reason {
	var all []Reason
	doubt := func(code string, text say.Text) { all = append(all, Reason{code, text}) }
	server := c.view().Server
	switch telling := declaredList(c.Stack); {
	case e.endpoint == other, e.endpoint == provesNothing && !e.pinnedUID && !e.knownUID && !telling.IsZero() && !declaresGeneric(c.Stack, server) && c.Stack.Kind != stack.Lima:
		doubt(CodeTunnel, say.Textf("it is reached at %s, and expected at %s: a tunnel?", server, telling))
	case e.endpoint == provesNothing && declaresGeneric(c.Stack, server) && c.Stack.Kind != stack.Lima:
		doubt(CodeGeneric, say.Textf("%s is declared, and may lead to any cluster", server))
	case e.endpoint == provesNothing && c.Stack.Kind != stack.Lima && !e.pinnedUID && !e.knownUID:
		doubt(CodeGeneric, say.Textf("%s may lead to any cluster", server))
	case e.endpoint == incomparable && c.Stack.Kind != stack.Lima && !e.pinnedUID && !e.knownUID:
		doubt(CodeIncomparable, say.Textf("the topology declares no endpoint to compare %s with", server))
	}
	if e.known.others != "" {
		doubt(CodeOtherStack, say.Textf("this cluster is already confirmed or pinned as that of %s", e.known.others))
	}
	if k := e.known.entry; k != nil && !SameEndpoint(k.Endpoint, server) {
		doubt(CodeMoved, say.Textf("it was confirmed at %s, and is reached at %s", k.Endpoint, server))
	}
	if k := e.known.entry; k != nil && !e.unread && !e.knownUID {
		if unseen := unseenOf(*k, e.uid, c.view()); !unseen.IsZero() {
			doubt(CodeNotRecognised, notRecognised(*k, unseen))
		}
	}
	return all
}

func notRecognised(k ports.KnownCluster, unseen say.Text) say.Text {
	if unseen.IsZero() {
		return say.Textf("not all of what was confirmed on %s could be seen again", date(k.Confirmed))
	}
	return say.Textf("not all of what was confirmed on %s could be seen again (%s)", date(k.Confirmed), unseen)
}

// unseenOf names what was remembered and could not be compared.
func unseenOf(k ports.KnownCluster, uid string, v ports.KubeconfigView) say.Text {
	var missing []say.Text
	if k.UID != "" && uid == "" {
		missing = append(missing, say.Textf("its UID"))
	}
	if k.CASHA256 != "" && verifiedCA(v) == "" {
		missing = append(missing, say.Textf("its CA, which alone vouched for the server then"))
	}
	if len(missing) == 2 {
		return say.Textf("%s and %s", missing[0], missing[1])
	}
	return say.First(missing...)
}
