package cli

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/univ-lehavre/nestor/adapters/cli/formats"
	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/access"
	"github.com/univ-lehavre/nestor/ports/say"
)

// role prints a ClusterRole in YAML, and the binding of it. Each value is written as JSON, which YAML reads as well,
// whatever is in it.
func (p *page) role(role access.Role, g app.Granted) {
	p.line("# What nestor reads of a cluster, and nothing else: for ", p.in(catalogueOf(g))+".")
	p.line("# Printed by `nestor rbac`, from the same table that a preview asks by; for `kubectl apply -f -`.")
	p.line("apiVersion: " + rbacVersion)
	p.line("kind: ClusterRole")
	p.line("metadata:")
	p.line("  name: ", yamlText(role.Name))
	p.line("rules:")
	for _, r := range role.Rules {
		p.rule(r)
	}
	if len(role.Subjects) == 0 {
		p.bindingExample(role)
		return
	}
	p.line("---")
	for _, line := range bindingLines(role) {
		p.line(line)
	}
}

func (p *page) rule(r access.Rule) {
	for _, why := range r.Why {
		reasons := say.Join("; ", why.What, say.Names(why.Layers))
		p.line("  # ", p.in(say.Join(": ", say.Verbatim(why.Resource), reasons)))
	}
	if len(r.Paths) > 0 {
		p.line("  - nonResourceURLs: ", yamlTexts(r.Paths))
	} else {
		p.line("  - apiGroups: ", yamlTexts([]string{r.Group}))
		p.line("    resources: ", yamlTexts(r.Resources))
	}
	if len(r.Names) > 0 {
		p.line("    resourceNames: ", yamlTexts(r.Names))
	}
	p.line("    verbs: ", yamlTexts(r.Verbs))
}

// bindingExample shows, as a comment, how somebody gets the role.
func (p *page) bindingExample(role access.Role) {
	p.line("# Nobody has this role yet. Print it with --bind-user, --bind-group or --service-account, or bind it yourself:")
	p.line("#")
	role.Subjects = []access.Subject{{Kind: access.ServiceAccount, Namespace: "default", Name: "nestor"}}
	for _, line := range append([]string{"---"}, bindingLines(role)...) {
		p.line("# ", line)
	}
}

func bindingLines(role access.Role) []string {
	lines := []string{
		"apiVersion: " + rbacVersion, "kind: ClusterRoleBinding", "metadata:", "  name: " + yamlText(role.Name),
		"roleRef:", "  apiGroup: " + rbacGroup, "  kind: ClusterRole", "  name: " + yamlText(role.Name), "subjects:",
	}
	for _, s := range role.Subjects {
		lines = append(lines, "  - kind: "+s.Kind, "    name: "+yamlText(s.Name))
		if s.Kind == access.ServiceAccount {
			lines = append(lines, "    namespace: "+yamlText(s.Namespace))
		} else {
			lines = append(lines, "    apiGroup: "+rbacGroup)
		}
	}
	return lines
}

// yamlText quotes as JSON does, in ASCII: a text can then end neither its quotes nor its line, nor steer a terminal.
func yamlText(text string) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string: it cannot fail
	return strings.TrimSuffix(string(formats.Escaped(b.Bytes())), "\n")
}

func yamlTexts(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = yamlText(text)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
