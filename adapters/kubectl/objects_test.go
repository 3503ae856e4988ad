package kubectl

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
)

func TestEveryKubectlGivesTheSameAnswers(t *testing.T) {
	want := map[string]string{
		"Deployment kube-system/metrics-server":   "found",
		"CephCluster rook-ceph/rook-ceph":         "found",
		"StorageClass rook-ceph-block-replicated": "found",
		"StatefulSet monitoring/loki":             "found",
		"Deployment marquez/marquez":              "not found",
		"Application argocd/atlas-workflows":      "not found",
		"Volume longhorn-system/x":                "not served",
	}
	var first ports.ObjectsAnswer
	for i, version := range versions(t, "objects") {
		a, f := objects(storyServer, story(t, version), storyMarkers...)
		if a.Failure != nil || len(a.UID) != 36 {
			t.Fatalf("%s: %+v", version, a.Failure)
		}
		if diff := cmp.Diff(want, outcomes(a)); diff != "" {
			t.Errorf("%s: %s", version, diff)
		}
		if got := f.asked(); !slices.Equal(got, []string{groups, byName, again, lists}) {
			t.Errorf("%s: %v", version, got)
		}
		if i == 0 {
			first = a
		}
		if diff := cmp.Diff(first, a, cmpopts.IgnoreFields(ports.ObjectsAnswer{}, "Requests")); diff != "" {
			t.Errorf("%s differs: %s", version, diff)
		}
	}
	if ceph := first.Answers[cephCluster].Object; ceph.Phase != "Ready" || ceph.Ceph.Health != "HEALTH_OK" || ceph.Ceph.LastChecked.IsZero() {
		t.Errorf("%+v", ceph)
	}
	if !slices.Contains(first.Groups.Items, "argoproj.io") || !slices.IsSorted(first.Groups.Items) {
		t.Errorf("%+v", first.Groups)
	}
	if elsewhere := first.Answers[application].Elsewhere; elsewhere.Outcome != ports.Found || len(elsewhere.Items) != 0 {
		t.Errorf("looked for elsewhere and found nowhere: %+v", elsewhere)
	}
}

func TestOneProcessIsEnoughWhenNothingIsInQuestion(t *testing.T) {
	_, f := objects(storyServer, map[string][]run.Result{byName: {recorded(t, "objects", "1.33")}},
		ports.Marker{Ref: metricsServer, Elsewhere: true, Groups: []string{"apps"}}, ports.Marker{Ref: marquez})
	if got := f.asked(); !slices.Equal(got, []string{byName}) {
		t.Errorf("%v", got)
	}
}

func TestRemnantsOfAMissingMarkerAreLookedFor(t *testing.T) {
	results := map[string][]run.Result{byName: {recorded(t, "objects", "1.33")}, groups: {recorded(t, "groups", "1.33")}}
	a, f := objects(storyServer, results, ports.Marker{Ref: marquez, Groups: []string{"marquez.io"}})
	if got := f.asked(); !slices.Equal(got, []string{groups, byName}) || a.Groups.Outcome != ports.Found {
		t.Errorf("%v %+v", got, a.Groups)
	}
}

func TestTheControlIsAskedFirstAndOnce(t *testing.T) {
	_, f := objects(storyServer, story(t, "1.33"), ports.Marker{Ref: marquez}, ports.Marker{Ref: kubeSystem}, ports.Marker{Ref: metricsServer})
	var list struct {
		Kind  string
		Items []struct {
			APIVersion, Kind string
			Metadata         struct{ Name, Namespace string }
		}
	}
	if err := json.Unmarshal(f.calls[0].Stdin, &list); err != nil || list.Kind != "List" {
		t.Fatal(err, list.Kind)
	}
	var asked []string
	for _, it := range list.Items {
		asked = append(asked, strings.Join([]string{it.APIVersion, it.Kind, it.Metadata.Namespace, it.Metadata.Name}, " "))
	}
	want := []string{"v1 Namespace  kube-system", "apps/v1 Deployment marquez marquez", "apps/v1 Deployment kube-system metrics-server"}
	if diff := cmp.Diff(want, asked); diff != "" {
		t.Error(diff)
	}
}

