package kubectl

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
)

const deadline = 15 * time.Second

// recorded gives what a real kubectl of this version answered.
func recorded(t testing.TB, name, version string) run.Result {
	t.Helper()
	archive := open(t, name)
	stdout, stderr, exit := section(archive, "stdout"), section(archive, version), section(archive, "exit")
	if stdout == nil || stderr == nil || exit == nil {
		t.Fatalf("recording %s has no version %s", name, version)
	}
	code, err := strconv.Atoi(strings.TrimSpace(string(exit)))
	if err != nil {
		t.Fatal(err)
	}
	return run.Result{Stdout: stdout, Stderr: stderr, Exit: code}
}

// versions are those of kubectl that a recording was made with.
func versions(t testing.TB, name string) []string {
	t.Helper()
	var all []string
	for _, file := range open(t, name).Files {
		if strings.HasPrefix(file.Name, "1.") {
			all = append(all, file.Name)
		}
	}
	return all
}

func open(t testing.TB, name string) *txtar.Archive {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	return archive
}

func section(archive *txtar.Archive, name string) []byte {
	for _, file := range archive.Files {
		if file.Name == name {
			return append([]byte{}, file.Data...)
		}
	}
	return nil
}

// recordings are the names of all of them.
func recordings(t testing.TB) []string {
	t.Helper()
	entries, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		if name, ok := strings.CutSuffix(entry.Name(), ".txtar"); ok {
			names = append(names, name)
		}
	}
	return names
}

// fake answers each kind of call from a list of its own, in order; the last one again and again.
type fake struct {
	mutex     sync.Mutex
	results   map[string][]run.Result
	calls     []run.Call
	deadlines []time.Duration // what was left when each call came
}

// The kinds of call that a Reader makes.
const (
	overviews = "nodes"     // the lists of an overview
	byName    = "-f"        // the markers
	groups    = "--raw"     // /apis
	lists     = "elsewhere" // kinds across namespaces
	again     = "-f again"  // markers in other versions, and what defines and serves their kinds
	byVersion = "--raw v"   // one version of a group
)

func kindOf(c run.Call) string {
	switch {
	case c.Args[1] == "-f" && strings.Contains(string(c.Stdin), "CustomResourceDefinition"):
		return again
	case c.Args[1] == "--raw" && !strings.HasSuffix(c.Args[2], "/apis"):
		return byVersion
	case c.Args[1] == "-f", c.Args[1] == "--raw":
		return c.Args[1]
	case strings.HasPrefix(c.Args[1], "nodes,"):
		return overviews
	default:
		return lists
	}
}

func (f *fake) Run(ctx context.Context, c run.Call) run.Result {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.calls = append(f.calls, c)
	until, _ := ctx.Deadline()
	f.deadlines = append(f.deadlines, time.Until(until))
	left := f.results[kindOf(c)]
	if len(left) == 0 {
		return run.Result{Exit: -1, Err: run.ErrNotRecorded}
	}
	if len(left) > 1 {
		f.results[kindOf(c)] = left[1:]
	}
	return left[0]
}

// asked is the kinds of the calls so far, sorted.
func (f *fake) asked() []string {
	var kinds []string
	for _, call := range f.calls {
		kinds = append(kinds, kindOf(call))
	}
	slices.Sort(kinds)
	return kinds
}

func at(server string) ports.Access {
	return ports.Access{Context: "ctx", Kubeconfig: ports.NewSecret([]byte("kubeconfig")), Files: []string{"/home/op/k"}, Server: server}
}

const (
	storyServer = "https://127.0.0.1:16443"
	movedServer = "https://127.0.0.1:18443"
)

var builtInKinds = ports.OverviewQuestion{Kinds: []ports.ObjectRef{
	{Group: "apps", Kind: "Deployment", Resource: "deployments"},
	{Group: "apps", Kind: "StatefulSet", Resource: "statefulsets"},
	{Group: "batch", Kind: "CronJob", Resource: "cronjobs"},
}}

// overview reads an overview that is answered by these results.
func overview(server string, results ...run.Result) ports.Overview {
	return overviewWith(at(server), results...)
}

func overviewWith(access ports.Access, results ...run.Result) ports.Overview {
	f := &fake{results: map[string][]run.Result{overviews: results}}
	return New(f, deadline).Overview(context.Background(), access, builtInKinds)
}

// objects reads markers that are answered by these results.
func objects(server string, results map[string][]run.Result, markers ...ports.Marker) (ports.ObjectsAnswer, *fake) {
	copied := map[string][]run.Result{}
	for kind, list := range results {
		copied[kind] = slices.Clone(list)
	}
	f := &fake{results: copied}
	return New(f, deadline).Objects(context.Background(), at(server), markers), f
}

