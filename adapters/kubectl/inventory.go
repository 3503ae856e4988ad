package kubectl

import (
	"sort"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
)

// node reads a node's roles, readiness and addresses.
func (i item) node() ports.Node {
	n := ports.Node{
		Name:          i.Metadata.Name,
		Roles:         i.roles(),
		Unschedulable: i.Spec.Unschedulable,
		Version:       i.Status.NodeInfo.KubeletVersion,
		Deleting:      i.Metadata.DeletionTimestamp != "",
	}
	for _, role := range n.Roles {
		n.ControlPlane = n.ControlPlane || isControlPlane(role)
	}
	for _, t := range i.Spec.Taints {
		role, ofRole := strings.CutPrefix(t.Key, roleLabels)
		n.NoSchedule = n.NoSchedule || ofRole && isControlPlane(role) && (t.Effect == "NoSchedule" || t.Effect == "NoExecute")
	}
	for _, c := range i.Status.Conditions {
		if c.Type == "Ready" {
			n.Ready, n.Reason = c.Status, c.Message
			if n.Reason == "" {
				n.Reason = c.Reason
			}
		}
	}
	for _, a := range i.Status.Addresses {
		if a.Type == "InternalIP" {
			n.InternalIPs = append(n.InternalIPs, a.Address)
		}
	}
	return n
}

// roles are the ends of the node-role labels; their values mean nothing.
func (i item) roles() []string {
	var roles []string
	for label := range i.Metadata.Labels {
		if role, ok := strings.CutPrefix(label, roleLabels); ok {
			roles = append(roles, role)
		}
	}
	sort.Strings(roles)
	return roles
}

func isControlPlane(role string) bool { return role == "control-plane" || role == "master" }

func (i item) namespace() ports.Namespace {
	return ports.Namespace{
		Name:        i.Metadata.Name,
		Terminating: i.Status.Phase == "Terminating" || i.Metadata.DeletionTimestamp != "",
	}
}

// storageClass is a default one only if the annotation says "true": its mere presence says nothing.
func (i item) storageClass() ports.StorageClass {
	return ports.StorageClass{
		Name:        i.Metadata.Name,
		Provisioner: i.Provisioner,
		Default:     i.Metadata.Annotations.Default == "true" || i.Metadata.Annotations.DefaultBeta == "true",
	}
}
