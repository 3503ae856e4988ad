package problems

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// The codes of use cases (50xx): fetching (500x), comparing (501x), new stacks (502x), discovering (503x), targets (504x),
// benches (505x), explaining (506x), watching (507x). They never change their meaning.
const (
	AppRemotePath         = "NST-5001"
	AppServer             = "NST-5002"
	AppServerName         = "NST-5003"
	AppStackName          = "NST-5004"
	AppNoHome             = "NST-5005"
	AppNodeIsHere         = "NST-5006"
	AppNoLimaHome         = "NST-5007"
	AppFetchedUnreachable = "NST-5008"
	AppFetchedNoNodes     = "NST-5009"

	AppNoReport    = "NST-5011"
	AppOtherReport = "NST-5012"

	AppNoName      = "NST-5021"
	AppNewName     = "NST-5022"
	AppStackExists = "NST-5023"
	AppNotUTF8     = "NST-5024"
	AppNoNode      = "NST-5025"
	AppNodeForm    = "NST-5026"
	AppNoEndpoint  = "NST-5027"
	AppNewInvalid  = "NST-5028"

	AppNoKubeconfig   = "NST-5031"
	AppKubeconfigPath = "NST-5032"
	AppDraftUnread    = "NST-5033"
	AppDraftInvalid   = "NST-5034"

	AppNotExportable = "NST-5041"
	AppOtherContext  = "NST-5042"
	AppNothingToKeep = "NST-5043"

	AppNoMachineRuns = "NST-5051"

	AppNoLayer = "NST-5061"

	AppNotWanted  = "NST-5071"
	AppNotInTime  = "NST-5072"
	AppOtherStack = "NST-5073"
)