func deployment(namespace, name string) ports.ObjectRef {
	return ports.ObjectRef{Group: "apps", Version: "v1", Kind: "Deployment", Resource: "deployments", Namespace: namespace, Name: name}
}

func storageClass(name string) ports.ObjectRef {
	return ports.ObjectRef{Group: "storage.k8s.io", Version: "v1", Kind: "StorageClass", Resource: "storageclasses", Name: name}
}

func volume(name string) ports.ObjectRef {
	return ports.ObjectRef{Group: "longhorn.io", Version: "v1", Kind: "Volume", Resource: "volumes", Namespace: "default", Name: name}
}

var (
	metricsServer = deployment("kube-system", "metrics-server")
	marquez       = deployment("marquez", "marquez")
	blockPool     = storageClass("rook-ceph-block-replicated")
	loki          = ports.ObjectRef{Group: "apps", Version: "v1", Kind: "StatefulSet", Resource: "statefulsets", Namespace: "monitoring", Name: "loki"}
	cephCluster   = ports.ObjectRef{Group: "ceph.rook.io", Version: "v1", Kind: "CephCluster", Resource: "cephclusters", Namespace: "rook-ceph", Name: "rook-ceph"}
	application   = ports.ObjectRef{
		Group: "argoproj.io", Version: "v1alpha1", Kind: "Application", Resource: "applications", Namespace: "argocd", Name: "atlas-workflows",
	}
	longhornVolume = ports.ObjectRef{Group: "longhorn.io", Version: "v1beta2", Kind: "Volume", Resource: "volumes", Namespace: "longhorn-system", Name: "x"}
	engine         = ports.ObjectRef{Group: "longhorn.io", Version: "v1", Kind: "Engine", Resource: "engines", Namespace: "default", Name: "x"}
	nodeMetrics    = ports.ObjectRef{Group: "metrics.k8s.io", Version: "v1beta1", Kind: "NodeMetrics", Resource: "nodes", Name: "dirqual1"}
)

// storyMarkers are those of the recording "objects".
var storyMarkers = []ports.Marker{
	{Ref: metricsServer},
	{Ref: cephCluster, Elsewhere: true, Groups: []string{"ceph.rook.io"}},
	{Ref: blockPool},
	{Ref: loki},
	{Ref: marquez},
	{Ref: application, Elsewhere: true, Groups: []string{"argoproj.io"}},
	{Ref: longhornVolume, Elsewhere: true},
}

// story gives the answers of the real cluster to storyMarkers.
func story(t testing.TB, version string) map[string][]run.Result {
	t.Helper()
	return map[string][]run.Result{
		byName: {recorded(t, "objects", version)},
		groups: {recorded(t, "groups", version)},
		lists:  {recorded(t, "elsewhere", version)},
		again:  {nothingStored(uidOf(t, recorded(t, "objects", version)), storyServer, longhornVolume)},
	}
}

// nothingStored is made up: no definition of these kinds is there, nor a server of their version.
func nothingStored(uid, server string, refs ...ports.ObjectRef) run.Result {
	lines := []string{get(controlRead, "200 OK")}
	for _, ref := range refs {
		service := apiService(apiGroup{Name: ref.Group}, apiVersion{ref.Version})
		lines = append(lines, get(objectPath(definition(ref)), "404 Not Found"), get(objectPath(service), "404 Not Found"))
	}
	result := printed(0, strings.Replace(listOfItems(), "uid-1", uid, 1), lines...)
	result.Stderr = []byte(strings.ReplaceAll(string(result.Stderr), storyServer, server))
	return result
}

// undefined adds to a recording from before definitions were asked for that these kinds have none.
func undefined(t testing.TB, result run.Result, refs ...ports.ObjectRef) run.Result {
	t.Helper()
	for _, ref := range refs {
		result = logged(t, result, objectPath(definition(ref)), "404 Not Found")
	}
	return result
}

// logged adds a request to a recording, in the words and by the process of the one for its positive control.
func logged(t testing.TB, result run.Result, path, status string) run.Result {
	t.Helper()
	for line := range strings.Lines(string(result.Stderr)) {
		if !strings.Contains(line, controlRead) {
			continue
		}
		added := strings.Replace(line, controlRead, path, 1)
		for _, was := range []string{"200 OK", "403 Forbidden"} {
			added = strings.Replace(added, was, status, 1)
		}
		result.Stderr = []byte(strings.Replace(string(result.Stderr), line, added+line, 1))
		if status == "404 Not Found" {
			for _, words := range wordsAt(path, nil) {
				result.Stderr = append(result.Stderr, words+"\n"...)
			}
		}
		return result
	}
	t.Fatal("no positive control in this recording")
	return result
}

