package kubectl

import (
	"context"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
)

// testServer gave answers that no API server should give.
const testServer = "http://127.0.0.1:29611"

const dirqual1 = `{"apiVersion":"v1","kind":"Node","metadata":{"name":"dirqual1"}}`

// listed is the log of an overview of builtInKinds that was answered everywhere.
func listed() []string {
	var log []string
	for _, path := range []string{"/api/v1/nodes", "/api/v1/namespaces", "/apis/storage.k8s.io/v1/storageclasses", "/apis/apps/v1/deployments",
		"/apis/apps/v1/statefulsets", "/apis/batch/v1/cronjobs"} {
		log = append(log, get(path+"?limit=500", "200 OK"))
	}
	return log
}

// Without discovery of apps/v1 kubectl takes "deployments" for a custom resource of that plural, which is empty.
func TestAForeignPluralIsNotTheBuiltInKind(t *testing.T) {
	for _, version := range versions(t, "overview-foreign-plural") {
		f := &fake{results: map[string][]run.Result{overviews: {recorded(t, "overview-foreign-plural", version)}}}
		o := New(f, deadline).Overview(context.Background(), at(testServer), ports.OverviewQuestion{Kinds: []ports.ObjectRef{
			{Group: "apps", Kind: "Deployment", Resource: "deployments"}, {Group: "batch", Kind: "CronJob", Resource: "cronjobs"},
		}})
		if got := o.Workloads["Deployment"]; o.Failure != nil || got.Outcome != ports.Unread || !strings.Contains(got.Reason.String(), "deployments.foo.example") {
			t.Errorf("%s: %+v %+v", version, got, o.Failure)
		}
		if got := o.Workloads["CronJob"]; got.Outcome != ports.Found {
			t.Errorf("%s: the others are spoilt: %+v", version, got)
		}
	}
}

func TestABuiltInKindIsReadInAnyVersionOfItsOwnGroup(t *testing.T) {
	kruise := `{"apiVersion":"apps.kruise.io/v1beta1","kind":"StatefulSet","metadata":{"name":"loki","namespace":"monitoring"}}`
	beta := `{"apiVersion":"batch/v1beta1","kind":"CronJob","metadata":{"name":"backup","namespace":"monitoring"}}`
	log := strings.NewReplacer("apps/v1/statefulsets", "apps.kruise.io/v1beta1/statefulsets", "batch/v1/", "batch/v1beta1/").
		Replace(strings.Join(listed(), "\n"))
	o := overview(storyServer, printed(0, listOfItems(dirqual1, kruise, beta), log))
	if got := o.Workloads["StatefulSet"]; got.Outcome != ports.Unread || len(got.Items) > 0 {
		t.Errorf("a foreign group: %+v", got)
	}
	if got := o.Workloads["CronJob"]; got.Outcome != ports.Found || len(got.Items) != 1 {
		t.Errorf("another version: %+v", got)
	}
	if got := o.Workloads["Deployment"]; got.Outcome != ports.Found {
		t.Errorf("the items of the foreign group are explained: %+v", got)
	}
}

func TestAnAnswerThatIsNoListIsNotAnEmptyOne(t *testing.T) {
	for _, name := range []string{"overview-stray-status", "overview-stray-no-items", "overview-stray-table"} {
		for _, version := range versions(t, name) {
			o := overview(testServer, recorded(t, name, version))
			if got := o.Workloads["Deployment"]; o.Failure != nil || got.Outcome != ports.Unread || !strings.Contains(got.Reason.String(), "something else") {
				t.Errorf("%s %s: %+v %+v", name, version, got, o.Failure)
			}
			if o.Nodes.Outcome != ports.Found || o.Namespaces.Outcome != ports.Found {
				t.Errorf("%s %s: what has items is spoilt: %+v", name, version, o.Nodes)
			}
		}
	}
}

