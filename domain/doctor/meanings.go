package doctor

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Meanings says what each code of this package stands for.
var Meanings = map[string]ports.Meaning{
	CodeBuild: {
		Means:   say.Textf("which nestor this is, and for which system it was built"),
		Matters: say.Textf("a report of a problem needs it, and scripts depend on the version"),
		Do:      say.Textf("give this line with every question or report"),
	},
	CodeLanguage: {
		Means:   say.Textf("the language that nestor speaks, and what chose it"),
		Matters: say.Textf("people read it; JSON, YAML and codes are the same in every language"),
		Do:      say.Textf("to change it: add --lang en, or export NESTOR_LANG=en"),
	},
	CodeProgram: {
		Means:   say.Textf("a program that nestor starts is there"),
		Matters: say.Textf("it is the one that PATH finds first, and the one that is run"),
		Do:      say.Textf("nothing, unless another one is meant: change the order of PATH"),
	},
	CodeProgramMissing: {
		Means:   say.Textf("a program that this repository needs is not there"),
		Matters: say.Textf("commands that need it fail, or show what they cannot read as unknown"),
		Do:      say.Textf("install it, or add its folder to PATH"),
	},
	CodeProgramUnused: {
		Means:   say.Textf("a program is not there that only some commands need"),
		Matters: say.Textf("only these commands fail; the others work without it"),
		Do:      say.Textf("install it when these commands are needed"),
	},
	CodeProgramHangs: {
		Means:   say.Textf("a program did not say its version in time"),
		Matters: say.Textf("reads that use it will most likely end at their deadline without an answer"),
		Do:      say.Textf("run by hand the command that the message gives, and find out what it waits for (a prompt, a slow disk, a wrapper)"),
	},
	CodeProgramFails: {
		Means:   say.Textf("a program could not be started, or failed when it was asked for its version"),
		Matters: say.Textf("what cannot say its version will not read a cluster either"),
		Do:      say.Textf("run by hand the command that the message gives, and install the program again if it fails there too"),
	},
	CodeVersionUnread: {
		Means:   say.Textf("a program said no version that can be understood"),
		Matters: say.Textf("nobody can tell whether nestor was tried with it"),
		Do:      say.Textf("compare with what nestor was tried with: kubectl version --client"),
	},
	CodeVersionNew: {
		Means:   say.Textf("kubectl has a version with which nestor was not tried"),
		Matters: say.Textf("its answers may look different; what is not understood is shown as unknown, never as absent"),
		Do:      say.Textf("if much is unknown, install a kubectl whose version the message names"),
	},
	CodeNotExported: {
		Means:   say.Textf("KUBECONFIG is not exported, so each stack's own kubeconfig is used"),
		Matters: say.Textf("this is the safest way: no stack is read through another one's file"),
		Do:      say.Textf("nothing to do"),
	},
	CodeExported: {
		Means:   say.Textf("KUBECONFIG is exported, and used for every stack in place of its own file"),
		Matters: say.Textf("one stack may be compared with another's cluster; nestor then refuses or asks"),
		Do:      say.Textf("unless it is meant: unset KUBECONFIG"),
	},
	CodeExportedMissing: {
		Means:   say.Textf("KUBECONFIG names files that are not there"),
		Matters: say.Textf("they are skipped, as kubectl does, so another context may count than the one that is meant"),
		Do:      say.Textf("correct the list, or unset KUBECONFIG"),
	},
	CodeVariable: {
		Means:   say.Textf("a variable that changes what nestor, or the kubectl that an operator runs, does"),
		Matters: say.Textf("it explains why the same command behaves differently elsewhere"),
		Do:      say.Textf("nothing, unless it is not meant: unset it"),
	},
	CodeVariableUnknown: {
		Means:   say.Textf("a variable is called like one of nestor's, and is none"),
		Matters: say.Textf("it is most often mistyped, and what it was meant to change does not change"),
		Do:      say.Textf("correct its name; nestor reads NESTOR_LANG and NESTOR_REPLAY"),
	},
	CodeReplaySet: {
		Means:   say.Textf("NESTOR_REPLAY is set, so commands answer from a recording and read no cluster"),
		Matters: say.Textf("what is shown is how a cluster was, and not how it is"),
		Do:      say.Textf("unless it is meant: unset NESTOR_REPLAY"),
	},
	CodeProxySet: {
		Means:   say.Textf("a proxy of the environment, through which a cluster may be reached"),
		Matters: say.Textf("kubectl uses it for every server that NO_PROXY does not except"),
		Do:      say.Textf("if a cluster is not reached, add its address to NO_PROXY"),
	},
	CodeNoHome: {
		Means:   say.Textf("the home folder is not known"),
		Matters: say.Textf("~ leads nowhere, and a cluster that is confirmed is asked about again each time"),
		Do:      say.Textf("export HOME with an absolute path"),
	},
	CodeStateIgnored: {
		Means:   say.Textf("XDG_STATE_HOME is not an absolute path, and is ignored"),
		Matters: say.Textf("confirmed clusters are kept under the home folder, and not where it says"),
		Do:      say.Textf("write the whole path, or unset it"),
	},
	CodeKnown: {
		Means:   say.Textf("where nestor remembers the clusters that were confirmed, and how many"),
		Matters: say.Textf("a cluster that is remembered is not asked about again, and another in its place is refused"),
		Do:      say.Textf("nothing to do"),
	},
	CodeKnownUnread: {
		Means:   say.Textf("the file of confirmed clusters cannot be used, so no cluster is judged"),
		Matters: say.Textf("without it a cluster that took another's place would not be noticed, so commands stop"),
		Do:      say.Textf("mend what the message says, or move the file away: each cluster is then asked about once more"),
	},
	CodeKnownShared: {
		Means:   say.Textf("other users of this machine may read the file of confirmed clusters"),
		Matters: say.Textf("it holds no credentials, but tells which clusters there are and where"),
		Do:      say.Textf("chmod 600 on the file that the message names"),
	},
	CodeKnownNoHome: {
		Means:   say.Textf("there is no place to remember confirmed clusters"),
		Matters: say.Textf("every cluster that nothing else proves is asked about each time"),
		Do:      say.Textf("export HOME or XDG_STATE_HOME with an absolute path"),
	},
	CodeRepository: {
		Means:   say.Textf("the folder in which the topologies were found"),
		Matters: say.Textf("names of stacks are looked for there, whichever folder a command is run in"),
		Do:      say.Textf("to use another repository: -C FOLDER"),
	},
	CodeNoRepository: {
		Means:   say.Textf("no folder with topologies was found"),
		Matters: say.Textf("no stack can be named, only a file: nestor preview -f FILE"),
		Do:      say.Textf("go to the repository, or name it: -C FOLDER"),
	},
	CodeNoStack: {
		Means:   say.Textf("the repository declares no stack"),
		Matters: say.Textf("there is nothing to preview"),
		Do:      say.Textf("write one: nestor stack new NAME; of a running cluster: nestor discover -o topologies/NAME.yaml"),
	},
	CodeActive: {
		Means:   say.Textf("the stack that commands mean when none is named"),
		Matters: say.Textf("a command without a name reads this stack's cluster"),
		Do:      say.Textf("to choose another: nestor stack select NAME"),
	},
	CodeNoActive: {
		Means:   say.Textf("no stack is active, so every command needs a name"),
		Matters: say.Textf("a command without a name stops and asks for one"),
		Do:      say.Textf("make one active: nestor stack select NAME"),
	},
	CodeTopology: {
		Means:   say.Textf("a topology is valid"),
		Matters: say.Textf("all that it declares is understood; what is ignored is counted as a warning"),
		Do:      say.Textf("if there are warnings, see them: nestor stack validate FILE"),
	},
	CodeTopologyInvalid: {
		Means:   say.Textf("a topology has faults, so nothing can be done with its stack"),
		Matters: say.Textf("no command uses a topology that it understands only in part"),
		Do:      say.Textf("see every fault with its place: nestor stack validate FILE"),
	},
	CodeLayers: {
		Means:   say.Textf("the layers.yaml beside the topologies is valid, or there is none"),
		Matters: say.Textf("its layers count beside the built-in ones, for every stack of the repository"),
		Do:      say.Textf("to see all layers: nestor layers"),
	},
	CodeLayersInvalid: {
		Means:   say.Textf("the layers.yaml beside the topologies has faults, so no stack beside it can be used"),
		Matters: say.Textf("a plan without its layers would be wrong, so none is made"),
		Do:      say.Textf("see every fault with its place: nestor stack validate --all"),
	},
	CodeInventory: {
		Means:   say.Textf("the Ansible inventory was found"),
		Matters: say.Textf("kubeconfig fetch takes a node's address, user and key from it"),
		Do:      say.Textf("nothing to do"),
	},
	CodeNoInventory: {
		Means:   say.Textf("there is no Ansible inventory"),
		Matters: say.Textf("kubeconfig fetch then takes a node's address from the topology"),
		Do:      say.Textf("nothing, unless nodes are reached otherwise: nestor kubeconfig fetch STACK --from USER@HOST"),
	},
	CodeInventoryWrong: {
		Means:   say.Textf("the Ansible inventory cannot be read"),
		Matters: say.Textf("kubeconfig fetch stops, unless --from names a machine"),
		Do:      say.Textf("correct what the message names; to see it as Ansible does: ansible-inventory -i FILE --list"),
	},
	CodeKubeconfig: {
		Means:   say.Textf("the stack's kubeconfig is there and can be used"),
		Matters: say.Textf("this file and context decide which cluster is read"),
		Do:      say.Textf("check that the server is the stack's: nestor target STACK"),
	},
	CodeNoneNeeded: {
		Means:   say.Textf("a bench has no kubeconfig, so its machines are read and no cluster"),
		Matters: say.Textf("previews show whether its VMs run, and nothing of what is in the cluster"),
		Do:      say.Textf("when the bench runs: nestor kubeconfig fetch STACK"),
	},
	CodePrivate: {
		Means:   say.Textf("the kubeconfig is readable by its owner alone and in no git work tree"),
		Matters: say.Textf("its credentials reach nobody else by accident"),
		Do:      say.Textf("nothing to do"),
	},
	CodeTracked: {
		Means:   say.Textf("git tracks the kubeconfig"),
		Matters: say.Textf("its credentials are in the history, and with everybody who has a clone"),
		Do:      say.Textf("git rm --cached it, keep it outside, and have its credentials replaced"),
	},
	CodeCertificate: {
		Means:   say.Textf("the client certificate is valid for more than 30 days"),
		Matters: say.Textf("when it ends the API answers 401, and nothing can be read"),
		Do:      say.Textf("fetch a new one before that day: nestor kubeconfig fetch STACK"),
	},
	CodePlugin: {
		Means:   say.Textf("the program that the kubeconfig runs to authenticate is there"),
		Matters: say.Textf("kubectl runs it with the operator's own rights at every read"),
		Do:      say.Textf("check that it is the program that is meant"),
	},
	CodePluginMissing: {
		Means:   say.Textf("the program that the kubeconfig runs to authenticate is not there"),
		Matters: say.Textf("without it kubectl has no credentials, and nothing can be read"),
		Do:      say.Textf("install it, or add its folder to PATH"),
	},
	CodePinned: {
		Means:   say.Textf("the topology pins the cluster, or the operator confirmed it"),
		Matters: say.Textf("another cluster in its place is refused"),
		Do:      say.Textf("if only this machine confirmed it, pin it for all others too: nestor target STACK prints the lines"),
	},
	CodeNotPinned: {
		Means:   say.Textf("nothing says yet which cluster is the stack's"),
		Matters: say.Textf("the first preview asks, and without a terminal it may refuse"),
		Do:      say.Textf("pin it: nestor target STACK prints the lines to write into the topology"),
	},
	CodeSharedFile: {
		Means:   say.Textf("several stacks use one kubeconfig and one context"),
		Matters: say.Textf("they lead to one cluster, which can be that of one of them only"),
		Do:      say.Textf("give each stack a kubeconfig of its own: nestor kubeconfig fetch STACK"),
	},
}
