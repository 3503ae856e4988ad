package stack_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
)

func TestStackName(t *testing.T) {
	for file, want := range map[string]string{
		"/r/topologies/dirqual.yaml": "dirqual", "dirqual.example.yaml": "dirqual", "a.b.yml": "a.b", "x": "x", "/r/yaml.yaml": "yaml",
	} {
		if got := stack.StackName(file); got != want {
			t.Errorf("StackName(%q) = %q, want %q", file, got, want)
		}
	}
}

func TestSmallestStackTakesTheDefaults(t *testing.T) {
	want := stack.Stack{
		Name: "s", File: file, Kind: stack.Prod,
		Nodes:   []stack.Node{{Name: "n", Roles: []stack.Role{stack.Control, stack.Worker}}},
		Network: stack.Network{Port: 6443}, Exposition: "nodeport", Backend: layer.LocalPath,
		Layers: []string{"kubernetes"},
	}
	if diff := cmp.Diff(want, read(t, with(nil))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFullStackIsReadWhole(t *testing.T) {
	const hash = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
	got := read(t, with(fields{
		"target_kind": "lima", "context": "admin@k", "kubeconfig": "~/.kube/s.config", "hardening": fields{"enabled": true},
		"nodes": list(fields{"name": "a", "roles": list("control"), "ansible_host": "10.0.0.11"}, node("b", "control", "storage")),
		"network": fields{"control_plane_endpoint": "k.example.org", "control_plane_port": 7443, "control_plane_ip": "10.0.0.9",
			"control_plane_lb": fields{"mode": "kube-vip-arp", "ip": "10.0.0.10"}},
		"storage": fields{"backend": "ceph"}, "exposition": fields{"mode": "lb-ipam"}, "layers": list("metrics", "gitops"),
		"identity": fields{"cluster_uid": "0A1B2C3D-0000-4000-8000-000000000001", "ca_sha256": "SHA256:" + strings.ToUpper(colons(hash))},
	}))
	want := stack.Stack{
		Name: "s", File: file, Kind: stack.Lima,
		Nodes: []stack.Node{
			{Name: "a", Roles: []stack.Role{stack.Control}, AnsibleHost: "10.0.0.11"},
			{Name: "b", Roles: []stack.Role{stack.Control, stack.Storage}},
		},
		Network:    stack.Network{Endpoint: "k.example.org", Port: 7443, IP: "10.0.0.9", LBMode: "kube-vip-arp", LBIP: "10.0.0.10"},
		Exposition: "gateway", Backend: layer.Ceph, BackendDeclared: true, Hardening: true,
		Layers:     []string{"machines", "kubernetes", "ceph", "hardening", "gitops", "metrics-server"},
		Kubeconfig: "/home/op/.kube/s.config", Context: "admin@k",
		Identity: stack.Identity{ClusterUID: "0a1b2c3d-0000-4000-8000-000000000001", CASHA256: hash},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// colons puts one between every two digits, as openssl does.
func colons(hash string) string {
	var parts []string
	for i := 0; i < len(hash); i += 2 {
		parts = append(parts, hash[i:i+2])
	}
	return strings.Join(parts, ":")
}

func TestKindComesFromTheTerrainWhenItIsNotDeclared(t *testing.T) {
	for _, c := range []struct {
		declared, terrain any
		want              stack.Kind
	}{
		{nil, nil, stack.Prod}, {nil, "local", stack.Lima}, {nil, "cloud", stack.Prod}, {nil, "baremetal", stack.Prod},
		{"prod", "local", stack.Prod}, {"lima", "baremetal", stack.Lima}, {nil, "Local", stack.Prod},
	} {
		more := fields{}
		if c.declared != nil {
			more["target_kind"] = c.declared
		}
		if c.terrain != nil {
			more["catalog"] = fields{"terrain": c.terrain}
		}
		if got := read(t, with(more)).Kind; got != c.want {
			t.Errorf("target_kind %v, terrain %v: %s, want %s", c.declared, c.terrain, got, c.want)
		}
	}
}

func TestKubeconfigPathIsAbsolute(t *testing.T) {
	for path, want := range map[string]string{
		"~/.kube/s.config": "/home/op/.kube/s.config", "/etc/k/../s": "/etc/s", "s.config": "/repo/topologies/s.config", "../s": "/repo/s",
	} {
		if got := read(t, with(fields{"kubeconfig": path})).Kubeconfig; got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

func TestTildeWithoutAHomeIsRefused(t *testing.T) {
	for _, home := range []string{"", "relative"} {
		_, faults := stack.New(document(with(fields{"kubeconfig": "~/x"})), catalogue(), home)
		if len(faults) != 1 || faults[0].Code != stack.CodeKubeconfigPath {
			t.Errorf("home %q: %v", home, faults)
		}
	}
	if _, faults := stack.New(document(with(fields{"kubeconfig": "/x"})), catalogue(), ""); len(faults) > 0 {
		t.Errorf("an absolute path needs no home: %v", faults)
	}
}

func TestProfileCountsOnlyWithoutLayers(t *testing.T) {
	catalog := fields{"profile": "metrics"}
	for _, c := range []struct {
		more   fields
		layers []string
	}{
		{fields{"catalog": catalog}, []string{"kubernetes", "metrics-server"}},
		{fields{"catalog": catalog, "layers": list("gitops")}, []string{"kubernetes", "gitops"}},
		{fields{"catalog": catalog, "layers": list()}, []string{"kubernetes"}},
	} {
		s := read(t, with(c.more))
		if diff := cmp.Diff(c.layers, s.Layers); diff != "" {
			t.Errorf("%v (-want +got):\n%s", c.more, diff)
		}
	}
}

func TestAnEndpointMayBeAWholeURL(t *testing.T) {
	for declared, wrong := range map[string]bool{
		"https://rancher.example.org/k8s/clusters/c-1": false, "https://10.0.0.10:6443": false, "https://[2001:db8::1]:6443/": false, "HTTPS://k": false,
		"http://10.0.0.10:6443": true, "htto://k": true, "https://": true, "https://ops:hunter2@k": true, "https://k?token=hunter2": true,
		"https://a b": true, "ops:hunter2@k": true, "10.0.0.10:6443": true,
	} {
		doc := document(with(fields{"network": fields{"control_plane_endpoint": declared}}))
		s, faults := stack.New(doc, catalogue(), home)
		if ports.AnyWrong(faults) != wrong || !wrong && s.Network.Endpoint != declared {
			t.Errorf("%s: %v", declared, faults)
		}
		for _, f := range faults {
			if strings.Contains(f.Error(), "hunter2") {
				t.Errorf("a password is shown: %s", f.Error())
			}
		}
	}
}

func TestFaultsHaveTheirCodes(t *testing.T) {
	for code, topology := range map[string]fields{
		stack.CodeNoNode:         {"nodes": list()},
		stack.CodeNodeName:       {"nodes": list(node("a/b", "control"))},
		stack.CodeNoRole:         {"nodes": list(node("a", "control"), node("b"))},
		stack.CodeNoControl:      {"nodes": list(node("a", "worker"))},
		stack.CodeNoLoadBalancer: {"nodes": list(node("a", "control"), node("b", "control"))},
		stack.CodePort:           with(fields{"network": fields{"control_plane_port": 0}}),
		stack.CodeAddress:        with(fields{"network": fields{"control_plane_endpoint": "a b"}}),
		stack.CodeBlank:          with(fields{"context": " "}),
		stack.CodeKubeconfigPath: with(fields{"kubeconfig": " /x"}),
		stack.CodeClusterUID:     with(fields{"identity": fields{"cluster_uid": "x"}}),
		stack.CodeCAHash:         with(fields{"identity": fields{"ca_sha256": "x"}}),
		layer.CodeUnknownLayer:   with(fields{"layers": list("x")}),
		layer.CodeNotAllowed:     with(fields{"layers": list("ceph")}),
		layer.CodeLimaOnly:       with(fields{"layers": list("machines")}),
	} {
		s, faults := stack.New(document(topology), catalogue(), home)
		if len(faults) != 1 || faults[0].Code != code || faults[0].Severity != ports.Wrong {
			t.Errorf("%s: %v", code, faults)
		}
		if diff := cmp.Diff(stack.Stack{}, s); diff != "" {
			t.Errorf("%s: a refused topology gave a stack:\n%s", code, diff)
		}
	}
}

func TestDoubtsDoNotStop(t *testing.T) {
	for code, topology := range map[string]fields{
		stack.CodeSharedKubeconfig: with(fields{"kubeconfig": "~/.kube/config"}),
		stack.CodeTerrain:          with(fields{"catalog": fields{"terrain": "locl"}}),
	} {
		s, faults := stack.New(document(topology), catalogue(), home)
		if len(faults) != 1 || faults[0].Code != code || faults[0].Severity != ports.Doubtful || s.Name != "s" {
			t.Errorf("%s: %v %v", code, faults, s.Name)
		}
	}
}

func TestFaultOfOneFieldBringsNoOthers(t *testing.T) {
	for name, topology := range map[string]fields{
		"role":        {"nodes": list(node("a", "contrl"))},
		"backend":     with(fields{"storage": fields{"backend": "cephs"}, "layers": list("ceph")}),
		"target_kind": with(fields{"target_kind": "lma", "layers": list("machines")}),
		"profile":     with(fields{"catalog": fields{"profile": "metric"}}),
		"tag":         with(fields{"kubeconfig": ports.Value{Kind: ports.Text, Tag: "!vault", Scalar: " "}}),
	} {
		if _, faults := stack.New(document(topology), catalogue(), home); len(faults) != 1 {
			t.Errorf("%s: %v", name, faults)
		}
	}
}
