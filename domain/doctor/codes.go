package doctor

// The codes of findings: this nestor (700x), programs (701x), the environment (702x), what it remembers (703x), the repository
// (704x, 705x), kubeconfigs (706x). They never change their meaning. What a preview says of a kubeconfig keeps its own code.
const (
	CodeBuild    = "NST-7001"
	CodeLanguage = "NST-7002"

	CodeProgram        = "NST-7010"
	CodeProgramMissing = "NST-7011"
	CodeProgramUnused  = "NST-7012"
	CodeProgramHangs   = "NST-7013"
	CodeProgramFails   = "NST-7014"
	CodeVersionUnread  = "NST-7015"
	CodeVersionNew     = "NST-7016"

	CodeNotExported     = "NST-7020"
	CodeExported        = "NST-7021"
	CodeExportedMissing = "NST-7022"
	CodeVariable        = "NST-7023"
	CodeVariableUnknown = "NST-7024"
	CodeReplaySet       = "NST-7025"
	CodeProxySet        = "NST-7026"
	CodeNoHome          = "NST-7027"
	CodeStateIgnored    = "NST-7028"

	CodeKnown       = "NST-7030"
	CodeKnownUnread = "NST-7031"
	CodeKnownShared = "NST-7032"
	CodeKnownNoHome = "NST-7033"

	CodeRepository      = "NST-7040"
	CodeNoRepository    = "NST-7041"
	CodeNoStack         = "NST-7042"
	CodeActive          = "NST-7043"
	CodeNoActive        = "NST-7044"
	CodeTopology        = "NST-7045"
	CodeTopologyInvalid = "NST-7046"
	CodeLayers          = "NST-7047"
	CodeLayersInvalid   = "NST-7048"
	CodeInventory       = "NST-7049"
	CodeNoInventory     = "NST-7050"
	CodeInventoryWrong  = "NST-7051"

	CodeKubeconfig    = "NST-7060"
	CodeNoneNeeded    = "NST-7061"
	CodePrivate       = "NST-7062"
	CodeTracked       = "NST-7063"
	CodeCertificate   = "NST-7064"
	CodePlugin        = "NST-7065"
	CodePluginMissing = "NST-7066"
	CodePinned        = "NST-7067"
	CodeNotPinned     = "NST-7068"
	CodeSharedFile    = "NST-7069"
)

// Meanings says in one line what each code of this package stands for.
var Meanings = map[string]string{
	CodeBuild:    "which nestor this is, and for which system it was built",
	CodeLanguage: "the language that nestor speaks, and what chose it",

	CodeProgram:        "a program that nestor starts is there",
	CodeProgramMissing: "a program that this repository needs is not there",
	CodeProgramUnused:  "a program is not there that only some commands need",
	CodeProgramHangs:   "a program did not say its version in time",
	CodeProgramFails:   "a program could not be started, or failed when it was asked for its version",
	CodeVersionUnread:  "a program said no version that can be understood",
	CodeVersionNew:     "kubectl has a version with which nestor was not tried",

	CodeNotExported:     "KUBECONFIG is not exported, so each stack's own kubeconfig is used",
	CodeExported:        "KUBECONFIG is exported, and used for every stack in place of its own file",
	CodeExportedMissing: "KUBECONFIG names files that are not there",
	CodeVariable:        "a variable that changes what nestor, or the kubectl that an operator runs, does",
	CodeVariableUnknown: "a variable is called like one of nestor's, and is none",
	CodeReplaySet:       "NESTOR_REPLAY is set, so commands answer from a recording and read no cluster",
	CodeProxySet:        "a proxy of the environment, through which a cluster may be reached",
	CodeNoHome:          "the home folder is not known",
	CodeStateIgnored:    "XDG_STATE_HOME is not an absolute path, and is ignored",

	CodeKnown:       "where nestor remembers the clusters that were confirmed, and how many",
	CodeKnownUnread: "the file of confirmed clusters cannot be used, so no cluster is judged",
	CodeKnownShared: "other users of this machine may read the file of confirmed clusters",
	CodeKnownNoHome: "there is no place to remember confirmed clusters",

	CodeRepository:      "the folder in which the topologies were found",
	CodeNoRepository:    "no folder with topologies was found",
	CodeNoStack:         "the repository declares no stack",
	CodeActive:          "the stack that commands mean when none is named",
	CodeNoActive:        "no stack is active, so every command needs a name",
	CodeTopology:        "a topology is valid",
	CodeTopologyInvalid: "a topology has faults, so nothing can be done with its stack",
	CodeLayers:          "the layers.yaml beside the topologies is valid, or there is none",
	CodeLayersInvalid:   "the layers.yaml beside the topologies has faults, so no stack beside it can be used",
	CodeInventory:       "the Ansible inventory was found",
	CodeNoInventory:     "there is no Ansible inventory",
	CodeInventoryWrong:  "the Ansible inventory cannot be read",

	CodeKubeconfig:    "the stack's kubeconfig is there and can be used",
	CodeNoneNeeded:    "a bench has no kubeconfig, so its machines are read and no cluster",
	CodePrivate:       "the kubeconfig is readable by its owner alone and in no git work tree",
	CodeTracked:       "git tracks the kubeconfig",
	CodeCertificate:   "the client certificate is valid for more than 30 days",
	CodePlugin:        "the program that the kubeconfig runs to authenticate is there",
	CodePluginMissing: "the program that the kubeconfig runs to authenticate is not there",
	CodePinned:        "the topology pins the cluster, or the operator confirmed it",
	CodeNotPinned:     "nothing says yet which cluster is the stack's",
	CodeSharedFile:    "several stacks use one kubeconfig and one context",
}
