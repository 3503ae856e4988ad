package kubectl

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
)

func TestEveryKubectlTellsTheSameStory(t *testing.T) {
	var first ports.Overview
	for i, version := range versions(t, "overview") {
		o := overview(storyServer, recorded(t, "overview", version))
		if o.Failure != nil || len(o.UID) != 36 {
			t.Fatalf("%s: UID %q, failure %+v", version, o.UID, o.Failure)
		}
		if i == 0 {
			first = o
		}
		if diff := cmp.Diff(first, o, cmpopts.IgnoreFields(ports.Overview{}, "Requests")); diff != "" {
			t.Errorf("%s differs: %s", version, diff)
		}
	}
	names := func(kind string) (all []string) {
		for _, object := range first.Workloads[kind].Items {
			all = append(all, object.Ref.String())
		}
		return all
	}
	if len(first.Nodes.Items) != 4 || len(first.StorageClasses.Items) != 4 || len(first.Namespaces.Items) != 14 {
		t.Errorf("%d nodes, %d classes, %d namespaces", len(first.Nodes.Items), len(first.StorageClasses.Items), len(first.Namespaces.Items))
	}
	if want := []string{"StatefulSet argocd/argocd-application-controller", "StatefulSet monitoring/loki"}; !slices.Equal(names("StatefulSet"), want) {
		t.Errorf("stateful sets %v", names("StatefulSet"))
	}
	want := ports.Node{
		Name: "dirqual1", ControlPlane: true, Roles: []string{"control-plane"}, Ready: "True",
		Reason: "kubelet is posting ready status", Version: "v1.33.2", InternalIPs: []string{"10.0.0.11"},
	}
	if diff := cmp.Diff(want, first.Nodes.Items[0]); diff != "" {
		t.Error(diff)
	}
	if cron := first.Workloads["CronJob"]; cron.Outcome != ports.Found || len(cron.Items) != 0 {
		t.Errorf("an empty list is an answer, got %+v", cron)
	}
}

func TestAFailedGetThatPrintsAnEmptyListIsNotAnEmptyCluster(t *testing.T) {
	empty := `{"apiVersion":"v1","items":[],"kind":"List","metadata":{"resourceVersion":""}}`
	for name, result := range map[string]run.Result{
		"forbidden":             recorded(t, "overview-blind", "1.33"),
		"without a request log": printed(1, empty, `Error from server (Forbidden): nodes is forbidden: User "u" cannot list resource "nodes" in API group "" at the cluster scope`),
		"even with status 0":    printed(0, empty),
		"unauthorized":          recorded(t, "overview-unauthorized", "1.33"),
	} {
		o := overview(storyServer, result)
		if o.Failure == nil || o.Nodes.Outcome.Known() || len(o.Nodes.Items) != 0 || o.UID != "" {
			t.Errorf("%s: believed: %+v", name, o)
		}
	}
}

func TestForbiddenAtClusterScopeLeavesTheRestReadable(t *testing.T) {
	for _, version := range versions(t, "overview-workloads-only") {
		o := overview(movedServer, recorded(t, "overview-workloads-only", version))
		if o.Failure != nil || o.UID != "" {
			t.Fatalf("%s: UID %q, failure %+v", version, o.UID, o.Failure)
		}
		if o.Nodes.Outcome != ports.Forbidden || o.Nodes.Reason.String() != `cannot list resource "nodes" in API group "" at the cluster scope` {
			t.Errorf("%s: nodes %+v", version, o.Nodes)
		}
		if cron := o.Workloads["CronJob"]; cron.Outcome != ports.Forbidden || !strings.Contains(cron.Reason.String(), `"cronjobs" in API group "batch"`) {
			t.Errorf("%s: cron jobs %+v", version, cron)
		}
		if got := o.Workloads["Deployment"]; got.Outcome != ports.Found || len(got.Items) == 0 {
			t.Errorf("%s: deployments %+v", version, got)
		}
	}
}

func TestOneUnknownResourceTypeDoesNotEmptyTheOthers(t *testing.T) {
	f := &fake{results: map[string][]run.Result{overviews: {
		recorded(t, "overview-unknown-type", "1.33"), recorded(t, "overview-known-type", "1.33"),
	}}}
	o := New(f, deadline).Overview(context.Background(), at(storyServer), ports.OverviewQuestion{Kinds: []ports.ObjectRef{
		{Group: "apps", Kind: "Deployment", Resource: "deployments"}, {Kind: "Widget", Resource: "widgets"},
	}})
	if o.Failure != nil || len(o.Nodes.Items) != 4 || o.Workloads["Deployment"].Outcome != ports.Found {
		t.Errorf("%+v", o)
	}
	if got := o.Workloads["Widget"]; got.Outcome != ports.Unread || got.Reason.String() != `kubectl does not know the resource type "widgets"` {
		t.Errorf("widgets %+v", got)
	}
	if got := f.calls[1].Args[1]; got != "nodes,namespaces,storageclasses,deployments" {
		t.Errorf("asked again for %s", got)
	}
	if want := 2 + 6; len(o.Requests) != want {
		t.Errorf("%d requests told, want %d of both processes", len(o.Requests), want)
	}
}

