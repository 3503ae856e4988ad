package kubectl

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/ports"
)

// first decodes a List of one item.
func first(t *testing.T, text string) item {
	t.Helper()
	d := decode([]byte(`{"apiVersion":"v1","kind":"List","items":[` + text + `]}`))
	if len(d.Items) != 1 {
		t.Fatalf("%s: %d items", text, len(d.Items))
	}
	return d.Items[0]
}

func TestWhatTheAPILeavesOutIsZeroReadyAndOneWanted(t *testing.T) {
	for name, c := range map[string]struct {
		kind, spec, status string
		want               *ports.Workload
	}{
		"no ready replicas":       {"StatefulSet", `{"replicas":1}`, `{"replicas":1}`, &ports.Workload{Wanted: 1}},
		"no spec.replicas":        {"Deployment", `{}`, `{"readyReplicas":1,"updatedReplicas":1}`, &ports.Workload{Wanted: 1, Ready: 1, Updated: 1}},
		"no status":               {"Deployment", `{}`, `{}`, &ports.Workload{Wanted: 1}},
		"scaled down":             {"Deployment", `{"replicas":0}`, `{}`, &ports.Workload{ScaledDown: true}},
		"rolling out":             {"StatefulSet", `{"replicas":3}`, `{"readyReplicas":3,"updatedReplicas":1,"observedGeneration":4}`, &ports.Workload{Wanted: 3, Ready: 3, Updated: 1, Observed: 4}},
		"daemon set":              {"DaemonSet", `{}`, `{"desiredNumberScheduled":4,"numberReady":3,"updatedNumberScheduled":2}`, &ports.Workload{Wanted: 4, Ready: 3, Updated: 2}},
		"on delete":               {"DaemonSet", `{"updateStrategy":{"type":"OnDelete"}}`, `{"desiredNumberScheduled":2,"numberReady":2}`, &ports.Workload{Wanted: 2, Ready: 2, Manual: true}},
		"a partition":             {"StatefulSet", `{"replicas":3,"updateStrategy":{"type":"RollingUpdate","rollingUpdate":{"partition":2}}}`, `{"readyReplicas":3,"updatedReplicas":1}`, &ports.Workload{Wanted: 3, Ready: 3, Updated: 1, Manual: true}},
		"a partition of none":     {"StatefulSet", `{"replicas":1,"updateStrategy":{"type":"RollingUpdate","rollingUpdate":{"partition":0}}}`, `{}`, &ports.Workload{Wanted: 1}},
		"daemon set, no node":     {"DaemonSet", `{}`, `{}`, &ports.Workload{}},
		"another kind":            {"ReplicaSet", `{"replicas":1}`, `{"readyReplicas":1}`, nil},
		"a number that is text":   {"Deployment", `{"replicas":2}`, `{"readyReplicas":"2","updatedReplicas":2}`, &ports.Workload{Wanted: 2, Updated: 2}},
		"a status that is a list": {"Deployment", `{}`, `[]`, &ports.Workload{Wanted: 1}},
	} {
		it := first(t, `{"apiVersion":"apps/v1","kind":"`+c.kind+`","metadata":{"name":"a","namespace":"b"},"spec":`+c.spec+`,"status":`+c.status+`}`)
		if diff := cmp.Diff(c.want, it.object("x").Workload); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if foreign := first(t, `{"apiVersion":"example.org/v1","kind":"Deployment","metadata":{"name":"a"}}`); foreign.object("x").Workload != nil {
		t.Error("a Deployment of another group is no workload")
	}
}

func TestADefaultClassSaysTrue(t *testing.T) {
	for annotations, want := range map[string]bool{
		`{"storageclass.kubernetes.io/is-default-class":"true"}`:       true,
		`{"storageclass.beta.kubernetes.io/is-default-class":"true"}`:  true,
		`{"storageclass.kubernetes.io/is-default-class":"false"}`:      false,
		`{"storageclass.beta.kubernetes.io/is-default-class":"false"}`: false,
		`{"storageclass.kubernetes.io/is-default-class":""}`:           false,
		`{"storageclass.kubernetes.io/is-default-class":"True"}`:       false,
		`{"other":"true"}`: false,
		`{}`:               false,
	} {
		it := first(t, `{"apiVersion":"storage.k8s.io/v1","kind":"StorageClass","metadata":{"name":"a","annotations":`+annotations+`},"provisioner":"p"}`)
		if diff := cmp.Diff(ports.StorageClass{Name: "a", Provisioner: "p", Default: want}, it.storageClass()); diff != "" {
			t.Errorf("%s: %s", annotations, diff)
		}
	}
}

func TestANodeIsReadWhole(t *testing.T) {
	it := first(t, `{"apiVersion":"v1","kind":"Node","metadata":{"name":"n1","deletionTimestamp":"2026-11-30T03:00:00Z",
		"labels":{"node-role.kubernetes.io/worker":"","node-role.kubernetes.io/master":"","other/label":"x"}},
		"spec":{"unschedulable":true,"taints":[{"key":"node-role.kubernetes.io/control-plane","effect":"NoExecute"}]},
		"status":{"nodeInfo":{"kubeletVersion":"v1.33.2"},"addresses":[{"type":"Hostname","address":"n1"},{"type":"InternalIP","address":"10.0.0.1"},{"type":"InternalIP","address":"2001:db8::1"}],
		"conditions":[{"type":"MemoryPressure","status":"False","message":"m"},{"type":"Ready","status":"Unknown","reason":"NodeStatusUnknown","message":"Kubelet stopped posting node status."}]}}`)
	want := ports.Node{
		Name: "n1", ControlPlane: true, Roles: []string{"master", "worker"}, Ready: "Unknown", Reason: "Kubelet stopped posting node status.",
		Unschedulable: true, NoSchedule: true, Version: "v1.33.2", InternalIPs: []string{"10.0.0.1", "2001:db8::1"}, Deleting: true,
	}
	if diff := cmp.Diff(want, it.node()); diff != "" {
		t.Error(diff)
	}
	for taint, want := range map[string]bool{
		`{"key":"node-role.kubernetes.io/master","effect":"NoSchedule"}`:              true,
		`{"key":"node-role.kubernetes.io/control-plane","effect":"PreferNoSchedule"}`: false,
		`{"key":"node.kubernetes.io/unreachable","effect":"NoSchedule"}`:              false,
		`{"key":"control-plane","effect":"NoSchedule"}`:                               false,
	} {
		n := first(t, `{"apiVersion":"v1","kind":"Node","metadata":{"name":"n"},"spec":{"taints":[`+taint+`]},"status":{"conditions":[{"type":"Ready","status":"False","reason":"KubeletNotReady"}]}}`).node()
		if n.NoSchedule != want || n.Ready != "False" || n.Reason != "KubeletNotReady" || n.ControlPlane {
			t.Errorf("%s: %+v", taint, n)
		}
	}
}

func TestANamespaceOnItsWayOut(t *testing.T) {
	for text, want := range map[string]bool{
		`"metadata":{"name":"a"},"status":{"phase":"Active"}`:                            false,
		`"metadata":{"name":"a"},"status":{"phase":"Terminating"}`:                       true,
		`"metadata":{"name":"a","deletionTimestamp":"2026-11-30T03:00:00Z"},"status":{}`: true,
	} {
		if got := first(t, `{"apiVersion":"v1","kind":"Namespace",`+text+`}`).namespace(); got.Name != "a" || got.Terminating != want {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

func TestACustomResourceMayHoldAnything(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want ports.Object
	}{
		"ceph": {
			`{"apiVersion":"ceph.rook.io/v1","kind":"CephCluster","metadata":{"name":"a","namespace":"b","uid":"u","deletionTimestamp":"2026-11-30T03:00:00Z"},
			"spec":{"external":{"enable":true}},"status":{"phase":"Connected","ceph":{"health":"HEALTH_WARN","lastChecked":"2026-11-30T03:00:00Z"},"conditions":[{"type":"Ready","status":"True","reason":"r"}]}}`,
			ports.Object{
				Ref: ports.ObjectRef{Group: "ceph.rook.io", Version: "v1", Kind: "CephCluster", Resource: "x", Namespace: "b", Name: "a"}, UID: "u", Deleting: true, Phase: "Connected",
				Conditions: []ports.Condition{{Type: "Ready", Status: "True", Reason: "r"}},
				Ceph:       &ports.Ceph{Health: "HEALTH_WARN", External: true, LastChecked: time.Date(2026, 11, 30, 3, 0, 0, 0, time.UTC)},
			},
		},
		"ceph without health": {
			`{"apiVersion":"ceph.rook.io/v1","kind":"CephCluster","metadata":{"name":"a"},"status":{"phase":"Progressing","ceph":{"lastChecked":"yesterday"}}}`,
			ports.Object{Ref: ports.ObjectRef{Group: "ceph.rook.io", Version: "v1", Kind: "CephCluster", Resource: "x", Name: "a"}, Phase: "Progressing", Ceph: &ports.Ceph{}},
		},
		"suspended": {
			`{"apiVersion":"batch/v1","kind":"CronJob","metadata":{"name":"a"},"spec":{"suspend":true}}`,
			ports.Object{Ref: ports.ObjectRef{Group: "batch", Version: "v1", Kind: "CronJob", Resource: "x", Name: "a"}, Suspended: true},
		},
		"other types than a built-in has": {
			`{"apiVersion":"g/v1","kind":"Odd","metadata":{"name":"a\u0007\n","labels":{"app.kubernetes.io/name":"n","app.kubernetes.io/odd":7,"other":"x"}},
			"spec":{"replicas":{"min":1},"suspend":"no","taints":"x"},"status":{"phase":["x"],"conditions":["y",{"type":"Z","status":"True"}],"ceph":"none"}}`,
			ports.Object{
				Ref: ports.ObjectRef{Group: "g", Version: "v1", Kind: "Odd", Resource: "x", Name: "a\a\n"}, Labels: map[string]string{"app.kubernetes.io/name": "n"},
				Conditions: []ports.Condition{{Type: "Z", Status: "True"}},
			},
		},
		"conditions that are a map": {
			`{"apiVersion":"g/v1","kind":"Odd","metadata":{"name":"a"},"status":{"conditions":{"Ready":true},"phase":"Ready"}}`,
			ports.Object{Ref: ports.ObjectRef{Group: "g", Version: "v1", Kind: "Odd", Resource: "x", Name: "a"}, Phase: "Ready"},
		},
	} {
		got := first(t, c.text).object("x")
		delete(got.Labels, "app.kubernetes.io/odd")
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestWhatIsNotOneWholeObjectIsNothing(t *testing.T) {
	for _, text := range []string{"", " \n", "null", "[]", `"x"`, "7", "{}", "<html>", `{"kind":"List","items":[`, `{"kind":"List","items":[]} {"kind":"List"}`, `{"kind":7}`, `{"items":[{"kind":"Node"}]}`} {
		if d := decode([]byte(text)); d.Kind != "" || d.Items != nil || d.index != nil {
			t.Errorf("%q: %+v", text, d)
		}
	}
	if d := decode([]byte(`{"kind":"List","items":[null,{"kind":"Node"}]}`)); len(d.ofKind(nodes)) != 0 {
		t.Error("an item without a name is no item")
	}
	foreign := decode([]byte(`{"kind":"List","items":[{"apiVersion":"metrics.k8s.io/v1beta1","kind":"Node","metadata":{"name":"a"}},{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}}]}`))
	if len(foreign.ofKind(nodes)) != 0 {
		t.Error("an item of another group or kind is no item")
	}
	single := decode([]byte(`{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"kube-system","uid":"u"}}`))
	if found, ok := single.find(kubeSystem); !ok || found.Metadata.UID != "u" {
		t.Error("one object is printed without a List around it")
	}
}