// asIn gives a line of get the process of a recording: what another one logs is not believed.
func asIn(result run.Result, line string) string {
	for text := range strings.SplitSeq(string(result.Stderr), "\n") {
		if m := klogWriter.FindStringSubmatch(text); m != nil {
			return strings.Replace(strings.Replace(line, " 12283 ", " "+m[2]+" ", 1), "I1130", "I"+m[1], 1)
		}
	}
	return line
}

var movedMarkers = []ports.Marker{{Ref: volume("x")}, {Ref: volume("y")}, {Ref: engine}, {Ref: nodeMetrics}}

// moved gives the answers of a real cluster that serves volumes in another version only.
func moved(t testing.TB, version string) map[string][]run.Result {
	t.Helper()
	return map[string][]run.Result{
		byName: {recorded(t, "moved-1", version)},
		groups: {recorded(t, "moved-2", version)},
		again:  {undefined(t, recorded(t, "moved-3", version), engine, nodeMetrics)},
	}
}

// printed gives the result of a kubectl that was answered with these statuses and printed this. Of each 404 it says what
// kubectl says of an API server's own.
func printed(exit int, stdout string, lines ...string) run.Result {
	words := wordsOf(lines)
	if len(words) > 0 {
		exit = 1
	}
	return wordless(exit, stdout, append(slices.Clone(lines), words...)...)
}

// wordless is the same, of a kubectl that says nothing but these lines.
func wordless(exit int, stdout string, lines ...string) run.Result {
	stderr := ""
	for _, line := range lines {
		stderr += line + "\n"
	}
	return run.Result{Stdout: []byte(stdout), Stderr: []byte(stderr), Exit: exit}
}

// gone is a line of get, answered 404, by the process of all the others.
var gone = regexp.MustCompile(`^I1130 \S+ +12283 .* url="` + storyServer + `(/[^"?]*)" status="404 `)

// wordsOf gives what kubectl says of the objects that got a 404: nothing is one that is logged after its errors began.
func wordsOf(lines []string) []string {
	var paths []string
	for text := range strings.SplitSeq(strings.Join(lines, "\n"), "\n") {
		if strings.HasPrefix(text, "Error from server") || strings.HasPrefix(text, "error: You must") {
			break
		}
		if m := gone.FindStringSubmatch(text); m != nil && !slices.Contains(paths, m[1]) {
			paths = append(paths, m[1])
		}
	}
	var words []string
	for _, path := range paths {
		words = append(words, wordsAt(path, paths)...)
	}
	return words
}

// wordsAt gives those of one path, when these are missing. The request for a namespace follows from the one for an object.
func wordsAt(path string, missing []string) []string {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	var group string
	if parts[0] == "apis" {
		group, parts = "."+parts[1], parts[1:]
	}
	switch parts = parts[2:]; {
	case len(parts) == 2 && (parts[0] != "namespaces" || path == controlRead):
		return []string{notFound(parts[0]+group, parts[1])}
	case len(parts) == 4 && slices.Contains(missing, "/api/v1/namespaces/"+parts[1]):
		return []string{notFound("namespaces", parts[1])}
	case len(parts) == 4:
		return []string{notFound(parts[2]+group, parts[3])}
	default:
		return nil
	}
}

func notFound(resource, name string) string {
	return `Error from server (NotFound): ` + resource + ` "` + name + `" not found`
}

// get is a line of the request log, as kubectl 1.33 writes it.
func get(path, status string) string {
	return `I1130 03:02:12.519512   12283 round_trippers.go:632] "Response" verb="GET" url="` + storyServer + path + `" status="` + status + `" milliseconds=3`
}

// listOfItems is a List as kubectl prints it, with namespace kube-system in it.
func listOfItems(items ...string) string {
	control := `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"kube-system","uid":"uid-1"}}`
	return `{"apiVersion":"v1","kind":"List","items":[` + strings.Join(append([]string{control}, items...), ",") + `]}`
}

const controlRead = "/api/v1/namespaces/kube-system"

// outcomes is what became of every marker.
func outcomes(a ports.ObjectsAnswer) map[string]string {
	all := map[string]string{}
	for ref, answer := range a.Answers {
		all[ref.String()] = answer.Outcome.String()
	}
	return all
}
