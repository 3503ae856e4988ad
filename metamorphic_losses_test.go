package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/run"
)

// loss is a recording of which one answer was lost in some way.
type loss struct {
	what string
	from run.RecordedCall // whose answer it was
	path string           // the one request that lost its answer; empty when the whole call did
	now  run.Recording
	gone bool // nothing is left that tells of the object on that path
}

const (
	page       = "<html><body>Please sign in</body></html>\n"
	emptyList  = `{"apiVersion":"v1","items":[],"kind":"List","metadata":{"resourceVersion":""}}` + "\n"
	otherThing = `{"apiVersion":"v1","kind":"Status","metadata":{},"status":"Success"}`

	// What kubectl ends with after an answer of 200 that is a page, one of 404, one of 502, and none.
	endOfPage = "error: serializer for text/html doesn't exist\n"
	endOf404  = "Error from server (NotFound): the server could not find the requested resource\n"
	endOf502  = `Error from server (InternalError): an error on the server ("<html><body>Bad Gateway</body></html>") has prevented the request from succeeding` + "\n"
	endOfNone = "Unable to connect to the server: net/http: TLS handshake timeout\n"
)

// losses gives every way of losing an answer of a scene.
func (s scene) losses(t testing.TB) []loss {
	t.Helper()
	var all []loss
	for i, c := range s.recording.Calls {
		lose := func(what, path string, edit func(*run.RecordedCall)) {
			gone := strings.HasSuffix(what, wordlessly)
			all = append(all, loss{shown(c, i) + ": " + what, c, path, s.with(i, edit), gone})
		}
		all = append(all, loss{shown(c, i) + ": never answered", c, "", s.without(i), false})
		loseCall(lose, c)
		loseTheRest(lose, c)
		if c.Program == "kubectl" {
			a := answersOf(t, c)
			loseAllRequests(lose, a)
			loseItems(lose, a, bytes.Contains(c.Stdin, []byte(`"items"`)))
			for n := range a.lines {
				loseRequest(lose, a, n)
			}
		}
	}
	return all
}

// without leaves the call out of the recording: whoever makes it gets an error.
func (s scene) without(call int) run.Recording {
	r := s.recording
	r.Calls = slices.Delete(slices.Clone(r.Calls), call, call+1)
	return r
}

// losing takes note of a loss.
type losing func(what, path string, edit func(*run.RecordedCall))

// loseCall loses all that one program said.
func loseCall(lose losing, c run.RecordedCall) {
	lose("not installed", "", func(c *run.RecordedCall) { c.Stdout, c.Stderr, c.Exit, c.Error = nil, nil, -1, run.NotInstalled })
	lose("cannot start", "", func(c *run.RecordedCall) { c.Stdout, c.Stderr, c.Exit, c.Error = nil, nil, -1, "exec format error" })
	lose("silent", "", func(c *run.RecordedCall) { c.Stdout, c.Stderr, c.Exit, c.TimedOut = nil, nil, -1, true })
	lose("killed at the deadline", "", func(c *run.RecordedCall) { c.Exit, c.TimedOut = -1, true })
	lose("killed by Ctrl-C", "", func(c *run.RecordedCall) { c.Exit, c.Interrupted = -1, true })
	lose("killed for its length", "", func(c *run.RecordedCall) { c.Exit, c.Truncated = -1, true })
	lose("failed without a word", "", func(c *run.RecordedCall) { c.Stdout, c.Stderr, c.Exit = nil, nil, 1 })
	lose("nothing printed, and failed", "", func(c *run.RecordedCall) { c.Stdout, c.Exit = nil, 1 })
	lose("a page printed, and failed", "", func(c *run.RecordedCall) { c.Stdout, c.Exit = []byte(page), 1 })
	lose("a page printed", "", func(c *run.RecordedCall) { c.Stdout = []byte(page) })
	if c.Program != "kubectl" {
		return // what ends well with no output lists no machine
	}
	lose("ended well without a word", "", func(c *run.RecordedCall) { c.Stdout, c.Stderr, c.Exit = nil, nil, 0 })
	lose("nothing printed", "", func(c *run.RecordedCall) { c.Stdout = nil })
	lose("nothing logged", "", func(c *run.RecordedCall) { c.Stderr = nil })
	lose("an empty list printed", "", func(c *run.RecordedCall) { c.Stdout = []byte(emptyList) })
	lose("an empty list printed, and failed", "", func(c *run.RecordedCall) { c.Stdout, c.Exit = []byte(emptyList), 1 })
	lose("something else printed", "", func(c *run.RecordedCall) { c.Stdout = []byte(otherThing) })
}

// loseTheRest cuts the outputs of one program at several places.
func loseTheRest(lose losing, c run.RecordedCall) {
	const places = 24
	for n := range places {
		at := len(c.Stdout) * n / places
		whole := at == 0 || c.Stdout[at-1] == '\n' || c.Stdout[at] == '\n'
		lose(fmt.Sprintf("stdout cut at %d, and failed", at), "", func(c *run.RecordedCall) { c.Stdout, c.Exit = c.Stdout[:at], 1 })
		if c.Program == "kubectl" || !whole { // a list of machines ends after any of its lines
			lose(fmt.Sprintf("stdout cut at %d", at), "", func(c *run.RecordedCall) { c.Stdout = c.Stdout[:at] })
		}
	}
	if c.Program != "kubectl" {
		return // nothing is read of the stderr of a limactl that succeeded
	}
	end := 0
	for line := range bytes.Lines(c.Stderr) {
		for _, at := range []int{end, end + len(line)/2, end + len(line) - 4} {
			lose(fmt.Sprintf("stderr cut at %d", at), "", func(c *run.RecordedCall) { c.Stderr = c.Stderr[:at] })
		}
		end += len(line)
	}
}

