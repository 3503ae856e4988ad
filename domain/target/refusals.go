package target

import (
	"strings"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// refusalsBefore are the contradictions that show without any program being started.
func refusalsBefore(c Case) []Reason {
	switch {
	case !c.Resolution.Missing.IsZero():
		return []Reason{{CodeNoKubeconfig, c.Resolution.Missing}}
	case len(c.Resolution.Files) == 0:
		return []Reason{{CodeNoKubeconfig, say.Textf("stack %s has no kubeconfig, so no cluster is read; fetch one to read its nodes and layers", c.Stack.Name)}}
	case !c.view().Problem.IsZero() && c.Resolution.Overrides != "":
		return []Reason{{CodeUnusable, say.Textf("%s (KUBECONFIG is exported; unset it to use %s)", c.view().Refusal(), c.Resolution.Overrides)}}
	case !c.view().Problem.IsZero():
		return []Reason{{CodeUnusable, c.view().Refusal()}}
	case c.Kubeconfig.Access.Kubeconfig.Empty():
		return []Reason{{CodeUnusable, say.Textf("%s was not read; name a kubeconfig that reaches this cluster", strings.Join(c.Resolution.Files, ", "))}}
	}
	for _, contradiction := range []func(Case) []Reason{pinnedCARefusals, knownCARefusals, endpointRefusals, benchRefusals, changeRefusals} {
		if found := contradiction(c); len(found) > 0 {
			return withShadows(found, c.view())
		}
	}
	return nil
}

// pinnedCARefusals compares with the pinned CA. Without verification, with this machine's own roots or with another CA
// beside the pinned one, another server could answer: the pin proves nothing then, whatever the file says.
func pinnedCARefusals(c Case) []Reason {
	pin, view := c.Stack.Identity.CASHA256, c.view()
	switch {
	case pin == "":
		return nil
	case view.Insecure:
		return []Reason{{CodeCAUnproven, say.Textf("the topology pins the CA %s, and insecure-skip-tls-verify in %s turns its check off; remove insecure-skip-tls-verify", pin, files(view))}}
	case view.CASHA256 == "":
		return []Reason{{CodeCAUnproven, say.Textf("the topology pins the CA %s, and %s has no CA: this machine's own roots would decide; fetch the kubeconfig again", pin, files(view))}}
	case view.CACount > 1:
		return []Reason{{CodeCAUnproven, say.Textf("the topology pins the CA %s, and %s trusts %d CAs, any of which could vouch for the server; leave only the pinned one in it", pin, files(view), view.CACount)}}
	case !strings.EqualFold(pin, view.CASHA256):
		return []Reason{{CodeOtherCA, say.Textf("the topology pins the CA %s, and %s trusts %s; name this cluster's kubeconfig, or correct identity.ca_sha256", pin, files(view), view.CASHA256)}}
	}
	return nil
}

// knownCARefusals compares with the CA of the cluster that was confirmed.
func knownCARefusals(c Case) []Reason {
	k, ca := remembered(c), verifiedCA(c.view())
	if k == nil || k.CASHA256 == "" || ca == "" || k.CASHA256 == ca {
		return nil
	}
	return []Reason{{CodeKnownCA, say.Textf("on %s a cluster with the CA %s was confirmed as %s, and %s trusts %s; name that cluster's kubeconfig, or if the change is meant: %s",
		date(k.Confirmed), k.CASHA256, c.Stack.Name, files(c.view()), ca, c.accept())}}
}

// endpointRefusals compares with the declared endpoints. A pinned UID can still show that another address leads there.
func endpointRefusals(c Case) []Reason {
	if c.Stack.Kind == stack.Lima || c.Stack.Identity.ClusterUID != "" || compareEndpoint(c.Stack, c.view().Server) != other {
		return nil
	}
	return []Reason{{CodeOtherEndpoint, say.Textf("%s leads to %s, and the topology declares %s; name this cluster's kubeconfig and context, correct the topology, or, if this address leads there too, %s",
		files(c.view()), c.view().Server, declaredList(c.Stack), pinIt(c.Stack))}}
}

// benchRefusals keeps a bench's credentials on this machine, and its plan away from a cluster of another stack.
func benchRefusals(c Case) []Reason {
	if c.Stack.Kind != stack.Lima {
		return nil
	}
	if !reachesItsBench(c.Stack, c.view().Server) {
		return []Reason{{CodeBenchElsewhere, say.Textf("%s leads to %s, which is neither this machine nor an address that stack %s declares; name the bench's own kubeconfig", files(c.view()), c.view().Server, c.Stack.Name)}}
	}
	return otherStackRefusals(c, "", verifiedCA(c.view()))
}

func otherStackRefusals(c Case, uid, ca string) []Reason {
	others := ofOthers(c, uid, ca)
	if c.Stack.Kind != stack.Lima || others == "" {
		return nil
	}
	return []Reason{{CodeOtherStack, say.Textf("this cluster is already confirmed or pinned as that of %s, and %s is a bench; name the bench's own kubeconfig (something else may listen at %s, such as a tunnel)", others, c.Stack.Name, c.view().Server)}}
}

func changeRefusals(c Case) []Reason {
	if c.Intent != ChangeCluster || c.Stack.Identity.ClusterUID != "" {
		return nil
	}
	return []Reason{{CodeNoPin, say.Textf("a cluster is changed only when its UID is pinned; %s", pinIt(c.Stack))}}
}

// refusalsAfter looks at every UID that was seen, those of failed reads too: a contradiction is one wherever it shows.
func refusalsAfter(c Case, o ports.Overview, objects ports.ObjectsAnswer) []Reason {
	for _, contradiction := range []func(Case, ports.Overview, ports.ObjectsAnswer) []Reason{
		twoClusters, otherAuthority, pinnedUIDRefusals, knownUIDRefusals, nodesRefusals,
	} {
		if found := contradiction(c, o, objects); len(found) > 0 {
			return withShadows(found, c.view())
		}
	}
	for _, uid := range []string{o.UID, objects.UID} {
		if found := otherStackRefusals(c, uid, ""); len(found) > 0 {
			return found
		}
	}
	return nil
}

func twoClusters(_ Case, o ports.Overview, objects ports.ObjectsAnswer) []Reason {
	if text := TwoClusters(Sighting{o.UID, o.Controls}, Sighting{objects.UID, objects.Controls}); !text.IsZero() {
		return []Reason{{CodeTwoClusters, text}}
	}
	if failure := failedBy(ports.FailedIdentity, o, objects); failure != nil {
		return []Reason{{CodeTwoClusters, failure.Text()}}
	}
	return nil
}

func otherAuthority(c Case, o ports.Overview, objects ports.ObjectsAnswer) []Reason {
	failure := failedBy(ports.FailedAuthority, o, objects)
	switch {
	case failure == nil:
		return nil
	case c.Intent == Read:
		return []Reason{{CodeOtherAuthority, say.Textf("%s; name this cluster's kubeconfig, or if it was rebuilt: nestor target forget %s, then nestor kubeconfig fetch %s", failure.Reason, c.Stack.Name, c.Stack.Name)}}
	}
	return []Reason{{CodeOtherAuthority, failure.Text()}}
}

// accept is what takes a changed cluster for the stack's. A file that is not kept yet cannot be trusted by its name.
func (c Case) accept() say.Text {
	if c.Intent == Read {
		return say.Verbatim("nestor target trust " + c.Stack.Name)
	}
	return say.Textf("nestor target forget %s, then again", c.Stack.Name)
}

// failedBy is a read that failed in a way that contradicts the target.
func failedBy(kind ports.FailureKind, o ports.Overview, objects ports.ObjectsAnswer) *ports.Failure {
	for _, failure := range []*ports.Failure{o.Failure, objects.Failure} {
		if failure != nil && failure.Kind == kind {
			return failure
		}
	}
	return nil
}

func pinnedUIDRefusals(c Case, o ports.Overview, objects ports.ObjectsAnswer) []Reason {
	pin := c.Stack.Identity.ClusterUID
	if pin == "" {
		return nil
	}
	for _, seen := range []string{o.UID, objects.UID} {
		if seen != "" && seen != pin {
			return []Reason{{CodeOtherCluster, say.Textf("the topology pins the cluster %s, and %s answered; name this cluster's kubeconfig and context, or correct identity.cluster_uid", pin, seen)}}
		}
	}
	if anonymous(o.UID, o.Failure) || anonymous(objects.UID, objects.Failure) && len(objects.Answers) > 0 {
		return []Reason{{CodeUIDUnseen, say.Textf("the topology pins the cluster %s, and a read did not show the UID of namespace kube-system, so it may be another cluster's; allow `get` and `list` on namespaces (`nestor rbac` prints all that is needed)", pin)}}
	}
	return nil
}

// anonymous reports a read that is believed although it did not show the cluster's UID: beside a pin, its answers may
// be another cluster's.
func anonymous(uid string, failure *ports.Failure) bool { return uid == "" && failure == nil }

func knownUIDRefusals(c Case, o ports.Overview, objects ports.ObjectsAnswer) []Reason {
	k := remembered(c)
	if k == nil || k.UID == "" {
		return nil
	}
	for _, seen := range []string{o.UID, objects.UID} {
		if seen != "" && seen != k.UID {
			return []Reason{{CodeKnownUID, say.Textf("on %s the cluster %s was confirmed as %s, and %s answered; name that cluster's kubeconfig and context, or if the change is meant: %s",
				date(k.Confirmed), k.UID, c.Stack.Name, seen, c.accept())}}
		}
	}
	return nil
}

// nodesRefusals holds the nodes against the declared control plane: a cluster that has none of it is another one.
func nodesRefusals(c Case, o ports.Overview, _ ports.ObjectsAnswer) []Reason {
	if o.Failure != nil || o.Nodes.Outcome != ports.Found || state.ControlPlaneSeen(c.Stack, o.Nodes.Items) {
		return nil
	}
	return []Reason{{CodeOtherNodes, say.Textf("none of the declared control plane (%s) is among the nodes of this cluster (%s); name this cluster's kubeconfig and context, or correct nodes: in %s",
		nodeNames(c.Stack), seenNames(o.Nodes.Items), c.Stack.File)}}
}

func nodeNames(s stack.Stack) say.Text {
	var names []string
	for _, n := range s.WithRole(stack.Control) {
		names = append(names, n.Name)
	}
	return listed(names)
}

func seenNames(nodes []ports.Node) say.Text {
	var names []string
	for _, n := range nodes {
		names = append(names, n.Name)
	}
	return listed(names)
}

// listed names a few, and counts the rest.
func listed(names []string) say.Text {
	const most = 5
	if len(names) == 0 {
		return say.Textf("none")
	}
	return say.Few(names, most, ", ")
}

// withShadows adds which definitions were not used: often the one that was meant is among them.
func withShadows(found []Reason, v ports.KubeconfigView) []Reason {
	for _, sentence := range v.Shadowed {
		found = append(found, Reason{CodeShadowed, sentence})
	}
	if len(v.Shadowed) > 0 {
		found[0].Text = say.Textf("%s (%s)", found[0].Text, v.Shadowed[0])
	}
	return found
}

func files(view ports.KubeconfigView) string { return strings.Join(view.Files, ", ") }
