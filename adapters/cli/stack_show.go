package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports/say"
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
	var active say.Text
	if v.Active {
		active = say.Textf("active")
	}
	p.headline(v.Name, kindText(v), p.topology(v.Shown), p.catalogueOf(v.Catalogue), active)
	p.line("")
	defaulted := func(path string, value say.Text) say.Text {
		if slices.Contains(v.Defaults, path) {
			return say.Textf("%s (default)", value)
		}
		return value
	}
	hardening := say.Textf("disabled")
	if v.Hardening {
		hardening = say.Textf("enabled")
	}
	p.row(say.Textf("storage"), defaulted("storage.backend", say.Verbatim(v.Backend)))
	p.row(say.Textf("exposition"), defaulted("exposition.mode", say.Verbatim(v.Exposition)))
	p.row(say.Textf("hardening"), defaulted("hardening.enabled", hardening))
	p.kubeconfigChoice(v.Kubeconfig)
	p.endpoints(v.Endpoints)
	p.row(say.Verbatim("UID"), pinned(v.Identity.ClusterUID))
	p.row(say.Verbatim("CA"), pinned(v.Identity.CASHA256))
	p.title(say.Textf("NODES"))
	p.declaredNodes(v.Nodes)
	p.title(say.Textf("LAYERS"))
	p.aliases(v)
	p.layerViews(v)
}

// endpoints lists where a topology says that its API answers.
func (p *page) endpoints(all []app.EndpointReport) {
	for _, d := range all {
		text := say.Textf("%s (%s)", d.URL, d.From)
		if d.Generic {
			text = say.Textf("%s (%s), which proves nothing", d.URL, d.From)
		}
		p.row(say.Textf("endpoint"), text)
	}
}

// pinned is a part of the identity that a topology may pin.
func pinned(value string) say.Text { return say.First(say.Verbatim(value), say.Textf("not pinned")) }

func kindText(v app.StackView) say.Text {
	switch v.KindFrom {
	case "target_kind":
		return say.Verbatim(v.Kind)
	case "default":
		return say.Textf("%s (default)", v.Kind)
	}
	return say.Textf("%s (%s)", v.Kind, v.KindFrom)
}

// kubeconfigChoice says which file would be used and why, or what to do.
func (p *page) kubeconfigChoice(k app.KubeconfigChoice) {
	if !k.Missing.IsZero() {
		p.row(say.Verbatim("kubeconfig"), k.Missing)
		return
	}
	p.row(say.Verbatim("kubeconfig"), p.chosen(k))
	context := say.First(say.Verbatim(k.Context), say.Textf("the file's own"))
	p.row(say.Textf("context"), say.Textf("%s (%s)", context, sourceText(k.ContextSource)))
}

func (p *page) chosen(k app.KubeconfigChoice) say.Text {
	var files []say.Text
	for _, f := range k.Files {
		files = append(files, p.presence(f))
	}
	why := map[string]say.Text{
		string(target.FromEnvironment): say.Textf("KUBECONFIG is exported"),
		string(target.FromTopology):    say.Textf("the topology names it"),
		string(target.FromConvention):  say.Textf("the topology names none, and this is the conventional one"),
	}[k.Source]
	if k.Overrides != "" {
		why = say.Textf("%s; it overrides %s", why, p.short(k.Overrides))
	}
	return dotted(say.Join(", ", files...), why)
}

func (p *page) declaredNodes(nodes []app.DeclaredNode) {
	names, roles := 0, 0
	for _, n := range nodes {
		names, roles = max(names, widest(clean(n.Name))), max(roles, widest(strings.Join(n.Roles, ", ")))
	}
	for _, n := range nodes {
		p.hang("  "+pad(clean(n.Name), names)+"  ", 4, plain, say.Verbatim(pad(strings.Join(n.Roles, ", "), roles)+"  "+n.Address))
	}
}

func (p *page) aliases(v app.StackView) {
	if v.Profile != "" {
		p.hang("  ", 2, plain, say.Textf("of profile %s", v.Profile))
	}
	for _, a := range v.Aliases {
		p.hang("  ", 2, plain, say.Textf("%s stands for %s", a.Name, joinOr(a.Members, ", ", say.Textf("nothing"))))
	}
}

// layerViews lists the layers in order, each with what called for it.
func (p *page) layerViews(v app.StackView) {
	names := 0
	for _, l := range v.Layers {
		names = max(names, widest(clean(l.Name)))
	}
	for i, l := range v.Layers {
		p.hang(fmt.Sprintf("  %2d  %s  ", i+1, pad(clean(l.Name), names)), names+8, plain, because(l, v.Profile))
	}
}

func because(l app.LayerView, profile string) say.Text {
	parts := []say.Text{map[string]say.Text{
		"always":    say.Textf("every stack has it"),
		"lima":      say.Textf("every bench has it"),
		"ceph":      say.Textf("storage backend ceph"),
		"hardening": say.Textf("hardening is enabled"),
	}[l.Always]}
	switch {
	case l.Declared && profile != "":
		parts = append(parts, say.Textf("profile %s", profile))
	case l.Declared:
		parts = append(parts, say.Textf("declared"))
	}
	if len(l.Aliases) > 0 {
		parts = append(parts, say.Textf("alias %s", say.Names(l.Aliases)))
	}
	if len(l.NeededBy) > 0 {
		parts = append(parts, say.Textf("needed by %s", say.Names(l.NeededBy)))
	}
	return dotted(parts...)
}
