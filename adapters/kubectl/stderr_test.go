package kubectl

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/internal/effort"
	"github.com/univ-lehavre/nestor/ports"
)

// servers are those that the recordings were made with.
var servers = []string{
	storyServer, movedServer, "https://127.0.0.1:16999", "https://nope.invalid:6443", "http://127.0.0.1:19001", "http://127.0.0.1:19002",
	"http://127.0.0.1:19005", "http://127.0.0.1:19012", "http://127.0.0.1:19013", "http://127.0.0.1:19014/k8s/clusters/c-1",
	testServer,
}

// serversIn are those that a recording names, and one that it may not.
func serversIn(result run.Result) []string {
	return slices.DeleteFunc(slices.Clone(servers), func(address string) bool {
		return address != storyServer && !bytes.Contains(result.Stderr, []byte(parseServer(address).origin))
	})
}

// answers are all that a Reader makes of one result, whatever it was the answer to.
type answers struct {
	Overview ports.Overview
	Objects  ports.ObjectsAnswer
	Groups   []apiGroup
	Failure  *ports.Failure
}

func told(address string, result run.Result) (a answers) {
	a.Overview = overview(address, result)
	a.Objects, _ = objects(address, map[string][]run.Result{byName: {result}}, slices.Concat(storyMarkers, movedMarkers)...)
	a.Groups, a.Failure = newReading(result, decode(result.Stdout), at(address), deadline).apiGroups()
	return a
}

func TestAReplayAnswersAsTheClusterDid(t *testing.T) {
	t.Parallel()
	believed := 0
	for n, name := range recordings(t) {
		all := versions(t, name)
		for i := n % effort.Every(3); i < len(all); i += effort.Every(3) {
			version := all[i]
			result := recorded(t, name, version)
			replayed := kept(t, result)
			if again := kept(t, replayed); !bytes.Equal(again.Stderr, replayed.Stderr) {
				t.Errorf("%s %s: the projection of the projection differs: %s", name, version, cmp.Diff(string(replayed.Stderr), string(again.Stderr)))
			}
			for _, address := range serversIn(result) {
				live, later := told(address, result), told(address, replayed)
				if !reflect.DeepEqual(live, later) {
					t.Errorf("%s %s (-live +replayed):\n%s", name, version, cmp.Diff(live, later))
				}
				if live.Overview.Failure == nil {
					believed++
				}
			}
		}
	}
	if believed < effort.Some(10, 3) {
		t.Errorf("only %d overviews were believed: are these still the recordings' servers?", believed)
	}
}

// chatter is what a credential plugin may print: its own words, a secret, and what ends a body that kubectl logs.
var chatter = []string{
	"hunter2", "token: hunter2", "Enter the code hunter2 at https://login.example.org", `{"kind":"ExecCredential","status":{"token":"hunter2"}}`,
	"\terror: hunter2", "  hunter2", "WARNING: hunter2", "}]", " >", "", "Warning: hunter2", "couldn't get resource list for a.io/v1: hunter2",
	`User "hunter2" cannot get resource "namespaces" in API group "" in the namespace "kube-system"`,
	`no matches for kind "Volume" in version "hunter2/v1"`, "-----BEGIN PRIVATE KEY-----", "hunter2=\r",
	`E1130 02:12:19.519512 hunter2`, `GET https://hunter2@h/x 200 OK in 3 milliseconds`,
}

func TestWhatAPluginPrintsNeverReachesARecording(t *testing.T) {
	t.Parallel()
	var all []run.Result
	for _, name := range recordings(t) {
		for _, version := range versions(t, name) {
			all = append(all, recorded(t, name, version))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		result := rapid.SampledFrom(all).Draw(t, "recording")
		mixed := lines(result.Stderr)
		for range rapid.IntRange(1, 4).Draw(t, "how many") {
			mixed = slices.Insert(mixed, rapid.IntRange(0, len(mixed)-1).Draw(t, "at"), rapid.SampledFrom(chatter).Draw(t, "says")+"\n")
		}
		result.Stderr = []byte(strings.Join(mixed, ""))
		if rapid.Bool().Draw(t, "cut") {
			result.Stderr = result.Stderr[:rapid.IntRange(0, len(result.Stderr)).Draw(t, "to")]
		}
		replayed := result
		replayed.Stderr = keepStderr(result.Stderr)
		logged := lastLogged(linesOf(string(result.Stderr))) >= 0
		if logged && bytes.Contains(replayed.Stderr, []byte("hunter2")) {
			t.Fatalf("kept:\n%s", replayed.Stderr)
		}
		address := rapid.SampledFrom(servers).Draw(t, "server")
		if diff := cmp.Diff(told(address, result), told(address, replayed), withoutReasons); diff != "" {
			t.Fatalf("(-live +replayed):\n%s\n%s", diff, replayed.Stderr)
		}
		if again := keepStderr(replayed.Stderr); !bytes.Equal(again, replayed.Stderr) {
			t.Fatalf("the projection of the projection differs:\n%s\n%s", replayed.Stderr, again)
		}
	})
}

