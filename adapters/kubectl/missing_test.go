package kubectl

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
)

// What kubectl was seen to say of a 404 that is a page, and of one that is a Status with other words.
const (
	ofAPage   = `Error from server (NotFound): the server could not find the requested resource (get deployments.apps marquez)`
	ofAStatus = `Error from server (NotFound): the server could not find the requested resource`
)

func TestA404IsBelievedInTheWordsOfTheAPIServerOnly(t *testing.T) {
	is404 := func(refs ...ports.ObjectRef) []string {
		log := []string{get(controlRead, ok)}
		for _, ref := range refs {
			log = append(log, get(objectPath(ref), missing))
		}
		return log
	}
	named := func(namespace string) string { return notFound("namespaces", namespace) }
	space := func(name string) string { return get("/api/v1/namespaces/"+name, missing) }
	ofMarquez, ofLoki, ofPool := notFound("deployments.apps", "marquez"), notFound("statefulsets.apps", "loki"), notFound("storageclasses.storage.k8s.io", blockPool.Name)
	here, there, inMarquez := deployment("a", "web"), deployment("b", "web"), deployment("marquez", "web")
	web := notFound("deployments.apps", "web")
	for name, c := range map[string]struct {
		asked []ports.ObjectRef
		log   []string
		said  []string
		want  []ports.Outcome // of what was asked for, in order
	}{
		"its words": {[]ports.ObjectRef{marquez}, is404(marquez), []string{ofMarquez}, []ports.Outcome{ports.Missing}},
		"silence":   {[]ports.ObjectRef{marquez}, is404(marquez), nil, []ports.Outcome{ports.Unread}},
		"a page among true ones": {
			[]ports.ObjectRef{loki, marquez, blockPool}, is404(loki, marquez, blockPool), []string{ofLoki, ofAPage, ofPool},
			[]ports.Outcome{ports.Missing, ports.Unread, ports.Missing},
		},
		"a Status with other words": {[]ports.ObjectRef{marquez}, is404(marquez), []string{ofAStatus}, []ports.Outcome{ports.Unread}},
		"the words of another object": {
			[]ports.ObjectRef{marquez, loki}, is404(marquez), []string{ofLoki}, []ports.Outcome{ports.Unread, ports.Unread},
		},
		"the name in another group": {[]ports.ObjectRef{marquez}, is404(marquez), []string{notFound("deployments.example.org", "marquez")}, []ports.Outcome{ports.Unread}},
		"the start of its name":     {[]ports.ObjectRef{marquez}, is404(marquez), []string{notFound("deployments.apps", "marq")}, []ports.Outcome{ports.Unread}},
		"its words, and more":       {[]ports.ObjectRef{marquez}, is404(marquez), []string{ofMarquez + " here"}, []ports.Outcome{ports.Unread}},
		"one name in two namespaces": {
			[]ports.ObjectRef{here, there}, is404(here, there), []string{web, web}, []ports.Outcome{ports.Missing, ports.Missing},
		},
		"one name in two namespaces, and one line": {
			[]ports.ObjectRef{here, there, loki}, is404(here, there, loki), []string{web, ofAPage, ofLoki},
			[]ports.Outcome{ports.Unread, ports.Unread, ports.Missing},
		},
		"one name in two namespaces, one found": {
			[]ports.ObjectRef{here, metricsServer}, append(is404(here), get(objectPath(metricsServer), ok)), []string{web}, []ports.Outcome{ports.Missing, ports.Found},
		},
		"its namespace is missing": {[]ports.ObjectRef{marquez}, append(is404(marquez), space("marquez")), []string{named("marquez")}, []ports.Outcome{ports.Missing}},
		"its namespace's 404 is a page": {
			[]ports.ObjectRef{marquez}, append(is404(marquez), space("marquez")), []string{ofAStatus}, []ports.Outcome{ports.Unread},
		},
		"another namespace is missing": {
			[]ports.ObjectRef{marquez, here}, append(is404(marquez, here), space("marquez")), []string{ofAPage, named("a")}, []ports.Outcome{ports.Unread, ports.Unread},
		},
		"two of a missing namespace": {
			[]ports.ObjectRef{marquez, inMarquez}, append(is404(marquez, inMarquez), space("marquez"), space("marquez")), []string{named("marquez"), named("marquez")},
			[]ports.Outcome{ports.Missing, ports.Missing},
		},
		"two of a missing namespace, and one line": {
			[]ports.ObjectRef{marquez, inMarquez}, append(is404(marquez, inMarquez), space("marquez"), space("marquez")), []string{named("marquez")},
			[]ports.Outcome{ports.Unread, ports.Unread},
		},
		"a namespace, and what is in it": {
			[]ports.ObjectRef{marquezItself, marquez}, append(is404(marquezItself, marquez), space("marquez")), []string{named("marquez"), named("marquez")},
			[]ports.Outcome{ports.Missing, ports.Missing},
		},
		"a namespace, and what is in it, and one line": {
			[]ports.ObjectRef{marquezItself, marquez}, append(is404(marquezItself, marquez), space("marquez")), []string{named("marquez"), ofAStatus},
			[]ports.Outcome{ports.Unread, ports.Unread},
		},
		"a message of two lines, of which one is its words": {
			[]ports.ObjectRef{loki, marquez}, is404(loki, marquez), []string{"Error from server (NotFound): evil", ofMarquez, ofAPage}, []ports.Outcome{ports.Unread, ports.Unread},
		},
		"the same of a Status that is forbidden": {
			[]ports.ObjectRef{loki, marquez}, is404(loki, marquez), []string{"Error from server (Forbidden): evil", ofMarquez, ofAPage}, []ports.Outcome{ports.Unread, ports.Unread},
		},
		"its words from a 403": {
			[]ports.ObjectRef{marquez, loki}, append(is404(marquez), get(objectPath(loki), forbidden)), []string{ofAPage, ofMarquez}, []ports.Outcome{ports.Unread, ports.Forbidden},
		},
		"its words in the log of a body": {
			[]ports.ObjectRef{marquez}, append(is404(marquez), logsBody+ofMarquez+"\n}]"), []string{ofAPage}, []ports.Outcome{ports.Unread},
		},
		"the log of a body, and its words": {
			[]ports.ObjectRef{marquez}, append(is404(marquez), logsBody+ofLoki+"\n}]"), []string{ofMarquez}, []ports.Outcome{ports.Missing},
		},
	} {
		item := `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"metrics-server","namespace":"kube-system"}}`
		stdout := listOfItems()
		markers := make([]ports.Marker, len(c.asked))
		for i, ref := range c.asked {
			markers[i].Ref = ref
			if ref == metricsServer {
				stdout = listOfItems(item)
			}
		}
		result := wordless(1, stdout, append(c.log, c.said...)...)
		for _, r := range []run.Result{result, kept(t, result)} {
			a, _ := objects(storyServer, map[string][]run.Result{byName: {r}}, markers...)
			var got []ports.Outcome
			for _, ref := range c.asked {
				answer := a.Answers[ref]
				got = append(got, answer.Outcome)
				if answer.Outcome == ports.Unread && answer.Reason.IsZero() {
					t.Errorf("%s: %s is unread, and no reason is given", name, ref)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" || a.Failure != nil {
				t.Errorf("%s: %s %+v %+v", name, diff, a.Answers, a.Failure)
			}
		}
	}
}

var marquezItself = ports.ObjectRef{Version: "v1", Kind: "Namespace", Resource: "namespaces", Name: "marquez"}

// kubectl ends with the same words for every 404 that is not in JSON, and logs what it was answered.
func TestAVersionIsNotServedInTheWordsOfTheAPIServerOnly(t *testing.T) {
	for body, want := range map[string]ports.Outcome{
		`        "message": "404 page not found"`:                                             ports.NotServed,
		`        "message": "\u003chtml\u003e\u003cbody\u003eNot now\u003c/body\u003e"`:       ports.Unread,
		`        "message": "\u003cp\u003e\"message\": \"404 page not found\"\u003c/p\u003e"`: ports.Unread,
		`        "message": "\"message\": \"404 page not found\""`:                            ports.Unread,
		`  "message": "the server could not find the requested resource",`:                    ports.Unread,
		`        "reason": "UnexpectedServerResponse"`:                                        ports.Unread,
	} {
		results := gadgets(false, "", forbidden, "", missing, missing)
		results[byVersion] = []run.Result{wordless(1, "", get("/apis/example.org/v1", missing), logsBody+body+endsBody)}
		for range 2 {
			a, _ := objects(storyServer, results, ports.Marker{Ref: gadget})
			got := a.Answers[gadget]
			if got.Outcome != want || a.Failure != nil || want == ports.Unread && !strings.HasSuffix(got.Reason.String(), notItsOwn().String()) {
				t.Errorf("%s: %+v %+v", body, got, a.Failure)
			}
			results[byVersion] = []run.Result{kept(t, results[byVersion][0])}
		}
	}
}

func TestARecordingKeepsTheWordsOfA404AndNoBody(t *testing.T) {
	path := objectPath(marquez)
	words := notFound("deployments.apps", "marquez")
	body := logsBody + `  "kind": "Status",` + "\n" + `  "message": "deployments.apps \"marquez\" not found",` + "\n}]"
	result := wordless(1, "", get(controlRead, ok), get(path, missing), body, words)
	want := wordless(1, "", get(controlRead, ok), get(path, missing), words)
	if diff := cmp.Diff(string(want.Stderr), string(keepStderr(result.Stderr))); diff != "" {
		t.Error(diff)
	}
}
