package target

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// The codes of reasons: refusals (110x and 113x), grounds and matches (111x), warnings about the kubeconfig (112x), doubts
// about the cluster (114x). They never change their meaning.
const (
	CodeNoKubeconfig   = "NST-1101"
	CodeUnusable       = "NST-1102"
	CodeOtherCA        = "NST-1103"
	CodeCAUnproven     = "NST-1104"
	CodeOtherCluster   = "NST-1105"
	CodeTwoClusters    = "NST-1106"
	CodeUIDUnseen      = "NST-1107"
	CodeOtherEndpoint  = "NST-1108"
	CodeOtherNodes     = "NST-1109"
	CodeNoProof        = "NST-1131"
	CodeDeclined       = "NST-1132"
	CodeHalfSeen       = "NST-1133"
	CodeOtherAuthority = "NST-1134"
	CodeKnownUID       = "NST-1135"
	CodeKnownCA        = "NST-1136"
	CodeBenchElsewhere = "NST-1137"
	CodeNoPin          = "NST-1138"
	CodeOtherRequest   = "NST-1139"

	CodePinnedUID    = "NST-1111"
	CodePinnedCA     = "NST-1112"
	CodeKnown        = "NST-1114"
	CodeEndpoint     = "NST-1115"
	CodeAnswered     = "NST-1116"
	CodeBench        = "NST-1117"
	CodeReplayed     = "NST-1118"
	CodeControlPlane = "NST-1119"

	CodeCertExpired  = "NST-1121"
	CodeCertEnding   = "NST-1122"
	CodeInsecure     = "NST-1123"
	CodeProxy        = "NST-1124"
	CodeOverride     = "NST-1125"
	CodeMissingFiles = "NST-1126"
	CodeShadowed     = "NST-1127"
	CodeProgram      = "NST-1128"
	CodeExposed      = "NST-1129"
	CodeInGit        = "NST-1130"

	CodeUnseen        = "NST-1140"
	CodeTunnel        = "NST-1141"
	CodeGeneric       = "NST-1142"
	CodeIncomparable  = "NST-1143"
	CodeOtherStack    = "NST-1144"
	CodeMoved         = "NST-1145"
	CodeNotRecognised = "NST-1146"
)

