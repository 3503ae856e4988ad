// Package accesstest decides on a request as an API server does that has these rules and no others.
package accesstest

import (
	"net/url"
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/access"
	"github.com/univ-lehavre/nestor/ports"
)

// Permits reports whether rules allow a request, by its method and its path with query.
func Permits(rules []access.Rule, method, path string) bool {
	u, err := url.Parse(path)
	if err != nil || method != "GET" || u.Query().Has("watch") {
		return false
	}
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	ref := ports.ObjectRef{}
	switch {
	case len(parts) > 2 && parts[0] == "api":
		parts = parts[2:]
	case len(parts) > 3 && parts[0] == "apis":
		ref.Group, parts = parts[1], parts[3:]
	default:
		return slices.ContainsFunc(rules, func(r access.Rule) bool { return slices.Contains(r.Verbs, "get") && covers(r.Paths, u.Path) })
	}
	if len(parts) > 2 && parts[0] == "namespaces" {
		ref.Namespace, parts = parts[1], parts[2:]
	}
	switch len(parts) {
	case 1:
		ref.Resource = parts[0]
	case 2:
		ref.Resource, ref.Name = parts[0], parts[1]
	default:
		return false // a subresource
	}
	return Allows(rules, ref)
}

// Allows reports whether rules allow to get an object, or, without a name, to list its kind.
func Allows(rules []access.Rule, ref ports.ObjectRef) bool {
	verb := "get"
	if ref.Name == "" {
		verb = "list"
	}
	return slices.ContainsFunc(rules, func(r access.Rule) bool {
		named := len(r.Names) == 0 || slices.Contains(r.Names, ref.Name)
		return r.Group == ref.Group && slices.Contains(r.Resources, ref.Resource) && slices.Contains(r.Verbs, verb) && named
	})
}

func covers(paths []string, path string) bool {
	return slices.ContainsFunc(paths, func(p string) bool {
		prefix, open := strings.CutSuffix(p, "*")
		return p == path || open && strings.HasPrefix(path, prefix)
	})
}
