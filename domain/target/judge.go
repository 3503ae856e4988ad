package target

import (
	"fmt"
	"strings"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
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
	Text string
}

// Judgement is a verdict with everything that led to it, the decisive reasons first.
type Judgement struct {
	Verdict Verdict
	Reasons []Reason
}

// Before judges on the stack and the kubeconfig alone, before any program is started. A refusal means that nothing
// may be started: credentials must not reach a wrong server. A stack that reads no cluster is refused: there is nothing
// to read.
func Before(res Resolution, k ports.Kubeconfig, s stack.Stack) Judgement {
	if refusals := refusalsBefore(res, k, s); len(refusals) > 0 {
		return Judgement{Verdict: Refuse, Reasons: refusals}
	}
	// A pin that could be another CA's word, or nobody's, was refused.
	return confirm(evidence{named: res.Source, pinnedCA: s.Identity.CASHA256 != ""})
}

// After judges a second time, on what the two reads saw. A refusal of Before stays one.
func After(before Judgement, s stack.Stack, o ports.Overview, objects ports.ObjectsAnswer, k ports.KubeconfigView) Judgement {
	if before.Verdict == Refuse {
		return before
	}
	if refusals := refusalsAfter(s, o, objects); len(refusals) > 0 {
		return Judgement{Verdict: Refuse, Reasons: refusals}
	}
	if s.Identity.ClusterUID == "" || believedUID(o, objects) == "" {
		return before
	}
	proven := confirm(evidence{pinnedUID: s.Identity.ClusterUID, unverified: k.Insecure})
	proven.Reasons = append(proven.Reasons, before.Reasons...)
	return proven
}

// believedUID gives the UID of a read that is believed. refusalsAfter has made sure that the two do not differ.
func believedUID(o ports.Overview, objects ports.ObjectsAnswer) string {
	if o.Failure == nil && o.UID != "" {
		return o.UID
	}
	if objects.Failure == nil {
		return objects.UID
	}
	return ""
}

func refusalsBefore(res Resolution, k ports.Kubeconfig, s stack.Stack) []Reason {
	switch {
	case res.Missing != "":
		return []Reason{{CodeNoKubeconfig, res.Missing}}
	case len(res.Files) == 0:
		return []Reason{{CodeNoKubeconfig, fmt.Sprintf("stack %s has no kubeconfig, so no cluster is read; fetch one to read its nodes and layers", s.Name)}}
	case k.View.Problem != "":
		return []Reason{{CodeUnusable, k.View.Problem}}
	case k.Access.Kubeconfig.Empty():
		return []Reason{{CodeUnusable, strings.Join(res.Files, ", ") + " was not read; name a kubeconfig that reaches this cluster"}}
	}
	return caRefusals(s, k.View)
}

// caRefusals compares with the pinned CA. Without verification, with this machine's own roots or with another CA beside
// the pinned one, another server could answer: the pin proves nothing then, whatever the file says.
func caRefusals(s stack.Stack, view ports.KubeconfigView) []Reason {
	pin := s.Identity.CASHA256
	switch {
	case pin == "":
		return nil
	case view.Insecure:
		return []Reason{{CodeCAUnproven, fmt.Sprintf("the topology pins the CA %s, and insecure-skip-tls-verify in %s turns its check off; remove insecure-skip-tls-verify", pin, files(view))}}
	case view.CASHA256 == "":
		return []Reason{{CodeCAUnproven, fmt.Sprintf("the topology pins the CA %s, and %s has no CA: this machine's own roots would decide; fetch the kubeconfig again", pin, files(view))}}
	case view.CACount > 1:
		return []Reason{{CodeCAUnproven, fmt.Sprintf("the topology pins the CA %s, and %s trusts %d CAs, any of which could vouch for the server; leave only the pinned one in it", pin, files(view), view.CACount)}}
	case !strings.EqualFold(pin, view.CASHA256):
		return []Reason{{CodeOtherCA, fmt.Sprintf("the topology pins the CA %s, and %s trusts %s; name this cluster's kubeconfig, or correct identity.ca_sha256", pin, files(view), view.CASHA256)}}
	}
	return nil
}

// refusalsAfter looks at every UID that was seen, those of failed reads too: a contradiction is one wherever it shows.
func refusalsAfter(s stack.Stack, o ports.Overview, objects ports.ObjectsAnswer) []Reason {
	if o.UID != "" && objects.UID != "" && o.UID != objects.UID {
		return []Reason{{CodeTwoClusters, fmt.Sprintf("two reads saw two clusters, %s and %s; find out what answers at this address (a balancer, a tunnel, a cluster being replaced)", o.UID, objects.UID)}}
	}
	for _, failure := range []*ports.Failure{o.Failure, objects.Failure} {
		if failure != nil && failure.Kind == ports.FailedIdentity {
			return []Reason{{CodeTwoClusters, failure.Reason}}
		}
	}
	pin := s.Identity.ClusterUID
	for _, seen := range []string{o.UID, objects.UID} {
		if pin != "" && seen != "" && seen != pin {
			return []Reason{{CodeOtherCluster, fmt.Sprintf("the topology pins the cluster %s, and %s answered; name this cluster's kubeconfig and context, or correct identity.cluster_uid", pin, seen)}}
		}
	}
	if pin != "" && (anonymous(o.UID, o.Failure) || anonymous(objects.UID, objects.Failure) && len(objects.Answers) > 0) {
		return []Reason{{CodeUIDUnseen, fmt.Sprintf("the topology pins the cluster %s, and a read did not show the UID of namespace kube-system, so it may be another cluster's; allow `get` and `list` on namespaces, or remove identity.cluster_uid", pin)}}
	}
	return nil
}

// anonymous reports a read that is believed although it did not show the cluster's UID: beside a pin, its answers may
// be another cluster's.
func anonymous(uid string, failure *ports.Failure) bool { return uid == "" && failure == nil }

func files(view ports.KubeconfigView) string { return strings.Join(view.Files, ", ") }
