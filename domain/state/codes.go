package state

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// The codes of notes: on layers (30xx), and on nodes, machines and storage (31xx); and of what decides a verdict: on a layer
// (320x, 321x), on nodes (322x), on machines (324x). They never change their meaning.
const (
	CodeRemnants     = "NST-3001"
	CodeElsewhere    = "NST-3002"
	CodeCephWarning  = "NST-3003"
	CodeCephStale    = "NST-3004"
	CodeOtherVersion = "NST-3005"
	CodeOldVersion   = "NST-3006"
	CodeNeedUnread   = "NST-3007"
	CodeOldRevision  = "NST-3009"

	CodeCordoned      = "NST-3101"
	CodeRoleDiffers   = "NST-3102"
	CodeWorkerTainted = "NST-3103"
	CodeAmbiguous     = "NST-3104"
	CodeNodeDeleting  = "NST-3105"
	CodeMinorsDiffer  = "NST-3106"
	CodeTwoDefaults   = "NST-3107"
	CodeStorage       = "NST-3108"

	CodeAbsent       = "NST-3201"
	CodePartial      = "NST-3202"
	CodeMoved        = "NST-3203"
	CodeVersionMoved = "NST-3204"
	CodeUnhealthy    = "NST-3205"
	CodeRollingOut   = "NST-3206"
	CodeBeingDeleted = "NST-3207"
	CodeNeedAbsent   = "NST-3208"
	CodeUnread       = "NST-3209"
	CodeForbidden    = "NST-3210"
	CodeReadFailed   = "NST-3211"
	CodeUnobservable = "NST-3212"
	CodeUnknownLayer = "NST-3213"
	CodeUnsure       = "NST-3214"

	CodeNodesNotReady = "NST-3221"
	CodeNodeMissing   = "NST-3222"
	CodeNodeNotReady  = "NST-3223"

	CodeNoMachine       = "NST-3241"
	CodeMachineMissing  = "NST-3242"
	CodeMachineStopped  = "NST-3243"
	CodeMachineBroken   = "NST-3244"
	CodeMachineOdd      = "NST-3245"
	CodeMachinesUnread  = "NST-3246"
	CodeMachinesMissing = "NST-3247"
	CodeMachinesDown    = "NST-3248"
	CodeMachineMade     = "NST-3249"
)

