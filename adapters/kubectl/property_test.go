package kubectl

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/internal/effort"
	"github.com/univ-lehavre/nestor/ports"
)

// scenario is a set of markers and what a real cluster answered.
type scenario struct {
	name    string
	server  string
	markers []ports.Marker
	results map[string][]run.Result
	sure    ports.ObjectsAnswer
}

func scenarios(t testing.TB) []scenario {
	t.Helper()
	var all []scenario
	for _, version := range versions(t, "objects") {
		all = append(all, scenario{"story " + version, storyServer, storyMarkers, story(t, version), ports.ObjectsAnswer{}})
	}
	for _, version := range versions(t, "moved-1") {
		all = append(all, scenario{"moved " + version, movedServer, movedMarkers, moved(t, version), ports.ObjectsAnswer{}})
	}
	for i, s := range all {
		all[i].sure, _ = objects(s.server, s.results, s.markers...)
	}
	return all
}

// with gives the scenario's answers with one kind of call changed.
func (s scenario) with(kind string, edit func(*run.Result)) map[string][]run.Result {
	changed := map[string][]run.Result{}
	for k, list := range s.results {
		changed[k] = append([]run.Result{}, list...)
	}
	edit(&changed[kind][0])
	return changed
}

// weaker reports what the second answer knows that the first did not, or knows otherwise: nothing, it must be.
func weaker(sure, weak ports.ObjectsAnswer) string {
	for ref, answer := range weak.Answers {
		before := sure.Answers[ref]
		if answer.Outcome.Known() {
			answer.Elsewhere, before.Elsewhere = ports.Listing[ports.Object]{}, ports.Listing[ports.Object]{}
			if !reflect.DeepEqual(before, answer) {
				return ref.String() + ": " + cmp.Diff(before, answer)
			}
		} else if answer.Outcome == ports.Forbidden && before.Outcome != ports.Forbidden || answer.Object != nil {
			return ref.String() + ": invented"
		}
		if diff := weakerListing(sure.Answers[ref].Elsewhere, weak.Answers[ref].Elsewhere); diff != "" {
			return ref.String() + " elsewhere: " + diff
		}
	}
	if len(weak.Answers) != len(sure.Answers) {
		return "an answer is missing"
	}
	return weakerListing(sure.Groups, weak.Groups)
}

func weakerListing[T any](sure, weak ports.Listing[T]) string {
	if weak.Outcome == ports.Unread && len(weak.Items) == 0 || reflect.DeepEqual(sure, weak) {
		return ""
	}
	return cmp.Diff(sure, weak)
}

func weakerOverview(sure, weak ports.Overview) string {
	text := weakerListing(sure.Nodes, weak.Nodes) + weakerListing(sure.Namespaces, weak.Namespaces) + weakerListing(sure.StorageClasses, weak.StorageClasses)
	for kind, listed := range weak.Workloads {
		text += weakerListing(sure.Workloads[kind], listed)
	}
	return text
}

func lines(stderr []byte) []string { return strings.SplitAfter(string(stderr), "\n") }

func TestALineThatIsLostOnlyMakesAnswersUnread(t *testing.T) {
	t.Parallel()
	every := effort.Every(6)
	for _, s := range scenarios(t) {
		unread := 0
		for kind := range s.results {
			all := lines(s.results[kind][0].Stderr)
			for i := 0; i < len(all); i += every {
				lost := s.with(kind, func(r *run.Result) {
					r.Stderr = []byte(strings.Join(append(append([]string{}, all[:i]...), all[i+1:]...), ""))
				})
				weak, _ := objects(s.server, lost, s.markers...)
				if text := weaker(s.sure, weak); text != "" {
					t.Errorf("%s without %s: %s", s.name, all[i], text)
				}
				if !reflect.DeepEqual(s.sure.Answers, weak.Answers) {
					unread++
				}
			}
		}
		if unread < effort.Some(5, 1) {
			t.Errorf("%s: only %d lines mattered", s.name, unread)
		}
	}
	sure := overview(storyServer, recorded(t, "overview", "1.33"))
	all := lines(recorded(t, "overview", "1.33").Stderr)
	for i := 0; i < len(all); i += every {
		result := recorded(t, "overview", "1.33")
		result.Stderr = []byte(strings.Join(append(append([]string{}, all[:i]...), all[i+1:]...), ""))
		if text := weakerOverview(sure, overview(storyServer, result)); text != "" {
			t.Errorf("without %s: %s", all[i], text)
		}
	}
}

