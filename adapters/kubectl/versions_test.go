package kubectl

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
)

func TestAKindThatMovedIsReadInTheVersionThatIsServed(t *testing.T) {
	want := map[string]string{
		"Volume default/x": "found", "Volume default/y": "not found", "Engine default/x": "not served", "NodeMetrics dirqual1": "unread",
	}
	for _, version := range versions(t, "moved-1") {
		a, f := objects(movedServer, moved(t, version), movedMarkers...)
		if diff := cmp.Diff(want, outcomes(a)); diff != "" || a.Failure != nil {
			t.Errorf("%s: %s %+v", version, diff, a.Failure)
		}
		if got := f.asked(); !slices.Equal(got, []string{groups, byName, again}) {
			t.Errorf("%s: %v", version, got)
		}
		found := a.Answers[volume("x")]
		if found.Version != "v1beta2" || found.Object.Ref.Version != "v1beta2" || found.Object.Phase != "Ready" {
			t.Errorf("%s: %+v", version, found)
		}
		if got := a.Answers[volume("y")].Version; got != "v1beta2" {
			t.Errorf("%s: missing in version %q", version, got)
		}
	}
}

// From 1.30 on kubectl says nothing at all of a group whose server is out of order: its kinds are just not there.
func TestAGroupThatIsOutOfOrderIsNotCalledUnserved(t *testing.T) {
	for _, version := range versions(t, "moved-1") {
		a, _ := objects(movedServer, moved(t, version), movedMarkers...)
		got := a.Answers[nodeMetrics]
		if got.Outcome != ports.Unread || !strings.Contains(got.Reason.String(), "metrics.k8s.io/v1beta1") {
			t.Errorf("%s: %+v", version, got)
		}
	}
	silent := string(moved(t, "1.33")[byName][0].Stderr)
	if strings.Contains(silent, "couldn't get resource list") || strings.Contains(silent, "stale") {
		t.Error("this recording was made because kubectl is silent there")
	}
}

