package target

import (
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports/say"
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
		return Ask, Reason{CodeUnseen, say.Textf("nothing of the cluster could be read, so nothing proves which one it is")}
	case c.Intent == ChangeCluster:
		return decideChange(c, e)
	}
	if reason, ok := e.enough(c); ok {
		return Confirmed, reason
	}
	switch {
	case c.Asking != AtTerminal:
		return Refuse, Reason{CodeNoProof, say.Textf("nothing proves that this is %s: %s; %s", c.Stack.Name, e.missing(c), e.advice(c))}
	case !e.nodes:
		return Refuse, Reason{CodeHalfSeen, say.Textf("the API answered and its nodes could not be read, so there is too little to ask about; allow `list` on nodes, or %s", pinIt(c.Stack))}
	case c.Answered:
		return Confirmed, Reason{CodeAnswered, say.Textf("you said that this is %s", c.Stack.Name)}
	}
	return Ask, Reason{CodeNoProof, say.Textf("nothing proves that this is %s: %s", c.Stack.Name, e.missing(c))}
}

// decideChange is the row of whatever would change a cluster: a pinned UID, and a yes each time.
func decideChange(c Case, e evidence) (Verdict, Reason) {
	switch {
	case !e.pinnedUID:
		return Refuse, Reason{CodeNoPin, say.Textf("a cluster is changed only when its UID is pinned; %s", pinIt(c.Stack))}
	case c.Asking != AtTerminal:
		return Refuse, Reason{CodeNoProof, say.Textf("a change is confirmed each time, and nobody is there to ask; run it on a terminal")}
	case c.Answered:
		return Confirmed, Reason{CodeAnswered, say.Textf("you said that this is %s", c.Stack.Name)}
	}
	return Ask, Reason{CodePinnedUID, say.Textf("pinned cluster UID matches (%s); a change is confirmed each time", e.uid)}
}

// enough gives the ground on which nobody needs to be asked.
func (e evidence) enough(c Case) (Reason, bool) {
	switch {
	case c.Intent == ChangeCluster:
		return Reason{}, false
	case e.pinnedUID && c.view().Insecure:
		return Reason{CodePinnedUID, say.Textf("pinned cluster UID matches (%s), on a connection whose certificate is not verified", e.uid)}, true
	case e.pinnedUID:
		return Reason{CodePinnedUID, say.Textf("pinned cluster UID matches (%s)", e.uid)}, true
	case e.knownUID:
		return Reason{CodeKnown, say.Textf("same cluster as confirmed on %s", date(e.known.entry.Confirmed))}, true
	case c.Stack.Kind == stack.Lima:
		return Reason{CodeBench, say.Textf("a bench, reached at %s", c.view().Server)}, true
	case e.override:
		return Reason{}, false
	case e.pinnedCA:
		return Reason{CodePinnedCA, say.Textf("pinned CA matches")}, true
	case c.Asking == Replaying:
		return Reason{CodeReplayed, say.Textf("a recording is replayed: no cluster is reached")}, true
	case c.Asking == NobodyToAsk && e.addressTells(c):
		return Reason{CodeEndpoint, say.Textf("%s is an endpoint that the topology declares", c.view().Server)}, true
	}
	return Reason{}, false
}

// addressTells reports that a declared address is enough for somebody who cannot be asked: nothing in between chooses another
// cluster, and nothing that is remembered says otherwise.
func (e evidence) addressTells(c Case) bool {
	return e.endpoint == same && e.known.others == "" && !c.view().Insecure && c.view().Proxy == "" && !c.NoMemory && e.known.entry == nil
}

// missing says why what there is is not enough.
func (e evidence) missing(c Case) say.Text {
	s := c.Stack
	switch {
	case e.known.entry != nil:
		return notRecognised(*e.known.entry, unseenOf(*e.known.entry, e.uid, c.view()))
	case e.override:
		return say.Textf("KUBECONFIG is used instead of %s, and no UID is pinned or remembered", c.Resolution.Overrides)
	case e.known.others != "":
		return say.Textf("this cluster is already confirmed or pinned as that of %s", e.known.others)
	case e.endpoint == provesNothing:
		return say.Textf("%s may lead to any cluster, and no UID is pinned or remembered", c.view().Server)
	case e.endpoint == same && c.view().Insecure:
		return say.Textf("its certificate is not verified, so anything can answer at that address, and no UID is pinned or remembered")
	case e.endpoint == same && c.view().Proxy != "":
		return say.Textf("behind the proxy %s the address may lead to any cluster, and no UID is pinned or remembered", c.view().Proxy)
	case e.endpoint == same && c.NoMemory:
		return say.Textf("what was confirmed before is not known (neither HOME nor XDG_STATE_HOME is set), and no UID is pinned")
	case e.endpoint == same:
		return say.Textf("an address can come to lead to another cluster, and no UID is pinned or remembered")
	}
	return say.Textf("the topology of %s declares no endpoint to compare with, and no UID is pinned or remembered", s.Name)
}

// advice is what would make it confirmed.
func (e evidence) advice(c Case) say.Text {
	if e.uid == "" {
		return say.Textf("%s, or answer once on a terminal", pinIt(c.Stack))
	}
	return say.Textf("%s (seen: %s), or answer once on a terminal", pinIt(c.Stack), e.uid)
}

func pinIt(s stack.Stack) say.Text {
	return say.Textf("write identity.cluster_uid in %s", s.File)
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
func Advice(c Case, j Judgement) []say.Text {
	switch {
	case j.Verdict == Confirmed, j.Unread, Contradicts(j):
		return nil // a contradiction says itself what to do
	}
	return []say.Text{
		say.Textf("if this is %s, write the identity below in %s: then no other cluster is ever taken for it, in CI neither", c.Stack.Name, c.Stack.File),
		say.Textf("or answer once, on a terminal: nestor target trust %s", c.Stack.Name),
	}
}
