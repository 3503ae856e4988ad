package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
)

func (t tool) stackShow(c *cli.Context) error {
	name, err := stackOperand(c)
	if err != nil {
		return err
	}
	use, err := t.stacks(c)
	if err != nil {
		return err
	}
	view, err := use.Show(name, c.String("file"))
	if err != nil {
		return err
	}
	t.doubts(view.Doubtful)
	if c.String("output") == "json" {
		return writeJSON(t.streams.Out, view)
	}
	p := t.onStdout(c)
	p.stackView(view)
	return p.err
}

// stackView prints what a topology comes to.
func (p *page) stackView(v app.StackView) {
	active := ""
	if v.Active {
		active = "active"
	}
	p.hang(p.ink.paint(bold, clean(v.Name))+" · ", widest(clean(v.Name))+3, plain, strings.Join(compact(v.Kind+kindNote(v), "topology "+p.short(v.Shown), prefixed("layers of ", p.short(v.Catalogue)), active), " · "))
	p.line("")
	defaulted := func(path string) string {
		if slices.Contains(v.Defaults, path) {
			return " (default)"
		}
		return ""
	}
	p.row("storage", v.Backend+defaulted("storage.backend"))
	p.row("exposition", v.Exposition+defaulted("exposition.mode"))
	p.row("hardening", map[bool]string{true: "enabled", false: "disabled"}[v.Hardening]+defaulted("hardening.enabled"))
	p.kubeconfigChoice(v.Kubeconfig)
	for _, d := range v.Endpoints {
		text := clean(d.URL) + " (" + clean(d.From) + ")"
		if d.Generic {
			text += ", which proves nothing"
		}
		p.row("endpoint", text)
	}
	p.row("UID", cmp.Or(clean(v.Identity.ClusterUID), "not pinned"))
	p.row("CA", cmp.Or(clean(v.Identity.CASHA256), "not pinned"))
	p.title("NODES")
	p.declaredNodes(v.Nodes)
	p.title("LAYERS")
	p.aliases(v)
	p.layerViews(v)
}

func kindNote(v app.StackView) string {
	switch v.KindFrom {
	case "target_kind":
		return ""
	case "default":
		return " (default)"
	}
	return " (" + v.KindFrom + ")"
}

// kubeconfigChoice says which file would be used and why, or what to do.
func (p *page) kubeconfigChoice(k app.KubeconfigChoice) {
	if k.Missing != "" {
		p.row("kubeconfig", clean(k.Missing))
		return
	}
	p.row("kubeconfig", p.chosen(k))
	context := clean(k.Context)
	if context == "" {
		context = "the file's own"
	}
	p.row("context", context+" ("+k.ContextSource+")")
}

func (p *page) chosen(k app.KubeconfigChoice) string {
	var files []string
	for _, f := range k.Files {
		files = append(files, p.named(f))
	}
	why := map[string]string{
		"KUBECONFIG": "KUBECONFIG is exported", "topology": "the topology names it", "convention": "the topology names none, and this is the conventional one",
	}[k.Source]
	if k.Overrides != "" {
		why += "; it overrides " + p.short(k.Overrides)
	}
	return strings.Join(files, ", ") + " · " + why
}

func (p *page) declaredNodes(nodes []app.DeclaredNode) {
	names, roles := 0, 0
	for _, n := range nodes {
		names, roles = max(names, widest(clean(n.Name))), max(roles, widest(strings.Join(n.Roles, ", ")))
	}
	for _, n := range nodes {
		p.hang("  "+pad(clean(n.Name), names)+"  ", 4, plain, pad(strings.Join(n.Roles, ", "), roles)+"  "+clean(n.Address))
	}
}

func (p *page) aliases(v app.StackView) {
	if v.Profile != "" {
		p.hang("  ", 2, plain, "of profile "+clean(v.Profile))
	}
	for _, a := range v.Aliases {
		p.hang("  ", 2, plain, clean(a.Name)+" stands for "+clean(joinOr(a.Members, ", ", "nothing")))
	}
}

// layerViews lists the layers in order, each with what called for it.
func (p *page) layerViews(v app.StackView) {
	names := 0
	for _, l := range v.Layers {
		names = max(names, widest(clean(l.Name)))
	}
	for i, l := range v.Layers {
		p.hang(fmt.Sprintf("  %2d  %s  ", i+1, pad(clean(l.Name), names)), names+8, plain, clean(because(l, v.Profile)))
	}
}

func because(l app.LayerView, profile string) string {
	always := map[string]string{"always": "every stack has it", "lima": "every bench has it", "ceph": "storage backend ceph", "hardening": "hardening is enabled"}[l.Always]
	declared := ""
	if l.Declared {
		declared = "declared"
		if profile != "" {
			declared = "profile " + profile
		}
	}
	aliases := ""
	if len(l.Aliases) > 0 {
		aliases = "alias " + strings.Join(l.Aliases, ", ")
	}
	return strings.Join(compact(always, declared, aliases, prefixed("needed by ", strings.Join(l.NeededBy, ", "))), " · ")
}
