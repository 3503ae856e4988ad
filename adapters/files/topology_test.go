package files_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
)

const home = "/home/op"

func builtInCatalogue(t *testing.T) layer.Catalogue {
	t.Helper()
	doc, _, err := files.NewStacks(t.TempDir(), "").Catalogue(ports.Document{})
	if err != nil {
		t.Fatal(err)
	}
	c, faulty := layer.New(doc)
	if len(faulty) > 0 {
		t.Fatal(faulty[0].Error())
	}
	return c
}

// messages reads a topology and gives each fault as the operator sees it, without source lines.
func messages(t *testing.T, src string) string {
	t.Helper()
	doc, err := files.Parse("/repo/topologies/s.yaml", "s.yaml", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	_, faults := stack.New(doc, builtInCatalogue(t), home)
	var lines []string
	for _, f := range faults {
		line := withoutCodes(ports.RenderFault(nil, doc.Shown, nil, f))
		if f.Severity == ports.Doubtful {
			line = "(doubt) " + line
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

type faultCase struct{ name, src, want string }

func checkFaults(t *testing.T, cases []faultCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, messages(t, c.src)); diff != "" {
				t.Errorf("%s\n(-want +got):\n%s", c.src, diff)
			}
		})
	}
}

const oneNode = "nodes: [{name: n, roles: [control]}]\n"

func TestTwiceDeclaredIsRefusedWithBothLines(t *testing.T) {
	checkFaults(t, []faultCase{
		{"key", oneNode + "kubeconfig: /a\nkubeconfig: /b\n", `s.yaml:3:1: "kubeconfig" is declared twice (first on line 2); keep one of them`},
		{"key of a node", "nodes:\n  - name: n\n    roles: [control]\n    name: m\n", `s.yaml:4:5: "nodes[0].name" is declared twice (first on line 2); keep one of them`},
		{"node", "nodes:\n  - {name: n, roles: [control]}\n  - {name: n, roles: [worker]}\n", `s.yaml:3:12: nodes[1].name: node "n" is declared twice (first on line 2); give each node its own name`},
		{"node in other letters", "nodes:\n  - {name: Node1, roles: [control]}\n  - {name: node1, roles: [worker]}\n", `s.yaml:3:12: nodes[1].name: node "node1" is declared twice (first on line 2); give each node its own name`},
		{"role", "nodes: [{name: n, roles: [control, control]}]\n", `s.yaml:1:36: nodes[0].roles[1]: role "control" is declared twice (first on line 1); keep one of them`},
		{"layer", oneNode + "layers:\n  - gitops\n  - gitops\n", `s.yaml:4:5: layers[1]: layer "gitops" is declared twice (first on line 3); keep one of them`},
	})
}

func TestMergedKeyIsNoDuplicate(t *testing.T) {
	src := "nodes:\n  - &first\n    name: a\n    roles: [control]\n  - <<: *first\n    name: b\n    roles: [worker]\n"
	if got := messages(t, src); got != "" {
		t.Error(got)
	}
}

func TestMistypedKeyIsRefused(t *testing.T) {
	checkFaults(t, []faultCase{
		{"letter missing", oneNode + "kubeconfg: /a\n", `s.yaml:2:1: unknown key "kubeconfg"; did you mean "kubeconfig"?`},
		{"other case", oneNode + "Kubeconfig: /a\n", `s.yaml:2:1: unknown key "Kubeconfig"; did you mean "kubeconfig"?`},
		{"underscore missing", oneNode + "targetkind: lima\n", `s.yaml:2:1: unknown key "targetkind"; did you mean "target_kind"?`},
		{"deeper", oneNode + "identity: {cluster_id: x}\n", `s.yaml:2:12: unknown key "identity.cluster_id"; did you mean "cluster_uid"?`},
		{"far from all", oneNode + "colour: x\n", `(doubt) s.yaml:2:1: unknown key "colour" is ignored; known here: catalog, layers, nodes, network, exposition, storage, hardening, resources, target_kind, kubeconfig, context, identity`},
	})
}

func TestKeysOfNeighbouringToolsPass(t *testing.T) {
	src := oneNode + "access: {}\npersistence: x\nceph: {a: [1]}\ncilium:\nha: true\ngitea: {}\natlas: {}\nportal: {}\n" +
		"catalog: {arch: x86, terrain: baremetal, topology: x, status: cible, profile: base}\nresources: {cpus: 2, memory: 4GiB, disk: 30GiB}\n" +
		"storage: {backend: ceph, osd_expected: 4, metadata_device: /dev/x, disks_per_node: 1}\n"
	if got := messages(t, src); got != "" {
		t.Error(got)
	}
}

