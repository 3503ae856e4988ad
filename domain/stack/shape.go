package stack

import (
	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/ports"
)

// The kinds of values in a topology.
var (
	aText   = []ports.Kind{ports.Text}
	aNumber = []ports.Kind{ports.Number}
	aBool   = []ports.Kind{ports.Bool}
	aList   = []ports.Kind{ports.List}
	aMap    = []ports.Kind{ports.Map}
)

const defaultMode = "nodeport"

// modeAliases are older names of exposition modes.
var modeAliases = map[string]string{"lb-ipam": "gateway", "hostport": "nodeport"}

// foreignKeys belong to neighbouring tools and pass.
var foreignKeys = []string{"access", "persistence", "ceph", "cilium", "ha", "gitea", "atlas", "portal"}

// shapeOf is all that a topology may hold. The catalogue only adds names to offer.
func shapeOf(c layer.Catalogue) document.Shape {
	return document.Shape{
		Kinds:   aMap,
		About:   "A stack: its machines, the layers wanted on them, and how its cluster is reached. The stack's name is the file's name.",
		Foreign: foreignKeys,
		Keys: []document.Key{
			{Name: "catalog", Shape: catalogShape(c)},
			{Name: "layers", Shape: document.Shape{Kinds: aList, Unique: true,
				About: "The wanted layers, or aliases of several. What they need is added, and the order is derived. Without it, catalog.profile counts.",
				Item:  &document.Shape{Kinds: aText, Offered: c.Names(), Pattern: document.NotBlank, Misfit: "Name a layer, or remove the item.", About: "A layer or an alias: one of the built-in ones, or of your own layers.yaml."}}},
			{Name: "nodes", Required: true, Shape: document.Shape{Kinds: aList, Fewest: 1, Item: nodeShape(),
				About: "Every machine of the cluster. At least one has the role control."}},
			{Name: "network", Shape: networkShape()},
			{Name: "exposition", Shape: document.Shape{Kinds: aMap, About: "How services are reached.", Keys: []document.Key{
				{Name: "mode", Shape: document.Shape{Kinds: aText, Default: defaultMode, Words: []string{"gateway", "nodeport", "none", "lb-ipam", "hostport"},
					About: "gateway (older name: lb-ipam), nodeport (older name: hostport) or none."}},
			}}},
			{Name: "storage", Shape: storageShape()},
			{Name: "hardening", Shape: document.Shape{Kinds: aMap, About: "Hardening of the nodes.", Keys: []document.Key{
				{Name: "enabled", Shape: document.Shape{Kinds: aBool, Default: false, About: "true: the layer hardening is wanted."}},
			}}},
			{Name: "resources", Shape: document.Shape{Kinds: aMap, About: "The size of each VM. Lima only.", Keys: []document.Key{
				{Name: "cpus", Shape: document.Shape{About: "Processors of each VM, a number."}},
				{Name: "memory", Shape: document.Shape{About: "Memory of each VM, with its unit: 4GiB.", Offered: []string{"4GiB", "8GiB"}}},
				{Name: "disk", Shape: document.Shape{About: "Disk of each VM, with its unit: 30GiB.", Offered: []string{"30GiB", "60GiB"}}},
			}}},
			{Name: "target_kind", Shape: document.Shape{Kinds: aText, Default: string(Prod), Words: []string{string(Prod), string(Lima)},
				About: "prod: the machines exist, and nestor never plans any. lima: a bench of VMs on this computer. Without it, `catalog.terrain: local` means lima, anything else prod."}},
			{Name: "kubeconfig", Shape: document.Shape{Kinds: aText, Rules: pathRules,
				About: "The file that reaches THIS cluster: one for each stack, outside the repository, mode 0600; by convention ~/.kube/STACK.config. ~/ is expanded, variables are not; a relative path starts at this file's folder."}},
			{Name: "context", Shape: document.Shape{Kinds: aText, Pattern: document.NotBlank, Misfit: "Must not be empty.",
				About: "Pins a context of the kubeconfig. Without it the file's current-context is used, and shown."}},
			{Name: "identity", Shape: document.Shape{Kinds: aMap, About: "What the cluster must be: any other is refused. `nestor target STACK` prints this block.", Keys: []document.Key{
				{Name: "cluster_uid", Shape: document.Shape{Kinds: aText, Pattern: uidPattern, Misfit: "Write a UUID, or remove the key.",
					About: "UID of namespace kube-system: kubectl get namespace kube-system -o jsonpath={.metadata.uid}"}},
				{Name: "ca_sha256", Shape: document.Shape{Kinds: aText, Pattern: caPattern, Misfit: "Write 64 hexadecimal digits, or remove the key.",
					About: "SHA-256 of the cluster's CA certificate, 64 hexadecimal digits: openssl x509 -in ca.crt -noout -fingerprint -sha256 (what follows the =). Colons and a leading sha256: are ignored."}},
			}}},
		},
		Rules: topologyRules(),
	}
}

