package kubectl

import (
	"encoding/json"
	"slices"
)

// notJSON stands in a recording for an output that is not JSON. It is not JSON either, so that it reads the same.
const notJSON = "[not JSON: left out of the recording]\n"

// keep projects what kubectl printed onto the fields that decode reads, so that a recording holds nothing else:
// no environment, no annotation, no spec of a pod.
func keep(stdout []byte) ([]byte, error) {
	d := decode(stdout)
	switch {
	case d.asksForUser:
		return []byte(askedForUser + "\n"), nil
	case d.Kind == "":
		return []byte(notJSON), nil
	}
	if isObject(d) {
		d.Items = nil
		d.trim()
	} else {
		d.item = item{APIVersion: d.APIVersion, Kind: d.Kind}
	}
	for i := range d.Items {
		d.Items[i].trim()
	}
	kept, err := json.MarshalIndent(d, "", " ")
	return append(kept, '\n'), err
}

// isObject tells one object, which decode also gives as the only item, from a list.
func isObject(d document) bool {
	return d.Kind != "List" && len(d.Items) == 1 && d.Items[0].key() == d.key()
}

// trim empties the fields that are read of other kinds only: what is harmless there may be a secret here.
func (i *item) trim() {
	before, s := *i, i.Status
	i.Spec, i.Provisioner = spec{}, ""
	i.Status = status{Phase: s.Phase, Conditions: s.Conditions}
	i.Metadata.Annotations, i.Metadata.Generation = annotations{}, 0
	i.Metadata.Labels = before.Metadata.Labels.with(appLabels)
	switch {
	case before.is("", "Node"):
		i.Metadata.Labels = before.Metadata.Labels
		i.Spec.Unschedulable, i.Spec.Taints = before.Spec.Unschedulable, before.Spec.Taints
		i.Status.NodeInfo, i.Status.Addresses = s.NodeInfo, s.Addresses
	case before.is("storage.k8s.io", "StorageClass"):
		i.Metadata.Annotations, i.Provisioner = before.Metadata.Annotations, before.Provisioner
	case before.is("batch", "CronJob"):
		i.Spec.Suspend = before.Spec.Suspend
	case before.is("apiregistration.k8s.io", "APIService"):
		i.Spec.Service, i.Metadata.Labels = before.Spec.Service, before.Metadata.Labels.with(managedLabel)
	case before.is("apiextensions.k8s.io", "CustomResourceDefinition"):
		i.Spec.Versions = before.Spec.Versions
	case before.is("", "PersistentVolumeClaim"):
		i.Metadata = metadata{Name: before.Metadata.Name, Namespace: before.Metadata.Namespace}
		s.Conditions = nil
	case before.is("ceph.rook.io", "CephCluster"):
		i.Spec.External, i.Status.Ceph = before.Spec.External, s.Ceph
	case before.workload() != nil:
		i.Metadata.Generation, i.Spec.Replicas = before.Metadata.Generation, before.Spec.Replicas
		i.Spec.UpdateStrategy = before.Spec.UpdateStrategy
		s.Ceph, s.NodeInfo, s.Addresses = ceph{}, nodeInfo{}, nil
		i.Status = s
	}
	i.Status.Conditions = slices.DeleteFunc(slices.Clone(s.Conditions), func(c condition) bool { return c.Type == "" })
	for c := range i.Status.Conditions {
		if !before.is("", "Node") || i.Status.Conditions[c].Type != "Ready" {
			i.Status.Conditions[c].Message = ""
		}
	}
}