func TestWhatCannotBeANameDoesNotSpoilTheOthers(t *testing.T) {
	for _, bad := range []ports.ObjectRef{
		deployment("kube-system", ""), deployment("kube-system", "a/b"), deployment("..", "a"), deployment("a%2Fb", "a"), {Kind: "Deployment", Name: "a"},
		{Version: "v1", Kind: "Secret", Resource: "secrets", Namespace: "a", Name: "a"},
		{Version: "v1", Kind: "configmap", Resource: "configmaps", Namespace: "a", Name: "a"},
	} {
		a, f := objects(storyServer, story(t, "1.33"), ports.Marker{Ref: metricsServer}, ports.Marker{Ref: bad})
		if a.Answers[bad].Outcome != ports.Unread || a.Answers[bad].Reason.IsZero() || a.Answers[metricsServer].Outcome != ports.Found {
			t.Errorf("%v: %+v", bad, a.Answers)
		}
		if got := strings.Count(string(f.calls[0].Stdin), `"apiVersion"`); got != 3 {
			t.Errorf("%v was asked for: %s", bad, f.calls[0].Stdin)
		}
	}
}

// A missing object costs a second GET, on its namespace: neither may be taken for the other.
func TestTheNamespaceOfAMissingObjectIsNotItsAnswer(t *testing.T) {
	path := "/apis/apps/v1/namespaces/marquez/deployments/marquez"
	for name, c := range map[string]struct {
		lines []string
		want  ports.Outcome
	}{
		"object missing, namespace there": {[]string{get(path, "404 Not Found"), get("/api/v1/namespaces/marquez", "200 OK")}, ports.Missing},
		"both missing":                    {[]string{get(path, "404 Not Found"), get("/api/v1/namespaces/marquez", "404 Not Found")}, ports.Missing},
		"only the namespace's line":       {[]string{get("/api/v1/namespaces/marquez", "404 Not Found")}, ports.Unread},
		"object in error":                 {[]string{get(path, "500 Internal Server Error"), get("/api/v1/namespaces/marquez", "404 Not Found")}, ports.Unread},
		"tried again, then missing":       {[]string{get(path, "429 Too Many Requests"), get(path, "404 Not Found")}, ports.Missing},
		"two answers that differ":         {[]string{get(path, "200 OK"), get(path, "404 Not Found")}, ports.Unread},
	} {
		result := printed(0, listOfItems(), append([]string{get(controlRead, "200 OK")}, c.lines...)...)
		a, _ := objects(storyServer, map[string][]run.Result{byName: {result}}, ports.Marker{Ref: marquez})
		if got := a.Answers[marquez]; a.Failure != nil || got.Outcome != c.want || (got.Reason.IsZero()) != got.Outcome.Known() {
			t.Errorf("%s: %+v %+v", name, got, a.Failure)
		}
	}
}

func TestOnlyAnObjectsOwn404MakesItMissing(t *testing.T) {
	path := objectPath(metricsServer)
	item := `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"metrics-server","namespace":"kube-system"}}`
	other := strings.Replace(item, "metrics-server", "other", 1)
	for name, c := range map[string]struct {
		stdout, line string
		want         ports.Outcome
		reason       string
	}{
		"found":                      {listOfItems(item), get(path, "200 OK"), ports.Found, ""},
		"200 and not printed":        {listOfItems(), get(path, "200 OK"), ports.Unread, "did not print"},
		"200 and another printed":    {listOfItems(other), get(path, "200 OK"), ports.Unread, "did not print"},
		"printed twice":              {listOfItems(item, item), get(path, "200 OK"), ports.Unread, "did not print"},
		"printed without a line":     {listOfItems(item), "", ports.Unread, "did not ask"},
		"printed and 404":            {listOfItems(item), get(path, "404 Not Found"), ports.Unread, "404"},
		"no line":                    {listOfItems(), "", ports.Unread, "did not ask"},
		"no status":                  {listOfItems(), get(path, ""), ports.Unread, "no clear answer"},
		"throttled":                  {listOfItems(), get(path, "429 Too Many Requests"), ports.Unread, "429 Too Many Requests; try again"},
		"gateway timeout":            {listOfItems(), get(path, "504 Gateway Timeout"), ports.Unread, "504"},
		"redirected":                 {listOfItems(), get(path, "302 Found") + "\n" + get("/login", "200 OK"), ports.Unread, "302"},
		"answered by another server": {listOfItems(), strings.Replace(get(path, "404 Not Found"), "127.0.0.1", "10.0.0.9", 1), ports.Unread, "did not ask"},
		"another object's 404":       {listOfItems(), get(path+"x", "404 Not Found"), ports.Unread, "did not ask"},
		"404 of a query":             {listOfItems(), get(path+"?x=1", "404 Not Found"), ports.Unread, "did not ask"},
	} {
		a, _ := objects(storyServer, map[string][]run.Result{byName: {printed(1, c.stdout, get(controlRead, "200 OK"), c.line)}}, ports.Marker{Ref: metricsServer})
		got := a.Answers[metricsServer]
		if a.Failure != nil || got.Outcome != c.want || !strings.Contains(got.Reason.String(), c.reason) || (got.Object != nil) != (c.want == ports.Found) {
			t.Errorf("%s: %+v %+v", name, got, a.Failure)
		}
	}
}

