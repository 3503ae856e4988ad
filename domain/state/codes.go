package state

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

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
var Meanings = map[string]ports.Meaning{
	CodeRemnants:     {Means: say.Textf("leftovers of an absent layer: API groups, storage classes or provisioners")},
	CodeElsewhere:    {Means: say.Textf("a layer's object was found in another place than the catalogue's")},
	CodeCephWarning:  {Means: say.Textf("Ceph reports HEALTH_WARN")},
	CodeCephStale:    {Means: say.Textf("Ceph's health was last checked more than 10 minutes ago")},
	CodeOtherVersion: {Means: say.Textf("an object was read in another API version than the catalogue's")},
	CodeOldVersion:   {Means: say.Textf("only another version of the kind is served, and it was not read")},
	CodeNeedUnread:   {Means: say.Textf("a layer stands while one that it needs could not be read")},
	CodeOldRevision:  {Means: say.Textf("a workload is ready, and some of its pods wait for a person to move to its current revision")},

	CodeCordoned:      {Means: say.Textf("a node is cordoned")},
	CodeRoleDiffers:   {Means: say.Textf("a node's declared roles differ from its control-plane label")},
	CodeWorkerTainted: {Means: say.Textf("a node declared as worker carries the control-plane taint")},
	CodeAmbiguous:     {Means: say.Textf("a declared node could be several real ones, or several declared nodes one real one")},
	CodeNodeDeleting:  {Means: say.Textf("a node is being deleted")},
	CodeMinorsDiffer:  {Means: say.Textf("the nodes run different minor versions of Kubernetes")},
	CodeTwoDefaults:   {Means: say.Textf("several storage classes are the default one")},
	CodeStorage:       {Means: say.Textf("the declared storage backend is absent while the other one is alive")},
}