func TestFilesThatDeclareNothingAreRefusedInTheirOwnWords(t *testing.T) {
	checkFaults(t, []faultCase{
		{"empty", "", "s.yaml:1:1: the file declares nothing: it is empty; declare at least what is required (in a topology: `nodes`)"},
		{"blank", "\n\n", "s.yaml:1:1: the file declares nothing: it is empty; declare at least what is required (in a topology: `nodes`)"},
		{"comments", "# a\n# b\n", "s.yaml:1:1: the file declares nothing: it holds only comments; declare at least what is required (in a topology: `nodes`)"},
		{"mark", "---\n", "s.yaml:1:1: the file declares nothing: it holds only a document mark; declare at least what is required (in a topology: `nodes`)"},
		{"null", "~\n", "s.yaml:1:1: the file declares nothing: its value is null; declare at least what is required (in a topology: `nodes`)"},
		{"list", "- a\n", "s.yaml:1:1: the file is a list, and must be a map of keys; write `key: value` lines"},
		{"text", "a\n", "s.yaml:1:1: the file is text, and must be a map of keys; write `key: value` lines"},
		{"number", "1\n", "s.yaml:1:1: the file is a number, and must be a map of keys; write `key: value` lines"},
		{"empty map", "{}\n", "s.yaml:1:1: nodes: is required; write one `- {name: …, roles: [control, worker]}` for each node"},
	})
}

func TestNodesMustBeUsable(t *testing.T) {
	checkFaults(t, []faultCase{
		{"null", "nodes:\n", "s.yaml:1:7: nodes: must be a list, and is empty (null); write a value, or remove the key"},
		{"none", "nodes: []\n", "s.yaml:1:8: nodes: declares no node; write one `- {name: …, roles: [control, worker]}` for each node"},
		{"no map", "nodes: [n]\n", "s.yaml:1:9: nodes[0]: must be a map, and is text (n); write `key: value` lines under it"},
		{"no name", "nodes: [{roles: [control]}]\n", "s.yaml:1:9: nodes[0].name: is required; name the node"},
		{"no roles", "nodes: [{name: n}]\n", "s.yaml:1:9: nodes[0].roles: is required; write one or several of: control, worker, storage"},
		{"empty roles", "nodes: [{name: n, roles: []}]\n", "s.yaml:1:26: nodes[0].roles: names no role; write one or several of: control, worker, storage"},
		{"one role as text", "nodes: [{name: n, roles: control}]\n", "s.yaml:1:26: nodes[0].roles: must be a list, and is text (control); write a list: [a, b], or a line `- a` for each"},
		{"unknown role", "nodes: [{name: n, roles: [controle]}]\n", `s.yaml:1:27: nodes[0].roles[0]: "controle" is not known here; did you mean control?`},
		{"no control", "nodes: [{name: n, roles: [worker]}]\n", "s.yaml:1:8: nodes: no node has the role control; give it to one node at least"},
		{"blank in a name", "nodes: [{name: a b, roles: [control]}]\n", `s.yaml:1:16: nodes[0].name: "a b" is no node name; use letters, digits, dots, dashes and underscores, and no dash first`},
		{"option as name", "nodes: [{name: -oX, roles: [control]}]\n", `s.yaml:1:16: nodes[0].name: "-oX" is no node name; use letters, digits, dots, dashes and underscores, and no dash first`},
		{"number as name", "nodes: [{name: 1, roles: [control]}]\n", `s.yaml:1:16: nodes[0].name: must be text, and is a number (1); put it in quotes: "1"`},
		{"option as address", "nodes: [{name: n, roles: [control], ansible_host: -oX}]\n", `s.yaml:1:51: nodes[0].ansible_host: "-oX" is no address; write an IP address or a host name`},
		{"encrypted address", "nodes:\n  - name: n\n    roles: [control]\n    ansible_host: !vault |\n      x\n", "s.yaml:4:19: nodes[0].ansible_host: the tag !vault cannot be read here; write a plain value"},
	})
}

