package discover

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// The codes of what a discovery could not read (800x), of why no topology can be made (801x), and of remarks that call for
// something to be done (802x about the cluster, 803x about layers).
// Those of differences are 810x. They never change their meaning.
const (
	CodeForbidden      = "NST-8001"
	CodeUnread         = "NST-8002"
	CodeNoAnswer       = "NST-8011"
	CodeNoNodes        = "NST-8012"
	CodeNoControlPlane = "NST-8013"
	CodeLikeLima       = "NST-8021"
	CodeNoCA           = "NST-8022"
	CodeServer         = "NST-8023"
	CodeBalancer       = "NST-8024"
	CodeHalfBackend    = "NST-8025"
	CodeTwoBackends    = "NST-8026"
	CodeNoStorageRole  = "NST-8027"
	CodeNotDeclared    = "NST-8031"
	CodeBaseLacking    = "NST-8032"
	CodeDegraded       = "NST-8033"
	CodeDeleting       = "NST-8034"
	CodeUnseen         = "NST-8035"
	CodeElsewhere      = "NST-8036"
	CodePartly         = "NST-8037"
	CodeUndeclared     = "NST-8101"
	CodeLacking        = "NST-8102"
	CodeOther          = "NST-8103"
	CodeNotRead        = "NST-8104"
)

