package stack

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// The codes of faults that only a topology can have. They never change their meaning.
const (
	CodeNoNode           = "NST-2101"
	CodeNodeName         = "NST-2102"
	CodeNoRole           = "NST-2103"
	CodeNoControl        = "NST-2104"
	CodeNoLoadBalancer   = "NST-2105"
	CodePort             = "NST-2106"
	CodeAddress          = "NST-2107"
	CodeBlank            = "NST-2108"
	CodeKubeconfigPath   = "NST-2109"
	CodeSharedKubeconfig = "NST-2110"
	CodeClusterUID       = "NST-2111"
	CodeCAHash           = "NST-2112"
	CodeTerrain          = "NST-2113"
	CodeManifest         = "NST-2114"
)

// Meanings says what each code of this package stands for.
var Meanings = map[string]ports.Meaning{
	CodeNoNode: {
		Means:   say.Textf("the topology declares no node"),
		Matters: say.Textf("without nodes there is no cluster to compare with"),
		Do:      say.Textf("write one `- {name: …, roles: [control, worker]}` for each machine"),
	},
	CodeNodeName: {
		Means:   say.Textf("a node has a name that no machine can have"),
		Matters: say.Textf("the name is looked for among the cluster's nodes, and would never be found"),
		Do:      say.Textf("use letters, digits, dots, dashes and underscores, and no dash first"),
	},
	CodeNoRole: {
		Means:   say.Textf("a node has no role"),
		Matters: say.Textf("nothing says whether it serves the API, runs workloads or holds disks"),
		Do:      say.Textf("write one or several of control, worker, storage under its `roles`"),
	},
	CodeNoControl: {
		Means:   say.Textf("no node has the role control"),
		Matters: say.Textf("a cluster without a control plane has no API, and no node could prove that it is the stack's"),
		Do:      say.Textf("give it to one node at least"),
	},
	CodeNoLoadBalancer: {
		Means:   say.Textf("several control nodes have no address in front of them"),
		Matters: say.Textf("reached through one of them, the API is lost with that one node"),
		Do:      say.Textf("declare `network: {control_plane_lb: {mode: kube-vip-arp, ip: …}}`"),
	},
	CodePort: {
		Means:   say.Textf("a port is not between 1 and 65535"),
		Matters: say.Textf("no server listens there, so no kubeconfig could match the endpoint"),
		Do:      say.Textf("write a number from 1 to 65535"),
	},
	CodeAddress: {
		Means:   say.Textf("a value is neither an IP address nor a host name"),
		Matters: say.Textf("addresses are compared with the kubeconfig's and handed to ssh: another text matches nothing, or is taken for an option"),
		Do:      say.Textf("write the address or the host name alone; for an API behind a front door https://HOST[:PORT][/PATH]"),
	},
	CodeBlank: {
		Means:   say.Textf("a text is empty"),
		Matters: say.Textf("an empty text is most often a value that was forgotten"),
		Do:      say.Textf("write the value, or remove the key"),
	},
	CodeKubeconfigPath: {
		Means:   say.Textf("the path of the kubeconfig cannot be followed as it is written"),
		Matters: say.Textf("a path that is guessed could lead to another cluster"),
		Do:      say.Textf("write an absolute path, one that starts with ~/, or one that starts at the topology's folder"),
	},
	CodeSharedKubeconfig: {
		Means:   say.Textf("warning: the stack uses ~/.kube/config, which all clusters share"),
		Matters: say.Textf("any `kubectl config use-context` changes which cluster the stack leads to"),
		Do:      say.Textf("give the stack its own file, such as ~/.kube/STACK.config: nestor kubeconfig fetch STACK makes it"),
	},
	CodeClusterUID: {
		Means:   say.Textf("the pinned cluster UID is no UUID"),
		Matters: say.Textf("no cluster could ever match it"),
		Do:      say.Textf("write the line that nestor target STACK prints, or remove the key"),
	},
	CodeCAHash: {
		Means:   say.Textf("the pinned CA is no SHA-256"),
		Matters: say.Textf("no kubeconfig could ever match it"),
		Do:      say.Textf("write the line that nestor target STACK prints, or remove the key"),
	},
	CodeTerrain: {
		Means:   say.Textf("warning: catalog.terrain looks like local, and is not"),
		Matters: say.Textf("the stack counts as prod, so its VMs are not looked at"),
		Do:      say.Textf("write local, or declare `target_kind`"),
	},
	CodeManifest: {
		Means:   say.Textf("the file is a Kubernetes manifest or a kubeconfig, not a topology"),
		Matters: say.Textf("it declares no stack; and as a kubeconfig holds credentials, none of its lines is shown"),
		Do:      say.Textf("name a topology; all of them: nestor stack ls"),
	},
}