func TestSeveralControlNodesNeedALoadBalancer(t *testing.T) {
	const two = "nodes: [{name: a, roles: [control]}, {name: b, roles: [control]}]\n"
	checkFaults(t, []faultCase{
		{"none", two, "s.yaml:1:1: network: 2 control nodes need an address in front of them; declare `network: {control_plane_lb: {mode: kube-vip-arp, ip: …}}`"},
		{"there", two + "network: {control_plane_lb: {mode: external, ip: 10.0.0.10}}\n", ""},
		{"empty", two + "network: {control_plane_lb: {}}\n", "s.yaml:2:29: network.control_plane_lb.mode: is required; write `{mode: kube-vip-arp, ip: …}`\ns.yaml:2:29: network.control_plane_lb.ip: is required; write `{mode: kube-vip-arp, ip: …}`"},
		{"unknown mode", two + "network: {control_plane_lb: {mode: kubevip-arp, ip: 10.0.0.10}}\n", `s.yaml:2:36: network.control_plane_lb.mode: "kubevip-arp" is not known here; did you mean kube-vip-arp?`},
	})
}

func TestNetworkMustBeReachable(t *testing.T) {
	checkFaults(t, []faultCase{
		{"port 0", oneNode + "network: {control_plane_port: 0}\n", "s.yaml:2:31: network.control_plane_port: 0 is no port; write a number from 1 to 65535"},
		{"port too high", oneNode + "network: {control_plane_port: 65536}\n", "s.yaml:2:31: network.control_plane_port: 65536 is no port; write a number from 1 to 65535"},
		{"port as text", oneNode + "network: {control_plane_port: '6443'}\n", "s.yaml:2:31: network.control_plane_port: must be a number, and is text (6443)"},
		{"port in the host", oneNode + "network: {control_plane_endpoint: '10.0.0.10:6443'}\n", `s.yaml:2:35: network.control_plane_endpoint: "10.0.0.10:6443" is no address; write an IP address or a host name alone, without scheme, path and port`},
		{"URL", oneNode + "network: {control_plane_endpoint: 'https://10.0.0.10:6443/k8s/clusters/c-1'}\n", ""},
		{"URL in clear", oneNode + "network: {control_plane_endpoint: 'http://10.0.0.10'}\n", `s.yaml:2:35: network.control_plane_endpoint: is http, and an API is reached by https alone; write https://HOST[:PORT][/PATH]`},
		{"URL as address", oneNode + "network: {control_plane_ip: 'https://10.0.0.10:6443'}\n", `s.yaml:2:29: network.control_plane_ip: "https://10.0.0.10:6443" is no address; write an IP address or a host name alone, without scheme, path and port`},
		{"IPv6", oneNode + "network: {control_plane_endpoint: '2001:db8::10'}\n", ""},
	})
}

func TestChoicesMustBeKnown(t *testing.T) {
	checkFaults(t, []faultCase{
		{"target_kind in other case", oneNode + "target_kind: Prod\n", `s.yaml:2:14: target_kind: "Prod" is not known here; did you mean prod?`},
		{"empty target_kind", oneNode + "target_kind:\n", "s.yaml:2:13: target_kind: must be text, and is empty (null); write a value, or remove the key"},
		{"terrain", oneNode + "catalog: {terrain: Local}\n", "(doubt) s.yaml:2:20: catalog.terrain: Local is not local: the stack counts as prod; write local, or declare `target_kind`"},
		{"exposition", oneNode + "exposition: {mode: ingress}\n", `s.yaml:2:20: exposition.mode: "ingress" is not known here; write one of: gateway, nodeport, none, lb-ipam, hostport`},
		{"backend", oneNode + "storage: {backend: cephs}\nlayers: [datalake]\n", `s.yaml:2:20: storage.backend: "cephs" is not known here; did you mean ceph?`},
		{"profile", oneNode + "catalog: {profile: stor}\n", `s.yaml:2:20: catalog.profile: "stor" is not known here; did you mean store?`},
		{"a layer as profile", oneNode + "catalog: {profile: gitops}\n", `s.yaml:2:20: catalog.profile: "gitops" is not known here; write one of: base, metrics, store, obs, dataops`},
		{"profile beside layers", oneNode + "catalog: {profile: stor}\nlayers: []\n", ""},
	})
}

func TestLayersMustSuitTheStack(t *testing.T) {
	checkFaults(t, []faultCase{
		{"unknown", oneNode + "layers: [gitops, gitop]\n", `s.yaml:2:18: layers[1]: unknown layer "gitop"; did you mean gitops?`},
		{"boolean-like", oneNode + "layers: [on]\n", `s.yaml:2:10: layers[0]: unknown layer "on"; write one of: ` + strings.Join(builtInCatalogue(t).Names(), ", ")},
		{"ceph only", oneNode + "layers: [gitops, datalake]\n", "s.yaml:2:18: layers[1]: layer \"datalake\" does not exist on storage backend local-path; remove it, or declare `storage: {backend: ceph}`"},
		{"lima only", oneNode + "layers: [machines]\n", "s.yaml:2:10: layers[0]: layer \"machines\" exists on lima stacks only; remove it, or declare `target_kind: lima`"},
		{"lima only, kind not readable", oneNode + "layers: [machines]\ntarget_kind: limo\n", `s.yaml:3:14: target_kind: "limo" is not known here; did you mean lima?`},
		{"no text", oneNode + "layers: [1]\n", `s.yaml:2:10: layers[0]: must be text, and is a number (1); put it in quotes: "1"`},
	})
}