func TestForbiddenNamesTheRightThatIsMissing(t *testing.T) {
	for _, version := range versions(t, "objects-workloads-only") {
		a, f := objects(movedServer, map[string][]run.Result{byName: {recorded(t, "objects-workloads-only", version)}},
			ports.Marker{Ref: metricsServer}, ports.Marker{Ref: blockPool}, ports.Marker{Ref: marquez})
		if a.Failure != nil || a.UID != "" || len(f.calls) != 1 {
			t.Fatalf("%s: %+v", version, a)
		}
		want := map[string]string{"Deployment kube-system/metrics-server": "found", "StorageClass rook-ceph-block-replicated": "forbidden", "Deployment marquez/marquez": "not found"}
		if diff := cmp.Diff(want, outcomes(a)); diff != "" {
			t.Errorf("%s: %s", version, diff)
		}
		if got := a.Answers[blockPool].Reason; got.String() != `cannot get resource "storageclasses" in API group "storage.k8s.io" at the cluster scope` {
			t.Errorf("%s: %s", version, got)
		}
	}
}

func TestForbiddenOnEveryObjectIsAFailure(t *testing.T) {
	for _, version := range versions(t, "objects-blind") {
		a, f := objects(storyServer, map[string][]run.Result{byName: {recorded(t, "objects-blind", version)}},
			ports.Marker{Ref: metricsServer}, ports.Marker{Ref: marquez, Groups: []string{"x"}})
		if a.Failure == nil || a.Failure.Kind != ports.FailedForbidden || !strings.Contains(a.Failure.Reason.String(), "nestor-blind") || len(f.calls) != 1 {
			t.Errorf("%s: %+v after %v", version, a.Failure, f.asked())
		}
	}
}

// Words are easily forged, or those of another server that is asked in the same way: the control has to be there too.
func TestWithoutItsPositiveControlNothingIsBelieved(t *testing.T) {
	missing := get(objectPath(marquez), "404 Not Found")
	foreign := strings.Replace(listOfItems(), `"uid":"uid-1"`, `"uid":""`, 1)
	for name, result := range map[string]run.Result{
		"control is 404":          printed(0, "", get(controlRead, "404 Not Found"), missing),
		"control has no line":     printed(0, listOfItems(), missing),
		"control is not printed":  printed(0, `{"kind":"List","apiVersion":"v1","items":[]}`, get(controlRead, "200 OK"), missing),
		"control has no UID":      printed(0, foreign, get(controlRead, "200 OK"), missing),
		"nothing printed":         printed(0, "", get(controlRead, "200 OK"), missing),
		"control is 500":          printed(1, listOfItems(), get(controlRead, "500 Internal Server Error"), missing),
		"words without a request": printed(1, "", missing, refusedControl),
		"words of another answer": printed(1, "", get(controlRead, "404 Not Found"), missing, refusedControl),
		"words of a plugin":       printed(1, "", strings.TrimPrefix(refusedControl, "Error from server (Forbidden): "), get(controlRead, "403 Forbidden"), missing),
		"a 403 without its words": printed(1, "", get(controlRead, "403 Forbidden"), missing, "Error from server (Forbidden): <html>Sign in</html>"),
		"a login page":            printed(0, "<html><body>Sign in</body></html>", get(controlRead, "200 OK"), missing),
	} {
		a, f := objects(storyServer, map[string][]run.Result{byName: {result}}, ports.Marker{Ref: marquez, Elsewhere: true, Groups: []string{"x"}})
		if a.Failure == nil || a.Failure.Kind != ports.FailedControl || a.Answers[marquez].Outcome != ports.Unread || a.UID != "" {
			t.Errorf("%s: %+v %+v", name, a.Failure, a.Answers)
		}
		if !a.Answers[marquez].Reason.Equal(a.Failure.Text()) || len(f.calls) != 1 {
			t.Errorf("%s: a second wave after %v", name, f.asked())
		}
	}
}

