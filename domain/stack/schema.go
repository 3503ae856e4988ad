package stack

import (
	"regexp"
	"strings"

	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/domain/layer"
)

// Schema writes the JSON Schema of topologies. It offers the names of the catalogue's layers; others pass, for a
// layers.yaml beside the topology may add them.
func Schema(id string, c layer.Catalogue) []byte {
	return document.Schema(id, "nestor topology", shapeOf(c), map[string]document.Rule{
		"host": {"pattern": "^(" + bare(hostName) + "|" + ipv6 + zone + "?)$", "errorMessage": "Write an IP address or a host name, without scheme, path and port."},
		"url":  {"pattern": urlPattern(), "errorMessage": "Write https://HOST[:PORT][/PATH], without credentials."},
	})
}

var (
	uidPattern = strings.ReplaceAll(uuid.String(), "a-f", "A-Fa-f")
	caPattern  = `^([Ss][Hh][Aa]256:)?:*([0-9A-Fa-f]:*){64}$`

	hostRule      = document.Rule{"$ref": "#/$defs/host"}
	endpointRules = []document.Rule{{"if": document.Rule{"pattern": "://"}, "then": document.Rule{"$ref": "#/$defs/url"}, "else": hostRule}}

	// What kubeconfig refuses: blanks around, homes of others, variables, and what reads as several lines in one.
	pathRules = []document.Rule{
		{"pattern": `^` + document.NotBlank + `([\s\S]*` + document.NotBlank + `)?$`, "errorMessage": "Remove the blanks around the path."},
		{"pattern": `^([^~]|~/)`, "errorMessage": "Write the absolute path, or start it with ~/."},
		{"pattern": `^([^:` + strange + `]|:+([^ :` + strange + `]|$))*$`, "errorMessage": "Write the path itself: variables are not expanded."},
	}
)

// strange is what a path does not hold, within a class of characters.
const strange = `$\x00-\x1f\x7f-\x9f`

// The addresses that netip reads and no host name is.
const (
	octet = `(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])`
	ipv4  = octet + `(\.` + octet + `){3}`
	group = `[0-9A-Fa-f]{1,4}`
	last  = `(` + group + `:` + group + `|` + ipv4 + `)` // an IPv6 address may end as an IPv4 one
	zone  = `(%[\s\S]+)`
	ipv6  = `(((` + group + `:){6}` +
		`|::(` + group + `:){5}` +
		`|(` + group + `)?::(` + group + `:){4}` +
		`|((` + group + `:){0,1}` + group + `)?::(` + group + `:){3}` +
		`|((` + group + `:){0,2}` + group + `)?::(` + group + `:){2}` +
		`|((` + group + `:){0,3}` + group + `)?::` + group + `:` +
		`|((` + group + `:){0,4}` + group + `)?::)` + last +
		`|((` + group + `:){0,5}` + group + `)?::` + group +
		`|((` + group + `:){0,6}` + group + `)?::)`
)

// urlPattern is an https URL of a host, with a port and a path or without.
func urlPattern() string {
	address := `\[` + ipv6 + `(%25[A-Za-z0-9._~-]+)?\]`
	return `^[Hh][Tt][Tt][Pp][Ss]://(` + bare(hostName) + `|` + address + `)(:[0-9]*)?(/([^?#%\x00-\x1f\x7f]|%[0-9A-Fa-f]{2})*)?\??#?$`
}

// bare is an expression without its anchors.
func bare(r *regexp.Regexp) string {
	return strings.TrimSuffix(strings.TrimPrefix(r.String(), "^"), "$")
}

// topologyRules are what keys say about each other.
func topologyRules() []document.Rule {
	type rule = document.Rule
	control := rule{"type": "object", "required": []string{"roles"},
		"properties": rule{"roles": rule{"type": "array", "contains": rule{"const": string(Control)}}}}
	nodes := func(more rule) rule { return rule{"properties": rule{"nodes": more}} }
	return []rule{
		nodes(rule{"contains": control, "errorMessage": "Give the role control to one node at least."}),
		{
			"if": rule{"required": []string{"nodes"}, "allOf": []rule{
				nodes(rule{"type": "array", "contains": control, "minContains": 2}),
				// An editor that does not know minContains would take one control node for two: for it, this is false.
				{"not": nodes(rule{"contains": true, "minContains": 1 << 20})},
			}},
			"then": rule{"required": []string{"network"}, "properties": rule{"network": rule{"required": []string{"control_plane_lb"}}}},
		},
		{
			"if":   rule{"not": rule{"required": []string{"layers"}}},
			"then": rule{"properties": rule{"catalog": rule{"properties": rule{"profile": rule{"type": "string"}}}}},
		},
	}
}
