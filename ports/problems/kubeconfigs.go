package problems

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// What fails in reading, rewriting and keeping kubeconfigs.
const (
	KubeconfigMissing       = "NST-1301"
	KubeconfigUnreadable    = "NST-1302"
	NotAKubeconfig          = "NST-1303"
	KubeconfigFields        = "NST-1304"
	NoContext               = "NST-1305"
	BrokenContext           = "NST-1306"
	BadServer               = "NST-1307"
	BadProxy                = "NST-1308"
	BadCA                   = "NST-1309"
	KubeconfigNoCredentials = "NST-1310"
	BadCredentials          = "NST-1311"
	ReferencedFile          = "NST-1312"
	BadPlugin               = "NST-1313"
	RecordedContext         = "NST-1314"
	KubeconfigUncopied      = "NST-1315"

	FetchedNothing   = "NST-1321"
	FetchedOther     = "NST-1322"
	FetchedCutOff    = "NST-1323"
	FetchedAmbiguous = "NST-1324"
	FetchedNotWhole  = "NST-1325"
	FetchedUnsafe    = "NST-1326"
	FetchedOutOfDate = "NST-1327"
	FetchedUnfit     = "NST-1328"
	BadRewrite       = "NST-1329"
	NotAsMeant       = "NST-1330"

	DestinationShared = "NST-1341"
	DestinationTaken  = "NST-1342"
	DestinationUnfit  = "NST-1343"
	NotKept           = "NST-1344"
	NothingToKeep     = "NST-1345"
	NowhereUnwritten  = "NST-1351"
)