func TestAListIsReadOnlyWithAllItsPages(t *testing.T) {
	all := recorded(t, "overview-pages", "1.33")
	o := overviewOf(all)
	if o.Namespaces.Outcome != ports.Found || len(o.Namespaces.Items) != 14 {
		t.Fatalf("%+v", o.Namespaces)
	}
	for name, edit := range map[string]func(string) string{
		"first page lost":   func(s string) string { return drop(s, "/api/v1/namespaces?limit=6\"") },
		"later page failed": func(s string) string { return failPage(s) },
	} {
		result := all
		result.Stderr = []byte(edit(string(all.Stderr)))
		if string(result.Stderr) == string(all.Stderr) {
			t.Fatalf("%s: nothing was edited", name)
		}
		if got := overviewOf(result); got.Namespaces.Outcome != ports.Unread || len(got.Namespaces.Items) != 0 {
			t.Errorf("%s: %+v", name, got.Namespaces)
		}
	}
}

func overviewOf(result run.Result) ports.Overview {
	f := &fake{results: map[string][]run.Result{overviews: {result}}}
	return New(f, deadline).Overview(context.Background(), at(storyServer), ports.OverviewQuestion{})
}

// drop leaves out the line that holds a text.
func drop(stderr, text string) string {
	var kept []string
	for _, line := range strings.Split(stderr, "\n") {
		if !strings.Contains(line, text) {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

func failPage(stderr string) string {
	lines := strings.Split(stderr, "\n")
	for i, line := range lines {
		if strings.Contains(line, "namespaces?continue=") {
			lines[i] = strings.Replace(line, "200 OK", "500 Internal Server Error", 1)
		}
	}
	return strings.Join(lines, "\n")
}

// A page that is answered 200 with a login page leaves the pages before it on stdout, and both lines say 200.
func TestAPageThatIsNotJSONMakesNoShorterList(t *testing.T) {
	result := recorded(t, "overview-last-page-html", "1.33")
	f := &fake{results: map[string][]run.Result{overviews: {result}}}
	o := New(f, deadline).Overview(context.Background(), at("http://127.0.0.1:19012"), ports.OverviewQuestion{})
	if o.Failure != nil || o.UID == "" {
		t.Fatalf("kube-system was on the first page: %+v", o.Failure)
	}
	if o.Namespaces.Outcome != ports.Unread || !strings.Contains(o.Namespaces.Reason.String(), "serializer for text/html") {
		t.Errorf("%+v", o.Namespaces)
	}
}

func TestAnAnswerThatIsNotJSONIsNotAnEmptyList(t *testing.T) {
	o := overview("http://127.0.0.1:19013", recorded(t, "overview-one-html", "1.33"))
	if o.StorageClasses.Outcome != ports.Unread || !strings.Contains(o.StorageClasses.Reason.String(), "serializer for text/html") {
		t.Errorf("%+v", o.StorageClasses)
	}
}

func TestAnErrorThatNoStatusExplainsLeavesTheListsUnread(t *testing.T) {
	forbidden := `Error from server (Forbidden): storageclasses.storage.k8s.io is forbidden: User "u" cannot list resource "storageclasses" in API group "storage.k8s.io" at the cluster scope`
	items := listOfItems(`{"apiVersion":"v1","kind":"Node","metadata":{"name":"dirqual1"}}`)
	log := []string{
		get("/api/v1/nodes?limit=500", "200 OK"), get("/api/v1/namespaces?limit=500", "200 OK"),
		get("/apis/storage.k8s.io/v1/storageclasses?limit=500", "403 Forbidden"), forbidden,
	}
	explained := overviewOf(printed(1, items, log...))
	if explained.Failure != nil || explained.Nodes.Outcome != ports.Found || explained.StorageClasses.Outcome != ports.Forbidden {
		t.Errorf("one refusal, one error: %+v", explained)
	}
	for name, result := range map[string]run.Result{
		"one error too many":          printed(1, items, append(log, `Error from server (InternalError): decoding nodes`)...),
		"an error and no status":      printed(1, items, log[0], log[1], `Error from server (InternalError): decoding nodes`),
		"a failure without any words": printed(1, items, log[0], log[1]),
	} {
		if o := overviewOf(result); o.Failure != nil || o.Nodes.Outcome != ports.Unread || len(o.Nodes.Items) != 0 || o.Nodes.Reason.IsZero() {
			t.Errorf("%s: %+v %+v", name, o.Nodes, o.Failure)
		}
	}
}

func TestTheControlIsNeverLeftOut(t *testing.T) {
	f := &fake{results: map[string][]run.Result{overviews: {printed(1, "", get("/api?timeout=32s", "200 OK"), `error: the server doesn't have a resource type "namespaces"`)}}}
	o := New(f, deadline).Overview(context.Background(), at(storyServer), builtInKinds)
	if o.Failure == nil || o.Failure.Kind != ports.FailedControl || len(f.calls) != 1 {
		t.Errorf("%+v after %d processes", o.Failure, len(f.calls))
	}
}

func TestSilenceEndsAtTheDeadlineAndNamesTheServer(t *testing.T) {
	f := &fake{results: map[string][]run.Result{overviews: {{TimedOut: true, Exit: -1}}}}
	access := at("https://bob:hunter2@10.0.0.10:6443")
	o := New(f, deadline).Overview(context.Background(), access, builtInKinds)
	if o.Failure == nil || o.Failure.Kind != ports.FailedTimeout || !strings.HasPrefix(o.Failure.Reason.String(), "no answer from https://10.0.0.10:6443 in 15 s") {
		t.Errorf("%+v", o.Failure)
	}
	if !o.Workloads["Deployment"].Reason.Equal(o.Failure.Text()) {
		t.Errorf("the lists do not say why: %+v", o.Workloads)
	}
	if len(f.calls) != 1 || f.deadlines[0] <= 0 || f.deadlines[0] > deadline {
		t.Errorf("%d processes, with %v left", len(f.calls), f.deadlines)
	}
}

func TestEachWaveHasItsOwnDeadline(t *testing.T) {
	_, f := objects(storyServer, story(t, "1.33"), storyMarkers...)
	for i, left := range f.deadlines {
		if left <= deadline-5*time.Second || left > deadline {
			t.Errorf("call %d had %s left", i, left)
		}
	}
}

func TestKubectlIsNeverStartedWithoutItsTarget(t *testing.T) {
	_, f := objects(storyServer, story(t, "1.33"), storyMarkers...)
	_, g := objects(movedServer, moved(t, "1.33"), movedMarkers...)
	h := &fake{results: map[string][]run.Result{overviews: {recorded(t, "overview", "1.33")}}}
	New(h, deadline).Overview(context.Background(), at(storyServer), builtInKinds)
	calls := slices.Concat(f.calls, g.calls, h.calls)
	if len(calls) != 8 {
		t.Fatalf("%d calls", len(calls))
	}
	for _, call := range calls {
		args := strings.Join(call.Args, " ")
		if call.Program != "kubectl" || call.Args[0] != "get" || call.Kubeconfig.Empty() || call.Keep == nil || call.KeepStderr == nil {
			t.Errorf("%s %s", call.Program, args)
		}
		// The cache is private: one that is shared by host and port would tell of the cluster that was there before.
		if !strings.HasSuffix(args, " -v=6 --kubeconfig {kubeconfig} --context ctx --cache-dir /dev/null/x") {
			t.Errorf("target or cache is left to kubectl: %s", args)
		}
		if strings.Contains(args, "--request-timeout") {
			t.Errorf("--request-timeout bounds nothing and can change the target: %s", args)
		}
	}
}

func TestTheOverviewIsOneProcessAndOneCommand(t *testing.T) {
	f := &fake{results: map[string][]run.Result{overviews: {recorded(t, "overview", "1.33")}}}
	New(f, deadline).Overview(context.Background(), at(storyServer), builtInKinds)
	want := "get nodes,namespaces,storageclasses,deployments,statefulsets,cronjobs -A -o json -v=6 --kubeconfig {kubeconfig} --context ctx --cache-dir /dev/null/x"
	if len(f.calls) != 1 || strings.Join(f.calls[0].Args, " ") != want || f.calls[0].Stdin != nil {
		t.Errorf("%+v", f.calls)
	}
}

func TestWhatTheClusterWasAskedIsTold(t *testing.T) {
	o := overview(storyServer, recorded(t, "overview", "1.33"))
	want := []ports.Request{
		{Method: "GET", Path: "/api?timeout=32s", Status: 200},
		{Method: "GET", Path: "/apis?timeout=32s", Status: 200},
		{Method: "GET", Path: "/api/v1/nodes?limit=500", Status: 200},
		{Method: "GET", Path: "/api/v1/namespaces?limit=500", Status: 200},
		{Method: "GET", Path: "/apis/storage.k8s.io/v1/storageclasses?limit=500", Status: 200},
		{Method: "GET", Path: "/apis/apps/v1/deployments?limit=500", Status: 200},
		{Method: "GET", Path: "/apis/apps/v1/statefulsets?limit=500", Status: 200},
		{Method: "GET", Path: "/apis/batch/v1/cronjobs?limit=500", Status: 200},
	}
	if diff := cmp.Diff(want, o.Requests); diff != "" {
		t.Error(diff)
	}
}
