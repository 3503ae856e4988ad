package kubectl

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
)

// crdOf is the definition of gadgets with these versions.
func crdOf(established, versions string) string {
	return `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"gadgets.example.org"},"spec":{"versions":[` +
		versions + `]},"status":{"conditions":[{"type":"Established","status":"` + established + `"}]}}`
}

// serviceOf is who serves gadgets.
func serviceOf(labels, service string) string {
	return `{"apiVersion":"apiregistration.k8s.io/v1","kind":"APIService","metadata":{"name":"v1.example.org","labels":{` + labels + `}},"spec":{` + service + `}}`
}

const (
	unknownGadget = `unable to recognize no matches for kind "Gadget" in version "example.org/v1"`
	noCRDRight    = `Error from server (Forbidden): x is forbidden: User "u" cannot get resource "customresourcedefinitions" in API group "apiextensions.k8s.io" at the cluster scope`
	noServerRight = `Error from server (Forbidden): x is forbidden: User "u" cannot get resource "apiservices" in API group "apiregistration.k8s.io" at the cluster scope`
)

// gadgets gives the answers of a cluster whose kubectl does not know gadgets.
func gadgets(listed bool, crd, crdStatus, service, serviceStatus, version string) map[string][]run.Result {
	control, apis := get(controlRead, "200 OK"), `{"kind":"APIGroupList","groups":[{"name":"apps"}`
	if listed {
		apis += `,{"name":"example.org","versions":[{"version":"v1"}]}`
	}
	var items []string
	for _, text := range []string{crd, service} {
		if text != "" {
			items = append(items, text)
		}
	}
	server := apiService(apiGroup{Name: "example.org"}, apiVersion{"v1"})
	lines := []string{control, get(objectPath(definition(gadget)), crdStatus), get(objectPath(server), serviceStatus), unknownGadget}
	if crdStatus == forbidden {
		lines = append(lines, noCRDRight)
	}
	if serviceStatus == forbidden {
		lines = append(lines, noServerRight)
	}
	return map[string][]run.Result{
		byName:    {printed(1, listOfItems(), control, unknownGadget)},
		groups:    {printed(0, apis+`]}`, get("/apis", "200 OK"))},
		again:     {printed(1, listOfItems(items...), lines...)},
		byVersion: {printed(1, "", get("/apis/example.org/v1", version), ownPage)},
	}
}

// ownPage is how kubectl logs what an API server answers for a version that it does not have, and how it then ends. Another
// server's 404 ends it alike.
const (
	ownPage  = logsBody + `        "message": "404 page not found"` + endsBody
	logsBody = `I1130 03:02:12.519512   12283 helpers.go:246] server response object: %s[{` + "\n"
	endsBody = "\n}]\nError from server (NotFound): the server could not find the requested resource"
)

const (
	ok, missing, forbidden, broken = "200 OK", "404 Not Found", "403 Forbidden", "503 Service Unavailable"

	custom    = `"kube-aggregator.kubernetes.io/automanaged":"true"`
	builtInto = `"kube-aggregator.kubernetes.io/automanaged":"onstart"`
	another   = `"service":{"name":"s","namespace":"n"}`
)

// While an API server starts, /apis lacks groups and kubectl does not know their kinds: only what is stored tells.
func TestAKindIsNotServedOnlyIfNothingStoredSaysOtherwise(t *testing.T) {
	served, old := `{"name":"v1","served":true}`, `{"name":"v1alpha1","served":false},{"name":"v1","served":false}`
	for name, c := range map[string]struct {
		results map[string][]run.Result
		want    ports.Outcome
		says    string // in the reason, or the version
	}{
		"nothing stored":                       {gadgets(false, "", missing, "", missing, ok), ports.NotServed, ""},
		"defined, group not listed":            {gadgets(false, crdOf("True", served), ok, "", missing, ok), ports.Unread, "the API server is starting"},
		"defined, group listed":                {gadgets(true, crdOf("True", served), ok, serviceOf(custom, ""), ok, ok), ports.Unread, "discovery is incomplete"},
		"one of its versions is served":        {gadgets(false, crdOf("True", old+`,`+served), ok, "", missing, ok), ports.Unread, "try again"},
		"no version is served":                 {gadgets(false, crdOf("True", old), ok, "", missing, ok), ports.NotServed, "v1alpha1, v1 (defined, not served)"},
		"no version is served, group listed":   {gadgets(true, crdOf("True", old), ok, serviceOf(custom, ""), ok, ok), ports.NotServed, "(defined, not served)"},
		"not accepted":                         {gadgets(false, crdOf("False", old), ok, "", missing, ok), ports.Unread, "try again"},
		"defined without versions":             {gadgets(false, crdOf("True", ""), ok, "", missing, ok), ports.Unread, "try again"},
		"the definition is not read":           {gadgets(false, "", broken, "", missing, missing), ports.Unread, "gadgets.example.org: the API server answered 503"},
		"the definition is not printed":        {gadgets(false, "", ok, "", missing, missing), ports.Unread, "did not print"},
		"another server has it":                {gadgets(false, "", missing, serviceOf("", another), ok, missing), ports.Unread, "APIService v1.example.org serves it"},
		"its server is not read":               {gadgets(false, "", missing, "", broken, missing), ports.Unread, "503"},
		"a group of definitions without it":    {gadgets(true, "", missing, serviceOf(custom, ""), ok, ok), ports.NotServed, ""},
		"a group of another server, listed":    {gadgets(true, "", missing, serviceOf("", another), ok, missing), ports.Unread, "n/s"},
		"a group that is built in":             {gadgets(true, "", missing, serviceOf(builtInto, ""), ok, missing), ports.Unread, "try again"},
		"a listed group, no right to know who": {gadgets(true, "", missing, "", forbidden, missing), ports.Unread, `"apiservices"`},
	} {
		a, f := objects(storyServer, c.results, ports.Marker{Ref: gadget})
		got := a.Answers[gadget]
		if a.Failure != nil || got.Outcome != c.want || !strings.Contains(fmt.Sprintf("%s%s", got.Reason, got.Version), c.says) || got.Outcome == ports.NotServed && got.Version != "" != (c.says != "") {
			t.Errorf("%s: %+v %+v", name, got, a.Failure)
		}
		if asked := f.asked(); !slices.Equal(asked, []string{groups, byName, again}) {
			t.Errorf("%s: %v", name, asked)
		}
	}
}

