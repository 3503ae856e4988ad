package kubeconfig

import (
	"maps"
	"slices"

	"github.com/univ-lehavre/nestor/ports/say"
)

// entry is one named cluster, user or context, with the file that defines it: relative paths start there.
type entry struct {
	name   string
	file   string
	item   map[string]any // the list item: name, fields, and what is not known here
	fields map[string]any
}

// table holds the entries of one kind. The first definition of a name is the one that counts.
type table struct {
	kind  string
	names []string // in order of appearance
	first map[string]entry
	files map[string][]string // every file that defines the name
}

// merged is what a list of kubeconfig files amounts to.
type merged struct {
	clusters, users, contexts table
	current                   string
	rest                      map[string]any // top-level fields not known here
}

// mergeAll merges files as kubectl does: per name, and for current-context, the first file that says it wins whole.
func mergeAll(loaded []source) merged {
	m := merged{clusters: newTable("cluster"), users: newTable("user"), contexts: newTable("context"), rest: map[string]any{}}
	for _, s := range loaded {
		m.clusters.add(s, "clusters")
		m.users.add(s, "users")
		m.contexts.add(s, "contexts")
		if m.current == "" {
			m.current = textAt(s.root, "current-context")
		}
		for key, value := range s.root {
			if _, known := m.rest[key]; !known && value != nil {
				m.rest[key] = value
			}
		}
	}
	for _, key := range []string{"clusters", "users", "contexts", "current-context", "extensions", "preferences", "kind", "apiVersion"} {
		delete(m.rest, key)
	}
	return m
}

func newTable(kind string) table {
	return table{kind: kind, first: map[string]entry{}, files: map[string][]string{}}
}

func (t *table) add(s source, list string) {
	items, _ := s.root[list].([]any)
	for _, one := range items {
		item, _ := one.(map[string]any)
		name := textAt(item, "name")
		if _, known := t.first[name]; !known {
			t.names = append(t.names, name)
			t.first[name] = entry{name: name, file: s.file, item: item, fields: mapAt(item, t.kind)}
		}
		t.files[name] = append(t.files[name], s.file)
	}
}

func (t *table) sortedNames() []string { return slices.Sorted(maps.Keys(t.first)) }

// shadowed says which names are defined in several files; those of the effective context come first.
func (m merged) shadowed(context, cluster, user string) []say.Text {
	effective := []struct {
		in   table
		name string
	}{{m.contexts, context}, {m.clusters, cluster}, {m.users, user}}
	var first, others []say.Text
	for _, e := range effective {
		for _, name := range e.in.names {
			files := e.in.files[name]
			if len(files) < 2 {
				continue
			}
			sentence := say.Textf("%s %q is defined in %s: %s is used", e.in.kind, name, say.And(files), files[0])
			if name == e.name {
				first = append(first, sentence)
			} else {
				others = append(others, sentence)
			}
		}
	}
	return append(first, others...)
}