func catalogShape(c layer.Catalogue) document.Shape {
	var profiles []string
	for _, p := range c.Profiles {
		profiles = append(profiles, p.Name)
	}
	return document.Shape{Kinds: aMap, About: "What the stack runs on. Descriptive, except terrain and profile.", Keys: []document.Key{
		{Name: "arch", Shape: document.Shape{About: "Processor architecture. Descriptive.", Offered: []string{"arm64", "x86"}}},
		{Name: "terrain", Shape: document.Shape{About: "Where the machines stand. Without target_kind, local means lima, anything else prod.", Offered: []string{"local", "cloud", "baremetal"}}},
		{Name: "topology", Shape: document.Shape{About: "The form of the cluster. Descriptive."}},
		{Name: "status", Shape: document.Shape{About: "How far the stack is. Descriptive.", Offered: []string{"cible", "buildé", "spike"}}},
		{Name: "profile", Shape: document.Shape{Kinds: aText, InPart: true, Offered: profiles,
			About: "A step of layers that holds all smaller ones. Ignored when `layers` is set."}},
	}}
}

func nodeShape() *document.Shape {
	return &document.Shape{Kinds: aMap, About: "One machine.", Keys: []document.Key{
		{Name: "name", Required: true, Shape: document.Shape{Kinds: aText, Pattern: nodeName.String(), Misfit: "Use letters, digits, dots, dashes and underscores, and no dash first.",
			About: "Its name, once in the file, letter case ignored. On lima the VM's name. Letters, digits, dots, dashes and underscores, and no dash first."}},
		{Name: "roles", Required: true, Shape: document.Shape{Kinds: aList, Fewest: 1, Unique: true, About: "What it is for. Roles add up.",
			Item: &document.Shape{Kinds: aText, Words: roleNames, About: "control, worker or storage."}}},
		{Name: "ansible_host", Shape: hostShape("Its address for ssh, often the node's InternalIP: an IP address or a host name.")},
		{Name: "disks", Shape: document.Shape{About: "Its disks for storage. Not read by nestor."}},
	}}
}

func networkShape() document.Shape {
	return document.Shape{Kinds: aMap, About: "Where the API answers. It is compared with what the kubeconfig reaches.", Keys: []document.Key{
		{Name: "control_plane_endpoint", Shape: document.Shape{Kinds: aText, Rules: endpointRules,
			About: "A host or an IP address (with control_plane_port), or a whole https://HOST[:PORT][/PATH]. `cluster-api` is a placeholder: it is compared with nothing."}},
		{Name: "control_plane_port", Shape: document.Shape{Kinds: aNumber, Default: defaultPort, Min: 1, Max: maxPort, About: "The API's TCP port."}},
		{Name: "control_plane_ip", Shape: hostShape("Another address of the API: an IP address or a host name.")},
		{Name: "control_plane_lb", Shape: document.Shape{Kinds: aMap, About: "The address in front of several control nodes; required with more than one.", Keys: []document.Key{
			{Name: "mode", Required: true, Shape: document.Shape{Kinds: aText, Words: []string{"kube-vip-arp", "kube-vip-lb", "external"}, About: "Who holds that address: kube-vip-arp, kube-vip-lb or external."}},
			{Name: "ip", Required: true, Shape: hostShape("That address: an IP address or a host name.")},
		}}},
	}}
}

func storageShape() document.Shape {
	return document.Shape{Kinds: aMap, About: "Where volumes are kept.", Keys: []document.Key{
		{Name: "backend", Shape: document.Shape{Kinds: aText, Default: string(layer.LocalPath), Words: layer.BackendNames(),
			About: "ceph: Rook Ceph, which is then a wanted layer. local-path: folders on the nodes."}},
		{Name: "osd_expected", Shape: document.Shape{About: "Ceph: how many OSDs there will be, a number."}},
		{Name: "metadata_device", Shape: document.Shape{About: "Ceph: the device for metadata, such as /dev/nvme0n1."}},
		{Name: "disks_per_node", Shape: document.Shape{About: "Ceph: disks that each storage node gives, a number."}},
	}}
}

func hostShape(about string) document.Shape {
	return document.Shape{Kinds: aText, About: about, Rules: []document.Rule{hostRule}}
}
