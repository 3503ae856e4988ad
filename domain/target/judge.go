package target

import (
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Verdict says whether a cluster may be read, and believed.
type Verdict string

// The verdicts. Anything that is not Confirmed, the zero value too, must not be acted on.
const (
	Confirmed Verdict = "confirmed" // on the grounds among the reasons
	Ask       Verdict = "ask"       // nothing speaks against it, and the operator has to say yes
	Refuse    Verdict = "refuse"    // something contradicts it, or a proof that is asked for cannot be had
)

// Reason is one thing that was found, with its stable code.
type Reason struct {
	Code string
	Text say.Text
}

// Judgement is a verdict with everything that led to it, the decisive reasons first.
type Judgement struct {
	Verdict Verdict
	Reasons []Reason
	Matches []Reason // what speaks for the cluster
	Doubts  []Reason // what does not, without being a contradiction
	Unread  bool     // nothing of the cluster could be read: there is nothing to ask about
}

// Case is what a judgement is made on, besides what the cluster itself shows.
type Case struct {
	Intent     Intent
	Asking     Asking
	Answered   bool // the operator said yes to what was seen
	Stack      stack.Stack
	Resolution Resolution
	Kubeconfig ports.Kubeconfig
	Known      []ports.KnownCluster // every cluster that was confirmed, of other stacks too
	NoMemory   bool                 // whether anything was confirmed could not be looked up
	Pinned     []ports.KnownCluster // the clusters that other topologies pin
}

func (c Case) view() ports.KubeconfigView { return c.Kubeconfig.View }

// Before judges on the stack and the kubeconfig alone, before any program is started. A refusal means that nothing may be
// started: credentials must not reach a wrong server. Confirmed means that no question can follow, so that everything may
// be read at once, and is judged again; Ask means that the first read comes alone.
func Before(c Case) Judgement {
	if refusals := refusalsBefore(c); len(refusals) > 0 {
		return Judgement{Verdict: Refuse, Reasons: refusals}
	}
	e := evidenceBefore(c)
	if reason, ok := e.enough(c); ok {
		return Judgement{Verdict: Confirmed, Reasons: []Reason{reason}}
	}
	return Judgement{Verdict: Ask, Reasons: []Reason{{CodeNoProof, say.Textf("the kubeconfig alone does not prove which cluster it reaches")}}}
}

// After judges a second time, on what the reads saw. Objects is zero as long as only the overview was read. A refusal of
// Before stays one.
func After(c Case, before Judgement, o ports.Overview, objects ports.ObjectsAnswer) Judgement {
	if before.Verdict == Refuse {
		return before
	}
	if refusals := requestRefusals(o, objects); len(refusals) > 0 {
		return Judgement{Verdict: Refuse, Reasons: refusals, Unread: true}
	}
	e := evidenceAfter(c, o, objects)
	j := Judgement{Matches: e.matches(c), Doubts: e.doubts(c), Unread: e.unread}
	if refusals := refusalsAfter(c, o, objects); len(refusals) > 0 {
		j.Verdict, j.Reasons = Refuse, refusals
		return j
	}
	verdict, reason := decide(c, e)
	j.Verdict, j.Reasons = verdict, []Reason{reason}
	return j
}

// Declined is the judgement after the operator did not say yes.
func Declined(j Judgement, s stack.Stack) Judgement {
	j.Verdict = Refuse
	j.Reasons = []Reason{{CodeDeclined, say.Textf("nobody said yes: nothing more was read of this cluster; run it again to answer, or pin identity.cluster_uid in %s", s.File)}}
	return j
}

// believedUID gives the UID of a read that is believed. refusalsAfter makes sure that the two do not differ.
func believedUID(o ports.Overview, objects ports.ObjectsAnswer) string {
	if o.Failure == nil && o.UID != "" {
		return o.UID
	}
	if objects.Failure == nil {
		return objects.UID
	}
	return ""
}
