package inventory

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// The codes of faults that only an inventory can have (240x), and of hosts that cannot be reached as it says (241x). They never
// change their meaning.
const (
	CodeNoHost      = "NST-2401"
	CodeNoGroup     = "NST-2402"
	CodeName        = "NST-2403"
	CodeRange       = "NST-2404"
	CodeLimit       = "NST-2405"
	CodeLoop        = "NST-2406"
	CodePriority    = "NST-2407"
	CodeSameName    = "NST-2408"
	CodeUnknownHost = "NST-2411"
	CodeNoControl   = "NST-2412"
	CodeNotPlain    = "NST-2413"
	CodeUnset       = "NST-2414"
	CodeOtherWay    = "NST-2415"
	CodeNoTarget    = "NST-2416"
	CodeOption      = "NST-2417"
	CodeHostKeys    = "NST-2418"
	CodeLogin       = "NST-2419"
)

// Meanings says what each code of this package stands for.
var Meanings = map[string]ports.Meaning{
	CodeNoHost: {
		Means:   say.Textf("the inventory has groups, and no host in them"),
		Matters: say.Textf("there is no machine to fetch a kubeconfig from"),
		Do:      say.Textf("write the hosts under `hosts:` of a group, or name a machine: nestor kubeconfig fetch STACK --from USER@HOST"),
	},
	CodeNoGroup: {
		Means:   say.Textf("the file is no map of groups, as an inventory in YAML is"),
		Matters: say.Textf("no host can be found in it"),
		Do:      say.Textf("write groups: `all: {hosts: …}`; what a plugin finds can be written to a file: ansible-inventory -i FILE --list -y"),
	},
	CodeName: {
		Means:   say.Textf("a host or a group has a name that none can have"),
		Matters: say.Textf("Ansible and ssh would refuse it, or take it for something else"),
		Do:      say.Textf("rename it, as the message says"),
	},
	CodeRange: {
		Means:   say.Textf("a range of hosts cannot be followed"),
		Matters: say.Textf("which hosts it stands for is not known"),
		Do:      say.Textf("write the hosts one by one, or a range such as node[01:03]"),
	},
	CodeLimit: {
		Means:   say.Textf("the inventory has more hosts or variables than a person writes"),
		Matters: say.Textf("most often it is the wrong file, or a range with a digit too many"),
		Do:      say.Textf("check that it is the right file, and its ranges"),
	},
	CodeLoop: {
		Means:   say.Textf("groups contain each other, or one contains a group that cannot be within another"),
		Matters: say.Textf("which variables a host has could not be told"),
		Do:      say.Textf("remove one of these children"),
	},
	CodePriority: {
		Means:   say.Textf("an ansible_group_priority is no whole number"),
		Matters: say.Textf("which group's variables count could not be told"),
		Do:      say.Textf("write one such as 10, without leading zeros"),
	},
	CodeSameName: {
		Means:   say.Textf("warning: a host and a group have the same name"),
		Matters: say.Textf("Ansible may give the group what is written for the host"),
		Do:      say.Textf("rename one of them"),
	},
	CodeUnknownHost: {
		Means:   say.Textf("the inventory has no host of this name"),
		Matters: say.Textf("a kubeconfig is fetched only from a machine that is known by name"),
		Do:      say.Textf("correct the name; all hosts: ansible-inventory -i FILE --graph"),
	},
	CodeNoControl: {
		Means:   say.Textf("no host of the inventory is a control node that the topology declares"),
		Matters: say.Textf("only a control node has the kubeconfig, and any other host may be a bastion or another cluster's"),
		Do:      say.Textf("give the host its declared name, or name one: nestor kubeconfig fetch STACK --from HOST"),
	},
	CodeNotPlain: {
		Means:   say.Textf("a variable that is needed to reach a host is encrypted, a template, or no text"),
		Matters: say.Textf("vaults and templates are not resolved here, so the value is not known"),
		Do:      say.Textf("write the value in plain, or do without the inventory: nestor kubeconfig fetch STACK --from USER@HOST"),
	},
	CodeUnset: {
		Means:   say.Textf("a variable that is needed to reach a host is empty, or still a placeholder"),
		Matters: say.Textf("ssh would go to a host, or with an account, that does not exist"),
		Do:      say.Textf("write the value, or remove it"),
	},
	CodeOtherWay: {
		Means:   say.Textf("a host is reached by other means than ssh, or through another program"),
		Matters: say.Textf("nestor runs the ssh and scp of this machine and nothing else"),
		Do:      say.Textf("write `ansible_connection: ssh` and remove the other program, or copy the kubeconfig by hand"),
	},
	CodeNoTarget: {
		Means:   say.Textf("an address, a user, a port or a key file is none that ssh can be given"),
		Matters: say.Textf("ssh would refuse it, or take it for an option and run what it says"),
		Do:      say.Textf("correct the variable that the message names"),
	},
	CodeOption: {
		Means:   say.Textf("an option of ssh in the inventory is not used"),
		Matters: say.Textf("it means something else to scp, or is not known to be harmless: it might run a program or forward something"),
		Do:      say.Textf("remove it, write the variable that the message names, or set it in ~/.ssh/config"),
	},
	CodeHostKeys: {
		Means:   say.Textf("an option of ssh in the inventory weakens host key checking"),
		Matters: say.Textf("a machine in between could hand out a kubeconfig of its own, and every later command would trust it"),
		Do:      say.Textf("remove it, connect once by hand (ssh USER@HOST), and compare the fingerprint before accepting the key"),
	},
	CodeLogin: {
		Means:   say.Textf("--from is no USER@HOST[:PORT]"),
		Matters: say.Textf("what ssh could take for an option, or a shell for a command, is not run"),
		Do:      say.Textf("write USER@HOST[:PORT]; an IPv6 address with a port stands in brackets: USER@[ADDRESS]:PORT"),
	},
}
