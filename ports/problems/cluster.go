package problems

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// What fails in reading a cluster through kubectl.
const (
	KubectlAbsent      = "NST-1201"
	KubectlBroken      = "NST-1202"
	KubectlOld         = "NST-1203"
	KubectlWrites      = "NST-1204"
	KubectlNotRecorded = "NST-1205"
	KubectlInterrupted = "NST-1206"
	TooMuch            = "NST-1207"
	KubectlFailed      = "NST-1208"

	NameUnknown    = "NST-1210"
	Refused        = "NST-1211"
	NoRoute        = "NST-1212"
	NoAnswer       = "NST-1213"
	SlowAnswer     = "NST-1214"
	CutOff         = "NST-1215"
	ProxyInBetween = "NST-1216"
	SpeaksHTTP     = "NST-1217"
	SpeaksHTTPS    = "NST-1218"
	NotAnAPI       = "NST-1219"

	OtherAuthority           = "NST-1221"
	OtherNames               = "NST-1222"
	NoAddressInCertificate   = "NST-1223"
	NoNamesInCertificate     = "NST-1224"
	ServerCertificateExpired = "NST-1225"
	ServerCertificateEarly   = "NST-1226"
	ServerCertificate        = "NST-1227"
	HandshakeRefused         = "NST-1228"

	Unauthorized      = "NST-1231"
	NoCredentials     = "NST-1232"
	PluginAbsent      = "NST-1233"
	PluginFailed      = "NST-1234"
	PluginVersion     = "NST-1235"
	ClientCertificate = "NST-1236"

	NothingAllowed     = "NST-1241"
	DiscoveryForbidden = "NST-1242"
	ForeignForbidden   = "NST-1243"

	TwoClusters = "NST-1251"
	NoGroups    = "NST-1252"
)