const refusedControl = `Error from server (Forbidden): namespaces "kube-system" is forbidden: User "u" cannot get resource "namespaces" in API group "" in the namespace "kube-system"`

// The API server's own 403 is an answer: it knows the user, and the other requests stand for themselves.
func TestAForbiddenControlLeavesWhatHasItsOwnAnswer(t *testing.T) {
	a, _ := objects(storyServer, map[string][]run.Result{byName: {printed(1, "", get(controlRead, "403 Forbidden"), get(objectPath(marquez), "404 Not Found"), refusedControl)}},
		ports.Marker{Ref: marquez})
	if a.Failure != nil || a.UID != "" || a.Answers[marquez].Outcome != ports.Missing {
		t.Errorf("%+v", a)
	}
}

func TestTwoClustersBehindOneAddressAreRefused(t *testing.T) {
	results := story(t, "1.33")
	elsewhere := results[lists][0]
	elsewhere.Stdout = []byte(strings.ReplaceAll(string(elsewhere.Stdout), uidOf(t, elsewhere), "00000000-0000-0000-0000-000000000000"))
	results[lists] = []run.Result{elsewhere}
	a, _ := objects(storyServer, results, storyMarkers...)
	if a.Failure == nil || a.Failure.Kind != ports.FailedIdentity || a.UID != "" || a.Answers[metricsServer].Outcome != ports.Unread {
		t.Errorf("%+v %+v", a.Failure, a.Answers[metricsServer])
	}
}

func uidOf(t testing.TB, result run.Result) string {
	t.Helper()
	found, ok := decode(result.Stdout).find(kubeSystem)
	if !ok {
		t.Fatal("no kube-system")
	}
	return found.Metadata.UID
}

func TestAFailedSecondWaveLeavesTheFirst(t *testing.T) {
	for name, broken := range map[string]run.Result{
		"timeout":      {TimedOut: true, Exit: -1},
		"not started":  {Err: run.ErrNotFound, Exit: -1},
		"truncated":    {Truncated: true, Exit: -1},
		"not recorded": {Err: run.ErrNotRecorded, Exit: -1},
		"HTML":         printed(0, "<html>", get("/apis", "200 OK"), get("/api/v1/namespaces?limit=500", "200 OK")),
		"empty":        printed(0, ""),
	} {
		results := story(t, "1.33")
		results[groups], results[lists] = []run.Result{broken}, []run.Result{broken}
		a, f := objects(storyServer, results, storyMarkers...)
		if a.Failure != nil || a.Answers[metricsServer].Outcome != ports.Found || a.Answers[application].Outcome != ports.Missing {
			t.Errorf("%s: %+v", name, a.Failure)
		}
		if got := a.Answers[longhornVolume]; got.Outcome != ports.Unread || !strings.Contains(got.Reason.String(), "API groups were not read") {
			t.Errorf("%s: a kind is not served only if the API groups say so: %+v", name, got)
		}
		if got := a.Answers[application].Elsewhere; got.Outcome != ports.Unread || got.Reason.IsZero() {
			t.Errorf("%s: %+v", name, got)
		}
		if a.Groups.Outcome != ports.Unread || a.Groups.Reason.IsZero() || slices.Contains(f.asked(), again) {
			t.Errorf("%s: %+v", name, a.Groups)
		}
	}
}

func TestTheAPIGroupsNeedTheirOwnControl(t *testing.T) {
	for name, stdout := range map[string]string{
		"without apps":    `{"kind":"APIGroupList","groups":[{"name":"batch","versions":[{"version":"v1"}]}]}`,
		"another kind":    `{"kind":"Status","groups":[{"name":"apps"}]}`,
		"an empty answer": ``,
	} {
		results := story(t, "1.33")
		results[groups] = []run.Result{printed(0, stdout, get("/apis", "200 OK"))}
		a, _ := objects(storyServer, results, storyMarkers...)
		if a.Groups.Outcome != ports.Unread || a.Answers[longhornVolume].Outcome != ports.Unread {
			t.Errorf("%s: %+v", name, a.Groups)
		}
	}
}

