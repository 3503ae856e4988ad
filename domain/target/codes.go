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

// Meanings says in one line what each code of this package stands for.
var Meanings = map[string]ports.Meaning{
	CodeNoKubeconfig:   {Means: say.Textf("no kubeconfig is named for the stack, so no cluster is read")},
	CodeUnusable:       {Means: say.Textf("the kubeconfig that is named cannot be used")},
	CodeOtherCA:        {Means: say.Textf("the kubeconfig trusts another CA than the one the topology pins")},
	CodeCAUnproven:     {Means: say.Textf("the topology pins a CA, and the server's certificate is not checked against that one alone")},
	CodeOtherCluster:   {Means: say.Textf("the cluster seen has another UID than the one the topology pins")},
	CodeTwoClusters:    {Means: say.Textf("two reads of one run saw two different clusters")},
	CodeUIDUnseen:      {Means: say.Textf("the topology pins a cluster UID, and the reads could not show one")},
	CodeOtherEndpoint:  {Means: say.Textf("the kubeconfig leads to none of the endpoints that the topology declares")},
	CodeOtherNodes:     {Means: say.Textf("none of the declared control plane is among the nodes of the cluster")},
	CodeNoProof:        {Means: say.Textf("nothing proves that the cluster is the stack's")},
	CodeDeclined:       {Means: say.Textf("the operator was asked, and did not say yes")},
	CodeHalfSeen:       {Means: say.Textf("the nodes could not be read, so there is too little to ask about")},
	CodeOtherAuthority: {Means: say.Textf("the server's certificate is signed by another authority than the kubeconfig trusts")},
	CodeKnownUID:       {Means: say.Textf("the cluster seen has another UID than the one that was confirmed")},
	CodeKnownCA:        {Means: say.Textf("the kubeconfig trusts another CA than that of the cluster that was confirmed")},
	CodeBenchElsewhere: {Means: say.Textf("a bench's kubeconfig leads neither to this machine nor to an address that the bench declares")},
	CodeNoPin:          {Means: say.Textf("a cluster may be changed only when its UID is pinned")},
	CodeOtherRequest:   {Means: say.Textf("a request other than GET was seen, so nothing of the read is believed")},
	CodePinnedUID:      {Means: say.Textf("the cluster seen has the UID that the topology pins")},
	CodePinnedCA:       {Means: say.Textf("the kubeconfig trusts the CA that the topology pins, and only that")},
	CodeKnown:          {Means: say.Textf("it is the cluster that the operator confirmed before")},
	CodeEndpoint:       {Means: say.Textf("the kubeconfig leads to an endpoint that the topology declares")},
	CodeAnswered:       {Means: say.Textf("the operator was asked, and said yes")},
	CodeBench:          {Means: say.Textf("a bench is reached on this machine or at an address that it declares")},
	CodeReplayed:       {Means: say.Textf("a recording is replayed, so no cluster is reached")},
	CodeControlPlane:   {Means: say.Textf("a declared control-plane node is among the nodes of the cluster")},
	CodeCertExpired:    {Means: say.Textf("the client certificate has expired: the API answers 401")},
	CodeCertEnding:     {Means: say.Textf("the client certificate ends within 30 days")},
	CodeInsecure:       {Means: say.Textf("the server's certificate is not verified")},
	CodeProxy:          {Means: say.Textf("the cluster is reached through a proxy")},
	CodeOverride:       {Means: say.Textf("KUBECONFIG overrides the file that the topology declares")},
	CodeMissingFiles:   {Means: say.Textf("files of the list are not there and were skipped")},
	CodeShadowed:       {Means: say.Textf("a name is defined more than once, and only one definition is used")},
	CodeProgram:        {Means: say.Textf("the kubeconfig runs a local program to authenticate")},
	CodeExposed:        {Means: say.Textf("other users of this machine may read the kubeconfig")},
	CodeInGit:          {Means: say.Textf("the kubeconfig lies inside a git work tree")},
	CodeUnseen:         {Means: say.Textf("nothing of the cluster could be read, so nothing proves which one it is")},
	CodeTunnel:         {Means: say.Textf("the cluster is reached at an address that the topology does not declare")},
	CodeGeneric:        {Means: say.Textf("the address of the cluster may lead to any other")},
	CodeIncomparable:   {Means: say.Textf("the topology declares no endpoint to compare with")},
	CodeOtherStack:     {Means: say.Textf("the cluster was confirmed as another stack's")},
	CodeMoved:          {Means: say.Textf("the cluster was confirmed at another address")},
	CodeNotRecognised:  {Means: say.Textf("not all that was remembered of the cluster could be seen again")},
}