// loseAllRequests answers every request of a kubectl with a page.
func loseAllRequests(lose losing, a answers) {
	for _, end := range []struct{ status, said string }{{"200 OK", endOfPage}, {"502 Bad Gateway", endOf502}, {"", endOfNone}} {
		var lines []string
		for _, line := range a.lines {
			lines = append(lines, withStatus(line, end.status))
		}
		stderr := []byte(strings.Join(lines, ""))
		for _, stdout := range []string{page, emptyList, ""} {
			lose(fmt.Sprintf("all requests answered by a page with %q, %.9q printed", end.status, stdout), "",
				func(c *run.RecordedCall) { c.Stdout, c.Stderr, c.Exit = []byte(stdout), stderr, 0 })
			lose(fmt.Sprintf("all requests answered by a page with %q, %.9q printed, and failed", end.status, stdout), "",
				func(c *run.RecordedCall) {
					c.Stdout, c.Stderr, c.Exit = []byte(stdout), slices.Concat(stderr, []byte(end.said)), 1
				})
		}
	}
}

// loseRequest loses the answer to one request: its line in the log, or its items, or both. Where what is left contradicts
// itself, no other answer to that call has to be believed either.
func loseRequest(lose losing, a answers, n int) {
	line, asked := a.lines[n], path(a.lines[n])
	if asked == "" {
		return // a line for people
	}
	in, others := a.apart(asked)
	logged := func(instead string) []byte {
		return []byte(strings.Join(slices.Concat(a.lines[:n], []string{instead}, a.lines[n+1:]), ""))
	}
	unlogged := func(what, instead string, contradicts bool) {
		rests := asked
		if contradicts || a.field == "groups" {
			rests = ""
		}
		lose(asked+" "+what, rests, func(c *run.RecordedCall) { c.Stderr = logged(instead) })
	}
	missing := strings.Contains(line, " 404 Not Found in ") // its words stay
	refused := strings.Contains(line, " 403 Forbidden in ") || missing
	unlogged("not logged", "", len(in) > 0 || refused)
	unlogged("cut", line[:len(line)/2]+"\n", len(in) > 0 || refused)
	for _, status := range []string{"", "500 Internal Server Error", "502 Bad Gateway", "503 Service Unavailable", "429 Too Many Requests", "302 Found"} {
		unlogged("answered with "+status, withStatus(line, status), missing)
	}
	if a.document == nil || a.field == "groups" {
		return
	}
	switch {
	case !answered200(line):
		unlogged("answered with 200 and nothing printed", withStatus(line, "200 OK"), refused)
	case len(in) > 0:
		unlogged("answered with 404 and printed", withStatus(line, "404 Not Found"), false)
	}
	loseAnswer(lose, a, n, in, others, logged)
}

// loseAnswer loses the items of one request too, as kubectl does.
func loseAnswer(lose losing, a answers, n int, in, others []item, logged func(string) []byte) {
	line, asked := a.lines[n], path(a.lines[n])
	left := a.stdout(others)
	ended := func(what, status, said string) {
		lose(asked+" "+what, "", func(c *run.RecordedCall) {
			c.Stdout, c.Stderr, c.Exit = left, append(logged(withStatus(line, status)), said...), 1
		})
	}
	ended("answered by a page with 200", "200 OK", endOfPage)
	ended("answered by a page with 502", "502 Bad Gateway", endOf502)
	ended("not answered", "", endOfNone)
	if p := placeOf(asked); p.name != "" && (p.resource != "namespaces" || isControl(asked)) { // else it only follows from another request
		loseWords(lose, a, n, left)
	}
	if len(in) == 0 {
		return
	}
	lose(asked+" neither logged nor printed", asked, func(c *run.RecordedCall) { c.Stdout, c.Stderr = left, logged("") })
	stray := a.stdout(append(slices.Clone(others), item{raw: []byte(otherThing)}))
	lose(asked+" answered with 200 and something else", "", func(c *run.RecordedCall) { c.Stdout = stray })
}

const wordlessly = " with 404"

// loseWords answers the request for one object with a 404 that is not the API server's: a page, or nothing that is quoted.
func loseWords(lose losing, a answers, n int, left []byte) {
	line, asked := a.lines[n], path(a.lines[n])
	lines := a.withoutWords(asked)
	lines[n] = withStatus(line, "404 Not Found")
	for what, said := range map[string]string{"a page": endOf404, "nothing": ""} {
		lose(asked+" answered by "+what+wordlessly, asked, func(c *run.RecordedCall) {
			c.Stdout, c.Stderr, c.Exit = left, []byte(strings.Join(lines, "")+said), 1
		})
	}
}

// loseItems loses one object of an answer. What is asked for by name was printed if it was answered with 200; a list may
// be shorter, so there the object is only spoiled.
func loseItems(lose losing, a answers, byName bool) {
	for n, it := range a.items {
		others := slices.Concat(a.items[:n], a.items[n+1:])
		instead := func(what, raw string) {
			stdout := a.stdout(append(slices.Clone(others), item{raw: []byte(raw)}))
			lose(fmt.Sprintf("%s %s/%s %s", it.kind, it.namespace, it.itemName, what), "", func(c *run.RecordedCall) { c.Stdout = stdout })
		}
		if a.field == "items" {
			instead("replaced by a page", `"<html>"`)
			instead("replaced by nothing", `null`)
			instead("replaced by no object", `{}`)
		}
		if byName {
			instead("replaced by something else", otherThing)
			stdout := a.stdout(others)
			lose(fmt.Sprintf("%s %s/%s not printed", it.kind, it.namespace, it.itemName), "", func(c *run.RecordedCall) { c.Stdout = stdout })
		}
	}
}