func TestWhatBelongsToNoListSpoilsThoseThatMayLackIt(t *testing.T) {
	set := `{"apiVersion":"apps/v1","kind":"StatefulSet","metadata":{"name":"loki","namespace":"monitoring"}}`
	for name, c := range map[string]struct {
		items []string
		want  ports.Outcome
	}{
		"an empty list":             {[]string{dirqual1, set}, ports.Found},
		"a list of another kind":    {[]string{dirqual1, set, set}, ports.Unread},
		"a kind nobody asked for":   {[]string{dirqual1, `{"apiVersion":"v1","kind":"foo","metadata":{"name":"x"}}`}, ports.Unread},
		"another version of a kind": {[]string{dirqual1, strings.Replace(set, "apps/v1", "apps/v1beta1", 1)}, ports.Unread},
		"an object without a name":  {[]string{dirqual1, `{"apiVersion":"apps/v1","kind":"Deployment"}`}, ports.Unread},
	} {
		o := overview(storyServer, printed(0, listOfItems(c.items...), listed()...))
		if got := o.Workloads["Deployment"]; o.Failure != nil || got.Outcome != c.want || o.Nodes.Outcome != ports.Found {
			t.Errorf("%s: %+v %+v", name, got, o.Nodes)
		}
	}
	paged := append(listed(), get("/api/v1/nodes?continue=x&limit=500", "200 OK"))
	if o := overview(storyServer, printed(0, listOfItems(dirqual1, `{"apiVersion":"v1","kind":"Status"}`), paged...)); o.Nodes.Outcome != ports.Unread {
		t.Errorf("a page may be lost: %+v", o.Nodes)
	}
}

// kubectl prints objects only. What is none may have been an item of any list, so that none of them is known to be whole.
func TestWhatIsNoObjectSpoilsEveryList(t *testing.T) {
	for _, nothing := range []string{`{}`, `null`, `"<html>"`, `{"metadata":{"name":"x"}}`} {
		web := `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"web"}}`
		o := overview(storyServer, printed(0, listOfItems(dirqual1, nothing, web), listed()...))
		for what, outcome := range map[string]ports.Outcome{"nodes": o.Nodes.Outcome, "namespaces": o.Namespaces.Outcome,
			"storage classes": o.StorageClasses.Outcome, "deployments": o.Workloads["Deployment"].Outcome, "cron jobs": o.Workloads["CronJob"].Outcome} {
			if outcome != ports.Unread {
				t.Errorf("%s beside %s: %s", what, nothing, outcome)
			}
		}
	}
}

func TestAClusterWithoutNodesIsNotBelieved(t *testing.T) {
	o := overview(storyServer, printed(0, listOfItems(), listed()...))
	if o.Failure != nil || o.Nodes.Outcome != ports.Unread || o.Nodes.Reason.IsZero() || o.StorageClasses.Outcome != ports.Found {
		t.Errorf("%+v", o)
	}
}

func TestAnObjectThatIsInTheListOfItsKindIsNotMissing(t *testing.T) {
	results := story(t, "1.33")
	it := `{"apiVersion":"argoproj.io/v1alpha1","kind":"Application","metadata":{"namespace":"argocd","name":"atlas-workflows"}}`
	uid := `"uid":"` + uidOf(t, results[byName][0]) + `"`
	results[lists] = []run.Result{printed(0, strings.Replace(listOfItems(it), `"uid":"uid-1"`, uid, 1),
		get("/api/v1/namespaces?limit=500", "200 OK"), get("/apis/argoproj.io/v1alpha1/applications?limit=500", "200 OK"))}
	a, _ := objects(storyServer, results, storyMarkers...)
	if got := a.Answers[application]; a.Failure != nil || got.Outcome != ports.Unread || !strings.Contains(got.Reason.String(), "contradict each other; try again") {
		t.Errorf("%+v %+v", got, a.Failure)
	}
}

func TestA404InOtherWordsIsNotMissing(t *testing.T) {
	for _, version := range versions(t, "objects-404-in-other-words") {
		a, _ := objects(testServer, map[string][]run.Result{byName: {recorded(t, "objects-404-in-other-words", version)}}, ports.Marker{Ref: cephCluster})
		if got := a.Answers[cephCluster]; a.Failure != nil || got.Outcome != ports.Unread || !strings.Contains(got.Reason.String(), "not its own") {
			t.Errorf("%s: %+v %+v", version, got, a.Failure)
		}
	}
}

// A missing object's namespace is asked for as well, and kubectl keeps a refusal of that to itself.
func TestARefusedNamespaceExplainsNoError(t *testing.T) {
	log := []string{get(controlRead, "200 OK"), get(objectPath(marquez), "404 Not Found"), get("/api/v1/namespaces/marquez", "403 Forbidden")}
	for name, c := range map[string]struct {
		said []string
		want ports.Outcome
	}{
		"silence":  {nil, ports.Missing},
		"an error": {[]string{"Error from server (Forbidden): a gateway says no"}, ports.Unread},
	} {
		a, _ := objects(storyServer, map[string][]run.Result{byName: {printed(1, listOfItems(), append(log, c.said...)...)}}, ports.Marker{Ref: marquez})
		if got := a.Answers[marquez]; a.Failure != nil || got.Outcome != c.want {
			t.Errorf("%s: %+v %+v", name, got, a.Failure)
		}
	}
}

