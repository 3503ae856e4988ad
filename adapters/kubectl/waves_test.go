package kubectl

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
)

// gadget is of a kind whose definition may not be read.
var gadget = ports.ObjectRef{Group: "example.org", Version: "v1", Kind: "Gadget", Resource: "gadgets", Namespace: "default", Name: "x"}

// allWaves is a cluster, made up, that takes Objects through each of its four waves: an application is missing, a
// volume whose kind moved to another version is missing there too, and what defines gadgets may not be read.
func allWaves() (markers []ports.Marker, results map[string][]run.Result) {
	control, all := get(controlRead, "200 OK"), get("/api/v1/namespaces?limit=500", "200 OK")
	served := volume("x")
	served.Version = "v1beta2"
	service := `{"apiVersion":"apiregistration.k8s.io/v1","kind":"APIService","metadata":{"name":"v1beta2.longhorn.io"}}`
	return []ports.Marker{{Ref: application, Elsewhere: true}, {Ref: volume("x"), Elsewhere: true}, {Ref: gadget}}, map[string][]run.Result{
		byName: {printed(1, listOfItems(), control, get(objectPath(application), "404 Not Found"),
			`unable to recognize no matches for kind "Volume" in version "longhorn.io/v1"`,
			`unable to recognize no matches for kind "Gadget" in version "example.org/v1"`)},
		groups: {printed(0, `{"kind":"APIGroupList","groups":[{"name":"apps"},{"name":"longhorn.io","versions":[{"version":"v1beta2"}]}]}`, get("/apis", "200 OK"))},
		lists: {
			printed(0, listOfItems(), all, get(listPath(application)+"?limit=500", "200 OK")),
			printed(0, listOfItems(), all, get(listPath(served)+"?limit=500", "200 OK")),
		},
		again:     {printed(1, listOfItems(service), control, get(objectPath(served), "404 Not Found"), get(objectPath(definition(gadget)), "403 Forbidden"))},
		byVersion: {printed(1, "", get("/apis/example.org/v1", "404 Not Found"))},
	}
}

func TestNoWaveIsStartedAfterOneThatFailed(t *testing.T) {
	first, second, third, fourth := []string{byName}, []string{groups, lists}, []string{again}, []string{byVersion, lists}
	for name, c := range map[string]struct {
		kind  string // of the call that hangs
		turn  int    // among those of its kind
		waves [][]string
	}{
		"none hangs":                   {"", 0, [][]string{first, second, third, fourth}},
		"the markers":                  {byName, 0, [][]string{first}},
		"the API groups":               {groups, 0, [][]string{first, second}},
		"the other places":             {lists, 0, [][]string{first, second}},
		"the other versions":           {again, 0, [][]string{first, second, third}},
		"the other places of versions": {lists, 1, [][]string{first, second, third, fourth}},
		"a version":                    {byVersion, 0, [][]string{first, second, third, fourth}},
	} {
		markers, results := allWaves()
		if c.kind != "" {
			results[c.kind][c.turn] = run.Result{TimedOut: true, Exit: -1}
		}
		a, f := objects(storyServer, results, markers...)
		want := slices.Sorted(slices.Values(slices.Concat(c.waves...)))
		if got := f.asked(); !slices.Equal(got, want) {
			t.Errorf("%s: asked %v, want %v", name, got, want)
		}
		if (a.Failure != nil) != (c.kind == byName) || (a.Broken != nil) != (c.kind != "" && c.kind != byName) {
			t.Errorf("%s: failure %+v, broken %+v", name, a.Failure, a.Broken)
		}
		if a.Broken != nil && (a.Broken.Kind != ports.FailedTimeout || a.Answers[application].Outcome != ports.Missing) {
			t.Errorf("%s: the first wave stands, and the later one says why: %+v %+v", name, a.Broken, a.Answers[application])
		}
		for _, m := range markers {
			if answer := a.Answers[m.Ref]; !answer.Outcome.Known() && answer.Reason.IsZero() {
				t.Errorf("%s: %s is unread without a reason", name, m.Ref)
			}
		}
	}
}

func TestAnOverviewThatHangsIsAskedOnce(t *testing.T) {
	unknown := printed(1, "", get("/api?timeout=32s", "200 OK"), `error: the server doesn't have a resource type "cronjobs"`)
	for name, results := range map[string][]run.Result{
		"at once":              {{TimedOut: true, Exit: -1}},
		"after an unknown one": {unknown, {TimedOut: true, Exit: -1, Stderr: []byte(`error: the server doesn't have a resource type "deployments"`)}},
	} {
		f := &fake{results: map[string][]run.Result{overviews: slices.Clone(results)}}
		o := New(f, deadline).Overview(context.Background(), at(storyServer), builtInKinds)
		if o.Failure == nil || o.Failure.Kind != ports.FailedTimeout || len(f.calls) != len(results) {
			t.Errorf("%s: %+v after %d processes", name, o.Failure, len(f.calls))
		}
		for i, left := range f.deadlines {
			if left > f.deadlines[0] {
				t.Errorf("%s: process %d was given more time than the first", name, i)
			}
		}
	}
}

func TestALaterWaveSaysWhyItsQuestionsAreOpen(t *testing.T) {
	markers, results := allWaves()
	results[lists][0] = run.Result{TimedOut: true, Exit: -1}
	a, _ := objects(storyServer, results, markers...)
	got := a.Answers[volume("x")]
	if got.Outcome != ports.Unread || !strings.Contains(got.Reason.String(), "does not know kind Volume") || !strings.Contains(got.Reason.String(), "no answer from "+storyServer) {
		t.Errorf("%+v", got)
	}
	if elsewhere := a.Answers[application].Elsewhere; elsewhere.Outcome != ports.Unread || !elsewhere.Reason.Equal(a.Broken.Text()) {
		t.Errorf("%+v", elsewhere)
	}
}