func TestKindsAreLookedForElsewhereByTheirServedVersion(t *testing.T) {
	_, f := objects(storyServer, story(t, "1.33"), storyMarkers...)
	for _, call := range f.calls {
		// The versioned name spares a full discovery; built-in and found kinds are not listed.
		if kindOf(call) == lists && call.Args[1] != "namespaces,applications.v1alpha1.argoproj.io" {
			t.Errorf("%v", call.Args)
		}
	}
}

func TestAnObjectOfTheSameKindIsFoundElsewhere(t *testing.T) {
	app := func(namespace, name string) string {
		return `{"apiVersion":"argoproj.io/v1alpha1","kind":"Application","metadata":{"namespace":"` + namespace + `","name":"` + name + `"}}`
	}
	results := story(t, "1.33")
	uid := `"uid":"` + uidOf(t, results[byName][0]) + `"`
	results[lists] = []run.Result{printed(0, strings.Replace(listOfItems(app("gitops", "atlas")), `"uid":"uid-1"`, uid, 1),
		get("/api/v1/namespaces?limit=500", "200 OK"), get("/apis/argoproj.io/v1alpha1/applications?limit=500", "200 OK"))}
	a, _ := objects(storyServer, results, storyMarkers...)
	got := a.Answers[application].Elsewhere
	if got.Outcome != ports.Found || len(got.Items) != 1 || got.Items[0].Ref.String() != "Application gitops/atlas" || got.Items[0].Ref.Resource != "applications" {
		t.Errorf("%+v %+v", got, a.Failure)
	}
}

func TestAServerBelowAPathIsReadThere(t *testing.T) {
	server := "http://127.0.0.1:19014/k8s/clusters/c-1"
	results := story(t, "1.33")
	results[byName] = []run.Result{recorded(t, "objects-prefix", "1.33")}
	results[groups] = []run.Result{recorded(t, "groups-prefix", "1.33")}
	results[again] = []run.Result{nothingStored(uidOf(t, results[byName][0]), server, longhornVolume)}
	results[lists][0].Stderr = []byte(strings.ReplaceAll(string(results[lists][0].Stderr), storyServer, server))
	a, f := objects(server, results, storyMarkers...)
	if a.Failure != nil || a.Answers[metricsServer].Outcome != ports.Found || a.Answers[longhornVolume].Outcome != ports.NotServed {
		t.Errorf("%+v %v %s", a.Failure, outcomes(a), a.Answers[longhornVolume].Reason)
	}
	for _, call := range f.calls {
		if kindOf(call) == groups && call.Args[2] != "/k8s/clusters/c-1/apis" {
			t.Errorf("%v", call.Args)
		}
	}
	if got := a.Requests[2].Path; got != "/k8s/clusters/c-1/api/v1/namespaces/kube-system" {
		t.Errorf("the path is told as it was: %s", got)
	}
	other, _ := objects("http://127.0.0.1:19014/k8s/clusters/c-2", results, storyMarkers...)
	if other.Failure == nil {
		t.Error("the answers of another cluster behind the same door were believed")
	}
}

func TestRequestsOfAllProcessesAreTold(t *testing.T) {
	a, _ := objects(storyServer, story(t, "1.33"), storyMarkers...)
	var paths []string
	for _, request := range a.Requests {
		paths = append(paths, request.Path)
	}
	for _, want := range []string{controlRead, objectPath(application), "/apis", "/apis/argoproj.io/v1alpha1/applications?limit=500"} {
		if !slices.Contains(paths, want) {
			t.Errorf("%s is not told", want)
		}
	}
}

func TestACancelledReadSaysSo(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	f := &fake{results: map[string][]run.Result{byName: {{Interrupted: true, Exit: -1}}}}
	a := New(f, deadline).Objects(ctx, at(storyServer), storyMarkers)
	if a.Failure == nil || a.Failure.Kind != ports.FailedOther || !strings.Contains(a.Failure.Reason.String(), "interrupted") || len(f.calls) != 1 {
		t.Errorf("%+v", a.Failure)
	}
}