var dataLake = ports.ObjectRef{
	Group: "ceph.rook.io", Version: "v1", Kind: "CephObjectStore", Resource: "cephobjectstores", Namespace: "rook-ceph", Name: "datalake",
}

// The server's message holds the line of a request that was answered otherwise.
func TestARequestInAMessageIsNoRequest(t *testing.T) {
	for _, name := range []string{"objects-forged-message", "objects-forged-discovery"} {
		for _, version := range versions(t, name) {
			result := recorded(t, name, version)
			a, _ := objects(testServer, map[string][]run.Result{byName: {result}}, ports.Marker{Ref: dataLake}, ports.Marker{Ref: marquez})
			if a.Failure != nil || a.Answers[dataLake].Outcome != ports.Unread || a.Answers[marquez].Outcome != ports.Missing {
				t.Errorf("%s %s: %v %+v", name, version, outcomes(a), a.Failure)
			}
			for _, asked := range a.Requests {
				if asked.Path == objectPath(dataLake) && asked.Status == 404 {
					t.Errorf("%s %s: told as a request of kubectl", name, version)
				}
			}
		}
	}
}

func TestOnlyWhatKubectlLoggedItselfIsAnAnswer(t *testing.T) {
	path := objectPath(marquez)
	missing := get(path, "404 Not Found")
	refused := "Error from server (Forbidden): first"
	for name, c := range map[string]struct {
		log  []string
		want ports.Outcome
	}{
		"its own line":                 {[]string{missing}, ports.Missing},
		"another process":              {[]string{strings.Replace(missing, " 12283 ", "     1 ", 1)}, ports.Unread},
		"another day":                  {[]string{strings.Replace(missing, "I1130", "I0101", 1)}, ports.Unread},
		"after the errors began":       {[]string{get(objectPath(loki), "403 Forbidden"), refused, missing}, ports.Unread},
		"after a refused login":        {[]string{"error: You must be logged in to the server (evil", missing}, ports.Unread},
		"twice, once by another":       {[]string{missing, strings.Replace(missing, " 12283 ", "     1 ", 1)}, ports.Unread},
		"twice, once after the errors": {[]string{missing, get(objectPath(loki), "403 Forbidden"), refused, missing}, ports.Unread},
		"about another object":         {[]string{missing, strings.Replace(get(objectPath(loki), "200 OK"), " 12283 ", "     1 ", 1)}, ports.Missing},
		"after a plugin's error":       {[]string{"error: the token is old, asking for another", missing}, ports.Missing},
	} {
		result := printed(1, listOfItems(), append([]string{get(controlRead, "200 OK")}, c.log...)...)
		for _, r := range []run.Result{result, kept(t, result)} {
			a, _ := objects(storyServer, map[string][]run.Result{byName: {r}}, ports.Marker{Ref: marquez})
			if got := a.Answers[marquez]; got.Outcome != c.want {
				t.Errorf("%s: %+v %+v", name, got, a.Failure)
			}
		}
	}
}

func TestAForgedControlIsNotBelieved(t *testing.T) {
	forged := strings.Replace(get(controlRead, "200 OK"), " 12283 ", "     1 ", 1)
	a, _ := objects(storyServer, map[string][]run.Result{byName: {printed(1, listOfItems(), get("/api", "200 OK"), forged, get(objectPath(marquez), "404 Not Found"))}},
		ports.Marker{Ref: marquez})
	if a.Failure == nil || a.UID != "" {
		t.Errorf("%+v", a)
	}
}

// A line that looks logged must not hide the errors before it, which may be the only sign of a list that is not whole.
func TestAForgedLineHidesNoError(t *testing.T) {
	log := append(listed(), "serializer for text/html doesn't exist", "Error from server (Forbidden): evil", get("/apis/x/v1/y", "200 OK"))
	if o := overview(storyServer, printed(1, listOfItems(dirqual1), log...)); o.Failure != nil || o.Nodes.Outcome != ports.Unread {
		t.Errorf("%+v %+v", o.Nodes, o.Failure)
	}
	// In a recording such a line is just other words: it must not be less when it is read at once.
	log = []string{listed()[0], listed()[1], get("/apis/batch/v1/cronjobs?limit=500", "403 Forbidden"), "Error from server (Forbidden): evil", "I1130 03:02:12.519512   12283 x.go:1] y"}
	result := printed(1, listOfItems(dirqual1), log...)
	for _, r := range []run.Result{result, kept(t, result)} {
		if o := overview(storyServer, r); o.Nodes.Outcome != ports.Unread {
			t.Errorf("%+v", o.Nodes)
		}
	}
}