// Meanings says what each code of this package stands for, why it matters, and what to do.
var Meanings = map[string]ports.Meaning{
	CodeNoKubeconfig: {
		Means:   say.Textf("no kubeconfig is named for the stack, so no cluster is read"),
		Matters: say.Textf("nestor never falls back to ~/.kube/config, which may lead to another cluster"),
		Do:      say.Textf("write `kubeconfig:` in the topology, or fetch the file: nestor kubeconfig fetch STACK"),
	},
	CodeUnusable: {
		Means:   say.Textf("the kubeconfig that is named cannot be used"),
		Matters: say.Textf("without it the cluster cannot be read, and every layer stays unknown"),
		Do:      say.Textf("mend what the message names, or fetch the file again: nestor kubeconfig fetch STACK"),
	},
	CodeOtherCA: {
		Means:   say.Textf("the kubeconfig trusts another CA than the one the topology pins"),
		Matters: say.Textf("the credentials would go to a server that is not this stack's"),
		Do:      say.Textf("name this cluster's kubeconfig; if its CA was renewed, correct identity.ca_sha256 in the topology"),
	},
	CodeCAUnproven: {
		Means:   say.Textf("the topology pins a CA, and the server's certificate is not checked against that one alone"),
		Matters: say.Textf("another server could answer, and the pin would prove nothing"),
		Do:      say.Textf("leave only the pinned CA in the kubeconfig, without insecure-skip-tls-verify"),
	},
	CodeOtherCluster: {
		Means:   say.Textf("the cluster seen has another UID than the one the topology pins"),
		Matters: say.Textf("the plan would be made for the wrong cluster, so nothing that was read is used"),
		Do:      say.Textf("name this cluster's kubeconfig and context; if it was rebuilt, correct identity.cluster_uid in the topology"),
	},
	CodeTwoClusters: {
		Means:   say.Textf("two reads of one run saw two different clusters"),
		Matters: say.Textf("mixed answers describe neither of the two clusters"),
		Do:      say.Textf("find out what answers at this address (a balancer, a tunnel), and give the kubeconfig the address of one cluster"),
	},
	CodeUIDUnseen: {
		Means:   say.Textf("the topology pins a cluster UID, and the reads could not show one"),
		Matters: say.Textf("it may be another cluster, and the pin cannot tell"),
		Do:      say.Textf("allow `get` and `list` on namespaces: nestor rbac STACK prints all the rights that are needed"),
	},
	CodeOtherEndpoint: {
		Means:   say.Textf("the kubeconfig leads to none of the endpoints that the topology declares"),
		Matters: say.Textf("its credentials would reach a server that nobody declared"),
		Do:      say.Textf("name this cluster's kubeconfig and context, or correct `network:` in the topology"),
	},
	CodeOtherNodes: {
		Means:   say.Textf("none of the declared control plane is among the nodes of the cluster"),
		Matters: say.Textf("a cluster that has none of them is another stack's"),
		Do:      say.Textf("name this cluster's kubeconfig and context, or correct `nodes:` in the topology"),
	},
	CodeNoProof: {
		Means:   say.Textf("nothing proves that the cluster is the stack's"),
		Matters: say.Textf("a plan for the wrong cluster leads to changes on the wrong machines"),
		Do:      say.Textf("answer once on a terminal: nestor target trust STACK; in CI, pin what nestor target STACK prints"),
	},
	CodeDeclined: {
		Means:   say.Textf("the operator was asked, and did not say yes"),
		Matters: say.Textf("without a yes nothing more is read, and nothing is remembered"),
		Do:      say.Textf("run the command again to answer, or pin the cluster's UID: nestor target STACK prints it"),
	},
	CodeHalfSeen: {
		Means:   say.Textf("the nodes could not be read, so there is too little to ask about"),
		Matters: say.Textf("a yes without having seen the nodes would be a guess"),
		Do:      say.Textf("allow `list` on nodes (nestor rbac STACK prints the rights), or pin the cluster's UID"),
	},
	CodeOtherAuthority: {
		Means:   say.Textf("the server's certificate is signed by another authority than the kubeconfig trusts"),
		Matters: say.Textf("it is another server, or a cluster that was rebuilt under the same address"),
		Do:      say.Textf("if it was rebuilt: nestor target forget STACK, then nestor kubeconfig fetch STACK"),
	},
	CodeKnownUID: {
		Means:   say.Textf("the cluster seen has another UID than the one that was confirmed"),
		Matters: say.Textf("what answers now is not the cluster that you said yes to"),
		Do:      say.Textf("name that cluster's kubeconfig and context; if the change is meant: nestor target trust STACK"),
	},
	CodeKnownCA: {
		Means:   say.Textf("the kubeconfig trusts another CA than that of the cluster that was confirmed"),
		Matters: say.Textf("the credentials would go to a server that you never confirmed"),
		Do:      say.Textf("name that cluster's kubeconfig; if the change is meant: nestor target trust STACK"),
	},
	CodeBenchElsewhere: {
		Means:   say.Textf("a bench's kubeconfig leads neither to this machine nor to an address that the bench declares"),
		Matters: say.Textf("a bench's plan would be made for a cluster that is not a bench"),
		Do:      say.Textf("name the bench's own kubeconfig, or fetch it: nestor kubeconfig fetch STACK"),
	},
	CodeNoPin: {
		Means:   say.Textf("a cluster may be changed only when its UID is pinned"),
		Matters: say.Textf("an address or a memory can come to mean another cluster"),
		Do:      say.Textf("write what nestor target STACK prints under `identity:` in the topology"),
	},
	CodeOtherRequest: {
		Means:   say.Textf("a request other than GET was seen, so nothing of the read is believed"),
		Matters: say.Textf("nestor only ever reads: another program is in its place, or changed the cluster"),
		Do:      say.Textf("find out which program is called kubectl: command -v kubectl; then look at what the request changed"),
	},
	CodePinnedUID: {
		Means:   say.Textf("the cluster seen has the UID that the topology pins"),
		Matters: say.Textf("it is the strongest proof: no other cluster has this UID"),
		Do:      say.Textf("nothing to do"),
	},
	CodePinnedCA: {
		Means:   say.Textf("the kubeconfig trusts the CA that the topology pins, and only that"),
		Matters: say.Textf("only a server with a certificate of this CA can answer"),
		Do:      say.Textf("nothing to do; to prove the cluster itself, pin its UID too: nestor target STACK prints it"),
	},
	CodeKnown: {
		Means:   say.Textf("it is the cluster that the operator confirmed before"),
		Matters: say.Textf("this machine remembers it; another machine, CI for instance, does not"),
		Do:      say.Textf("nothing to do; for every machine, pin its UID: nestor target STACK prints it"),
	},
	CodeEndpoint: {
		Means:   say.Textf("the kubeconfig leads to an endpoint that the topology declares"),
		Matters: say.Textf("an address can come to lead to another cluster: it is the weakest proof"),
		Do:      say.Textf("nothing to do; for a stronger proof, pin the cluster's UID: nestor target STACK prints it"),
	},
	CodeAnswered: {
		Means:   say.Textf("the operator was asked, and said yes"),
		Matters: say.Textf("the answer is remembered, and the question is not asked again"),
		Do:      say.Textf("nothing to do; to take it back: nestor target forget STACK"),
	},
	CodeBench: {
		Means:   say.Textf("a bench is reached on this machine or at an address that it declares"),
		Matters: say.Textf("a bench is made and thrown away here, so its address is enough"),
		Do:      say.Textf("nothing to do"),
	},
	CodeReplayed: {
		Means:   say.Textf("a recording is replayed, so no cluster is reached"),
		Matters: say.Textf("what is shown is how it was when it was recorded"),
		Do:      say.Textf("to see the real cluster, leave out --replay and unset NESTOR_REPLAY"),
	},
	CodeControlPlane: {
		Means:   say.Textf("a declared control-plane node is among the nodes of the cluster"),
		Matters: say.Textf("names alone prove little: two clusters may have nodes of one name"),
		Do:      say.Textf("nothing to do"),
	},
	CodeCertExpired: {
		Means:   say.Textf("the client certificate has expired: the API answers 401"),
		Matters: say.Textf("nothing of the cluster can be read with this kubeconfig"),
		Do:      say.Textf("fetch a new one: nestor kubeconfig fetch STACK; if it is as old, renew it on the node: kubeadm certs renew admin.conf"),
	},
	CodeCertEnding: {
		Means:   say.Textf("the client certificate ends within 30 days"),
		Matters: say.Textf("after that the API answers 401, and nothing can be read"),
		Do:      say.Textf("renew it on the node (kubeadm certs renew admin.conf), then: nestor kubeconfig fetch STACK"),
	},
	CodeInsecure: {
		Means:   say.Textf("the server's certificate is not verified"),
		Matters: say.Textf("anything can answer in the cluster's place, and take the credentials"),
		Do:      say.Textf("take insecure-skip-tls-verify out of the kubeconfig, and put the cluster's CA in its place"),
	},
	CodeProxy: {
		Means:   say.Textf("the cluster is reached through a proxy"),
		Matters: say.Textf("the proxy decides which server is reached"),
		Do:      say.Textf("if it is not meant, unset HTTPS_PROXY, add the server to NO_PROXY, or take proxy-url out of the kubeconfig"),
	},
	CodeOverride: {
		Means:   say.Textf("KUBECONFIG overrides the file that the topology declares"),
		Matters: say.Textf("another shell, or CI, may read another cluster for the same stack"),
		Do:      say.Textf("if it is not meant: unset KUBECONFIG"),
	},
	CodeMissingFiles: {
		Means:   say.Textf("files of the list are not there and were skipped"),
		Matters: say.Textf("a context that you expect may be in one of them"),
		Do:      say.Textf("correct the list: echo \"$KUBECONFIG\""),
	},
	CodeShadowed: {
		Means:   say.Textf("a name is defined more than once, and only one definition is used"),
		Matters: say.Textf("the definition that you mean may be the one that is not used"),
		Do:      say.Textf("give each cluster, user and context a name of its own, or name one file only"),
	},
	CodeProgram: {
		Means:   say.Textf("the kubeconfig runs a local program to authenticate"),
		Matters: say.Textf("it runs with your rights, and what it does is out of nestor's hands"),
		Do:      say.Textf("make sure that you know the program, or use a kubeconfig with a certificate"),
	},
	CodeExposed: {
		Means:   say.Textf("other users of this machine may read the kubeconfig"),
		Matters: say.Textf("whoever reads it can use its credentials on the cluster"),
		Do:      say.Textf("chmod 600 FILE"),
	},
	CodeInGit: {
		Means:   say.Textf("the kubeconfig lies inside a git work tree"),
		Matters: say.Textf("one `git add` publishes its credentials"),
		Do:      say.Textf("keep it outside, such as in ~/.kube, and name it there in the topology"),
	},
	CodeUnseen: {
		Means:   say.Textf("nothing of the cluster could be read, so nothing proves which one it is"),
		Matters: say.Textf("every layer stays unknown, and no plan can be made"),
		Do:      say.Textf("mend what the report gives as the reason; nestor doctor looks at this machine"),
	},
	CodeTunnel: {
		Means:   say.Textf("the cluster is reached at an address that the topology does not declare"),
		Matters: say.Textf("a tunnel's end says nothing of what is behind it"),
		Do:      say.Textf("make sure that the tunnel leads to this cluster, or pin its UID (nestor target STACK prints it); when the UID is pinned and seen, nothing is to be done"),
	},
	CodeGeneric: {
		Means:   say.Textf("the address of the cluster may lead to any other"),
		Matters: say.Textf("a placeholder or this machine's own address proves nothing"),
		Do:      say.Textf("pin the cluster's UID: nestor target STACK prints it"),
	},
	CodeIncomparable: {
		Means:   say.Textf("the topology declares no endpoint to compare with"),
		Matters: say.Textf("the address cannot show that this is the wrong cluster"),
		Do:      say.Textf("declare `network.control_plane_endpoint`, or pin the cluster's UID: nestor target STACK prints it"),
	},
	CodeOtherStack: {
		Means:   say.Textf("the cluster was confirmed as another stack's"),
		Matters: say.Textf("one of the two stacks would be planned on the other's cluster"),
		Do:      say.Textf("name this stack's own kubeconfig; if the other stack is gone: nestor target forget OTHER"),
	},
	CodeMoved: {
		Means:   say.Textf("the cluster was confirmed at another address"),
		Matters: say.Textf("it may have moved, or be reached another way"),
		Do:      say.Textf("nothing to do if the new address is meant; to remember it: nestor target trust STACK"),
	},
	CodeNotRecognised: {
		Means:   say.Textf("not all that was remembered of the cluster could be seen again"),
		Matters: say.Textf("without it, it may be another cluster"),
		Do:      say.Textf("allow `get` on namespaces (nestor rbac STACK prints the rights), or confirm it again: nestor target trust STACK"),
	},
}
