package kubeconfig

import (
	"bytes"
	"reflect"
	"strconv"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// write gives the setup as a file, and what is read from it: the same, or nothing is given.
func (s setup) write() ([]byte, ports.Kubeconfig, error) {
	content, err := s.yaml()
	if err != nil {
		return nil, ports.Kubeconfig{}, problem(problems.NotAsMeant, say.Textf("%s cannot be written anew", called(fetched)), say.Textf("fetch it again"))
	}
	k, err := s.readBack(content)
	return content, k, err
}

// yaml is the file: sections in the order that people know, keys inside them sorted, the same bytes each time.
func (s setup) yaml() ([]byte, error) {
	var file bytes.Buffer
	document := s.document()
	for _, key := range []string{"apiVersion", "kind", "clusters", "contexts", "current-context", "users"} {
		section, err := yaml.Marshal(map[string]any{key: document[key]})
		if err != nil {
			return nil, err
		}
		file.Write(section)
	}
	return file.Bytes(), nil
}

// document is the whole kubeconfig.
func (s setup) document() map[string]any {
	one := func(kind, name string, fields map[string]any) []any {
		return []any{map[string]any{"name": name, kind: fields}}
	}
	return map[string]any{
		"apiVersion": "v1", "kind": "Config", "current-context": s.view.Context,
		"clusters": one("cluster", s.view.Cluster, s.cluster), "contexts": one("context", s.view.Context, s.context), "users": one("user", s.view.User, s.user),
	}
}

// readBack reads the file as any kubeconfig is read, and fails when that gives anything else than what was meant.
func (s setup) readBack(content []byte) (ports.Kubeconfig, error) {
	var k ports.Kubeconfig
	read, err := understand(rewritten, content)
	if err != nil {
		return k, err
	}
	if !reflect.DeepEqual(read.root, s.document()) {
		return k, notAsMeant(say.Textf("its fields"))
	}
	if k.Access, err = frozenFrom([]source{read}, "", &k.View); err != nil {
		return ports.Kubeconfig{}, err
	}
	if !reflect.DeepEqual(k.View, s.view) {
		return ports.Kubeconfig{}, notAsMeant(say.Textf("its server, CA, user or namespace"))
	}
	return k, nil
}

func notAsMeant(part say.Text) error {
	return problem(problems.NotAsMeant, say.Textf("the rewritten kubeconfig does not read back as it was meant (%s), and is not used", part), say.Textf("report this as a fault of nestor"))
}

// changes says what is different from the fetched file. Without Old something was added, without New it is gone.
func changes(m merged, before setup, after ports.KubeconfigView) []ports.Change {
	var said []ports.Change
	replaced := func(what say.Text, old, new string) {
		if old != new {
			said = append(said, ports.Change{What: what, Old: say.Verbatim(old), New: say.Verbatim(new)})
		}
	}
	was := before.view
	replaced(say.Verbatim("server"), was.Server, after.Server)
	replaced(say.Verbatim("tls-server-name"), shownName(was.ServerName), after.ServerName)
	replaced(say.Verbatim("context"), plain(was.Context), after.Context)
	replaced(say.Verbatim("cluster"), plain(was.Cluster), after.Cluster)
	replaced(say.Verbatim("user"), plain(was.User), after.User)
	if as := textAt(before.user, "as"); as != "" {
		said = append(said, ports.Change{What: say.Textf("impersonation (as), kept"), Old: say.Verbatim(plain(as)), New: say.Verbatim(plain(as))})
	}
	replaced(say.Textf("dropped contexts"), othersThan(m.contexts, was.Context), "")
	replaced(say.Textf("dropped clusters"), othersThan(m.clusters, was.Cluster), "")
	replaced(say.Textf("dropped users"), othersThan(m.users, was.User), "")
	if count := before.dropped(m); count > 0 {
		replaced(say.Textf("dropped fields and extensions"), strconv.Itoa(count), "")
	}
	return said
}

func shownName(name string) string {
	if name == "" {
		return ""
	}
	return plain(name)
}

// othersThan lists the names of a table but one.
func othersThan(t table, name string) string {
	var shown []string
	for _, other := range t.sortedNames() {
		if other != name {
			shown = append(shown, plain(other))
		}
	}
	return strings.Join(shown, ", ")
}

// dropped counts the fields that are not kept, without their names: those may be anything.
func (s setup) dropped(m merged) int {
	count := len(m.rest) + unkept(s.chain.context.fields, "cluster", "user", "namespace")
	count += unkept(s.chain.cluster.fields, clusterFields...) + unkept(s.chain.user.fields, userFields...)
	for kind, e := range map[string]entry{"context": s.chain.context, "cluster": s.chain.cluster, "user": s.chain.user} {
		count += unkept(e.item, "name", kind)
	}
	return count
}

func unkept(fields map[string]any, kept ...string) int {
	count := 0
	for _, v := range fields {
		if !saysNothing(v) {
			count++
		}
	}
	return count - len(picked(fields, kept...))
}
