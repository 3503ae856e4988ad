package cli

import (
	"github.com/univ-lehavre/nestor/adapters/cli/formats"
	"github.com/univ-lehavre/nestor/app"
)

// format is one way to write what a preview found. Each function writes to the page, and is nil where there is no such view.
type format struct {
	name       string
	extensions []string // of the files that --report writes so
	preview    func(*page, app.Report) error
	changes    func(*page, app.Report, app.Changes) error // since another report
	all        func(*page, app.Previews) error            // of every stack
}

// outputs are the formats of a preview, the one without --output first: a new one has its line here.
var outputs = []format{
	{"text", []string{".txt"}, (*page).preview, (*page).changes, (*page).previews},
	{"json", []string{".json"}, jsonPreview, jsonChanges, jsonAll},
	{"yaml", []string{".yaml", ".yml"}, yamlPreview, yamlChanges, yamlAll},
	{"markdown", []string{".md"}, markdownPreview, markdownChanges, markdownAll},
	{"html", []string{".html"}, htmlPreview, nil, nil},
	{"junit", []string{".xml"}, junitPreview, nil, junitAll},
}

func jsonPreview(p *page, r app.Report) error                { return formats.JSON(p.out, r) }
func jsonChanges(p *page, _ app.Report, c app.Changes) error { return formats.JSON(p.out, c) }
func jsonAll(p *page, all app.Previews) error                { return formats.JSON(p.out, all) }
func yamlPreview(p *page, r app.Report) error                { return formats.YAML(p.out, r) }
func yamlChanges(p *page, _ app.Report, c app.Changes) error { return formats.YAML(p.out, c) }
func yamlAll(p *page, all app.Previews) error                { return formats.YAML(p.out, all) }
func markdownPreview(p *page, r app.Report) error {
	return formats.Markdown(p.out, p.voice(), p.view(r))
}
func htmlPreview(p *page, r app.Report) error  { return formats.HTML(p.out, p.voice(), p.view(r)) }
func junitAll(p *page, all app.Previews) error { return formats.JUnit(p.out, all) }

func markdownChanges(p *page, r app.Report, c app.Changes) error {
	return formats.MarkdownOverview(p.out, p.voice(), p.changesView(r, c))
}

func markdownAll(p *page, all app.Previews) error {
	return formats.MarkdownOverview(p.out, p.voice(), p.allView(all))
}

func junitPreview(p *page, r app.Report) error {
	return formats.JUnit(p.out, app.Previews{Stacks: []app.StackPreview{{Name: r.Stack.Name, Report: &r}}})
}

// OutputNames are the names that --output of a preview takes.
func OutputNames() []string {
	var names []string
	for _, f := range outputs {
		names = append(names, f.name)
	}
	return names
}
