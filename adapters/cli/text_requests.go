package cli

import (
	"regexp"
	"strings"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/ports/say"
)

// requests says in one line what was asked of the API, and by which digest the plan is known again; explained, each
// request with its answer.
func (p *page) requests(q app.RequestReport, digest string) {
	t := faint
	if q.Other > 0 {
		t = red
	}
	short := shortDigest(digest)
	if line := dotted(requestCount(q), ifAny(short, say.Textf("plan %s", short))); !line.IsZero() {
		p.hang("", 0, t, line)
	}
	if p.why {
		p.requestList(q.List)
	}
}

func requestCount(q app.RequestReport) say.Text {
	if q.Total == 0 {
		return say.Text{}
	}
	return say.Plural(q.Total, "%d requests, %d GET, %d other", "%d requests, %d GET, %d other", q.Get, q.Other)
}

// requestList writes requests that are alike once. The list has its order already.
func (p *page) requestList(list []app.RequestMade) {
	for i := 0; i < len(list); {
		times := 1
		for i+times < len(list) && list[i+times] == list[i] {
			times++
		}
		text := requestText(list[i])
		if times > 1 {
			text = say.Textf("%s ×%d", text, times)
		}
		p.hang("  ", 2, plain, text)
		i += times
	}
}

func requestText(q app.RequestMade) say.Text {
	what := q.Method + " " + shortQuery.ReplaceAllString(q.Path, "$1…")
	if q.Status == 0 {
		return say.Textf("%s no answer", what)
	}
	return say.Textf("%s %d", what, q.Status)
}

// shortQuery finds what a server told kubectl to go on with: it says nothing to people, at length.
var shortQuery = regexp.MustCompile(`(continue=)[^& ]+`)

// shortDigest is as much of a digest as tells two plans apart by eye.
func shortDigest(digest string) string {
	_, hex, _ := strings.Cut(digest, ":")
	return hex[:min(len(hex), 12)]
}
