package app

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/discover"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// drafts keeps a draft instead of writing it, and may change what is read back.
type drafts struct {
	draft  ports.Draft
	change func(*ports.Value)
}

func (d *drafts) Write(draft ports.Draft, _ say.Language) []byte {
	d.draft = draft
	return []byte("topology")
}

func (d *drafts) Read(file string, _ []byte) (ports.Document, error) {
	root := ports.Value{Kind: ports.Map}
	for _, e := range d.draft.Entries {
		if e.Key != "" {
			root.Entries = append(root.Entries, ports.Entry{Key: e.Key, Value: e.Value})
		}
	}
	if d.change != nil {
		d.change(&root)
	}
	return ports.Document{File: file, Root: root}, nil
}

// together lets a world be asked several things at once.
type together struct {
	*world
	one sync.Mutex
}

func (w *together) Objects(ctx context.Context, access ports.Access, markers []ports.Marker) ports.ObjectsAnswer {
	w.one.Lock()
	defer w.one.Unlock()
	return w.world.Objects(ctx, access, markers)
}

// reading is the world as a discovery reads it.
func reading(w *world) Readers {
	r := w.readers()
	r.Cluster = &together{world: w}
	r.Environment.Home, r.Environment.Kubeconfig = "/home/o", "/k/paris.config"
	return r
}

// discovery is paris without a topology: its registry runs, and no Gateway is there.
func discovery() (*world, *drafts, Discover) {
	w := paris("prod")
	w.overview.Workloads["Deployment"] = ports.Listing[ports.Object]{Outcome: ports.Found, Items: []ports.Object{{
		Ref:      ports.ObjectRef{Group: "apps", Version: "v1", Kind: "Deployment", Resource: "deployments", Namespace: "registry", Name: "registry"},
		Workload: &ports.Workload{Wanted: 1, Ready: 1, Updated: 1}}}}
	nothing := ports.ObjectsAnswer{UID: w.overview.UID, Answers: map[ports.ObjectRef]ports.ObjectAnswer{}, Groups: ports.Listing[string]{Outcome: ports.Found}}
	for _, m := range discover.Questions() {
		nothing.Answers[m.Ref] = ports.ObjectAnswer{Outcome: ports.Missing, Elsewhere: ports.Listing[ports.Object]{Outcome: ports.Found}}
	}
	w.objects = []ports.ObjectsAnswer{nothing, nothing}
	d := &drafts{}
	return w, d, Discover{Readers: reading(w), Drafter: d}
}

func TestATopologyIsDiscovered(t *testing.T) {
	w, d, use := discovery()
	aim, err := use.Aim(DiscoverOptions{})
	if err != nil || aim.Name != "paris" || aim.Source.String() != "KUBECONFIG" || !aim.Problem.IsZero() {
		t.Fatalf("%+v %v", aim, err)
	}
	if diff := cmp.Diff([]string{"kubeconfig"}, w.asked); diff != "" {
		t.Errorf("before the cluster is shown (-want +got):\n%s", diff)
	}
	found, err := use.Run(context.Background(), aim)
	if err != nil || found.Status() != Done || string(found.Topology) != "topology" || found.UID != w.overview.UID {
		t.Fatalf("%+v %v", found, err)
	}
	if len(w.questions) > 0 {
		t.Errorf("asked: %v", w.questions)
	}
	for _, e := range d.draft.Entries {
		if e.Key == "layers" && cmp.Diff(list(text("registry")), e.Value) != "" {
			t.Errorf("layers: %+v", e.Value)
		}
	}
}

func TestAKubeconfigIsNamedAndNeverAssumed(t *testing.T) {
	_, _, use := discovery()
	use.Environment.Kubeconfig = "  "
	_, err := use.Aim(DiscoverOptions{})
	var bad BadOption
	if !errors.As(err, &bad) || !strings.HasSuffix(err.Error(), "write --kubeconfig FILE, or export KUBECONFIG") {
		t.Errorf("%v", err)
	}
	use.Environment.WorkDir = "/work"
	for file, want := range map[string]string{"a:b.config": "/work/a:b.config", "~/x.config": "/home/o/x.config", "/k/y.config": "/k/y.config"} {
		var read []string
		use.Kubeconfigs = spy{use.Kubeconfigs, &read}
		if aim, err := use.Aim(DiscoverOptions{Kubeconfig: file}); err != nil || aim.Source.String() != "--kubeconfig" || len(read) != 1 || read[0] != want {
			t.Errorf("%s: %v %v", file, read, err)
		}
	}
}

func TestATopologyOfSeveralFilesNamesTheOneToMake(t *testing.T) {
	w, d, use := discovery()
	w.kubeconfig.View.Files = []string{"/k/a.config", "/k/b.config"}
	aim, _ := use.Aim(DiscoverOptions{Name: "lyon"})
	if found, err := use.Run(context.Background(), aim); err != nil || found.Status() != Done {
		t.Fatalf("%+v %v", found, err)
	}
	for _, e := range d.draft.Entries {
		if e.Key == "kubeconfig" && (e.Value.Scalar != "~/.kube/lyon.config" || !strings.Contains(e.Above[0].String(), "(umask 077; KUBECONFIG=/k/a.config:/k/b.config kubectl")) {
			t.Errorf("%+v", e)
		}
	}
}

