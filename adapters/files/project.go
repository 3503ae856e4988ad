package files

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
)

// keys is a tree of map keys that may be kept; nil keeps everything below.
type keys map[string]keys

// topologyKeys are what a topology's reader looks at. Other tools keep passwords in the same file.
var topologyKeys = keys{
	"target_kind": nil, "kubeconfig": nil, "context": nil, "identity": {"cluster_uid": nil, "ca_sha256": nil},
	"nodes": {"name": nil, "roles": nil, "ansible_host": nil},
	"network": {"control_plane_endpoint": nil, "control_plane_port": nil, "control_plane_ip": nil,
		"control_plane_lb": {"mode": nil, "ip": nil}},
	"exposition": {"mode": nil}, "storage": {"backend": nil}, "hardening": {"enabled": nil}, "layers": nil,
	"catalog": {"terrain": nil, "profile": nil},
}

// benchKeys are what is looked at in the topologies of other benches: whose VM is whose.
var benchKeys = keys{
	"target_kind": nil, "catalog": {"terrain": nil}, "nodes": {"name": nil, "roles": nil},
	"network": {"control_plane_lb": {"mode": nil, "ip": nil}},
}

// project keeps the allowed keys of a value, in maps and in maps of lists. Comments are no values.
func project(v ports.Value, allowed keys) ports.Value {
	if allowed == nil {
		return v
	}
	kept := v
	kept.Entries, kept.Items = nil, nil
	for _, e := range v.Entries {
		if below, ok := allowed[e.Key]; ok {
			kept.Entries = append(kept.Entries, ports.Entry{Key: e.Key, Value: project(e.Value, below)})
		}
	}
	for _, item := range v.Items {
		kept.Items = append(kept.Items, project(item, allowed))
	}
	return kept
}

// render writes a value as YAML that reads back as the same value.
func render(v ports.Value) []byte {
	var b strings.Builder
	if v.Kind == ports.Map {
		for _, e := range v.Entries {
			b.WriteString(scalar(e.Key) + ":")
			renderUnder(&b, e.Value)
		}
	}
	return []byte(b.String())
}

// renderUnder writes a top-level value: lists of maps a line each, everything else in one line.
func renderUnder(b *strings.Builder, v ports.Value) {
	maps := v.Kind == ports.List && slices.ContainsFunc(v.Items, func(i ports.Value) bool { return i.Kind == ports.Map })
	if !maps {
		b.WriteString(" " + flow(v) + "\n")
		return
	}
	b.WriteString("\n")
	for _, item := range v.Items {
		b.WriteString("  - " + flow(item) + "\n")
	}
}

// flow writes a value in one line.
func flow(v ports.Value) string {
	var parts []string
	switch v.Kind {
	case ports.Map:
		for _, e := range v.Entries {
			parts = append(parts, scalar(e.Key)+": "+flow(e.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case ports.List:
		for _, item := range v.Items {
			parts = append(parts, flow(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case ports.Text:
		return scalar(v.Scalar)
	case ports.Null:
		return "null"
	}
	return v.Scalar
}

// bare is text that needs no quotes, whatever stands around it.
var bare = regexp.MustCompile(`^[A-Za-z/~][A-Za-z0-9/._~@-]*$`)

// otherwise are words that YAML 1.1, which Ansible reads, takes for something else than text: Norway's `no` among them.
var otherwise = []string{"y", "n", "yes", "no", "on", "off"}

// scalar writes text so that it is read as this text.
func scalar(text string) string {
	if bare.MatchString(text) && kindOf(text) == ports.Text && text != "~" && !slices.Contains(otherwise, strings.ToLower(text)) {
		return text
	}
	return strconv.Quote(text)
}
