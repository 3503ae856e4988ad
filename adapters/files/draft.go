package files

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
)

// Drafter writes topologies in memory. It implements ports.TopologyDrafter.
type Drafter struct{}

var _ ports.TopologyDrafter = Drafter{}

// Draft implements ports.TopologyDrafter.
func (Drafter) Draft(d ports.TopologyDraft) ([]byte, ports.Document, error) {
	text := []byte(strings.Join(slices.Concat(head(d), kindPart(d), layersPart(d), nodesPart(d), networkPart(d), storagePart(d), reachPart(d)), "\n") + "\n")
	name := filepath.Join(topologyFolder, fileName(d.Name, d.Example))
	doc, err := Parse(name, name, text)
	return text, doc, err
}

func fileName(name string, example bool) string {
	if example {
		return name + exampleSuffix + topologySuffix
	}
	return name + topologySuffix
}

func head(d ports.TopologyDraft) []string {
	lines := []string{SchemaComment, "#"}
	if d.Example {
		return append(lines,
			"# The example of stack "+d.Name+", with generic values: it is for everybody.",
			"# Copy this file to `"+d.Name+topologySuffix+"` and put the real values there: keep that one out of git.",
			"# The stack's name is the file's name.")
	}
	return append(lines,
		"# Stack "+d.Name+": the stack's name is the file's name.",
		"# It holds real addresses: keep it out of git.")
}

func kindPart(d ports.TopologyDraft) []string {
	return []string{"",
		"# prod: the machines exist, and nestor never plans any. lima: a bench of VMs on this computer.",
		"target_kind: " + word(d.Kind)}
}

func layersPart(d ports.TopologyDraft) []string {
	return []string{"",
		"# The wanted layers, or aliases of several: `nestor layers` lists them. What they need is added, and the order is derived.",
		"layers: " + flowList(d.Layers)}
}

func nodesPart(d ports.TopologyDraft) []string {
	lines := []string{"",
		"# Every machine of the cluster. Roles add up: control, worker, storage.",
		"# ansible_host is the address for ssh, and often the node's InternalIP.",
		"nodes:"}
	for _, n := range d.Nodes {
		lines = append(lines, "  - name: "+word(n.Name), "    roles: "+flowList(n.Roles))
		if n.Address != "" {
			lines = append(lines, "    ansible_host: "+word(n.Address))
		}
	}
	return lines
}

func networkPart(d ports.TopologyDraft) []string {
	endpoint := d.Endpoint
	if endpoint == "" {
		endpoint = "cluster-api"
	}
	lines := []string{"",
		"# Where the API answers: a host (with control_plane_port), or a whole https://HOST[:PORT][/PATH].",
		"# `cluster-api` is a placeholder: it is compared with nothing.",
		"network:",
		"  control_plane_endpoint: " + word(endpoint),
		"  control_plane_port: 6443"}
	if d.LoadBalancer != "" {
		lines = append(lines,
			"  # In front of several control nodes: external (it is there already), kube-vip-arp or kube-vip-lb.",
			"  control_plane_lb: {mode: external, ip: "+word(d.LoadBalancer)+"}")
	}
	return lines
}

func storagePart(d ports.TopologyDraft) []string {
	return []string{"", "# ceph or local-path.", "storage:", "  backend: " + word(d.Backend)}
}

func reachPart(d ports.TopologyDraft) []string {
	return []string{"",
		"# The file that reaches THIS cluster: one kubeconfig per stack, outside the repository, mode 0600.",
		"kubeconfig: " + word(d.Kubeconfig),
		"",
		"# What the cluster must be: no other one is taken for it then. `nestor target " + d.Name + "` prints this block.",
		"# identity:",
		"#   cluster_uid: 00000000-0000-0000-0000-000000000000"}
}

func flowList(texts []string) string {
	words := make([]string, len(texts))
	for i, text := range texts {
		words[i] = word(text)
	}
	return "[" + strings.Join(words, ", ") + "]"
}

var (
	// ipv4 is no number in any YAML.
	ipv4 = regexp.MustCompile(`^[0-9]{1,3}(\.[0-9]{1,3}){3}$`)
	// oldBoolean is what YAML 1.1, which Ansible still reads, takes for a boolean or for nothing.
	oldBoolean = regexp.MustCompile(`(?i)^(y|n|yes|no|on|off|true|false|null|~)$`)
)

// word writes a text so that YAML 1.1 and 1.2 read back exactly it.
func word(text string) string {
	if ipv4.MatchString(text) || bare.MatchString(text) && kindOf(text) == ports.Text && !oldBoolean.MatchString(text) {
		return text
	}
	return inQuotes(text)
}

// inQuotes writes a text in double quotes, with the escapes that YAML has.
func inQuotes(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case strconv.IsPrint(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