// kubeconfigs are about kubeconfig files (130x to 135x).
var kubeconfigs = map[string]ports.Meaning{
	KubeconfigMissing: {
		Means:   say.Textf("no file is where the kubeconfig should be, or none is named"),
		Matters: say.Textf("kubectl would fall back to another cluster, or to localhost:8080; nestor reads none instead"),
		Do:      say.Textf("fetch it (nestor kubeconfig fetch), or name the right file in the topology (kubeconfig:) or in KUBECONFIG"),
	},
	KubeconfigUnreadable: {
		Means:   say.Textf("the kubeconfig, or a file that it names, is there and cannot be read"),
		Matters: say.Textf("which cluster it leads to is not known, so no cluster is read"),
		Do:      say.Textf("look at what it is and who may read it: ls -l FILE"),
	},
	NotAKubeconfig: {
		Means:   say.Textf("the file is something else than a kubeconfig: a web page, text that is not YAML, another kind of object"),
		Matters: say.Textf("kubectl refuses it as well, and no cluster is read"),
		Do:      say.Textf("look at its first lines (head FILE), and fetch the kubeconfig again: nestor kubeconfig fetch"),
	},
	KubeconfigFields: {
		Means:   say.Textf("a field of the kubeconfig has the wrong type, or a name is defined twice"),
		Matters: say.Textf("kubectl refuses the whole file"),
		Do:      say.Textf("correct the field that is named, or fetch the kubeconfig again: nestor kubeconfig fetch"),
	},
	NoContext: {
		Means:   say.Textf("the kubeconfig has no current context, or not the one that is asked for"),
		Matters: say.Textf("kubectl would talk to localhost:8080, or to nothing; which cluster is meant cannot be guessed"),
		Do:      say.Textf("see the contexts (kubectl config get-contexts --kubeconfig FILE), and name one with --context or as context: in the topology"),
	},
	BrokenContext: {
		Means:   say.Textf("the context leads to a cluster or a user that the files do not define"),
		Matters: say.Textf("kubectl would replace what is missing by a default, and reach another server or nobody"),
		Do:      say.Textf("correct the context in the kubeconfig, or fetch it again: nestor kubeconfig fetch"),
	},
	BadServer: {
		Means:   say.Textf("the server in the kubeconfig is missing, is not https, or is no URL that names a host"),
		Matters: say.Textf("credentials would travel in clear, or go somewhere else than it seems"),
		Do:      say.Textf("write the address as kubectl takes it: kubectl config set-cluster CLUSTER --server=https://HOST:6443"),
	},
	BadProxy: {
		Means:   say.Textf("proxy-url in the kubeconfig is no URL, or of a kind that kubectl refuses"),
		Matters: say.Textf("kubectl stops at it, and no cluster is read"),
		Do:      say.Textf("write proxy-url: http://HOST:PORT (https and socks5 will do too), or remove it"),
	},
	BadCA: {
		Means:   say.Textf("the CA in the kubeconfig holds no certificate, or is there beside insecure-skip-tls-verify"),
		Matters: say.Textf("the server could not be told from another; kubectl refuses both together"),
		Do:      say.Textf("fetch the kubeconfig again (nestor kubeconfig fetch), or remove insecure-skip-tls-verify"),
	},
	KubeconfigNoCredentials: {
		Means:   say.Textf("the user of the context has no certificate, token or plugin"),
		Matters: say.Textf("kubectl would ask for a user name, where nobody answers"),
		Do:      say.Textf("fetch the kubeconfig again (nestor kubeconfig fetch), or log in with the program that writes it"),
	},
	BadCredentials: {
		Means:   say.Textf("the credentials contradict each other, or cannot be used: a certificate without its key, a token beside a password"),
		Matters: say.Textf("kubectl refuses the user, and no cluster is read"),
		Do:      say.Textf("leave one way of authentication, whole, in the kubeconfig, or fetch it again: nestor kubeconfig fetch"),
	},
	ReferencedFile: {
		Means:   say.Textf("a file that the kubeconfig names (CA, certificate, key, token) is missing or empty"),
		Matters: say.Textf("paths in a kubeconfig start at its own folder: they break when the file is copied alone"),
		Do:      say.Textf("restore the file that is named, or embed it: kubectl config view --flatten --raw"),
	},
	BadPlugin: {
		Means:   say.Textf("the exec plugin or auth-provider of the kubeconfig is described in a way that kubectl refuses"),
		Matters: say.Textf("no credentials come of it, and no cluster is read"),
		Do:      say.Textf("complete users[].user.exec (command, apiVersion, interactiveMode), or have its program write the kubeconfig again"),
	},
	RecordedContext: {
		Means:   say.Textf("a recording is replayed with another context than it was made with"),
		Matters: say.Textf("it holds the answers of one context only"),
		Do:      say.Textf("leave out --context, or record again: nestor preview --record FILE"),
	},
	KubeconfigUncopied: {
		Means:   say.Textf("the effective context could not be copied for kubectl"),
		Matters: say.Textf("kubectl reads only the copy that was judged; without it no cluster is read"),
		Do:      say.Textf("fetch the kubeconfig again: nestor kubeconfig fetch"),
	},
	FetchedNothing: {
		Means:   say.Textf("what was fetched is empty, blank or nothing but comments"),
		Matters: say.Textf("kept, it would replace a kubeconfig that works by one that leads nowhere"),
		Do:      say.Textf("look at the file on the node, and name another with --remote-path"),
	},
	FetchedOther: {
		Means:   say.Textf("what was fetched is no kubeconfig: a certificate, a key, a web page, other text"),
		Matters: say.Textf("the path on the node is another file's; nothing is kept"),
		Do:      say.Textf("name the kubeconfig with --remote-path: /etc/kubernetes/admin.conf (kubeadm), /etc/rancher/k3s/k3s.yaml (k3s)"),
	},
	FetchedCutOff: {
		Means:   say.Textf("what was fetched ends in the middle of a line"),
		Matters: say.Textf("half a token or key looks whole, and fails later; nothing is kept"),
		Do:      say.Textf("fetch it again, and look at the free space of the node (df -h) if it stays so"),
	},
	FetchedAmbiguous: {
		Means:   say.Textf("what was fetched is several kubeconfigs in one, or does not say which context counts"),
		Matters: say.Textf("the wrong cluster could be taken for the stack's; nothing is kept"),
		Do:      say.Textf("leave one kubeconfig in the file, and choose its context on the node: kubectl config use-context CONTEXT"),
	},
	FetchedNotWhole: {
		Means:   say.Textf("what was fetched names files or programs of the node"),
		Matters: say.Textf("here these paths would be other files or none, and a program would run on this machine; nothing is kept"),
		Do:      say.Textf("embed the files on the node (kubectl config view --flatten --raw) and fetch the result"),
	},
	FetchedUnsafe: {
		Means:   say.Textf("what was fetched switches TLS verification off, or sends requests through a proxy that it names"),
		Matters: say.Textf("an administrator's credentials could be taken on the way; nothing is kept"),
		Do:      say.Textf("write the cluster's CA in its place on the node, or remove proxy-url there, and fetch again"),
	},
	FetchedOutOfDate: {
		Means:   say.Textf("the client certificate that was fetched has expired, or is not valid yet"),
		Matters: say.Textf("the API server would answer 401; nothing is kept"),
		Do:      say.Textf("renew it on the node (kubeadm certs renew admin.conf, or restart k3s), compare the clocks (date -u), and fetch again"),
	},
	FetchedUnfit: {
		Means:   say.Textf("a value of what was fetched cannot be kept: an invisible character, a password in the server's URL, a name that is none"),
		Matters: say.Textf("no request could carry it, or it would say more than it should; nothing is kept"),
		Do:      say.Textf("correct the field on the node, or give the value to use: nestor kubeconfig fetch --server https://HOST:6443"),
	},
	BadRewrite: {
		Means:   say.Textf("the name or the server to write into the kubeconfig is not one that kubectl would take"),
		Matters: say.Textf("nothing is fetched before that is settled"),
		Do:      say.Textf("write --server https://HOST:6443, or a name of letters, digits, '.', '_' and '-'"),
	},
	NotAsMeant: {
		Means:   say.Textf("the kubeconfig that was made of the fetched one reads back as something else"),
		Matters: say.Textf("a fault of nestor; nothing is kept, and the old file is as it was"),
		Do:      say.Textf("report it, and copy the file by hand meanwhile"),
	},
	DestinationShared: {
		Means:   say.Textf("the destination is ~/.kube/config, or leads to it"),
		Matters: say.Textf("every program uses that file: replacing it would take other clusters away"),
		Do:      say.Textf("name a file of the stack's own in the topology (kubeconfig:)"),
	},
	DestinationTaken: {
		Means:   say.Textf("the destination holds something else than this stack's kubeconfig, or is a link"),
		Matters: say.Textf("what fetching would not bring back would be lost"),
		Do:      say.Textf("name another file, or replace it with --force: what is there is kept as FILE.bak"),
	},
	DestinationUnfit: {
		Means:   say.Textf("no kubeconfig can be kept at the destination: a folder, a broken link, or a folder that others may write to"),
		Matters: say.Textf("others could put another kubeconfig in its place, which leads elsewhere"),
		Do:      say.Textf("name a file in a folder of your own, or take the right away: chmod go-w FOLDER"),
	},
	NotKept: {
		Means:   say.Textf("writing the kubeconfig, or a copy of the old one, failed"),
		Matters: say.Textf("the old file is as it was; the new one is not there"),
		Do:      say.Textf("look at the rights and the free space of the folder: ls -ld FOLDER, df -h FOLDER"),
	},
	NothingToKeep: {
		Means:   say.Textf("there is no content to write to the destination"),
		Matters: say.Textf("an empty file in place of a kubeconfig would send kubectl elsewhere; the old file is as it was"),
		Do:      say.Textf("fetch it again: nestor kubeconfig fetch"),
	},
	NowhereUnwritten: {
		Means:   say.Textf("the kubeconfig that leads to no cluster could not be written"),
		Matters: say.Textf("without it kubectl would keep the cluster that it had, or take the default one"),
		Do:      say.Textf("set HOME or XDG_STATE_HOME to a folder that can be written to, or unset KUBECONFIG yourself"),
	},
}
