package ports

// The kinds that a ClusterReader reads of its own accord, whatever it is asked. A reader takes them from here, and so
// does the role that allows them: what is not in this table cannot be read under that role.
var (
	// Namespaces are listed; kube-system is read by name in every other read, and so is the namespace of an object that
	// is not there.
	Namespaces = ObjectRef{Version: "v1", Kind: "Namespace", Resource: "namespaces"}
	// Nodes are listed.
	Nodes = ObjectRef{Version: "v1", Kind: "Node", Resource: "nodes"}
	// StorageClasses are listed.
	StorageClasses = ObjectRef{Group: "storage.k8s.io", Version: "v1", Kind: "StorageClass", Resource: "storageclasses"}
	// Definitions are read by name, each for a custom kind that kubectl did not recognise.
	Definitions = ObjectRef{Group: "apiextensions.k8s.io", Version: "v1", Kind: "CustomResourceDefinition", Resource: "customresourcedefinitions"}
	// APIServices are read by name, for each version of such a kind's group; which those are only the server knows.
	APIServices = ObjectRef{Group: "apiregistration.k8s.io", Version: "v1", Kind: "APIService", Resource: "apiservices"}
)

// DiscoveryPaths are what kubectl asks to learn which kinds are served, and nestor to learn which groups and versions are.
var DiscoveryPaths = []string{"/api", "/api/*", "/apis", "/apis/*"}

// DefinitionName is the name of the definition of a custom kind.
func DefinitionName(ref ObjectRef) string { return ref.Resource + "." + ref.Group }
