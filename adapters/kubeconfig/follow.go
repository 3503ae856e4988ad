package kubeconfig

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// chain is the effective context with the cluster and the user that it names.
type chain struct {
	context, cluster, user entry
}

// follow resolves the given context, else the current one. Each missing link is an error: kubectl would accept some of
// them and talk to localhost:8080, or ask for a user name.
func follow(m merged, files []string, context string, view *ports.KubeconfigView) (chain, error) {
	var c chain
	in := calledAll(files)
	name := context
	if name == "" {
		name = m.current
	}
	if name == "" {
		return c, problem(problems.NoContext, say.Textf("no current-context in %s (contexts: %s)", in, names(m.contexts)), say.Textf("name one with --context, or as context: in the topology"))
	}
	view.Context = name
	var found bool
	if c.context, found = m.contexts.first[name]; !found {
		return c, problem(problems.NoContext, say.Textf("context %q is not in %s (contexts: %s)", name, in, names(m.contexts)), say.Textf("name one of these, or the file that has it"))
	}
	view.Cluster, view.User = textAt(c.context.fields, "cluster"), textAt(c.context.fields, "user")
	view.Namespace = textAt(c.context.fields, "namespace")
	var err error
	if c.cluster, err = link(m.clusters, c.context, view.Cluster, in); err != nil {
		return c, err
	}
	c.user, err = link(m.users, c.context, view.User, in)
	return c, err
}

func link(t table, context entry, name string, in say.Text) (entry, error) {
	if name == "" {
		return entry{}, problem(problems.BrokenContext, say.Textf("context %q in %s names no %s", context.name, called(context.file), t.kind), say.Textf("write its %s: (there are: %s)", t.kind, names(t)))
	}
	e, found := t.first[name]
	if !found {
		return e, problem(problems.BrokenContext, say.Textf("context %q names %s %q, which is not in %s (there are: %s)", context.name, t.kind, name, in, names(t)), say.Textf("correct it, or fetch the kubeconfig again"))
	}
	return e, nil
}

func names(t table) say.Text {
	if len(t.names) == 0 {
		return say.Textf("none")
	}
	var shown []string
	for _, name := range t.sortedNames() {
		shown = append(shown, plain(name))
	}
	return say.Names(shown)
}
