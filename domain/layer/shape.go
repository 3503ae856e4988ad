package layer

import (
	"regexp"

	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/ports"
)

// The kinds of values in a catalogue.
var (
	aText = []ports.Kind{ports.Text}
	aBool = []ports.Kind{ports.Bool}
	aList = []ports.Kind{ports.List}
	aMap  = []ports.Kind{ports.Map}
)

var validName = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?$`)

// coreKinds are kinds of the core API group, whose apiVersion is "v1" and names no group.
var coreKinds = []string{"Namespace", "Node", "Service", "ServiceAccount", "PersistentVolumeClaim", "PersistentVolume", "Pod", "ReplicationController", "Endpoints"}

// builtIn lists, for API groups that every cluster serves, the kinds that a proof may be of, and whether they live in a namespace.
var builtIn = map[string]map[string]bool{
	"apps":           {"Deployment": true, "StatefulSet": true, "DaemonSet": true, "ReplicaSet": true},
	"batch":          {"CronJob": true, "Job": true},
	"storage.k8s.io": {"StorageClass": false, "CSIDriver": false, "VolumeAttachment": false, "CSINode": false},
}

// secretKinds may hold secrets: nothing of theirs is ever read.
var secretKinds = []string{"Secret", "ConfigMap"}

// shape is all that a catalogue may hold.
var shape = document.Shape{
	Kinds: aMap,
	About: "What layers there are, in order: what each needs, and what in a cluster proves it. Beside the topologies it adds layers to the built-in ones, or replaces those of the same name.",
	Keys: []document.Key{
		{Name: "layers", Shape: document.Shape{Kinds: aList, About: "Layers, in order.", Item: &layerShape}},
		{Name: "aliases", Shape: document.Shape{Kinds: aMap, About: "Names that stand for several layers, in `layers:` of a topology.",
			Rest: byBackendShape("The layers or aliases that it stands for: a list, or one list by backend.", 0)}},
		{Name: "profiles", Shape: document.Shape{Kinds: aList, About: "Steps of catalog.profile, smallest first: each holds the ones before it. They replace the built-in ones.",
			Item: &document.Shape{Kinds: aMap, About: "One step.", Keys: []document.Key{
				{Name: "name", Required: true, Shape: document.Shape{Kinds: aText, Pattern: something, Misfit: "Must not be empty.", About: "Its name in catalog.profile."}},
				{Name: "layers", Shape: texts("Its layers or aliases, besides those of the steps before.")},
			}}}},
		{Name: "ignoredNamespaces", Shape: texts("Namespaces that say nothing about a layer: neither a trace nor shown as unclaimed.")},
	},
}

var layerShape = document.Shape{
	Kinds: aMap,
	About: "One layer.",
	Keys: []document.Key{
		{Name: "name", Required: true, Shape: document.Shape{Kinds: aText, Pattern: validName.String(), Misfit: "Use small letters, digits and dashes.", About: "Its name: small letters, digits and dashes. A built-in layer of this name is replaced."}},
		{Name: "label", Shape: document.Shape{Kinds: []ports.Kind{ports.Text, ports.Map}, About: "What people read: one text, or one by language. Default: the name.", Unknown: &document.Shape{Kinds: aText}, Keys: []document.Key{
			{Name: "en", Shape: document.Shape{Kinds: aText, About: "In English."}},
			{Name: "fr", Shape: document.Shape{Kinds: aText, About: "In French."}},
		}}},
		{Name: "how", Shape: document.Shape{Kinds: aText, About: "A command or an address for the operator, printed beside the plan, never run."}},
		{Name: "wanted", Shape: document.Shape{Kinds: aText, Words: []string{string(Always), string(OnLima), string(OnCeph), string(WhenHardening)},
			About: "Wanted in every stack of this kind without being named. Default: only when it is called for."}},
		{Name: "only", Shape: document.Shape{Kinds: aText, Words: []string{"lima"}, About: "lima: the layer has no meaning elsewhere. Default: it has one everywhere."}},
		{Name: "stores", Shape: document.Shape{Kinds: aText, Words: BackendNames(), About: "The storage backend that the layer is a part of. Default: none."}},
		{Name: "needs", Shape: *byBackendShape("Layers that must come before: a list, or one list by backend (a backend left out: not allowed there). Default: none, on any backend.", 1)},
		{Name: "seen", Shape: document.Shape{Kinds: aText, Words: []string{string(ByMachines), string(ByNodes), string(Unseen)},
			About: "For layers that no object proves: machines (every declared VM runs), nodes (every declared node is Ready) or nothing (no API shows it). Default: by its proofs."}},
		{Name: "proofs", Shape: document.Shape{Kinds: aList, About: "Objects whose presence and health prove the layer.", Item: &proofShape}},
		{Name: "traces", Shape: document.Shape{Kinds: aMap, About: "What the layer leaves and never proves it.", Keys: []document.Key{
			{Name: "namespaces", Shape: texts("Namespaces: one of them makes the layer partial.")},
			{Name: "groups", Shape: texts("API groups, such as monitoring.coreos.com: remnants.")},
			{Name: "provisioners", Shape: texts("Storage classes whose provisioner contains such a text: remnants.")},
			{Name: "storageClasses", Shape: texts("Storage classes: remnants.")},
		}}},
	},
	Rules: []document.Rule{seenSomehow},
}

var proofShape = document.Shape{
	Kinds: aMap,
	About: "An object of the cluster.",
	Keys: []document.Key{
		{Name: "apiVersion", Required: true, Shape: document.Shape{Kinds: aText, Pattern: something, Misfit: "Must not be empty.", About: "API group and version, as in its manifest: apps/v1, or v1 for the core group."}},
		{Name: "kind", Required: true, Shape: document.Shape{Kinds: aText, Pattern: something, Misfit: "Must not be empty.", About: "Its kind, such as Deployment. Never a Secret or a ConfigMap: nothing of theirs is read."}},
		{Name: "resource", Shape: document.Shape{Kinds: aText, About: "The kind's plural in the API. Default: the usual one of the kind."}},
		{Name: "namespace", Shape: document.Shape{Kinds: aText, About: "Its namespace; left out for what lives in none."}},
		{Name: "name", Required: true, Shape: document.Shape{Kinds: aText, Pattern: something, Misfit: "Must not be empty.", About: "Its name."}},
		{Name: "anywhere", Shape: document.Shape{Kinds: aBool, Default: false, About: "true: the same object in another namespace would be this layer too."}},
		{Name: "anyName", Shape: document.Shape{Kinds: aBool, Default: false, About: "true: so would one of another name; a cluster has only one of this kind."}},
		{Name: "health", Shape: document.Shape{Kinds: aText, Words: []string{string(HealthExists), string(HealthWorkload), string(HealthCeph), string(HealthScheduled)},
			About: "What counts as healthy: exists, workload (as many ready as wanted), ceph (phase and Ceph's own health) or scheduled (not suspended). Default: by kind."}},
		{Name: "phase", Shape: texts("Healthy when status.phase is one of these.")},
		{Name: "condition", Shape: document.Shape{Kinds: aText, About: "Healthy when status.conditions has this condition as True."}},
	},
	Rules: proofRules(),
}

// something is the pattern of a text that is not empty.
const something = `[\s\S]`

func texts(about string) document.Shape {
	return document.Shape{Kinds: aList, About: about, Item: &document.Shape{Kinds: aText}}
}

// byBackendShape is one list for both backends, or a list by backend.
func byBackendShape(about string, fewest int) *document.Shape {
	s := &document.Shape{Kinds: []ports.Kind{ports.List, ports.Map}, About: about, FewestKeys: fewest, Item: &document.Shape{Kinds: aText}}
	for _, b := range BackendNames() {
		s.Keys = append(s.Keys, document.Key{Name: b, Shape: texts("On " + b + " storage.")})
	}
	return s
}
