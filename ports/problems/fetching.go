package problems

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// How a transfer over ssh fails (40xx): one code for each kind.
const (
	FetchNoProgram  = "NST-4001"
	FetchRefused    = "NST-4002"
	FetchUnknownKey = "NST-4003"
	FetchChangedKey = "NST-4004"
	FetchNoFile     = "NST-4005"
	FetchNeedsRoot  = "NST-4006"
	FetchSudo       = "NST-4007"
	FetchNoHost     = "NST-4008"
	FetchConnection = "NST-4009"
	FetchTimeout    = "NST-4010"
	FetchNoSFTP     = "NST-4011"
	FetchEmpty      = "NST-4012"
	FetchTooLarge   = "NST-4013"
	FetchLocal      = "NST-4014"
	FetchStopped    = "NST-4015"
	FetchOther      = "NST-4016"
)

// FetchCodes are the codes of the kinds of failed transfers.
var FetchCodes = map[ports.FetchKind]string{
	ports.FetchNoProgram:  FetchNoProgram,
	ports.FetchRefused:    FetchRefused,
	ports.FetchUnknownKey: FetchUnknownKey,
	ports.FetchChangedKey: FetchChangedKey,
	ports.FetchNoFile:     FetchNoFile,
	ports.FetchNeedsRoot:  FetchNeedsRoot,
	ports.FetchSudo:       FetchSudo,
	ports.FetchNoHost:     FetchNoHost,
	ports.FetchConnection: FetchConnection,
	ports.FetchTimeout:    FetchTimeout,
	ports.FetchNoSFTP:     FetchNoSFTP,
	ports.FetchEmpty:      FetchEmpty,
	ports.FetchTooLarge:   FetchTooLarge,
	ports.FetchLocal:      FetchLocal,
	ports.FetchStopped:    FetchStopped,
	ports.FetchOther:      FetchOther,
}

// fetching are about fetching a kubeconfig over ssh (40xx).
var fetching = map[string]ports.Meaning{
	FetchNoProgram: {
		Means:   say.Textf("scp or ssh is not installed, or does not run"),
		Matters: say.Textf("nestor copies with OpenSSH's own programs, so nothing can be fetched"),
		Do:      say.Textf("install OpenSSH's client, then see that it runs: ssh -V"),
	},
	FetchRefused: {
		Means:   say.Textf("the node accepts none of the keys that were tried"),
		Matters: say.Textf("nothing was copied, and trying many keys can lock this machine out"),
		Do:      say.Textf("see which keys ssh can offer, and add the right one with ssh-add: ssh-add -l"),
	},
	FetchUnknownKey: {
		Means:   say.Textf("the host key of the node is not known on this machine"),
		Matters: say.Textf("another machine could pass for the node and hand over its own kubeconfig"),
		Do:      say.Textf("log in once, compare the fingerprint with the node's own, and accept it: ssh HOST"),
	},
	FetchChangedKey: {
		Means:   say.Textf("the host key of the node is another one than before, or was revoked"),
		Matters: say.Textf("either the node was reinstalled, or another machine is passing for it"),
		Do:      say.Textf("make sure that the node was reinstalled before you forget the old key: ssh-keygen -R HOST"),
	},
	FetchNoFile: {
		Means:   say.Textf("there is no such file on the node"),
		Matters: say.Textf("the node may be no control plane, or its distribution keeps the file elsewhere"),
		Do:      say.Textf("look for it there, then name it with --remote-path: ssh HOST ls -l /etc/kubernetes /etc/rancher/k3s"),
	},
	FetchNeedsRoot: {
		Means:   say.Textf("the user on the node may not read the file, which is root's"),
		Matters: say.Textf("the kubeconfig of an administrator is closed to others, and should stay so"),
		Do:      say.Textf("read it as root: nestor kubeconfig fetch --sudo"),
	},
	FetchSudo: {
		Means:   say.Textf("sudo on the node did not let the file be read"),
		Matters: say.Textf("nestor never types a password, so nothing was copied"),
		Do:      say.Textf("see what sudo allows there: ssh HOST sudo -l; or log in as root with --from root@HOST"),
	},
	FetchNoHost: {
		Means:   say.Textf("the name of the node leads to no address"),
		Matters: say.Textf("the node cannot be reached, and its state stays unknown"),
		Do:      say.Textf("write its address in the inventory (ansible_host); see what ssh makes of the name: ssh -G HOST"),
	},
	FetchConnection: {
		Means:   say.Textf("the node, or something before it, does not take the connection"),
		Matters: say.Textf("the node may be down, or sshd may listen on another port"),
		Do:      say.Textf("see where it ends: ssh -v HOST"),
	},
	FetchTimeout: {
		Means:   say.Textf("there was no answer from the node in time"),
		Matters: say.Textf("a firewall or a VPN that is not connected often answers with silence"),
		Do:      say.Textf("check the network, or wait longer: nestor kubeconfig fetch --timeout 60s"),
	},
	FetchNoSFTP: {
		Means:   say.Textf("sshd on the node has no sftp, which scp copies with"),
		Matters: say.Textf("no file can be copied from there, although logging in works"),
		Do:      say.Textf("read the file without sftp: nestor kubeconfig fetch --sudo"),
	},
	FetchEmpty: {
		Means:   say.Textf("the file on the node is empty"),
		Matters: say.Textf("an empty kubeconfig reaches no cluster, and would replace one that does"),
		Do:      say.Textf("look at it there, and wait until the control plane is set up: ssh HOST ls -l FILE"),
	},
	FetchTooLarge: {
		Means:   say.Textf("the file on the node is larger than any kubeconfig"),
		Matters: say.Textf("it is another file than the one that was meant, and could fill this disk"),
		Do:      say.Textf("name the kubeconfig: nestor kubeconfig fetch --remote-path FILE"),
	},
	FetchLocal: {
		Means:   say.Textf("the copy could not be kept on this machine"),
		Matters: say.Textf("the kubeconfig that was there is as it was"),
		Do:      say.Textf("check the rights and the free space of its folder: df -h FOLDER"),
	},
	FetchStopped: {
		Means:   say.Textf("the transfer was interrupted"),
		Matters: say.Textf("nothing was kept, and the kubeconfig that was there is as it was"),
		Do:      say.Textf("start it again: nestor kubeconfig fetch"),
	},
	FetchOther: {
		Means:   say.Textf("the transfer failed in a way that nestor does not recognise"),
		Matters: say.Textf("nothing was kept, and the kubeconfig that was there is as it was"),
		Do:      say.Textf("see whether this works by hand: ssh -v HOST"),
	},
}
