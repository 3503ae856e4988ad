package kubectl

import (
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// neverEmpty is true for kinds that every cluster has some of: an empty list of them is no answer.
func neverEmpty(ref ports.ObjectRef) bool {
	return ref.Group == "" && (ref.Resource == nodes.Resource || ref.Resource == namespaces.Resource)
}

// strayed is what kubectl listed under the name of a resource instead of it, such as "deployments.example.org".
func (r reading) strayed(ref ports.ObjectRef) string {
	for path := range r.byPath {
		if group, _, ok := listOf(path, ref.Resource); ok && group != ref.Group {
			return strings.TrimSuffix(ref.Resource+"."+group, ".")
		}
	}
	return ""
}

// incomplete reports whether a list may have lost an answer to a stray: it has no items, or several pages. Something that
// is no object at all may have been an item of any list.
func (r reading) incomplete(ref ports.ObjectRef, items []item) bool {
	return len(items) == 0 || len(r.byPath[listPath(ref)]) > 1 || slices.ContainsFunc(r.document.Items, item.isNothing)
}

func (i item) isNothing() bool { return i.APIVersion == "" && i.Kind == "" }

// stray is the kind of an item that belongs to no list that was asked for, or to two; empty when there is none. kubectl
// prints whatever was answered with 200 in the place of a list, and says nothing.
func (r reading) stray() say.Text {
	expected := r.expected()
	for _, it := range r.document.Items {
		listed := expected[kindOfList{it.APIVersion, it.Kind}] || expected[kindOfList{it.APIVersion, anyKind}]
		if !listed || it.Metadata.Name == "" || r.document.index[it.key()] < 0 {
			return say.First(say.Verbatim(shown(strings.TrimSpace(it.APIVersion+" "+it.Kind))), say.Textf("no object"))
		}
	}
	return say.Text{}
}

type kindOfList struct{ apiVersion, kind string }

// anyKind stands for the kind that kubectl listed under the name of another: only its group is known.
const anyKind = "*"

// expected gives the kinds that kubectl listed.
func (r reading) expected() map[kindOfList]bool {
	all := map[kindOfList]bool{}
	for path := range r.byPath {
		for _, ref := range r.asked {
			group, version, ok := listOf(path, ref.Resource)
			if !ok {
				continue
			}
			kind := ref.Kind
			if group != ref.Group {
				kind = anyKind
			}
			all[kindOfList{ports.ObjectRef{Group: group, Version: version}.APIVersion(), kind}] = true
		}
	}
	return all
}
