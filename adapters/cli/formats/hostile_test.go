package formats

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	page "golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/ports/say"
)

// hostile is what somebody may put into a cluster's object, or a file, to speak in nestor's name.
var hostile = rapid.OneOf(rapid.SampledFrom([]string{
	"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "![a](https://evil/x.png)", "[a](https://evil)", "[a]: https://evil", "<https://evil>", "https://evil.example/x",
	"www.evil.example", "me@evil.example", "@admin", "@admin,", "(@admin)", "#123", "owner/repo#1", "!42", "GH-12", "~label", "%milestone", "&epic", "$1", ":smile:", "/close", "| a | b |", "a|b", `a\|b`,
	`\`, "`", "``` ", "`a` | `b`", "a\nb", "\n\n# title", "- item", "1. item", "* * *", "---", "> quote", "**bold**", "~~gone~~", "</td></tr></table>", "&lt;b&gt;", "&#124;", "<br>", "<!--", "-->",
	"\" onload=\"x", "' style='x", "]]>", "{{.}}", "\u202e", "\x1b[2J", "deadbeef1234567890", "$(rm -rf /)", "javascript:alert(1)", "a`|`b", "``|", "|`", "\u00a0|", "[x] ![", "http://a@b", "ftp://x.y", "_a_",
}), rapid.StringMatching("[-`|\\\\<>\\[\\]()!@#&;:/*_~a-c0-9\"' \n.{}$%^+=?,]{0,14}"), rapid.String())

// words is a text of several parts.
var words3 = rapid.Custom(func(t *rapid.T) string {
	text := strings.Join(rapid.SliceOfN(hostile, 1, 3).Draw(t, "words"), rapid.SampledFrom([]string{" ", "", " not found, "}).Draw(t, "between"))
	if strings.TrimSpace(text) == "" {
		return "<b>"
	}
	return text
})

var previews = rapid.Custom(func(t *rapid.T) Preview {
	text := func() string { return words3.Draw(t, "text") }
	said := func() say.Text { return say.Verbatim(text()) }
	note := app.NoteReport{Code: "NST-1", Text: said()}
	l := app.LayerReport{Name: text(), Needs: []string{text()}, Verdict: rapid.SampledFrom([]string{"present", "absent", "unknown", "unobservable"}).Draw(t, "verdict"), Action: rapid.SampledFrom([]string{"none", "install", text()}).Draw(t, "action"),
		Detail: said(), BlockedBy: []string{text()}, Notes: []app.NoteReport{note}, Evidence: []app.EvidenceReport{{Object: text(), Detail: said(), Expected: said(), Command: text(), Decides: true}}}
	r := app.Report{Taken: time.Unix(0, 0), Layers: []app.LayerReport{l}, Digest: text(), Stack: app.StackReport{Name: text(), Shown: text()}, Source: app.Source{Kind: text(), File: text()},
		Target: app.TargetReport{Server: text(), Context: text(), ClusterUID: text(), CASHA256: text(), Reasons: []app.NoteReport{note}},
		Nodes:  []app.NodeReport{{Name: text(), Declared: true, Status: text(), Reason: said()}}, Machines: []app.MachineReport{{Name: text(), Declared: true, State: text(), Errors: []string{text()}}},
		Cluster: app.ClusterReport{Read: true, NodesRead: true, Requests: app.RequestReport{Total: 1, List: []app.RequestMade{{Method: text(), Path: text(), Status: 200}}}}}
	r.Summary.Sentence = said()
	row := Row{Mark{"✓", Good}, text(), said()}
	return Preview{Report: r, Mark: Mark{"✓", Good}, Sentence: said(), Source: said(), Reached: []say.Text{said()}, Files: []say.Text{said()}, Confirmed: said(), Judgement: said(), Reasons: []say.Text{said()}, Wanted: said(), Real: said(),
		Machines: []Row{row}, Nodes: []Node{{row, []string{text()}, text(), true}}, Extra: said(), Notes: []say.Text{said()}, Requests: said(),
		Layers: []Layer{{l, Mark{"+", New}, text(), said(), said(), said(), []say.Text{said()}}}}
})

// github reads Markdown as GitHub does, and lets HTML pass as it stands.
var github = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))

