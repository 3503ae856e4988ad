package layer

import (
	"maps"
	"regexp"
	"slices"

	"github.com/univ-lehavre/nestor/domain/document"
)

// Schema writes the JSON Schema of catalogues.
func Schema(id string) []byte { return document.Schema(id, "nestor layers", shape, nil) }

// seenSomehow holds when something can show a layer.
var seenSomehow = document.Rule{"anyOf": []document.Rule{
	{"required": []string{"seen"}},
	{"required": []string{"proofs"}, "properties": document.Rule{"proofs": document.Rule{"minItems": 1}}},
	{"required": []string{"traces"}, "properties": document.Rule{"traces": document.Rule{
		"required": []string{"namespaces"}, "properties": document.Rule{"namespaces": document.Rule{"minItems": 1}}}}},
}}

// proofRules say which kinds a proof may be of, and which of them live in a namespace.
func proofRules() []document.Rule {
	type rule = document.Rule
	key := func(name string, is rule) rule { return rule{"properties": rule{name: is}} }
	when := func(name string, is rule) rule { return rule{"required": []string{name}, "properties": rule{name: is}} }
	rules := []rule{
		key("kind", rule{"not": rule{"enum": secretKinds}}),
		{"if": when("apiVersion", rule{"pattern": `^([^/]*$|/)`}), "then": key("kind", rule{"enum": coreKinds})},
	}
	for _, group := range slices.Sorted(maps.Keys(builtIn)) {
		var inside, outside []string
		for _, kind := range slices.Sorted(maps.Keys(builtIn[group])) {
			if builtIn[group][kind] {
				inside = append(inside, kind)
			} else {
				outside = append(outside, kind)
			}
		}
		then := []rule{key("kind", rule{"enum": slices.Concat(inside, outside)})}
		if len(inside) > 0 {
			then = append(then, rule{"if": when("kind", rule{"enum": inside}), "then": rule{"required": []string{"namespace"}, "properties": rule{"namespace": rule{"minLength": 1}}}})
		}
		if len(outside) > 0 {
			then = append(then, rule{"if": when("kind", rule{"enum": outside}), "then": key("namespace", rule{"maxLength": 0})})
		}
		rules = append(rules, rule{"if": when("apiVersion", rule{"pattern": "^" + regexp.QuoteMeta(group) + "/"}), "then": rule{"allOf": then}})
	}
	return rules
}
