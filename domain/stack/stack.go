// Package stack turns a declared topology into a valid stack, or into all its faults.
package stack

import (
	"slices"

	"github.com/univ-lehavre/nestor/domain/layer"
)

// Kind says what a stack runs on: target_kind, else catalog.terrain.
type Kind string

// On prod the machines exist outside the tool; a lima stack is a bench of VMs.
const (
	Prod Kind = "prod"
	Lima Kind = "lima"
)

// Role is what a node is for. A node may have several.
type Role string

// The roles of nodes[].roles.
const (
	Control Role = "control"
	Worker  Role = "worker"
	Storage Role = "storage"
)

// Node is one declared node.
type Node struct {
	Name        string
	Roles       []Role
	AnsibleHost string // address for ssh; often the node's InternalIP
}

// Has reports whether the node has the role.
func (n Node) Has(r Role) bool { return slices.Contains(n.Roles, r) }

// Network is where the topology says that the API answers.
type Network struct {
	Endpoint string // control_plane_endpoint: a host name or address, or a whole https URL; "cluster-api" is a placeholder
	Port     int    // control_plane_port, 6443 when unset
	IP       string // control_plane_ip
	LBMode   string // control_plane_lb.mode
	LBIP     string // control_plane_lb.ip
}

// Identity is what the cluster must be. Empty fields pin nothing.
type Identity struct {
	ClusterUID string // metadata.uid of namespace kube-system
	CASHA256   string // hex, lower case, no separators
}

// Stack is a valid topology, defaults filled.
type Stack struct {
	Name            string
	File            string // the real file
	Kind            Kind
	Nodes           []Node
	Network         Network
	Exposition      string // gateway, nodeport or none
	Backend         layer.Backend
	BackendDeclared bool // false: the default was taken
	Hardening       bool
	Layers          []string // wanted layers, closure and order derived
	Kubeconfig      string   // absolute path, ~ expanded; empty when not declared
	Context         string   // pinned context; empty: current-context
	Identity        Identity
}

// WithRole gives the nodes that have the role, in declared order.
func (s Stack) WithRole(r Role) []Node {
	var found []Node
	for _, n := range s.Nodes {
		if n.Has(r) {
			found = append(found, n)
		}
	}
	return found
}