func TestMarkdownFollowsNothingThatAClusterSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkMarkdown(t, previews.Draw(t, "preview")) })
}

// checkMarkdown renders a preview and checks that no element but the writer's own is there.
func checkMarkdown(t *rapid.T, p Preview) {
	t.Helper()
	var source, rendered bytes.Buffer
	if err := Markdown(&source, Voice{}, p); err != nil {
		t.Fatalf("%v", err)
	}
	if err := github.Convert(source.Bytes(), &rendered); err != nil {
		t.Fatalf("%v", err)
	}
	shape := elements(t, rendered.String(), true)
	for tag := range shape {
		if !strings.Contains(" h2 h3 p ul li strong blockquote table thead tbody tr th td br code html head body ", " "+tag+" ") {
			t.Fatalf("<%s> is in\n%s\nfrom\n%s", tag, rendered.String(), source.String())
		}
	}
	for tag, want := range map[string]int{"h2": 1, "table": 3, "td": 5 + 3 + 3, "blockquote": 1, "br": 2} {
		if shape[tag] != want {
			t.Fatalf("%d <%s> instead of %d:\n%s\nfrom\n%s", shape[tag], tag, want, rendered.String(), source.String())
		}
	}
}

// elements counts the elements of a page, and with links checks that no text outside code could be made one.
func elements(t *rapid.T, text string, links bool) map[string]int {
	t.Helper()
	count := map[string]int{}
	code := 0
	z := page.NewTokenizer(strings.NewReader(text))
	for {
		switch z.Next() {
		case page.ErrorToken:
			if z.Err() != io.EOF {
				t.Fatalf("%v", z.Err())
			}
			return count
		case page.StartTagToken, page.SelfClosingTagToken:
			name, _ := z.TagName()
			count[string(name)]++
			if string(name) == "code" {
				code++
			}
		case page.EndTagToken:
			if name, _ := z.TagName(); string(name) == "code" {
				code--
			}
		case page.TextToken:
			if said := string(page.UnescapeString(string(z.Text()))); links && code == 0 && strings.ContainsAny(said, "@#$%^&<>[]{}_*~\\") {
				t.Fatalf("outside code: %q", said)
			}
		case page.CommentToken:
			count["comment"]++
		}
	}
}

func TestThePageFollowsNothingThatAClusterSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b bytes.Buffer
		p := previews.Draw(t, "preview")
		if err := HTML(&b, Voice{}, p); err != nil {
			t.Fatalf("%v", err)
		}
		shape := elements(t, b.String(), false)
		for tag, want := range map[string]int{"script": 0, "img": 0, "a": 0, "iframe": 0, "comment": 0, "style": 1, "svg": 2, "table": 3, "section": 8, "details": 2, "pre": shape["code"] - 1, "meta": 5} {
			if shape[tag] != want {
				t.Fatalf("%d <%s> instead of %d:\n%s", shape[tag], tag, want, b.String())
			}
		}
		for _, r := range b.String() {
			if r != '\n' && Steers(r) {
				t.Fatalf("%q steers", r)
			}
		}
	})
}

func TestTestResultsAreXMLWhateverAClusterSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := previews.Draw(t, "preview").Report
		var b bytes.Buffer
		if err := JUnit(&b, app.Previews{Stacks: []app.StackPreview{{Name: r.Stack.Name, Report: &r}, {Name: r.Stack.Name, Error: r.Summary.Sentence}}}); err != nil {
			t.Fatalf("%v", err)
		}
		var back suites
		if err := xml.Unmarshal(b.Bytes(), &back); err != nil {
			t.Fatalf("%v:\n%s", err, b.String())
		}
		first := back.Suites[0]
		if len(back.Suites) != 2 || len(first.Cases) != 4 || first.Tests != 4 || back.Tests != 5 || back.Errors != first.Errors+1 {
			t.Fatalf("%+v", back)
		}
		c := first.Cases[3]
		if got, want := c.Name, plainText(r.Layers[0].Name); got != want {
			t.Fatalf("%q instead of %q", got, want)
		}
		if !strings.Contains(b.String(), "kubectl") && c.Output == nil && c.Failure == nil && c.Error == nil && c.Skipped == nil {
			t.Fatalf("nothing is said of %+v", c)
		}
	})
}