func TestAnOutputThatIsCutOnlyMakesAnswersUnread(t *testing.T) {
	t.Parallel()
	all := scenarios(t)
	whole := recorded(t, "overview", "1.33")
	sureOverview := overview(storyServer, whole)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(all).Draw(t, "scenario")
		kind := rapid.SampledFrom([]string{byName, groups, lists, again}).Draw(t, "kind")
		if len(s.results[kind]) == 0 {
			t.Skip("not asked there")
		}
		cut := func(b []byte) []byte { return b[:rapid.IntRange(0, len(b)).Draw(t, "at")] }
		stderrToo := rapid.Bool().Draw(t, "stderr")
		weak, _ := objects(s.server, s.with(kind, func(r *run.Result) {
			if stderrToo {
				r.Stderr = cut(r.Stderr)
			} else {
				r.Stdout = cut(r.Stdout)
			}
		}), s.markers...)
		if text := weaker(s.sure, weak); text != "" {
			t.Fatal(text)
		}
		result := whole
		result.Stdout = cut(result.Stdout)
		if text := weakerOverview(sureOverview, overview(storyServer, result)); text != "" {
			t.Fatal(text)
		}
	})
}

// otherOutputs are what a front door, or a kubectl that failed, prints in the place of an answer.
var otherOutputs = []string{
	"", "<html><body>Sign in</body></html>", "{}", "null", `{"kind":"List","apiVersion":"v1","items":[]}`, `{"kind":"Status","status":"Success"}`, "\x00\xff",
}

func TestAnOverviewIsNotBelievedWithoutItsOutput(t *testing.T) {
	for _, text := range otherOutputs {
		result := recorded(t, "overview", "1.33")
		result.Stdout = []byte(text)
		if o := overview(storyServer, result); o.Failure == nil || o.Nodes.Outcome != ports.Unread {
			t.Errorf("%q: %+v", text, o)
		}
	}
}

func TestAnythingButJSONOnlyMakesAnswersUnread(t *testing.T) {
	t.Parallel()
	all := scenarios(t)
	for i := 0; i < len(all); i += effort.Every(3) {
		s := all[i]
		for _, text := range otherOutputs {
			for kind := range s.results {
				for _, exit := range []int{0, 1} {
					weak, _ := objects(s.server, s.with(kind, func(r *run.Result) { r.Stdout, r.Exit = []byte(text), exit }), s.markers...)
					if diff := weaker(s.sure, weak); diff != "" {
						t.Errorf("%s, %s answered with %q: %s", s.name, kind, text, diff)
					}
				}
			}
		}
	}
}

func TestTheOrderOfItemsMeansNothing(t *testing.T) {
	t.Parallel()
	all, whole := scenarios(t), recorded(t, "overview", "1.33")
	sure := overview(storyServer, whole)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(all).Draw(t, "scenario")
		kind := rapid.SampledFrom([]string{byName, groups, lists, again, overviews}).Draw(t, "kind")
		switch {
		case kind == overviews:
			mixed := whole
			mixed.Stdout = shuffled(t, mixed.Stdout)
			if diff := cmp.Diff(sure, overview(storyServer, mixed)); diff != "" {
				t.Fatal(diff)
			}
		case len(s.results[kind]) > 0:
			mixed, _ := objects(s.server, s.with(kind, func(r *run.Result) { r.Stdout = shuffled(t, r.Stdout) }), s.markers...)
			if diff := cmp.Diff(s.sure, mixed); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

// shuffled permutes the items, or the groups, of a document.
func shuffled(t *rapid.T, stdout []byte) []byte {
	var document map[string]json.RawMessage
	if err := json.Unmarshal(stdout, &document); err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{"items", "groups"} {
		var items []json.RawMessage
		if document[field] == nil || json.Unmarshal(document[field], &items) != nil {
			continue
		}
		document[field], _ = json.Marshal(rapid.Permutation(items).Draw(t, field))
	}
	mixed, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	return mixed
}
