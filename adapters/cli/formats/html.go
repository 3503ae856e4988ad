package formats

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"strings"

	"github.com/univ-lehavre/nestor/ports/say"
)

//go:embed page.html.tmpl
var pageSource string

//go:embed page.css
var pageStyle string

// HTML writes a preview as one page that needs nothing else: no script, no picture, no font, no server.
func HTML(w io.Writer, v Voice, p Preview) error {
	// Parsed here, where a page is wanted: every other command would wait for it.
	page := template.Must(template.New("page").Parse(pageSource))
	return page.Execute(w, pageOf(v, p))
}

// policy forbids all but the page's own style, whatever a cluster's words may hold.
func policy() string {
	sum := sha256.Sum256([]byte(pageStyle))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'"
}

// htmlPage is what the template shows: texts in the operator's language, and no method.
type htmlPage struct {
	Lang, Policy                string
	Style                       template.CSS
	Words                       htmlWords
	Mark                        Mark
	Stack, Verdict, Source      string
	Overview, Target            []htmlFact
	Graphs                      []graph
	Layers                      []htmlLayer
	Extra                       string
	Machines                    []htmlRow
	Nodes                       []htmlNode
	Notes, Reasons              []string
	RequestCount, Taken, Digest string
	Requests                    []string
}

type htmlFact struct{ Name, Text string }

type htmlRow struct {
	Mark       Mark
	Name, Text string
}

type htmlNode struct {
	htmlRow
	Roles, Version string
}

type htmlLayer struct {
	Mark                                         Mark
	Name, Label, Verdict, Action, Found, Summary string
	Remarks                                      []string
	Evidence                                     []htmlEvidence
}

type htmlEvidence struct {
	Object, Detail, Expected, Command string
	Decides                           bool
}

// htmlWords are the page's own: headings and the names of columns.
type htmlWords struct {
	Overview, Plan, Legend, Layers, Layer, VerdictColumn, Action, Found, Mark, Machines, Nodes, Name, Roles, Version, Notes, Target, Requests string
}

func wordsIn(v Voice) htmlWords {
	return htmlWords{
		Overview: v.in(say.Textf("Overview")), Plan: v.in(say.Textf("PLAN")), Layers: v.in(say.Textf("Layers")), Layer: v.in(say.Textf("Layer")),
		Legend:        v.in(say.Textf("Each layer stands below what it needs. ✓ nothing to do, + to install, ~ to finish or under way, ! to repair, ? not known, · blocked or not to be seen.")),
		VerdictColumn: v.in(say.Textf("Verdict")), Action: v.in(say.Textf("Action")), Found: v.in(say.Textf("What was found")), Mark: v.in(say.Textf("Mark")),
		Machines: v.in(say.Textf("VMs")), Nodes: v.in(say.Textf("Nodes")), Name: v.in(say.Textf("Name")), Roles: v.in(say.Textf("Roles")), Version: v.in(say.Textf("Version")),
		Notes: v.in(say.Textf("Notes")), Target: v.in(say.Textf("Target")), Requests: v.in(say.Textf("Requests")),
	}
}

func pageOf(v Voice, p Preview) htmlPage {
	r := p.Report
	page := htmlPage{
		Lang: v.tag(), Policy: policy(), Style: template.CSS(pageStyle), Words: wordsIn(v),
		Mark: p.Mark, Stack: Clean(r.Stack.Name), Verdict: v.in(p.Sentence), Source: v.in(p.Source), Extra: v.in(p.Extra),
		Overview: v.facts(fact{say.Textf("Cluster"), say.Join(" · ", p.Reached...)}, fact{say.Textf("Declared"), say.Join(" · ", p.Files...)},
			fact{say.Textf("WANTED"), p.Wanted}, fact{say.Textf("REAL"), p.Real}),
		Target: v.facts(fact{say.Textf("Judgement"), p.Judgement}, fact{say.Textf("Address"), say.Verbatim(r.Target.Server)},
			fact{say.Verbatim("UID"), say.Verbatim(r.Target.ClusterUID)}, fact{say.Verbatim("CA"), say.Verbatim(r.Target.CASHA256)}),
		Graphs:       []graph{graphOf(v, p.Layers, "wide", wide), graphOf(v, p.Layers, "slim", slim)},
		RequestCount: v.in(p.Requests),
		Taken:        v.in(say.Textf("nestor preview · asked on %s", r.Taken.UTC().Format("2006-01-02 15:04 UTC"))),
	}
	if r.Digest != "" {
		page.Digest = v.in(say.Textf("Digest of the plan: %s", r.Digest))
	}
	page.lists(v, p)
	return page
}

func (page *htmlPage) lists(v Voice, p Preview) {
	for _, l := range p.Layers {
		page.Layers = append(page.Layers, v.layer(l))
	}
	for _, m := range p.Machines {
		page.Machines = append(page.Machines, v.row(m))
	}
	for _, n := range p.Nodes {
		page.Nodes = append(page.Nodes, htmlNode{v.row(n.Row), Clean(strings.Join(n.Roles, ", ")), Clean(n.Version)})
	}
	for _, n := range p.Notes {
		page.Notes = append(page.Notes, v.in(n))
	}
	for _, reason := range p.Reasons {
		page.Reasons = append(page.Reasons, v.in(reason))
	}
	for _, q := range p.Report.Cluster.Requests.List {
		page.Requests = append(page.Requests, Clean(q.String()))
	}
}

func (v Voice) facts(facts ...fact) []htmlFact {
	var all []htmlFact
	for _, f := range facts {
		if !f.text.IsZero() {
			all = append(all, htmlFact{v.in(f.name), v.in(f.text)})
		}
	}
	return all
}

func (v Voice) row(r Row) htmlRow { return htmlRow{r.Mark, Clean(r.Name), v.in(r.Text)} }

func (v Voice) layer(l Layer) htmlLayer {
	h := htmlLayer{Mark: l.Mark, Name: Clean(l.Name), Label: Clean(l.Label), Verdict: v.in(l.Verdict), Action: v.in(l.Action), Found: v.in(l.Found),
		Summary: v.in(say.Plural(len(l.Evidence), "%d piece of evidence", "%d pieces of evidence"))}
	for _, r := range l.Remarks {
		h.Remarks = append(h.Remarks, v.in(r))
	}
	for _, e := range l.Evidence {
		each := htmlEvidence{Object: Clean(e.Object), Detail: v.in(e.Detail), Command: Clean(e.Command), Decides: e.Decides}
		if !e.Expected.IsZero() {
			each.Expected = v.in(say.Textf("expected: %s", e.Expected))
		}
		h.Evidence = append(h.Evidence, each)
	}
	return h
}
