package kubeconfig

import (
	"encoding/json"
	"maps"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// freeze makes the chain into a kubeconfig that needs no other file, except a token file or a program that its user runs.
func freeze(m merged, c chain, view *ports.KubeconfigView) (ports.Access, error) {
	cluster, err := freezeCluster(c.cluster, view)
	if err != nil {
		return ports.Access{}, err
	}
	user, err := freezeUser(c.user, view)
	if err != nil {
		return ports.Access{}, err
	}
	context := maps.Clone(c.context.fields)
	delete(context, "extensions")

	frozen := maps.Clone(m.rest)
	frozen["apiVersion"], frozen["kind"] = "v1", "Config"
	frozen["current-context"] = c.context.name
	frozen["contexts"] = c.context.with("context", context)
	frozen["clusters"] = c.cluster.with("cluster", cluster)
	frozen["users"] = c.user.with("user", user)
	content, err := json.Marshal(frozen)
	if err != nil {
		return ports.Access{}, problem(problems.KubeconfigUncopied, say.Textf("context %q of %s cannot be copied", c.context.name, called(c.context.file)), say.Textf("fetch the kubeconfig again"))
	}
	return ports.Access{
		Context:    c.context.name,
		Kubeconfig: ports.NewSecret(content),
		Files:      append([]string(nil), view.Files...),
		Server:     view.Server,
		Hint:       textAt(mapAt(user, "exec"), "installHint"),
	}, nil
}

// with gives the entry's list item, alone in its list, with other fields.
func (e entry) with(kind string, fields map[string]any) []any {
	item := maps.Clone(e.item)
	item[kind] = fields
	return []any{item}
}
