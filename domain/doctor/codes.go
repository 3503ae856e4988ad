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