func TestADiscoveryErrorKeepsAKindUnread(t *testing.T) {
	for name, line := range map[string]string{
		"logged":             `E1130 03:16:47.291511   20688 memcache.go:287] couldn't get resource list for longhorn.io/v1beta2: the server is currently unable to handle the request`,
		"logged, structured": `E1130 03:16:47.291511   20688 memcache.go:287] "Unhandled Error" err="couldn't get resource list for longhorn.io/v1beta2: the server is currently unable to handle the request"`,
		"stale":              `E1130 03:16:47.291511   20688 memcache.go:287] "Unhandled Error" err="stale GroupVersion discovery: longhorn.io/v1beta2"`,
		"its own request":    "",
	} {
		results := moved(t, "1.33")
		if line == "" {
			results[byName][0] = logged(t, results[byName][0], "/apis/longhorn.io/v1beta2?timeout=32s", "503 Service Unavailable")
		} else {
			results[byName][0].Stderr = append([]byte(asIn(results[byName][0], line)+"\n"), results[byName][0].Stderr...)
		}
		a, _ := objects(movedServer, results, movedMarkers...)
		if got := a.Answers[engine]; got.Outcome != ports.Unread || !strings.Contains(got.Reason.String(), "discovery failed for longhorn.io/v1beta2") {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// seen lets the user of a recording read namespace kube-system, as in the waves before.
func seen(result run.Result, uid string) run.Result {
	var kept []string
	for line := range strings.Lines(string(result.Stderr)) {
		if strings.HasPrefix(line, `Error from server (Forbidden): namespaces "kube-system"`) {
			continue
		}
		if strings.Contains(line, controlRead+`"`) {
			line = strings.Replace(line, "403 Forbidden", "200 OK", 1)
		}
		kept = append(kept, line)
	}
	result.Stderr = []byte(strings.Join(kept, ""))
	result.Stdout = []byte(strings.Replace(listOfItems(), "uid-1", uid, 1))
	return result
}

func TestWithoutTheRightToAskWhoServesAKindStaysUnread(t *testing.T) {
	results := moved(t, "1.33")
	results[again] = []run.Result{undefined(t, seen(recorded(t, "moved-4", "1.33"), uidOf(t, results[byName][0])), engine)}
	a, _ := objects(movedServer, results, movedMarkers...)
	if got := a.Answers[engine]; got.Outcome != ports.Unread || !strings.Contains(got.Reason.String(), `cannot get resource "apiservices"`) {
		t.Errorf("%+v", got)
	}
	if got := a.Answers[volume("x")]; got.Outcome != ports.Forbidden || got.Version != "v1beta2" || !strings.Contains(got.Reason.String(), `"volumes" in API group "longhorn.io"`) {
		t.Errorf("%+v", got)
	}
}

func TestAFailedThirdWaveLeavesItsKindsUnread(t *testing.T) {
	for name, broken := range map[string]run.Result{
		"timeout": {TimedOut: true, Exit: -1},
		"HTML":    printed(0, "<html>", get(controlRead, "200 OK")),
	} {
		results := moved(t, "1.33")
		results[again] = []run.Result{broken}
		a, _ := objects(movedServer, results, movedMarkers...)
		for _, ref := range []ports.ObjectRef{volume("x"), volume("y"), engine, nodeMetrics} {
			if got := a.Answers[ref]; got.Outcome != ports.Unread || got.Reason.IsZero() || a.Failure != nil {
				t.Errorf("%s: %v %+v %+v", name, ref, got, a.Failure)
			}
		}
	}
}

func TestAnObjectMissingInAnotherVersionIsLookedForThere(t *testing.T) {
	results := moved(t, "1.33")
	uid := `"uid":"` + uidOf(t, results[byName][0]) + `"`
	other := `{"apiVersion":"longhorn.io/v1beta2","kind":"Volume","metadata":{"namespace":"elsewhere","name":"z"}}`
	line := func(path string) string { return strings.Replace(get(path, "200 OK"), "16443", "18443", 1) }
	results[lists] = []run.Result{printed(0, strings.Replace(listOfItems(other), `"uid":"uid-1"`, uid, 1),
		line("/api/v1/namespaces?limit=500"), line("/apis/longhorn.io/v1beta2/volumes?limit=500"))}
	a, f := objects(movedServer, results, ports.Marker{Ref: volume("y"), Elsewhere: true})
	if got := a.Answers[volume("y")]; got.Outcome != ports.Missing || len(got.Elsewhere.Items) != 1 {
		t.Errorf("%+v %+v", got, a.Failure)
	}
	if got := f.calls[len(f.calls)-1].Args[1]; got != "namespaces,volumes.v1beta2.longhorn.io" {
		t.Error(got)
	}
}

func TestThePreferredVersionComesFirst(t *testing.T) {
	group := apiGroup{Name: "g", Preferred: apiVersion{"v2"}, Versions: []apiVersion{{"v3alpha1"}, {"v2"}, {"v1"}}}
	var got []string
	for _, ref := range (openKind{ref: ports.ObjectRef{Group: "g", Version: "v1"}, group: group}).inOtherVersions() {
		got = append(got, ref.Version)
	}
	if !slices.Equal(got, []string{"v2", "v3alpha1"}) {
		t.Error(got)
	}
}

func TestAKindOfTheCoreAPIIsNeverCalledUnserved(t *testing.T) {
	odd := ports.ObjectRef{Version: "v1", Kind: "Gadget", Resource: "gadgets", Namespace: "default", Name: "x"}
	results := story(t, "1.33")
	results[byName] = []run.Result{printed(1, listOfItems(), get(controlRead, "200 OK"), `unable to recognize no matches for kind "Gadget" in version "v1"`)}
	a, _ := objects(storyServer, results, ports.Marker{Ref: odd})
	if got := a.Answers[odd]; got.Outcome != ports.Unread || got.Reason.IsZero() {
		t.Errorf("%+v", got)
	}
}
