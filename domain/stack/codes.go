package stack

// The codes of faults that only a topology can have.
const (
	CodeNoNode           = "NST-2101" // a list of nodes without any node
	CodeNodeName         = "NST-2102" // a node name that no machine can have
	CodeNoRole           = "NST-2103" // a node without any role
	CodeNoControl        = "NST-2104" // no node has the role control
	CodeNoLoadBalancer   = "NST-2105" // several control nodes and no address in front of them
	CodePort             = "NST-2106" // a port that no server can have
	CodeAddress          = "NST-2107" // neither an IP address nor a host name
	CodeBlank            = "NST-2108" // a text with nothing in it
	CodeKubeconfigPath   = "NST-2109" // a path that cannot be followed
	CodeSharedKubeconfig = "NST-2110" // the operator's common kubeconfig instead of the stack's own; a warning
	CodeClusterUID       = "NST-2111" // not a UUID
	CodeCAHash           = "NST-2112" // not a SHA-256
	CodeTerrain          = "NST-2113" // a terrain that looks like "local" and is not; a warning
	CodeManifest         = "NST-2114" // a Kubernetes manifest or kubeconfig in the place of a topology
)
