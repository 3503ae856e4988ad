package state

// The codes of notes: on layers (30xx), and on nodes, machines and storage (31xx). They never change their meaning.
const (
	CodeRemnants     = "NST-3001"
	CodeElsewhere    = "NST-3002"
	CodeCephWarning  = "NST-3003"
	CodeCephStale    = "NST-3004"
	CodeOtherVersion = "NST-3005"
	CodeOldVersion   = "NST-3006"
	CodeNeedUnread   = "NST-3007"
	CodeOldRevision  = "NST-3009"

	CodeCordoned      = "NST-3101"
	CodeRoleDiffers   = "NST-3102"
	CodeWorkerTainted = "NST-3103"
	CodeAmbiguous     = "NST-3104"
	CodeNodeDeleting  = "NST-3105"
	CodeMinorsDiffer  = "NST-3106"
	CodeTwoDefaults   = "NST-3107"
	CodeStorage       = "NST-3108"
)

// Meanings says in one line what each code of this package stands for.
var Meanings = map[string]string{
	CodeRemnants:     "leftovers of an absent layer: API groups, storage classes or provisioners",
	CodeElsewhere:    "a layer's object was found in another place than the catalogue's",
	CodeCephWarning:  "Ceph reports HEALTH_WARN",
	CodeCephStale:    "Ceph's health was last checked more than 10 minutes ago",
	CodeOtherVersion: "an object was read in another API version than the catalogue's",
	CodeOldVersion:   "only another version of the kind is served, and it was not read",
	CodeNeedUnread:   "a layer stands while one that it needs could not be read",
	CodeOldRevision:  "a workload is ready, and some of its pods wait for a person to move to its current revision",

	CodeCordoned:      "a node is cordoned",
	CodeRoleDiffers:   "a node's declared roles differ from its control-plane label",
	CodeWorkerTainted: "a node declared as worker carries the control-plane taint",
	CodeAmbiguous:     "a declared node could be several real ones, or several declared nodes one real one",
	CodeNodeDeleting:  "a node is being deleted",
	CodeMinorsDiffer:  "the nodes run different minor versions of Kubernetes",
	CodeTwoDefaults:   "several storage classes are the default one",
	CodeStorage:       "the declared storage backend is absent while the other one is alive",
}
