package target

// The codes of reasons: refusals (110x), grounds for going on (111x), warnings (112x). They never change their meaning.
const (
	CodeNoKubeconfig = "NST-1101"
	CodeUnusable     = "NST-1102"
	CodeOtherCA      = "NST-1103"
	CodeCAUnproven   = "NST-1104"
	CodeOtherCluster = "NST-1105"
	CodeTwoClusters  = "NST-1106"
	CodeUIDUnseen    = "NST-1107"

	CodePinnedUID = "NST-1111"
	CodePinnedCA  = "NST-1112"
	CodeNamed     = "NST-1113"

	CodeCertExpired  = "NST-1121"
	CodeCertEnding   = "NST-1122"
	CodeInsecure     = "NST-1123"
	CodeProxy        = "NST-1124"
	CodeOverride     = "NST-1125"
	CodeMissingFiles = "NST-1126"
	CodeShadowed     = "NST-1127"
	CodeProgram      = "NST-1128"
)

// Meanings says in one line what each code of this package stands for.
var Meanings = map[string]string{
	CodeNoKubeconfig: "no kubeconfig is named for the stack, so no cluster is read",
	CodeUnusable:     "the kubeconfig that is named cannot be used",
	CodeOtherCA:      "the kubeconfig trusts another CA than the one the topology pins",
	CodeCAUnproven:   "the topology pins a CA, and the server's certificate is not checked against that one alone",
	CodeOtherCluster: "the cluster seen has another UID than the one the topology pins",
	CodeTwoClusters:  "two reads of one run saw two different clusters",
	CodeUIDUnseen:    "the topology pins a cluster UID, and the reads could not show one",
	CodePinnedUID:    "the cluster seen has the UID that the topology pins",
	CodePinnedCA:     "the kubeconfig trusts the CA that the topology pins, and only that",
	CodeNamed:        "the kubeconfig was named: by the topology, by KUBECONFIG or by the stack's own convention",
	CodeCertExpired:  "the client certificate has expired: the API answers 401",
	CodeCertEnding:   "the client certificate ends within 30 days",
	CodeInsecure:     "the server's certificate is not verified",
	CodeProxy:        "the cluster is reached through a proxy",
	CodeOverride:     "KUBECONFIG overrides the file that the topology declares",
	CodeMissingFiles: "files of the list are not there and were skipped",
	CodeShadowed:     "a name is defined more than once, and only one definition is used",
	CodeProgram:      "the kubeconfig runs a local program to authenticate",
}