// Meanings says what each code of this package stands for, why it matters, and what to do.
var Meanings = map[string]ports.Meaning{
	CodeRemnants: {
		Means:   say.Textf("leftovers of an absent layer: API groups, storage classes or provisioners"),
		Matters: say.Textf("they do not make the layer present, and may trouble its next installation"),
		Do:      say.Textf("remove them if the layer is not to come back; the note names them"),
	},
	CodeElsewhere: {
		Means:   say.Textf("a layer's object was found in another place than the catalogue's"),
		Matters: say.Textf("installing the layer again would make a second one"),
		Do:      say.Textf("move it to the expected place, or write its real place in layers.yaml beside the topologies"),
	},
	CodeCephWarning: {
		Means:   say.Textf("Ceph reports HEALTH_WARN"),
		Matters: say.Textf("it still serves, and something in it needs attention before it gets worse"),
		Do:      say.Textf("read what it warns of: kubectl -n rook-ceph describe cephcluster, or ceph health detail in the toolbox"),
	},
	CodeCephStale: {
		Means:   say.Textf("Ceph's health was last checked more than 10 minutes ago"),
		Matters: say.Textf("the health that is shown may be an old one: Rook checks every minute"),
		Do:      say.Textf("look whether Rook's operator works: kubectl -n rook-ceph logs deploy/rook-ceph-operator"),
	},
	CodeOtherVersion: {
		Means:   say.Textf("an object was read in another API version than the catalogue's"),
		Matters: say.Textf("nothing is wrong; the catalogue is behind the cluster, or before it"),
		Do:      say.Textf("to be exact, write the served version in layers.yaml beside the topologies"),
	},
	CodeOldVersion: {
		Means:   say.Textf("only another version of the kind is served, and it was not read"),
		Matters: say.Textf("the layer may be there in that version, so it is not called absent"),
		Do:      say.Textf("look at it in that version, and write it in layers.yaml beside the topologies"),
	},
	CodeNeedUnread: {
		Means:   say.Textf("a layer stands while one that it needs could not be read"),
		Matters: say.Textf("it may stand on nothing, and fail soon"),
		Do:      say.Textf("make the other layer readable: nestor rbac STACK prints the rights that are needed"),
	},
	CodeOldRevision: {
		Means:   say.Textf("a workload is ready, and some of its pods wait for a person to move to its current revision"),
		Matters: say.Textf("a change that was made to it is not in effect everywhere"),
		Do:      say.Textf("delete its old pods one by one, or let its updateStrategy do it"),
	},
	CodeCordoned: {
		Means:   say.Textf("a node is cordoned"),
		Matters: say.Textf("no new pod is placed on it"),
		Do:      say.Textf("when its maintenance is over: kubectl uncordon NODE"),
	},
	CodeRoleDiffers: {
		Means:   say.Textf("a node's declared roles differ from its control-plane label"),
		Matters: say.Textf("the topology and the cluster disagree on where the control plane is"),
		Do:      say.Textf("correct `roles:` in the topology, or the label node-role.kubernetes.io/control-plane"),
	},
	CodeWorkerTainted: {
		Means:   say.Textf("a node declared as worker carries the control-plane taint"),
		Matters: say.Textf("ordinary pods are kept away from it, so the cluster has less room than declared"),
		Do:      say.Textf("kubectl taint nodes NODE node-role.kubernetes.io/control-plane-, or take worker out of its roles"),
	},
	CodeAmbiguous: {
		Means:   say.Textf("a declared node could be several real ones, or several declared nodes one real one"),
		Matters: say.Textf("which node is missing is not known, so the whole is not judged"),
		Do:      say.Textf("give the nodes in the topology the names that kubectl get nodes prints, or their InternalIP as ansible_host"),
	},
	CodeNodeDeleting: {
		Means:   say.Textf("a node is being deleted"),
		Matters: say.Textf("it will soon be gone, and with it the pods and disks that it holds"),
		Do:      say.Textf("wait for the end; if the deletion hangs: kubectl describe node NODE shows what holds it"),
	},
	CodeMinorsDiffer: {
		Means:   say.Textf("the nodes run different minor versions of Kubernetes"),
		Matters: say.Textf("an upgrade was not finished, and Kubernetes bears it for a few versions only"),
		Do:      say.Textf("finish the upgrade node by node: kubectl get nodes shows the versions"),
	},
	CodeTwoDefaults: {
		Means:   say.Textf("several storage classes are the default one"),
		Matters: say.Textf("a volume without a class may end up on either"),
		Do:      say.Textf("take storageclass.kubernetes.io/is-default-class from all but one: kubectl get storageclass"),
	},
	CodeStorage: {
		Means:   say.Textf("the declared storage backend is absent while the other one is alive"),
		Matters: say.Textf("installing it would put a second storage beside the one that holds the data"),
		Do:      say.Textf("correct `storage:` in the topology if it is wrong; otherwise move the data first"),
	},
	CodeAbsent: {
		Means:   say.Textf("all that shows the layer was read, and none of it is there"),
		Matters: say.Textf("the stack wants the layer, and the cluster does not have it"),
		Do:      say.Textf("install it; nestor explain LAYER STACK shows what it needs, and how when the catalogue says so"),
	},
	CodePartial: {
		Means:   say.Textf("a part of the layer is there, and a proof of it is missing"),
		Matters: say.Textf("an installation stopped half-way, or something of it was removed"),
		Do:      say.Textf("finish its installation; nestor explain LAYER STACK shows which object is missing"),
	},
	CodeMoved: {
		Means:   say.Textf("the layer's object stands in another place than the catalogue expects"),
		Matters: say.Textf("installing the layer again would make a second one"),
		Do:      say.Textf("move it to the expected place, or write its real place in layers.yaml beside the topologies"),
	},
	CodeVersionMoved: {
		Means:   say.Textf("the cluster serves only another version of the layer's kind"),
		Matters: say.Textf("whether the layer is there in that version was not read"),
		Do:      say.Textf("look at it in that version, and write it in layers.yaml beside the topologies"),
	},
	CodeUnhealthy: {
		Means:   say.Textf("the layer is there, and one of its objects is not healthy"),
		Matters: say.Textf("it does not serve as it should, and what needs it suffers too"),
		Do:      say.Textf("look at the object and repair it; nestor explain LAYER STACK gives the command that shows it"),
	},
	CodeRollingOut: {
		Means:   say.Textf("a rollout or a reconcile of the layer is under way"),
		Matters: say.Textf("it is not settled yet: acting now would come in between"),
		Do:      say.Textf("wait, then run nestor preview STACK again; if it stays, look at the object's events"),
	},
	CodeBeingDeleted: {
		Means:   say.Textf("an object of the layer, or its namespace, is being deleted"),
		Matters: say.Textf("what is installed into it now is deleted with it"),
		Do:      say.Textf("wait for the end; if the deletion hangs, look at the object's finalizers"),
	},
	CodeNeedAbsent: {
		Means:   say.Textf("the layer stands while one that it needs is absent"),
		Matters: say.Textf("it stands on nothing, and fails as soon as it needs the other"),
		Do:      say.Textf("install the needed layer first, then look at this one again"),
	},
	CodeUnread: {
		Means:   say.Textf("what shows the layer could not be read"),
		Matters: say.Textf("the layer may be there or not: it is never called absent for that"),
		Do:      say.Textf("run it again; nestor explain LAYER STACK shows what was asked and what came back"),
	},
	CodeForbidden: {
		Means:   say.Textf("the user of the kubeconfig may not read what shows the layer"),
		Matters: say.Textf("the layer may be there or not: it is never called absent for that"),
		Do:      say.Textf("give the user the rights, as an administrator: nestor rbac STACK --bind-user USER | kubectl apply -f -"),
	},
	CodeReadFailed: {
		Means:   say.Textf("the whole read failed, so nothing of it is believed"),
		Matters: say.Textf("every layer that it should have shown is unknown"),
		Do:      say.Textf("mend what the report gives as the reason; nestor doctor looks at this machine"),
	},
	CodeUnobservable: {
		Means:   say.Textf("no API shows the layer"),
		Matters: say.Textf("nestor cannot say whether it is there, and counts it nowhere"),
		Do:      say.Textf("look on the machines themselves"),
	},
	CodeUnknownLayer: {
		Means:   say.Textf("the catalogue does not know the layer"),
		Matters: say.Textf("nothing says how to see it, so it cannot be judged"),
		Do:      say.Textf("correct its name in the topology (nestor layers lists them), or describe it in layers.yaml beside the topologies"),
	},
	CodeUnsure: {
		Means:   say.Textf("the layer may be under deletion: its namespace could not be read, or is shared with one that goes"),
		Matters: say.Textf("what is installed into a namespace under deletion is deleted with it"),
		Do:      say.Textf("look first: kubectl get namespaces; nestor rbac STACK prints the rights that are needed"),
	},
	CodeNodesNotReady: {
		Means:   say.Textf("declared nodes are missing, or not Ready"),
		Matters: say.Textf("the cluster has less room than declared, and what ran there does not run"),
		Do:      say.Textf("kubectl get nodes shows which; then look at their kubelet: journalctl -u kubelet on the node"),
	},
	CodeNodeMissing: {
		Means:   say.Textf("a declared node is not among the nodes of the cluster"),
		Matters: say.Textf("it never joined, was removed, or is called otherwise"),
		Do:      say.Textf("make it join (kubeadm token create --print-join-command), or correct its name in the topology"),
	},
	CodeNodeNotReady: {
		Means:   say.Textf("a node is not Ready"),
		Matters: say.Textf("Kubernetes places nothing on it, and moves away what ran there"),
		Do:      say.Textf("kubectl describe node NODE shows why; on the node: journalctl -u kubelet"),
	},
	CodeNoMachine: {
		Means:   say.Textf("limactl answered, and none of the declared VMs exists"),
		Matters: say.Textf("without machines there is no cluster: every layer of the bench is absent"),
		Do:      say.Textf("make the VMs: limactl create, then limactl start; limactl list shows those that exist"),
	},
	CodeMachineMissing: {
		Means:   say.Textf("a declared VM does not exist"),
		Matters: say.Textf("the bench has a node less than declared"),
		Do:      say.Textf("make it: limactl create --name NAME; limactl list shows those that exist"),
	},
	CodeMachineStopped: {
		Means:   say.Textf("a VM is stopped"),
		Matters: say.Textf("its node is not Ready, or the whole cluster does not answer"),
		Do:      say.Textf("limactl start NAME"),
	},
	CodeMachineBroken: {
		Means:   say.Textf("limactl calls a VM broken"),
		Matters: say.Textf("its node does not run, and may need to be made again"),
		Do:      say.Textf("limactl list shows its errors; then: limactl stop --force NAME, and limactl start NAME"),
	},
	CodeMachineOdd: {
		Means:   say.Textf("a VM has a status that says neither that it runs nor that it is stopped"),
		Matters: say.Textf("whether its node can work is not known"),
		Do:      say.Textf("look at it: limactl list NAME"),
	},
	CodeMachinesUnread: {
		Means:   say.Textf("limactl did not say which VMs there are"),
		Matters: say.Textf("whether the bench exists is not known, so its machines are unknown"),
		Do:      say.Textf("run it by hand: limactl list; nestor doctor says whether it is installed"),
	},
	CodeMachinesMissing: {
		Means:   say.Textf("some of the declared VMs do not exist"),
		Matters: say.Textf("the bench has fewer nodes than declared"),
		Do:      say.Textf("make those that are missing: limactl create, then limactl start; limactl list shows those that exist"),
	},
	CodeMachinesDown: {
		Means:   say.Textf("some of the declared VMs do not run"),
		Matters: say.Textf("their nodes are not Ready, or the whole cluster does not answer"),
		Do:      say.Textf("start them: limactl start NAME; limactl list shows their status"),
	},
	CodeMachineMade: {
		Means:   say.Textf("a VM is being made"),
		Matters: say.Textf("its node is not there yet"),
		Do:      say.Textf("wait, then run nestor preview STACK again; limactl list shows how far it is"),
	},
}