func TestKubeconfigPathMustBePlain(t *testing.T) {
	checkFaults(t, []faultCase{
		{"variable", oneNode + "kubeconfig: $HOME/x\n", "s.yaml:2:13: kubeconfig: variables are not expanded in $HOME/x; write the path itself, or start it with ~/"},
		{"other user", oneNode + "kubeconfig: ~ops/x\n", "s.yaml:2:13: kubeconfig: homes of other users are not expanded in ~ops/x; write the absolute path, or start it with ~/"},
		{"null", oneNode + "kubeconfig:\n", "s.yaml:2:12: kubeconfig: must be text, and is empty (null); write a value, or remove the key"},
		{"tilde is null", oneNode + "kubeconfig: ~\n", "s.yaml:2:13: kubeconfig: must be text, and is empty (null); write a value, or remove the key"},
		{"empty", oneNode + "kubeconfig: ''\n", "s.yaml:2:13: kubeconfig: must not be empty; write the path of the kubeconfig, or remove the key"},
		{"blank", oneNode + "kubeconfig: '  '\n", "s.yaml:2:13: kubeconfig: must not be empty; write the path of the kubeconfig, or remove the key"},
		{"shared", oneNode + "kubeconfig: ~/.kube/config\n", "(doubt) s.yaml:2:13: kubeconfig: this file is shared by all clusters, and its current context changes; give the stack its own: ~/.kube/s.config"},
	})
}

func TestIdentityMustBeOne(t *testing.T) {
	checkFaults(t, []faultCase{
		{"no UUID", oneNode + "identity: {cluster_uid: abc}\n", "s.yaml:2:25: identity.cluster_uid: is no UUID; write what `kubectl get namespace kube-system -o jsonpath={.metadata.uid}` prints, or remove the key"},
		{"empty UUID", oneNode + "identity: {cluster_uid: ''}\n", "s.yaml:2:25: identity.cluster_uid: is no UUID; write what `kubectl get namespace kube-system -o jsonpath={.metadata.uid}` prints, or remove the key"},
		{"short hash", oneNode + "identity: {ca_sha256: 'AA:BB'}\n", "s.yaml:2:23: identity.ca_sha256: is no SHA-256; write 64 hexadecimal digits, or remove the key"},
		{"null hash", oneNode + "identity:\n  ca_sha256:\n", "s.yaml:3:13: identity.ca_sha256: must be text, and is empty (null); write a value, or remove the key"},
	})
}

func TestEveryFaultIsGivenAtOnce(t *testing.T) {
	src := "kubeconfig: $X\nnodes: []\nlayers: [nope]\ncontext: ''\n"
	if got := strings.Count(messages(t, src), "\n") + 1; got != 4 {
		t.Errorf("%d faults:\n%s", got, messages(t, src))
	}
}

func TestExamplesAreValid(t *testing.T) {
	for name, want := range map[string]string{
		"dirqual": "prod ceph gateway /home/op/.kube/dirqual.config dirqual1 dirqual2 dirqual3 dirqual4: kubernetes ceph sc datalake monitoring gitops registry dataops gitops-seed mlflow",
		"bench":   "lima local-path nodeport /home/op/.kube/bench.config cp1 node1 node2: machines kubernetes storage-simple metrics-server gitops",
	} {
		doc, err := files.NewStacks("", "").Stack("", filepath.Join("..", "..", "topologies", name+".example.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		s, faults := stack.New(doc, builtInCatalogue(t), home)
		if len(faults) > 0 {
			t.Errorf("%s: %v", name, faults)
		}
		var nodes []string
		for _, n := range s.Nodes {
			nodes = append(nodes, n.Name)
		}
		got := fmt.Sprintf("%s %s %s %s %s: %s", s.Kind, s.Backend, s.Exposition, s.Kubeconfig, strings.Join(nodes, " "), strings.Join(s.Layers, " "))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if s.Name != name {
			t.Errorf("named %q, want %q", s.Name, name)
		}
	}
}
