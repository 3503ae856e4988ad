package main

import (
	"fmt"
	"time"
)

// nodeName continues the names of e2e/controlplane/seed.py, which makes the first four.
func nodeName(i int) string { return fmt.Sprintf("dirqual%d", i) }

// node is a node as kubeadm, a cloud's controller and Cilium leave it.
func node(i int) object {
	name := nodeName(i)
	labels := object{
		"kubernetes.io/hostname": name, "kubernetes.io/os": "linux", "kubernetes.io/arch": "amd64",
		"beta.kubernetes.io/os": "linux", "beta.kubernetes.io/arch": "amd64",
		"node.kubernetes.io/instance-type": "r7525", "topology.kubernetes.io/region": "lehavre",
		"topology.kubernetes.io/zone": fmt.Sprintf("rack-%d", i%12), "topology.rook.io/rack": fmt.Sprintf("rack-%d", i%12),
	}
	if i == 1 {
		labels["node-role.kubernetes.io/control-plane"] = ""
	}
	return object{
		"apiVersion": "v1", "kind": "Node",
		"metadata": object{"name": name, "labels": labels, "annotations": object{
			"kubeadm.alpha.kubernetes.io/cri-socket":                 "unix:///run/containerd/containerd.sock",
			"node.alpha.kubernetes.io/ttl":                           "0",
			"volumes.kubernetes.io/controller-managed-attach-detach": "true",
			"network.cilium.io/ipv4-pod-cidr":                        podCIDR(i),
			"csi.volume.kubernetes.io/nodeid":                        fmt.Sprintf(`{"rook-ceph.cephfs.csi.ceph.com":%q,"rook-ceph.rbd.csi.ceph.com":%q}`, name, name),
		}},
		"spec": object{"podCIDR": podCIDR(i), "podCIDRs": []string{podCIDR(i)}, "providerID": "metal://lehavre/" + name},
	}
}

// podCIDR agrees with seed.py on the first nodes: it cannot be changed.
func podCIDR(i int) string { return fmt.Sprintf("10.%d.%d.0/24", 244-i/250, i%250) }

// nodeStatus has what a kubelet reports: four conditions and the network's, twenty images.
func nodeStatus(i int) object {
	amount := object{"cpu": "64", "ephemeral-storage": "459850824Ki", "hugepages-1Gi": "0", "hugepages-2Mi": "0", "memory": "263842564Ki", "pods": "110"}
	return object{
		"capacity": amount, "allocatable": amount,
		"addresses": []object{
			{"type": "InternalIP", "address": fmt.Sprintf("10.0.%d.%d", i/240, 10+i%240)},
			{"type": "Hostname", "address": nodeName(i)},
		},
		"conditions":      conditions(),
		"daemonEndpoints": object{"kubeletEndpoint": object{"Port": 10250}},
		"images":          images(),
		"nodeInfo": object{
			"machineID": fmt.Sprintf("%032x", i), "systemUUID": fmt.Sprintf("4c4c4544-0000-0000-0000-%012x", i), "bootID": fmt.Sprintf("5d5d5d5d-0000-0000-0000-%012x", i),
			"kernelVersion": "6.12.30-amd64", "osImage": "Debian GNU/Linux 13 (trixie)", "containerRuntimeVersion": "containerd://2.1.3",
			"kubeletVersion": "v1.33.2", "kubeProxyVersion": "v1.33.2", "operatingSystem": "linux", "architecture": "amd64",
		},
	}
}

func conditions() []object {
	now := time.Now().UTC().Format(time.RFC3339)
	var all []object
	for _, c := range [][4]string{
		{"NetworkUnavailable", "False", "CiliumIsUp", "Cilium is running on this node"},
		{"MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"},
		{"DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"},
		{"PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"},
		{"Ready", "True", "KubeletReady", "kubelet is posting ready status"},
	} {
		all = append(all, object{"type": c[0], "status": c[1], "reason": c[2], "message": c[3], "lastHeartbeatTime": now, "lastTransitionTime": now})
	}
	return all
}

func images() []object {
	var all []object
	for k := range 20 {
		repository := fmt.Sprintf("registry.example.org/platform/component-%02d", k)
		all = append(all, object{"sizeBytes": 900_000_000 - k*40_000_000, "names": []string{
			fmt.Sprintf("%s@sha256:%064x", repository, k+1), fmt.Sprintf("%s:v1.%d.0", repository, k),
		}})
	}
	return all
}

// addNodes makes the nodes from one number to another.
func (a *api) addNodes(first, last int) error {
	return each(first, last, func(i int) error {
		return a.applyWithStatus("/api/v1/nodes/"+nodeName(i), node(i), nodeStatus(i))
	})
}

func (a *api) removeNodes(first, last int) error {
	return each(first, last, func(i int) error {
		_, err := a.do("DELETE", "/api/v1/nodes/"+nodeName(i), nil)
		return err
	})
}
