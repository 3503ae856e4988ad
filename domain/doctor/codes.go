package doctor

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

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
var Meanings = map[string]ports.Meaning{
	CodeBuild:    {Means: say.Textf("which nestor this is, and for which system it was built")},
	CodeLanguage: {Means: say.Textf("the language that nestor speaks, and what chose it")},

	CodeProgram:        {Means: say.Textf("a program that nestor starts is there")},
	CodeProgramMissing: {Means: say.Textf("a program that this repository needs is not there")},
	CodeProgramUnused:  {Means: say.Textf("a program is not there that only some commands need")},
	CodeProgramHangs:   {Means: say.Textf("a program did not say its version in time")},
	CodeProgramFails:   {Means: say.Textf("a program could not be started, or failed when it was asked for its version")},
	CodeVersionUnread:  {Means: say.Textf("a program said no version that can be understood")},
	CodeVersionNew:     {Means: say.Textf("kubectl has a version with which nestor was not tried")},

	CodeNotExported:     {Means: say.Textf("KUBECONFIG is not exported, so each stack's own kubeconfig is used")},
	CodeExported:        {Means: say.Textf("KUBECONFIG is exported, and used for every stack in place of its own file")},
	CodeExportedMissing: {Means: say.Textf("KUBECONFIG names files that are not there")},
	CodeVariable:        {Means: say.Textf("a variable that changes what nestor, or the kubectl that an operator runs, does")},
	CodeVariableUnknown: {Means: say.Textf("a variable is called like one of nestor's, and is none")},
	CodeReplaySet:       {Means: say.Textf("NESTOR_REPLAY is set, so commands answer from a recording and read no cluster")},
	CodeProxySet:        {Means: say.Textf("a proxy of the environment, through which a cluster may be reached")},
	CodeNoHome:          {Means: say.Textf("the home folder is not known")},
	CodeStateIgnored:    {Means: say.Textf("XDG_STATE_HOME is not an absolute path, and is ignored")},

	CodeKnown:       {Means: say.Textf("where nestor remembers the clusters that were confirmed, and how many")},
	CodeKnownUnread: {Means: say.Textf("the file of confirmed clusters cannot be used, so no cluster is judged")},
	CodeKnownShared: {Means: say.Textf("other users of this machine may read the file of confirmed clusters")},
	CodeKnownNoHome: {Means: say.Textf("there is no place to remember confirmed clusters")},

	CodeRepository:      {Means: say.Textf("the folder in which the topologies were found")},
	CodeNoRepository:    {Means: say.Textf("no folder with topologies was found")},
	CodeNoStack:         {Means: say.Textf("the repository declares no stack")},
	CodeActive:          {Means: say.Textf("the stack that commands mean when none is named")},
	CodeNoActive:        {Means: say.Textf("no stack is active, so every command needs a name")},
	CodeTopology:        {Means: say.Textf("a topology is valid")},
	CodeTopologyInvalid: {Means: say.Textf("a topology has faults, so nothing can be done with its stack")},
	CodeLayers:          {Means: say.Textf("the layers.yaml beside the topologies is valid, or there is none")},
	CodeLayersInvalid:   {Means: say.Textf("the layers.yaml beside the topologies has faults, so no stack beside it can be used")},
	CodeInventory:       {Means: say.Textf("the Ansible inventory was found")},
	CodeNoInventory:     {Means: say.Textf("there is no Ansible inventory")},
	CodeInventoryWrong:  {Means: say.Textf("the Ansible inventory cannot be read")},

	CodeKubeconfig:    {Means: say.Textf("the stack's kubeconfig is there and can be used")},
	CodeNoneNeeded:    {Means: say.Textf("a bench has no kubeconfig, so its machines are read and no cluster")},
	CodePrivate:       {Means: say.Textf("the kubeconfig is readable by its owner alone and in no git work tree")},
	CodeTracked:       {Means: say.Textf("git tracks the kubeconfig")},
	CodeCertificate:   {Means: say.Textf("the client certificate is valid for more than 30 days")},
	CodePlugin:        {Means: say.Textf("the program that the kubeconfig runs to authenticate is there")},
	CodePluginMissing: {Means: say.Textf("the program that the kubeconfig runs to authenticate is not there")},
	CodePinned:        {Means: say.Textf("the topology pins the cluster, or the operator confirmed it")},
	CodeNotPinned:     {Means: say.Textf("nothing says yet which cluster is the stack's")},
	CodeSharedFile:    {Means: say.Textf("several stacks use one kubeconfig and one context")},
}