// spy notes which files are read.
type spy struct {
	ports.KubeconfigReader
	read *[]string
}

func (s spy) Read(files []string, context string) ports.Kubeconfig {
	*s.read = files
	return s.KubeconfigReader.Read(files, context)
}

func TestAKubeconfigThatMustNotBeUsedDiscoversNothing(t *testing.T) {
	w, _, use := discovery()
	w.kubeconfig.View.Problem = say.Textf("no credentials for user x")
	aim, err := use.Aim(DiscoverOptions{})
	if err != nil || aim.Problem.String() != "no credentials for user x" {
		t.Errorf("%+v %v", aim, err)
	}
	w.kubeconfig = ports.Kubeconfig{}
	if aim, _ := use.Aim(DiscoverOptions{}); !strings.Contains(aim.Problem.String(), "was not read; name a kubeconfig") {
		t.Errorf("%+v", aim)
	}
}

func TestOfTwoClustersNothingIsBelieved(t *testing.T) {
	for name, change := range map[string]func(*world){
		"two UIDs": func(w *world) { w.objects[1].UID = "22222222-2222-2222-2222-222222222222" },
		"one read saw both": func(w *world) {
			w.objects[0].Failure = &ports.Failure{Kind: ports.FailedIdentity, Reason: say.Textf("two clusters")}
		},
	} {
		w, _, use := discovery()
		change(w)
		aim, _ := use.Aim(DiscoverOptions{})
		found, err := use.Run(context.Background(), aim)
		if err != nil || found.Status() != Refused || len(found.Topology) > 0 || !strings.Contains(found.Problem.String(), "two clusters") {
			t.Errorf("%s: %+v %v", name, found, err)
		}
	}
}

func TestATopologyThatDoesNotMeanWhatWasSeenIsNotGiven(t *testing.T) {
	_, d, use := discovery()
	d.change = func(root *ports.Value) { root.Entries[0].Value = text("lima") }
	aim, _ := use.Aim(DiscoverOptions{})
	if _, err := use.Run(context.Background(), aim); err == nil || !strings.Contains(err.Error(), "does not mean what was seen") {
		t.Errorf("%v", err)
	}
	d.change = func(root *ports.Value) { root.Entries = root.Entries[:1] }
	var invalid *ports.InvalidDocument
	if _, err := use.Run(context.Background(), aim); !errors.As(err, &invalid) {
		t.Errorf("%v", err)
	}
}

func TestAComparisonIsJudgedAsAPreviewIs(t *testing.T) {
	pin := func(w *world, uid string) {
		w.stack.Entries = append(w.stack.Entries, ports.Entry{Key: "identity", Value: dict("cluster_uid", text(uid))})
	}
	for name, c := range map[string]struct {
		change func(*world)
		status int
		same   bool
	}{
		"pinned":                 {func(w *world) { pin(w, w.overview.UID) }, Done, true},
		"another cluster":        {func(w *world) { pin(w, "22222222-2222-2222-2222-222222222222") }, Refused, false},
		"nothing proves it":      {func(w *world) { w.kubeconfig.View.Server = "https://127.0.0.1:6443" }, Refused, false},
		"the answer is no":       {func(w *world) { w.asking = target.AtTerminal }, Refused, false},
		"the answer is yes":      {func(w *world) { w.asking, w.yes = target.AtTerminal, true }, Pending, false},
		"nothing could be read":  {func(w *world) { w.overview = ports.Overview{Failure: &ports.Failure{}}; w.objects = nil }, Failed, false},
		"something was not read": {func(w *world) { pin(w, w.overview.UID); w.objects[0].Answers, w.objects[1].Answers = nil, nil }, Failed, false},
		"two clusters meanwhile": {func(w *world) { pin(w, w.overview.UID); w.objects[1].UID = "22222222-2222-2222-2222-222222222222" }, Refused, false},
		"a declared layer absent": {func(w *world) {
			pin(w, w.overview.UID)
			w.overview.Workloads["Deployment"] = ports.Listing[ports.Object]{Outcome: ports.Found}
		}, Pending, false},
	} {
		w, _, use := discovery()
		c.change(w)
		use.Readers = reading(w)
		r, err := use.Diff(context.Background(), StackOptions{Stack: "paris"}, "")
		if err != nil || r.Status(true) != c.status || r.Same != c.same {
			t.Errorf("%s: status %d, same %v, %+v %v", name, r.Status(true), r.Same, r, err)
		}
		if c.status == Refused && len(r.Differences)+len(w.markers) > 0 && name != "two clusters meanwhile" && name != "another cluster" {
			t.Errorf("%s: asked %v, told %+v", name, w.markers, r.Differences)
		}
		if !r.Read && len(r.Differences) > 0 {
			t.Errorf("%s: told %+v", name, r.Differences)
		}
		if (r.Confirmed != nil) != w.yes {
			t.Errorf("%s: to remember: %+v", name, r.Confirmed)
		}
	}
}