// Anyone may ask for the version itself, and an API server that is not done starting does not answer 404 there.
func TestWithoutARightTheVersionItselfIsAskedFor(t *testing.T) {
	rights := map[string]func(listed bool, version string) map[string][]run.Result{
		`"customresourcedefinitions"`: func(listed bool, version string) map[string][]run.Result {
			return gadgets(listed, "", forbidden, "", missing, version)
		},
		`"apiservices"`: func(listed bool, version string) map[string][]run.Result {
			return gadgets(listed, "", missing, "", forbidden, version)
		},
	}
	for right, results := range rights {
		for version, want := range map[string]ports.Outcome{missing: ports.NotServed, ok: ports.Unread, broken: ports.Unread, forbidden: ports.Unread, "": ports.Unread} {
			a, f := objects(storyServer, results(false, version), ports.Marker{Ref: gadget})
			got := a.Answers[gadget]
			if a.Failure != nil || got.Outcome != want || got.Version != "" {
				t.Errorf("%s, %q: %+v %+v", right, version, got, a.Failure)
			}
			if want == ports.Unread && (!strings.Contains(got.Reason.String(), right) || !strings.Contains(got.Reason.String(), "GET /apis/example.org/v1: ")) {
				t.Errorf("%s, %q: the right or the answer is not named: %s", right, version, got.Reason)
			}
			if asked := f.asked(); !slices.Equal(asked, []string{groups, byVersion, byName, again}) {
				t.Errorf("%s: %v", right, asked)
			}
		}
		// In a group that is listed, a 404 on the marker's version says nothing of the others.
		a, f := objects(storyServer, results(true, missing), ports.Marker{Ref: gadget})
		if got := a.Answers[gadget]; got.Outcome != ports.Unread || !strings.Contains(got.Reason.String(), right) || slices.Contains(f.asked(), byVersion) {
			t.Errorf("%s, listed: %+v %v", right, got, f.asked())
		}
	}
}

func TestAVersionIsAskedForOnceAndNeverOfABuiltInGroup(t *testing.T) {
	for group, want := range map[string]int{"example.org": 1, "batch": 0, "a..b": 0} {
		one, two := gadget, gadget
		one.Group, two.Group, two.Name = group, group, "y"
		unknown := strings.ReplaceAll(unknownGadget, "example.org", group)
		a, f := objects(storyServer, map[string][]run.Result{
			byName:    {printed(1, listOfItems(), get(controlRead, ok), unknown)},
			groups:    {printed(0, `{"kind":"APIGroupList","groups":[{"name":"apps"}]}`, get("/apis", ok))},
			again:     {printed(1, listOfItems(), get(controlRead, ok), get(objectPath(definition(one)), forbidden), noCRDRight)},
			byVersion: {printed(1, "", get("/apis/"+group+"/v1", missing), ownPage)},
		}, ports.Marker{Ref: one}, ports.Marker{Ref: two})
		asked := 0
		for _, call := range f.calls {
			if kindOf(call) == byVersion {
				asked++
			}
		}
		for _, ref := range []ports.ObjectRef{one, two} {
			if got := a.Answers[ref]; asked != want || a.Broken != nil || got.Outcome == ports.NotServed != (want > 0) {
				t.Errorf("%s: %d, %+v %+v", group, asked, got, a.Broken)
			}
		}
	}
}
