package kubectl

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/run"
)

// Large lists as kubectl prints them: what an overview costs is to read what it leaves out.

func BenchmarkOverviewOf1000Nodes(b *testing.B)       { benchmarkOverview(b, 1000, 0) }
func BenchmarkOverviewOf2000Deployments(b *testing.B) { benchmarkOverview(b, 4, 2000) }

func benchmarkOverview(b *testing.B, nodes, deployments int) {
	result := largeOverview(b, nodes, deployments)
	reader := New(&fake{results: map[string][]run.Result{overviews: {result}}}, deadline)
	b.SetBytes(int64(len(result.Stdout)))
	b.ReportAllocs()
	for b.Loop() {
		o := reader.Overview(context.Background(), at(storyServer), builtInKinds)
		if o.Failure != nil || len(o.Nodes.Items) != nodes || len(o.Workloads["Deployment"].Items) != deployments {
			b.Fatalf("%d nodes, %d deployments, %+v", len(o.Nodes.Items), len(o.Workloads["Deployment"].Items), o.Failure)
		}
	}
}

// largeOverview is indented as kubectl indents.
func largeOverview(b *testing.B, nodes, deployments int) run.Result {
	b.Helper()
	items := []any{map[string]any{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": "kube-system", "uid": "uid-1"}}}
	for i := range nodes {
		items = append(items, largeNode(i))
	}
	for i := range deployments {
		items = append(items, largeDeployment(i))
	}
	stdout, err := json.MarshalIndent(map[string]any{"apiVersion": "v1", "kind": "List", "items": items}, "", "    ")
	if err != nil {
		b.Fatal(err)
	}
	var lines []string
	for _, path := range []string{"/api/v1/nodes", "/api/v1/namespaces", "/apis/storage.k8s.io/v1/storageclasses",
		"/apis/apps/v1/deployments", "/apis/apps/v1/statefulsets", "/apis/batch/v1/cronjobs"} {
		lines = append(lines, get(path+"?limit=500", "200 OK"))
	}
	return printed(0, string(stdout), lines...)
}

func largeNode(i int) any {
	var conditions, images []any
	for _, kind := range []string{"NetworkUnavailable", "MemoryPressure", "DiskPressure", "PIDPressure", "Ready"} {
		conditions = append(conditions, map[string]any{"type": kind, "status": fmt.Sprint(kind == "Ready"), "reason": "Kubelet" + kind,
			"message": "kubelet reports " + kind, "lastHeartbeatTime": "2026-11-30T00:00:00Z", "lastTransitionTime": "2026-11-30T00:00:00Z"})
	}
	for k := range 20 {
		images = append(images, map[string]any{"sizeBytes": 100_000_000 + k, "names": []string{
			fmt.Sprintf("registry.example.org/platform/component-%02d@sha256:%064x", k, k), fmt.Sprintf("registry.example.org/platform/component-%02d:v1", k)}})
	}
	name := fmt.Sprintf("node-%d", i)
	return map[string]any{
		"apiVersion": "v1", "kind": "Node",
		"metadata": map[string]any{"name": name, "uid": fmt.Sprintf("%036d", i), "labels": map[string]string{
			"kubernetes.io/hostname": name, "kubernetes.io/os": "linux", "kubernetes.io/arch": "amd64", "node-role.kubernetes.io/worker": ""}},
		"spec": map[string]any{"podCIDR": "10.244.0.0/24"},
		"status": map[string]any{"conditions": conditions, "images": images, "nodeInfo": map[string]any{"kubeletVersion": "v1.33.2"},
			"addresses": []any{map[string]any{"type": "InternalIP", "address": fmt.Sprintf("10.0.%d.%d", i/250, i%250)}}},
	}
}

func largeDeployment(i int) any {
	var variables []any
	for k := range 20 {
		variables = append(variables, map[string]any{"name": fmt.Sprintf("SETTING_%02d", k), "value": strings.Repeat("x", 40)})
	}
	name := fmt.Sprintf("service-%d", i)
	labels := map[string]string{"app.kubernetes.io/name": name, "app.kubernetes.io/instance": name, "helm.sh/chart": name + "-4.2.1"}
	return map[string]any{
		"apiVersion": "apps/v1", "kind": "Deployment",
		"metadata": map[string]any{"name": name, "namespace": fmt.Sprintf("team-%d", i%200), "uid": fmt.Sprintf("%036d", i), "generation": 3, "labels": labels},
		"spec": map[string]any{"replicas": 2, "template": map[string]any{"metadata": map[string]any{"labels": labels},
			"spec": map[string]any{"containers": []any{map[string]any{"name": name, "image": "registry.example.org/" + name, "env": variables}}}}},
		"status": map[string]any{"observedGeneration": 3, "replicas": 2, "readyReplicas": 2, "updatedReplicas": 2},
	}
}
