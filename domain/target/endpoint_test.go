package target_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports/say"
)

func TestEndpointsAreTheSameWhenTheyReachTheSameAPI(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"https://10.0.0.10:6443", "https://10.0.0.10:6443", true},
		{"https://K.Example.org:6443", "https://k.example.ORG:6443", true},
		{"https://k.example.org.:6443", "https://k.example.org:6443", true},
		{"https://k.example.org", "https://k.example.org:443", true},
		{"https://k.example.org:6443/", "https://k.example.org:6443", true},
		{"https://[2001:db8::10]:6443", "https://[2001:0DB8:0:0:0:0:0:10]:6443", true},
		{"https://[::ffff:10.0.0.10]:6443", "https://10.0.0.10:6443", true},
		{"https://k/k8s/clusters/c-1", "https://k/k8s/clusters/c-1/", true},
		{"https://k:06443", "https://k:6443", true},
		{"https://ops:x@k:6443", "https://k:6443", true},

		{"https://10.0.0.10:6443", "https://10.0.0.20:6443", false},
		{"https://10.0.0.10:6443", "https://10.0.0.10:443", false},
		{"https://10.0.0.10:6443", "10.0.0.10:6443", false},
		{"10.0.0.10:6443", "10.0.0.10:6443", false},
		{"https://10.0.0.10:6443", "http://10.0.0.10:6443", false},
		{"https://10.0.0.10:6443", "htto://10.0.0.10:6443", false},
		{"https://k/k8s/clusters/c-aaaaa", "https://k/k8s/clusters/c-bbbbb", false},
		{"https://k/k8s/clusters/c-1", "https://k", false},
		{"https://k/K8s", "https://k/k8s", false},
		{"https://[fe80::1%25eth0]:6443", "https://[fe80::1%25eth1]:6443", false},
		{"https://k?a=1", "https://k?a=2", false},
		{"https://k:6443 ", "https://k:6443", false},
		{"", "", false},
		{"https://", "https://", false},
	} {
		if target.SameEndpoint(c.a, c.b) != c.same || target.SameEndpoint(c.b, c.a) != c.same {
			t.Errorf("%q and %q: same %v, want %v", c.a, c.b, !c.same, c.same)
		}
	}
}

func TestComparingEndpointsNeverPanicsAndIsSymmetric(t *testing.T) {
	part := rapid.SampledFrom([]string{"https://", "http://", "k", ":", "6443", "/", "[", "]", "::1", "%", "@", "?", "#", " ", "\x00", "é", "10.0.0.1", "//"})
	url := rapid.Custom(func(t *rapid.T) string {
		text := ""
		for _, p := range rapid.SliceOfN(part, 0, 8).Draw(t, "parts") {
			text += p
		}
		return text
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := url.Draw(t, "a"), url.Draw(t, "b")
		if target.SameEndpoint(a, b) != target.SameEndpoint(b, a) {
			t.Fatalf("%q and %q are the same one way only", a, b)
		}
	})
}

func TestATopologyDeclaresItsEndpointsOnceEachAndSaysWhatProvesNothing(t *testing.T) {
	s := stack.Stack{
		Network: stack.Network{Endpoint: "cluster-api", Port: 7443, IP: "10.0.0.10", LBIP: "10.0.0.10"},
		Nodes: []stack.Node{
			{Name: "cp1", Roles: []stack.Role{stack.Control}, AnsibleHost: "2001:db8::11"}, {Name: "w1", Roles: []stack.Role{stack.Worker}, AnsibleHost: "10.0.0.12"},
			{Name: "cp2", Roles: []stack.Role{stack.Control}, AnsibleHost: "localhost"}, {Name: "cp3", Roles: []stack.Role{stack.Control}},
		},
	}
	want := []target.DeclaredEndpoint{
		{URL: "https://cluster-api:7443", From: say.Textf("network.control_plane_endpoint"), Generic: true},
		{URL: "https://10.0.0.10:7443", From: say.Textf("network.control_plane_ip")},
		{URL: "https://[2001:db8::11]:7443", From: say.Textf("ansible_host of cp1")},
		{URL: "https://localhost:7443", From: say.Textf("ansible_host of cp2"), Generic: true},
	}
	if diff := cmp.Diff(want, target.DeclaredEndpoints(s)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	s = stack.Stack{Network: stack.Network{Endpoint: "https://rancher.example.org/k8s/clusters/c-1", Port: 6443}}
	if diff := cmp.Diff([]target.DeclaredEndpoint{{URL: s.Network.Endpoint, From: say.Textf("network.control_plane_endpoint")}}, target.DeclaredEndpoints(s)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