// withoutReasons leaves out sentences, which may quote what a recording does not hold.
var withoutReasons = cmp.FilterPath(func(p cmp.Path) bool {
	field, ok := p.Last().(cmp.StructField)
	return ok && field.Name() == "Reason"
}, cmp.Ignore())

func TestARecordingHoldsOnlyTheFormsThatAreRead(t *testing.T) {
	const head = "I1130 03:02:12.519512   12283 "
	for name, c := range map[string]struct{ said, kept string }{
		"a request":                {get("/apis?timeout=32s", "200 OK"), get("/apis?timeout=32s", "200 OK")},
		"a page":                   {get("/api/v1/nodes?continue=eyJ2IjoibWV0YSJ9&limit=6", "200 OK"), get("/api/v1/nodes?continue=eyJ2IjoibWV0YSJ9&limit=6", "200 OK")},
		"a request of old":         {head + "round_trippers.go:553] GET https://bob:hunter2@h/apis 200 OK in 3 milliseconds", head + "round_trippers.go:553] GET https://h/apis 200 OK in 3 milliseconds"},
		"a field that is not read": {strings.Replace(get("/apis", "200 OK"), " status", ` headers="Authorization: hunter2" status`, 1), get("/apis", "200 OK")},
		"a password in an address": {strings.Replace(get("/apis", "200 OK"), "https://", "https://bob:hunter2@", 1), get("/apis", "200 OK")},
		"a log line":               {head + "loader.go:402] Config loaded from file: /home/hunter2", ""},
		"a header in the log":      {head + "round_trippers.go:473]     Authorization: Bearer hunter2", ""},
		"a body":                   {head + "helpers.go:246] server response object: %s[{\nhunter2\n}]\nerror: boom", "error: boom"},
		"a discovery error":        {head + `memcache.go:287] "Unhandled Error" err="couldn't get resource list for a.io/v1: hunter2"`, head + "memcache.go:287] couldn't get resource list for a.io/v1"},
		"one in a body":            {head + "memcache.go:287] err=<\n\thunter2: stale GroupVersion discovery: a.io/v1\n >", head + "memcache.go:287] stale GroupVersion discovery: a.io/v1"},
		"an error before the log":  {"error: first\n" + head + "x.go:1] hunter2\n" + head + "y.go:1] hunter2\nerror: second", "error: first\n" + head + "x.go:1]\nerror: second"},
		"an error with a secret":   {"error: https://bob:hunter2@h said password=hunter2", "error: https://[redacted]@h said password=[redacted]"},
		"words before the log":     {"hunter2\n" + head + "x.go:1] y\nerror: boom", "error: boom"},
		"words that it ended with": {head + "x.go:1] y\nhunter2\nhunter2\nerror: boom\nhunter2", otherWords + "\nerror: boom\n" + otherWords},
		"one error of several":     {head + "x.go:1] y\nserializer for text/html doesn't exist", "serializer for text/html doesn't exist"},
		"a kubectl that never ran": {"fetching it\nkubectl: 3: exec: /opt/kubectl: not found", otherWords + "\nkubectl: 3: exec: /opt/kubectl: not found"},
		"nothing":                  {"\n\r\nWarning: old\n", ""},
	} {
		want := c.kept
		if want != "" {
			want += "\n"
		}
		if diff := cmp.Diff(want, string(keepStderr([]byte(c.said+"\n")))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// A list that was answered with a page of another kind has no status that says so: only the words do.
func TestAReplayDoesNotBelieveAListMoreThanTheClusterDid(t *testing.T) {
	result := printed(1, listOfItems(), get("/api/v1/nodes?limit=500", "200 OK"), get("/api/v1/namespaces?limit=500", "200 OK"),
		get("/apis/storage.k8s.io/v1/storageclasses?limit=500", "403 Forbidden"),
		`Error from server (Forbidden): storageclasses.storage.k8s.io is forbidden: User "u" cannot list resource "storageclasses" in API group "storage.k8s.io" at the cluster scope`,
		"some error in words that nobody foresaw")
	live, replayed := overviewOf(result), overviewOf(kept(t, result))
	if live.Nodes.Outcome != ports.Unread || replayed.Nodes.Outcome != ports.Unread || !strings.Contains(replayed.Nodes.Reason.String(), otherWords) {
		t.Errorf("live %+v, replayed %+v", live.Nodes, replayed.Nodes)
	}
}
