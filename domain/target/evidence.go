package target

import (
	"strings"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
)

// evidenceBefore is what a stack and a kubeconfig show by themselves. A pinned UID counts already: every read is held to
// it, so that no question can follow, unless the endpoint is another and the UID has to be seen first.
func evidenceBefore(c Case) evidence {
	e := evidenceOf(c)
	e.pinnedUID = c.Stack.Identity.ClusterUID != "" && e.endpoint != other
	e.uid = c.Stack.Identity.ClusterUID
	e.knownUID = e.known.entry != nil && e.known.entry.CASHA256 != "" && e.known.entry.CASHA256 == verifiedCA(c.view())
	return e
}

// evidenceAfter is what the reads show.
func evidenceAfter(c Case, o ports.Overview, objects ports.ObjectsAnswer) evidence {
	e := evidenceOf(c)
	e.uid = believedUID(o, objects)
	e.unread = o.Failure != nil && (objects.Failure != nil || len(objects.Answers) == 0)
	e.nodes = o.Failure == nil && o.Nodes.Outcome == ports.Found
	e.pinnedUID = e.uid != "" && e.uid == c.Stack.Identity.ClusterUID
	e.knownUID = e.known.entry != nil && recognised(*e.known.entry, e.uid, c.view())
	e.known.others = confirmedAs(c, e.uid, "")
	e.otherStack = e.known.others != ""
	return e
}

func evidenceOf(c Case) evidence {
	return evidence{
		pinnedCA: c.Stack.Identity.CASHA256 != "", // a pin that could be another CA's word, or nobody's, was refused
		endpoint: compareEndpoint(c.Stack, c.view().Server),
		override: c.Resolution.Overrides != "",
		known:    known{entry: remembered(c)},
	}
}

// recognised reports that all that was remembered of a cluster was seen again.
func recognised(k ports.KnownCluster, uid string, v ports.KubeconfigView) bool {
	return (k.UID == "" || k.UID == uid) && (k.CASHA256 == "" || k.CASHA256 == verifiedCA(v))
}

// matches says what speaks for the cluster.
func (e evidence) matches(c Case) []Reason {
	var all []Reason
	if e.pinnedUID {
		all = append(all, Reason{CodePinnedUID, "its UID is the pinned one (" + e.uid + ")"})
	}
	if e.pinnedCA {
		all = append(all, Reason{CodePinnedCA, "its CA is the pinned one (" + c.Stack.Identity.CASHA256 + ")"})
	}
	if e.knownUID {
		all = append(all, Reason{CodeKnown, "it is the cluster that was confirmed on " + date(e.known.entry.Confirmed)})
	}
	if e.endpoint == same {
		all = append(all, Reason{CodeEndpoint, c.view().Server + " is declared"})
	}
	if e.nodes {
		all = append(all, Reason{CodeControlPlane, "a declared control-plane node is among its nodes"})
	}
	return all
}

// doubts says what does not speak for the cluster, without being a contradiction.
func (e evidence) doubts(c Case) []Reason {
	var all []Reason
	say := func(code, text string) { all = append(all, Reason{code, text}) }
	server := c.view().Server
	switch telling := declaredList(c.Stack); {
	case e.endpoint == other, e.endpoint == provesNothing && telling != "" && c.Stack.Kind != stack.Lima:
		say(CodeTunnel, "it is reached at "+server+", and declared at "+telling+": a tunnel?")
	case e.endpoint == provesNothing && c.Stack.Kind != stack.Lima && !e.pinnedUID && !e.knownUID:
		say(CodeGeneric, server+" may lead to any cluster")
	case e.endpoint == incomparable && c.Stack.Kind != stack.Lima && !e.pinnedUID && !e.knownUID:
		say(CodeIncomparable, "the topology declares no endpoint to compare "+server+" with")
	}
	if e.otherStack {
		say(CodeOtherStack, "it was confirmed as stack "+e.known.others)
	}
	if k := e.known.entry; k != nil && !SameEndpoint(k.Endpoint, server) {
		say(CodeMoved, "it was confirmed at "+k.Endpoint+", and is reached at "+server)
	}
	if k := e.known.entry; k != nil && !e.unread && !e.knownUID {
		say(CodeNotRecognised, "not all of what was confirmed on "+date(k.Confirmed)+" could be seen again"+unseenOf(*k, e.uid, c.view()))
	}
	return all
}

// unseenOf names what was remembered and could not be compared.
func unseenOf(k ports.KnownCluster, uid string, v ports.KubeconfigView) string {
	var missing []string
	if k.UID != "" && uid == "" {
		missing = append(missing, "its UID")
	}
	if k.CASHA256 != "" && verifiedCA(v) == "" {
		missing = append(missing, "its CA, which alone vouched for the server then")
	}
	if len(missing) == 0 {
		return ""
	}
	return " (" + strings.Join(missing, " and ") + ")"
}
