package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/run"
)

// answers is what one kubectl of a recording was answered: the items that it printed, and the requests that it logged.
type answers struct {
	document map[string]json.RawMessage // what it printed; nil when that is not JSON
	field    string                     // where its items are: "items", or "groups" of /apis
	items    []item
	lines    []string // of stderr, with their ends
}

type item struct {
	raw                       json.RawMessage
	kind, namespace, itemName string
}

func answersOf(t testing.TB, c run.RecordedCall) answers {
	t.Helper()
	a := answers{lines: slices.Collect(strings.Lines(string(c.Stderr)))}
	if json.Unmarshal(c.Stdout, &a.document) != nil {
		return a
	}
	a.field = "items"
	if a.document["groups"] != nil {
		a.field = "groups"
	}
	var all []json.RawMessage
	if err := json.Unmarshal(a.document[a.field], &all); err != nil {
		t.Fatal(err)
	}
	for _, raw := range all {
		var named struct {
			Kind     string
			Metadata struct{ Name, Namespace string }
		}
		if err := json.Unmarshal(raw, &named); err != nil {
			t.Fatal(err)
		}
		a.items = append(a.items, item{raw, named.Kind, named.Metadata.Namespace, named.Metadata.Name})
	}
	return a
}

// stdout prints the same document with other items.
func (a answers) stdout(items []item) []byte {
	raws := make([]json.RawMessage, len(items))
	for i, it := range items {
		raws[i] = it.raw
	}
	document := map[string]json.RawMessage{}
	for name, value := range a.document {
		document[name] = value
	}
	document[a.field], _ = json.Marshal(raws)
	text, _ := json.Marshal(document)
	return text
}

// requestLine is a logged request: its start, its path, its query, its status and its end.
var requestLine = regexp.MustCompile(`^(I\S+ \S+ +\d+ round_trippers\.go:\d+\] GET https?://[^/]+)(/[^ ?]*)(\?\S*)? (\d.*)?( ?in \d+ milliseconds\n)$`)

// path is that of a logged request, or empty.
func path(line string) string {
	m := requestLine.FindStringSubmatch(line)
	if m == nil {
		return ""
	}
	return m[2]
}

// withStatus is a logged request that was answered otherwise; an empty status is no answer.
func withStatus(line, status string) string {
	return requestLine.ReplaceAllString(line, "${1}${2}${3} "+status+"${5}")
}

func answered200(line string) bool { return strings.Contains(line, " 200 OK in ") }

// place is what a path asks for: one object, or the list of a resource.
type place struct{ resource, namespace, name string }

func placeOf(path string) place {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	switch {
	case parts[0] == "api" && len(parts) > 2:
		parts = parts[2:]
	case parts[0] == "apis" && len(parts) > 3:
		parts = parts[3:]
	default: // discovery
		return place{}
	}
	p := place{}
	if parts[0] == "namespaces" && len(parts) > 2 {
		p.namespace, parts = parts[1], parts[2:]
	}
	p.resource = parts[0]
	if len(parts) > 1 {
		p.name = parts[1]
	}
	return p
}

// holds reports whether an object is in the answer to what was asked.
func (p place) holds(kind, namespace, name string) bool {
	return plural(kind) == p.resource && (p.name == "" || p.name == name && p.namespace == namespace)
}

func plural(kind string) string {
	kind = strings.ToLower(kind)
	if strings.HasSuffix(kind, "s") {
		return kind + "es"
	}
	return kind + "s"
}

// apart gives the items that are in the answer to a path, and the others.
func (a answers) apart(path string) (in, others []item) {
	p := placeOf(path)
	for _, it := range a.items {
		if p.holds(it.kind, it.namespace, it.itemName) {
			in = append(in, it)
		} else {
			others = append(others, it)
		}
	}
	return in, others
}

// withoutWords gives the lines without the one that tells of the 404 on a path: its namespace's, if that is missing too.
func (a answers) withoutWords(path string) []string {
	p := placeOf(path)
	lines := slices.Clone(a.lines)
	for n, line := range lines {
		words, is := strings.CutPrefix(line, "Error from server (NotFound): ")
		resource, name, _ := strings.Cut(words, " ")
		resource, _, _ = strings.Cut(resource, ".")
		its := resource == p.resource && name == `"`+p.name+"\" not found\n"
		if is && (its || resource == "namespaces" && p.namespace != "" && name == `"`+p.namespace+"\" not found\n") {
			lines[n] = ""
			break
		}
	}
	return lines
}

// isControl is true for the request whose answer holds namespace kube-system: all of a call rests on it.
func isControl(path string) bool {
	return path == "/api/v1/namespaces" || path == "/api/v1/namespaces/kube-system"
}

func shown(c run.RecordedCall, number int) string {
	words := append([]string{c.Program}, c.Args...)
	return fmt.Sprintf("call %d (%s)", number, strings.Join(words[:min(3, len(words))], " "))
}
