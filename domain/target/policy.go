package target

import (
	"fmt"

	"github.com/univ-lehavre/nestor/domain/stack"
)

// Intent is what a cluster's identity is asked for.
type Intent string

// The intents. No command changes a cluster; the last one is here so that none can be written without its rule.
const (
	Read          Intent = "read"
	WriteLocal    Intent = "write a local file"
	ChangeCluster Intent = "change the cluster"
)

// Asking says whether a question can be put to the operator.
type Asking string

// The zero value means that nobody is there to answer: no terminal, or --no-input.
const (
	NobodyToAsk Asking = ""
	AtTerminal  Asking = "terminal"
	Replaying   Asking = "replay" // nothing is reached: there is nothing to ask about
)

// evidence is what is known of a cluster when nothing contradicts that it is the stack's.
type evidence struct {
	pinnedUID bool // identity.cluster_uid was seen
	knownUID  bool // what was remembered of this stack was seen, all of it
	pinnedCA  bool // the pinned CA, and no other, vouches for the server
	endpoint  comparison
	override  bool // KUBECONFIG is used instead of the file that the topology declares
	nodes     bool // the nodes were read
	control   bool // a declared control-plane node is among them
	unread    bool // nothing was
	known     known
	uid       string
}

// decide is the identity policy: the first row that fits. Contradictions were refused before it.
func decide(c Case, e evidence) (Verdict, Reason) {
	switch {
	case e.unread:
		return Ask, Reason{CodeUnseen, "nothing of the cluster could be read, so nothing proves which one it is"}
	case c.Intent == ChangeCluster:
		return decideChange(c, e)
	}
	if reason, ok := e.enough(c); ok {
		return Confirmed, reason
	}
	switch {
	case c.Asking != AtTerminal:
		return Refuse, Reason{CodeNoProof, "nothing proves that this is " + c.Stack.Name + ": " + e.missing(c) + "; " + e.advice(c)}
	case !e.nodes:
		return Refuse, Reason{CodeHalfSeen, "the API answered and its nodes could not be read, so there is too little to ask about; allow `list` on nodes, or " + pinIt(c.Stack)}
	case c.Answered:
		return Confirmed, Reason{CodeAnswered, "you said that this is " + c.Stack.Name}
	}
	return Ask, Reason{CodeNoProof, "nothing proves that this is " + c.Stack.Name + ": " + e.missing(c)}
}

// decideChange is the row of whatever would change a cluster: a pinned UID, and a yes each time.
func decideChange(c Case, e evidence) (Verdict, Reason) {
	switch {
	case !e.pinnedUID:
		return Refuse, Reason{CodeNoPin, "a cluster is changed only when its UID is pinned; " + pinIt(c.Stack)}
	case c.Asking != AtTerminal:
		return Refuse, Reason{CodeNoProof, "a change is confirmed each time, and nobody is there to ask; run it on a terminal"}
	case c.Answered:
		return Confirmed, Reason{CodeAnswered, "you said that this is " + c.Stack.Name}
	}
	return Ask, Reason{CodePinnedUID, "pinned cluster UID matches (" + e.uid + "); a change is confirmed each time"}
}

// enough gives the ground on which nobody needs to be asked.
func (e evidence) enough(c Case) (Reason, bool) {
	switch {
	case c.Intent == ChangeCluster:
		return Reason{}, false
	case e.pinnedUID && c.view().Insecure:
		return Reason{CodePinnedUID, "pinned cluster UID matches (" + e.uid + "), on a connection whose certificate is not verified"}, true
	case e.pinnedUID:
		return Reason{CodePinnedUID, "pinned cluster UID matches (" + e.uid + ")"}, true
	case e.knownUID:
		return Reason{CodeKnown, "same cluster as confirmed on " + date(e.known.entry.Confirmed)}, true
	case c.Stack.Kind == stack.Lima:
		return Reason{CodeBench, "a bench, reached at " + c.view().Server}, true
	case e.override:
		return Reason{}, false
	case e.pinnedCA:
		return Reason{CodePinnedCA, "pinned CA matches"}, true
	case c.Asking == Replaying:
		return Reason{CodeReplayed, "a recording is replayed: no cluster is reached"}, true
	case c.Asking == NobodyToAsk && e.addressTells(c):
		return Reason{CodeEndpoint, c.view().Server + " is an endpoint that the topology declares"}, true
	}
	return Reason{}, false
}

// addressTells reports that a declared address is enough for somebody who cannot be asked: nothing in between chooses another
// cluster, and nothing that is remembered says otherwise.
func (e evidence) addressTells(c Case) bool {
	return e.endpoint == same && e.known.others == "" && !c.view().Insecure && c.view().Proxy == "" && !c.NoMemory && e.known.entry == nil
}

// missing says why what there is is not enough.
func (e evidence) missing(c Case) string {
	s := c.Stack
	switch {
	case e.known.entry != nil:
		return "not all of what was confirmed on " + date(e.known.entry.Confirmed) + " could be seen again" + unseenOf(*e.known.entry, e.uid, c.view())
	case e.override:
		return "KUBECONFIG is used instead of " + c.Resolution.Overrides + ", and no UID is pinned or remembered"
	case e.known.others != "":
		return "it is the cluster of stack " + e.known.others + ", which was confirmed or is pinned"
	case e.endpoint == provesNothing:
		return fmt.Sprintf("%s may lead to any cluster, and no UID is pinned or remembered", c.view().Server)
	case e.endpoint == same && c.view().Insecure:
		return "its certificate is not verified, so anything can answer at that address, and no UID is pinned or remembered"
	case e.endpoint == same && c.view().Proxy != "":
		return "behind the proxy " + c.view().Proxy + " the address may lead to any cluster, and no UID is pinned or remembered"
	case e.endpoint == same && c.NoMemory:
		return "what was confirmed before is not known (neither HOME nor XDG_STATE_HOME is set), and no UID is pinned"
	case e.endpoint == same:
		return "an address can come to lead to another cluster, and no UID is pinned or remembered"
	}
	return "the topology of " + s.Name + " declares no endpoint to compare with, and no UID is pinned or remembered"
}

// advice is what would make it confirmed.
func (e evidence) advice(c Case) string {
	seen := ""
	if e.uid != "" {
		seen = " (seen: " + e.uid + ")"
	}
	return pinIt(c.Stack) + seen + ", or answer once on a terminal"
}

func pinIt(s stack.Stack) string {
	return "write identity.cluster_uid in " + s.File
}

// Contradicts reports a refusal that no proof could mend: something is known that this cluster is not.
func Contradicts(j Judgement) bool {
	if j.Verdict != Refuse || len(j.Reasons) == 0 {
		return false
	}
	switch j.Reasons[0].Code {
	case CodeNoProof, CodeHalfSeen, CodeDeclined, CodeNoPin:
		return false
	}
	return true
}

// Advice says what would make a cluster confirmed that is not.
func Advice(c Case, j Judgement) []string {
	switch {
	case j.Verdict == Confirmed, j.Unread, Contradicts(j):
		return nil // a contradiction says itself what to do
	}
	return []string{
		"if this is " + c.Stack.Name + ", write the identity below in " + c.Stack.File + ": then no other cluster is ever taken for it, in CI neither",
		"or answer once, on a terminal: nestor target trust " + c.Stack.Name,
	}
}