// cluster are about reading a cluster through kubectl (120x to 125x).
var cluster = map[string]ports.Meaning{
	KubectlAbsent: {
		Means:   say.Textf("kubectl is not in PATH"),
		Matters: say.Textf("nestor reads clusters through kubectl alone: without it no cluster is read and every layer is unknown"),
		Do:      say.Textf("install kubectl (https://kubernetes.io/docs/tasks/tools/) or add its folder to PATH; kubectl version --client then shows it"),
	},
	KubectlBroken: {
		Means:   say.Textf("kubectl is there and the system does not start it: built for another processor, without the right to run, or not allowed by nestor"),
		Matters: say.Textf("no cluster is read, and every layer is unknown"),
		Do:      say.Textf("run kubectl version --client by hand: it fails in the same way, and install the build for this machine"),
	},
	KubectlOld: {
		Means:   say.Textf("kubectl does not know a flag or a command that nestor uses"),
		Matters: say.Textf("nothing was asked of the cluster; nestor is tested with kubectl 1.27 and newer"),
		Do:      say.Textf("install a kubectl that is at most one minor version away from the cluster's; kubectl version --client shows the present one"),
	},
	KubectlWrites: {
		Means:   say.Textf("the log of kubectl shows a request other than GET"),
		Matters: say.Textf("nestor only reads; a kubectl that writes is another program or a wrapper, and nothing that it says can be believed"),
		Do:      say.Textf("find out which program runs (command -v kubectl, kubectl version --client) and what it sent to the cluster, before anything else"),
	},
	KubectlNotRecorded: {
		Means:   say.Textf("a recording is replayed that does not hold the command that is now needed"),
		Matters: say.Textf("a recording of another stack, or of an older nestor, cannot answer; nothing is made up in its place"),
		Do:      say.Textf("record the scenario again (nestor preview --record FILE), or replay it with the options that it was recorded with"),
	},
	KubectlInterrupted: {
		Means:   say.Textf("the operator, or a signal, ended kubectl before its answer was whole"),
		Matters: say.Textf("half an answer would make layers look absent, so none of it is used"),
		Do:      say.Textf("run the command again and let it end"),
	},
	TooMuch: {
		Means:   say.Textf("the answer is larger than any cluster's"),
		Matters: say.Textf("something else than an API server may answer there, and reading on would fill the memory"),
		Do:      say.Textf("check the server in the kubeconfig, and see what answers: curl -ksS https://HOST:PORT/version"),
	},
	KubectlFailed: {
		Means:   say.Textf("kubectl failed for a reason that nestor does not know, or gave none"),
		Matters: say.Textf("nothing was read, and every layer is unknown"),
		Do:      say.Textf("repeat a small read by hand: kubectl --kubeconfig FILE --context CONTEXT get namespace kube-system"),
	},
	NameUnknown: {
		Means:   say.Textf("the name of the server in the kubeconfig could not be turned into an address"),
		Matters: say.Textf("no request left this machine; the name is wrong, or only a private DNS (VPN, /etc/hosts) knows it"),
		Do:      say.Textf("ask the DNS (nslookup NAME), turn on the VPN, or correct the server in the kubeconfig"),
	},
	Refused: {
		Means:   say.Textf("the address answers and refuses the connection: no program listens on that port"),
		Matters: say.Textf("the API server is stopped or restarting, the port is wrong, or a tunnel is closed"),
		Do:      say.Textf("try the port (nc -vz HOST PORT), see on the control plane that kube-apiserver runs, or open the tunnel again"),
	},
	NoRoute: {
		Means:   say.Textf("this machine knows no way to the network of the server"),
		Matters: say.Textf("no request left this machine; a private network is usually reached through a VPN only"),
		Do:      say.Textf("turn on the VPN, or correct the address, and try: ping -c 3 HOST"),
	},
	NoAnswer: {
		Means:   say.Textf("nothing came back within the deadline, neither an answer nor a refusal"),
		Matters: say.Textf("a firewall drops the packets, the machine is off, or the address is another network's; a credential plugin that waits looks the same"),
		Do:      say.Textf("try the port (nc -vz -w 5 HOST PORT), turn on the VPN, or give it longer with --timeout"),
	},
	SlowAnswer: {
		Means:   say.Textf("the server answered some requests and not the rest within the deadline"),
		Matters: say.Textf("half an answer would make layers look absent, so none of it is used; an API server that is this slow may be in trouble"),
		Do:      say.Textf("give it longer (--timeout 60s), and look at its own checks: kubectl get --raw '/readyz?verbose'"),
	},
	CutOff: {
		Means:   say.Textf("the connection was opened and then cut"),
		Matters: say.Textf("the API server restarts, or a firewall, a load balancer or a proxy in between ends TLS connections"),
		Do:      say.Textf("see whether TLS can be spoken at all: openssl s_client -connect HOST:PORT </dev/null"),
	},
	ProxyInBetween: {
		Means:   say.Textf("the requests go through a proxy, and that does not pass them on"),
		Matters: say.Textf("the cluster itself may be well: only the way to it is not"),
		Do:      say.Textf("correct proxy-url in the kubeconfig or HTTPS_PROXY, or name the server in NO_PROXY when it needs no proxy; env | grep -i proxy shows the variables"),
	},
	SpeaksHTTP: {
		Means:   say.Textf("what answers at this address does not speak TLS"),
		Matters: say.Textf("it is another service, or the API server's port for clear text; credentials must not be sent there"),
		Do:      say.Textf("correct the port of the server in the kubeconfig (usually 6443), and see what answers: curl -sS http://HOST:PORT/version"),
	},
	SpeaksHTTPS: {
		Means:   say.Textf("the kubeconfig says http:// and the server speaks HTTPS"),
		Matters: say.Textf("credentials would travel in clear, and the server refuses them anyway"),
		Do:      say.Textf("write https:// in the server of the kubeconfig, and its CA"),
	},
	NotAnAPI: {
		Means:   say.Textf("something answers, and not as a Kubernetes API does: a web page, 404 to everything, or no namespace kube-system"),
		Matters: say.Textf("taken for a cluster, it would look like an empty one, and everything like something to install"),
		Do:      say.Textf("check the address and the path of the server in the kubeconfig, log in to the portal in front of it if there is one, and look: curl -ksS https://HOST:PORT/version"),
	},
	OtherAuthority: {
		Means:   say.Textf("the server shows a certificate that another CA has signed than the one in the kubeconfig"),
		Matters: say.Textf("it is another cluster, one that was rebuilt, or a machine that listens in; credentials are not sent to it"),
		Do:      say.Textf("see who signed it (openssl s_client -connect HOST:PORT -showcerts </dev/null); after a rebuild fetch the kubeconfig again: nestor kubeconfig fetch"),
	},
	OtherNames: {
		Means:   say.Textf("the right CA has signed the server's certificate, and for other names than the one in the kubeconfig"),
		Matters: say.Textf("kubectl refuses it, since any machine of that CA could pose as the server"),
		Do:      say.Textf("use a name that the certificate has: as server, or with kubectl config set-cluster CLUSTER --tls-server-name=NAME"),
	},
	NoAddressInCertificate: {
		Means:   say.Textf("the kubeconfig names the server by its IP address, and its certificate holds names alone"),
		Matters: say.Textf("kubectl cannot tell that it is the right server, and refuses it"),
		Do:      say.Textf("write a name of the certificate as server or as tls-server-name, or have the address added to it (kubeadm: apiServer.certSANs)"),
	},
	NoNamesInCertificate: {
		Means:   say.Textf("the server's certificate has a Common Name and no subject alternative names"),
		Matters: say.Textf("no kubectl of today accepts such a certificate, whatever name is asked for"),
		Do:      say.Textf("have the certificate issued anew with subject alternative names, on the control plane"),
	},
	ServerCertificateExpired: {
		Means:   say.Textf("the end date of the server's certificate has passed, by this machine's clock"),
		Matters: say.Textf("no client reaches the API any more, the cluster's own nodes included: they may soon be NotReady"),
		Do:      say.Textf("renew it on the control plane (kubeadm certs renew all, then restart its pods; k3s: restart it), after a look at this machine's clock (date -u)"),
	},
	ServerCertificateEarly: {
		Means:   say.Textf("the server's certificate begins to be valid later than now, by this machine's clock"),
		Matters: say.Textf("one of the two clocks is wrong, and certificates and tokens go wrong with it"),
		Do:      say.Textf("compare date -u on this machine and on the control plane, and set the clock that is wrong"),
	},
	ServerCertificate: {
		Means:   say.Textf("the server's certificate was refused for a reason of its own"),
		Matters: say.Textf("credentials are not sent to a server that is not proven"),
		Do:      say.Textf("look at what the server shows: openssl s_client -connect HOST:PORT -showcerts </dev/null"),
	},
	HandshakeRefused: {
		Means:   say.Textf("the server ended the TLS handshake, for another reason than the client certificate"),
		Matters: say.Textf("server and kubectl share no TLS version or cipher, or a proxy in between refuses the name"),
		Do:      say.Textf("see where the handshake stops: openssl s_client -connect HOST:PORT </dev/null"),
	},
	Unauthorized: {
		Means:   say.Textf("the API server answers 401: it does not know who is asking"),
		Matters: say.Textf("the certificate or token has expired, was revoked, or is another cluster's; nothing can be read with it"),
		Do:      say.Textf("log in again, or fetch the kubeconfig again: nestor kubeconfig fetch"),
	},
	NoCredentials: {
		Means:   say.Textf("the user of this context has neither certificate nor token, and kubectl asks for a user name"),
		Matters: say.Textf("nobody answers that question here, and nothing is read"),
		Do:      say.Textf("log in, or fetch the kubeconfig again: nestor kubeconfig fetch"),
	},
	PluginAbsent: {
		Means:   say.Textf("the kubeconfig gets its credentials from a program (exec plugin) that is not installed or cannot run"),
		Matters: say.Textf("no request is sent without credentials, so nothing is read"),
		Do:      say.Textf("install the program that users[].user.exec.command names, as its installHint says, or use a kubeconfig with a certificate or a token"),
	},
	PluginFailed: {
		Means:   say.Textf("the kubeconfig's credential plugin ran, and gave no credentials"),
		Matters: say.Textf("a session has usually expired; nothing is read without credentials"),
		Do:      say.Textf("log in with that program, then try: kubectl get namespace kube-system"),
	},
	PluginVersion: {
		Means:   say.Textf("kubectl does not speak the apiVersion of the kubeconfig's credential plugin"),
		Matters: say.Textf("kubectl 1.24 dropped v1alpha1, and one older than 1.22 does not know v1: no credentials come of it"),
		Do:      say.Textf("update the plugin or kubectl (kubectl version --client), and write client.authentication.k8s.io/v1 in the kubeconfig"),
	},
	ClientCertificate: {
		Means:   say.Textf("the server refuses the client certificate while TLS is set up"),
		Matters: say.Textf("it has expired, or the CA that signed it is not the one that this server trusts; it may be another cluster's"),
		Do:      say.Textf("fetch the kubeconfig again: nestor kubeconfig fetch"),
	},
	NothingAllowed: {
		Means:   say.Textf("the API server knows the user and lets it read nothing"),
		Matters: say.Textf("what may not be read is unknown, never absent: no plan can be made"),
		Do:      say.Textf("have an administrator give the rights: nestor rbac --bind-user USER | kubectl apply -f -"),
	},
	DiscoveryForbidden: {
		Means:   say.Textf("GET /api or GET /apis, with which kubectl begins, is answered 403"),
		Matters: say.Textf("every signed-in user may read these unless ClusterRole system:discovery is unbound; or a proxy answers in the API server's place"),
		Do:      say.Textf("look at who answers (kubectl get --raw /api), and have ClusterRoleBinding system:discovery restored"),
	},
	ForeignForbidden: {
		Means:   say.Textf("everything is answered 403, in words that no API server uses"),
		Matters: say.Textf("a proxy, a firewall or a portal answers, and says nothing of the cluster behind it"),
		Do:      say.Textf("log in to what lies in between, or go around it; see its answer: curl -ksS https://HOST:PORT/version"),
	},
	TwoClusters: {
		Means:   say.Textf("two reads of one address saw two different kube-system namespaces"),
		Matters: say.Textf("a load balancer or a name leads to two clusters; layers of one would be planned for the other"),
		Do:      say.Textf("give the kubeconfig the address of one cluster; kubectl get namespace kube-system -o jsonpath={.metadata.uid}, several times, shows both"),
	},
	NoGroups: {
		Means:   say.Textf("the list of API groups (GET /apis) could not be read"),
		Matters: say.Textf("whether the kinds that kubectl does not know are served at all stays unknown, and so do their layers"),
		Do:      say.Textf("try it by hand: kubectl get --raw /apis"),
	},
}