// Meanings says what each code of this package stands for.
var Meanings = map[string]ports.Meaning{
	CodeForbidden: {
		Means:   say.Textf("the right to read something is missing"),
		Matters: say.Textf("the topology does not declare it, which does not mean that it is absent"),
		Do:      say.Textf("ask for the right (the role is printed by: nestor rbac --discover), then discover again"),
	},
	CodeUnread: {
		Means:   say.Textf("something could not be read, for another reason than a missing right"),
		Matters: say.Textf("the topology does not declare it, which does not mean that it is absent"),
		Do:      say.Textf("mend what the message gives as the reason, then discover again"),
	},
	CodeNoAnswer: {
		Means:   say.Textf("the cluster could not be read"),
		Matters: say.Textf("nothing is known of it, so no topology can be made"),
		Do:      say.Textf("try the kubeconfig by itself: kubectl --kubeconfig FILE get nodes"),
	},
	CodeNoNodes: {
		Means:   say.Textf("the nodes could not be read"),
		Matters: say.Textf("a topology declares nodes, so none can be made"),
		Do:      say.Textf("ask for `list` on nodes: nestor rbac --discover prints the role"),
	},
	CodeNoControlPlane: {
		Means:   say.Textf("no node is labelled as control plane"),
		Matters: say.Textf("a topology declares a control plane, and a managed cluster does not show its own"),
		Do:      say.Textf("write the topology by hand: nestor stack new NAME"),
	},
	CodeLikeLima: {
		Means:   say.Textf("the nodes look like VMs of this machine, and nothing proves that they are"),
		Matters: say.Textf("a bench that is declared as prod never has its VMs looked at"),
		Do:      say.Textf("if they are, start all VMs (limactl list) and discover again, or write `target_kind: lima`"),
	},
	CodeNoCA: {
		Means:   say.Textf("the kubeconfig has no single CA that could be pinned"),
		Matters: say.Textf("the cluster is then recognised by its UID alone, which is only seen once credentials were sent"),
		Do:      say.Textf("put the cluster's own CA into the kubeconfig (certificate-authority-data), then discover again"),
	},
	CodeServer: {
		Means:   say.Textf("where the API answers is not known: the kubeconfig's server means nothing to other machines"),
		Matters: say.Textf("without a declared endpoint, a kubeconfig that leads elsewhere is noticed later"),
		Do:      say.Textf("write it by hand: `network: {control_plane_endpoint: HOST}`"),
	},
	CodeBalancer: {
		Means:   say.Textf("what stands in front of the control nodes could not be seen"),
		Matters: say.Textf("the topology must say it, and what it says now is a guess"),
		Do:      say.Textf("correct mode and ip under `network: {control_plane_lb: …}`"),
	},
	CodeHalfBackend: {
		Means:   say.Textf("a storage backend is there, and declaring it would call for layers that are not"),
		Matters: say.Textf("it is not declared, or the plan would install what nobody asked for"),
		Do:      say.Textf("declare it under `storage` if these layers shall come; else leave the topology as it is"),
	},
	CodeTwoBackends: {
		Means:   say.Textf("both storage backends are alive"),
		Matters: say.Textf("a topology declares one, and what stands on the other is an extra"),
		Do:      say.Textf("check that `storage: {backend: …}` names the one that is meant"),
	},
	CodeNoStorageRole: {
		Means:   say.Textf("which nodes hold Ceph's disks is not known"),
		Matters: say.Textf("without the role storage the topology does not say where the data is"),
		Do:      say.Textf("add the role storage to these nodes: kubectl -n rook-ceph get pods -l app=rook-ceph-osd -o wide"),
	},
	CodeNotDeclared: {
		Means:   say.Textf("a layer is there, and not declared, for what it calls for is not there or could not be read"),
		Matters: say.Textf("previews show it as an extra, and do not notice when it is lost"),
		Do:      say.Textf("install what it needs and discover again, or add it under `layers`: the plan then names what is missing"),
	},
	CodeBaseLacking: {
		Means:   say.Textf("a layer that every such stack wants is not there, or not whole"),
		Matters: say.Textf("it cannot be left out of a topology, so previews will plan it"),
		Do:      say.Textf("see what the plan says of it: nestor preview STACK"),
	},
	CodeDegraded: {
		Means:   say.Textf("a layer is there, and not healthy"),
		Matters: say.Textf("it is declared, so previews will plan its repair"),
		Do:      say.Textf("look at the object that the remark names with kubectl describe"),
	},
	CodeDeleting: {
		Means:   say.Textf("a layer may be under deletion, for its namespace could not be read"),
		Matters: say.Textf("it is declared, and may be gone soon"),
		Do:      say.Textf("look at its namespace: kubectl get namespace NAMESPACE"),
	},
	CodeUnseen: {
		Means:   say.Textf("no API shows whether a layer is there"),
		Matters: say.Textf("it is not declared, whether it is there or not"),
		Do:      say.Textf("if it is there, declare it by hand, such as `hardening: {enabled: true}`"),
	},
	CodeElsewhere: {
		Means:   say.Textf("a layer was found in another place than the catalogue's"),
		Matters: say.Textf("it is not declared: previews would look for it in the catalogue's place, and would not count it as present"),
		Do:      say.Textf("say in a layers.yaml beside the topologies where it is, then discover again"),
	},
	CodePartly: {
		Means:   say.Textf("a layer is there only in part"),
		Matters: say.Textf("it is not declared, so no plan finishes it"),
		Do:      say.Textf("add it under `layers` to have it finished, or remove what is left of it"),
	},
	CodeUndeclared: {
		Means:   say.Textf("something is in the cluster, and not declared"),
		Matters: say.Textf("previews do not ask for it, so nobody notices when it is lost"),
		Do:      say.Textf("declare it in the topology, or remove it from the cluster"),
	},
	CodeLacking: {
		Means:   say.Textf("something is declared, and not in the cluster"),
		Matters: say.Textf("it was lost, or never installed"),
		Do:      say.Textf("see what the plan says of it (nestor preview STACK), or remove it from the topology"),
	},
	CodeOther: {
		Means:   say.Textf("something is declared one way, and is another way in the cluster"),
		Matters: say.Textf("the topology no longer describes the cluster, and whoever relies on it plans wrongly"),
		Do:      say.Textf("correct whichever of the two is not what is meant"),
	},
	CodeNotRead: {
		Means:   say.Textf("something could not be read, and so not compared"),
		Matters: say.Textf("it may differ, and counts neither as the same nor as different"),
		Do:      say.Textf("mend what the line gives as the reason (a missing right: nestor rbac --discover), then compare again"),
	},
}

// signCodes are the codes of differences by their sign.
var signCodes = map[Sign]string{Undeclared: CodeUndeclared, Lacking: CodeLacking, Other: CodeOther, NotRead: CodeNotRead}

// gapCode tells a missing right from everything else that hinders a read.
func gapCode(o ports.Outcome) string {
	if o == ports.Forbidden {
		return CodeForbidden
	}
	return CodeUnread
}