// usage are about the operands and options of use cases (50xx).
var usage = map[string]ports.Meaning{
	AppRemotePath: {
		Means:   say.Textf("the path of the kubeconfig on the node is not an absolute path of plain characters"),
		Matters: say.Textf("ssh hands it to a shell there, which could read it as a command"),
		Do:      say.Textf("write it as --remote-path /etc/kubernetes/admin.conf"),
	},
	AppServer: {
		Means:   say.Textf("what --server names is no address of an API"),
		Matters: say.Textf("the kubeconfig would reach nothing, or keep a password in its address"),
		Do:      say.Textf("write it as --server https://HOST:6443"),
	},
	AppServerName: {
		Means:   say.Textf("what --tls-server-name names is no host name or address"),
		Matters: say.Textf("the server's certificate could not be checked against it"),
		Do:      say.Textf("write a name that the certificate is for: openssl s_client -connect HOST:6443 shows them"),
	},
	AppStackName: {
		Means:   say.Textf("the topology's file has a name that no kubeconfig, context and cluster can have"),
		Matters: say.Textf("what is fetched is called after the stack"),
		Do:      say.Textf("rename the file: letters, digits, dots, dashes and underscores, a letter or digit first"),
	},
	AppNoHome: {
		Means:   say.Textf("nothing says where the kubeconfig is to be kept"),
		Matters: say.Textf("without HOME the conventional place is not known"),
		Do:      say.Textf("set HOME, or write `kubeconfig:` in the topology"),
	},
	AppNodeIsHere: {
		Means:   say.Textf("the inventory says that the control plane is this machine"),
		Matters: say.Textf("nestor fetches over ssh, and copies nothing on the machine itself"),
		Do:      say.Textf("copy the file by hand: sudo cat /etc/kubernetes/admin.conf, kept with mode 0600"),
	},
	AppNoLimaHome: {
		Means:   say.Textf("the folder where Lima keeps the bench's ssh configuration is not known"),
		Matters: say.Textf("without it nothing says how to reach the VM"),
		Do:      say.Textf("set LIMA_HOME or HOME, or name the node with --from USER@HOST"),
	},
	AppFetchedUnreachable: {
		Means:   say.Textf("the kubeconfig that was fetched does not reach its cluster from here"),
		Matters: say.Textf("it was not kept, so the file that was there still is"),
		Do:      say.Textf("give the address that leads there from this machine: --server https://HOST:6443"),
	},
	AppFetchedNoNodes: {
		Means:   say.Textf("the kubeconfig that was fetched may not read the nodes"),
		Matters: say.Textf("without the nodes nothing shows that it is the stack's cluster, so it was not kept"),
		Do:      say.Textf("fetch the administrator's: --remote-path /etc/kubernetes/admin.conf"),
	},
	AppNoReport: {
		Means:   say.Textf("the file to compare with is no report of a preview"),
		Matters: say.Textf("there is nothing in it to compare with"),
		Do:      say.Textf("make one: nestor preview STACK -o json > FILE"),
	},
	AppOtherReport: {
		Means:   say.Textf("the report to compare with is of another stack or cluster"),
		Matters: say.Textf("every difference between two clusters would look like a change"),
		Do:      say.Textf("give an earlier report of this stack, made on this cluster"),
	},
	AppNoName: {
		Means:   say.Textf("the command needs the name of a stack"),
		Matters: say.Textf("it has no default, so that no other stack is taken by accident"),
		Do:      say.Textf("add the name; nestor stack ls lists those that are there"),
	},
	AppNewName: {
		Means:   say.Textf("the name cannot be a stack's"),
		Matters: say.Textf("it becomes part of file names and of a context's name"),
		Do:      say.Textf("use letters, digits, dots, dashes and underscores, a letter or digit first"),
	},
	AppStackExists: {
		Means:   say.Textf("there is a stack of this name already"),
		Matters: say.Textf("a topology is never overwritten"),
		Do:      say.Textf("edit the one that is there, or choose another name; nestor stack ls lists them"),
	},
	AppNotUTF8: {
		Means:   say.Textf("what the topology shall hold is not UTF-8"),
		Matters: say.Textf("YAML holds nothing else"),
		Do:      say.Textf("type the value again in a terminal that uses UTF-8: locale shows it"),
	},
	AppNoNode: {
		Means:   say.Textf("the new stack has no node"),
		Matters: say.Textf("a cluster has one machine at least"),
		Do:      say.Textf("add one: --node cp1:control+worker@10.0.0.11"),
	},
	AppNodeForm: {
		Means:   say.Textf("a node is not written as NAME:ROLE+ROLE[@ADDRESS]"),
		Matters: say.Textf("its name, roles or address cannot be told apart"),
		Do:      say.Textf("write it as --node cp1:control+worker@10.0.0.11; the roles are control, worker and storage"),
	},
	AppNoEndpoint: {
		Means:   say.Textf("several control nodes have no address in front of them"),
		Matters: say.Textf("without it clients depend on one of the nodes alone"),
		Do:      say.Textf("give the balancer's: --endpoint HOST"),
	},
	AppNewInvalid: {
		Means:   say.Textf("the new topology would not be valid, and is not written"),
		Matters: say.Textf("no command could use it"),
		Do:      say.Textf("change the option that the fault names"),
	},
	AppNoKubeconfig: {
		Means:   say.Textf("no kubeconfig is named to discover a cluster with"),
		Matters: say.Textf("none is assumed: it may lead to another cluster"),
		Do:      say.Textf("write --kubeconfig FILE, or export KUBECONFIG=FILE"),
	},
	AppKubeconfigPath: {
		Means:   say.Textf("a kubeconfig is named by a path that cannot be followed"),
		Matters: say.Textf("a ~ or a variable that the shell did not expand leads nowhere"),
		Do:      say.Textf("write the whole path"),
	},
	AppDraftUnread: {
		Means:   say.Textf("the topology that was made of a cluster does not read back as what was seen"),
		Matters: say.Textf("it would declare another cluster, so it is not given; this is a bug of nestor"),
		Do:      say.Textf("report it: https://github.com/univ-lehavre/nestor/issues"),
	},
	AppDraftInvalid: {
		Means:   say.Textf("the cluster has something that no topology can declare"),
		Matters: say.Textf("no command could use the topology, so it is not given"),
		Do:      say.Textf("change what the fault names in the cluster, or write the topology by hand: nestor stack new NAME"),
	},
	AppNotExportable: {
		Means:   say.Textf("the kubeconfig's path has the sign that separates files in KUBECONFIG"),
		Matters: say.Textf("kubectl would take it for two files"),
		Do:      say.Textf("rename the file, and write its new name in the topology"),
	},
	AppOtherContext: {
		Means:   say.Textf("the kubeconfig's current context is another than the stack's"),
		Matters: say.Textf("a plain kubectl would reach another cluster than the one that was looked at"),
		Do:      say.Textf("kubectl --kubeconfig FILE config use-context CONTEXT"),
	},
	AppNothingToKeep: {
		Means:   say.Textf("the cluster showed nothing by which it could be known again"),
		Matters: say.Textf("an address alone can come to lead to another cluster"),
		Do:      say.Textf("allow `get` on namespaces (nestor rbac STACK prints the rights), or use a kubeconfig with the cluster's CA"),
	},
	AppNoMachineRuns: {
		Means:   say.Textf("none of the bench's VMs is running, so its cluster is not read"),
		Matters: say.Textf("whatever answers at its address is another cluster"),
		Do:      say.Textf("start them: limactl start NAME; limactl list shows their status"),
	},
	AppNoLayer: {
		Means:   say.Textf("the catalogue has no layer of this name"),
		Matters: say.Textf("there is nothing to explain, or to wait for"),
		Do:      say.Textf("nestor layers lists the layers"),
	},
	AppNotWanted: {
		Means:   say.Textf("what is waited for can never be seen as present: the stack does not want the layer, or no API shows it"),
		Matters: say.Textf("the wait could only end by its deadline"),
		Do:      say.Textf("nestor layers --stack STACK lists the layers that a stack wants"),
	},
	AppNotInTime: {
		Means:   say.Textf("a layer that was waited for was not present when the time was over"),
		Matters: say.Textf("what follows in a script may need it"),
		Do:      say.Textf("look at the cause that is named: nestor explain LAYER STACK; or wait longer, with --wait-timeout"),
	},
	AppOtherStack: {
		Means:   say.Textf("the topology that is watched names another stack than before"),
		Matters: say.Textf("what changed from one stack to another means nothing; the watch goes on with what was declared before"),
		Do:      say.Textf("end the watch, and start it for the other stack"),
	},
}
