package app

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// world plays every port, and notes what was asked of it.
type world struct {
	stack, catalogue ports.Value
	kubeconfig       ports.Kubeconfig
	machines         ports.Machines
	overview         ports.Overview
	objects          []ports.ObjectsAnswer // one for each time it is asked
	known            []ports.KnownCluster
	asking           target.Asking
	yes              bool
	questions        []ports.Question
	mutex            sync.Mutex
	asked            []string
	markers          [][]ports.Marker
}

func (w *world) Known() ([]ports.KnownCluster, error) { return w.known, nil }

func (w *world) Confirm(_ context.Context, q ports.Question) bool {
	w.note("question")
	w.questions = append(w.questions, q)
	return w.yes
}

func (w *world) note(what string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.asked = append(w.asked, what)
}

func (w *world) Stack(name, _ string) (ports.Document, error) {
	return ports.Document{File: "/stacks/" + name + ".yaml", Shown: name + ".yaml", Root: w.stack}, nil
}

func (w *world) Catalogue(ports.Document) (ports.Document, *ports.Document, error) {
	return ports.Document{File: "layers.yaml", Root: w.catalogue}, nil, nil
}

func (w *world) Others(ports.Document) []ports.Document { return nil }
func (w *world) Stacks() ([]ports.StackFile, error)     { return nil, nil }
func (w *world) Exists(string) bool                     { return false }
func (w *world) Same(a, b string) bool                  { return a == b }

func (w *world) Read(files []string, context string) ports.Kubeconfig {
	w.note("kubeconfig")
	return w.kubeconfig
}

func (w *world) Machines(context.Context) ports.Machines {
	w.note("machines")
	return w.machines
}

func (w *world) Overview(context.Context, ports.Access, ports.OverviewQuestion) ports.Overview {
	w.note("overview")
	return w.overview
}

func (w *world) Objects(_ context.Context, _ ports.Access, markers []ports.Marker) ports.ObjectsAnswer {
	w.note("objects")
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.markers = append(w.markers, markers)
	if len(w.objects) == 0 {
		return ports.ObjectsAnswer{}
	}
	next := w.objects[0]
	w.objects = w.objects[1:]
	return next
}

func text(s string) ports.Value { return ports.Value{Kind: ports.Text, Scalar: s} }

func list(items ...ports.Value) ports.Value { return ports.Value{Kind: ports.List, Items: items} }

// dict pairs keys with values.
func dict(pairs ...any) ports.Value {
	v := ports.Value{Kind: ports.Map}
	for i := 0; i < len(pairs); i += 2 {
		v.Entries = append(v.Entries, ports.Entry{Key: pairs[i].(string), Value: pairs[i+1].(ports.Value)})
	}
	return v
}

// paris is a stack of one node that wants a registry, proven by one Deployment.
func paris(kind string) *world {
	uid := "11111111-1111-1111-1111-111111111111"
	return &world{
		stack: dict("target_kind", text(kind), "kubeconfig", text("/k/paris.config"), "layers", list(text("registry")),
			"nodes", list(dict("name", text("cp1"), "ansible_host", text("10.0.0.1"), "roles", list(text("control"), text("worker"))))),
		catalogue: dict("layers", list(
			dict("name", text("machines"), "wanted", text("lima"), "only", text("lima"), "seen", text("machines")),
			dict("name", text("kubernetes"), "wanted", text("always"), "needs", list(text("machines")), "seen", text("nodes")),
			dict("name", text("registry"), "needs", list(text("kubernetes")), "proofs", list(dict("apiVersion", text("apps/v1"),
				"kind", text("Deployment"), "namespace", text("registry"), "name", text("registry")))))),
		kubeconfig: ports.Kubeconfig{
			View:   ports.KubeconfigView{Files: []string{"/k/paris.config"}, Context: "c", Server: "https://10.0.0.1:6443"},
			Access: ports.Access{Context: "c", Kubeconfig: ports.NewSecret([]byte("x")), Files: []string{"/k/paris.config"}},
		},
		machines: ports.Machines{State: ports.MachinesRead, Items: []ports.Machine{{Name: "cp1", Status: "Running"}}},
		overview: ports.Overview{UID: uid,
			Nodes:          ports.Listing[ports.Node]{Outcome: ports.Found, Items: []ports.Node{{Name: "cp1", Ready: "True", ControlPlane: true}}},
			Namespaces:     ports.Listing[ports.Namespace]{Outcome: ports.Found},
			StorageClasses: ports.Listing[ports.StorageClass]{Outcome: ports.Found},
			Workloads:      map[string]ports.Listing[ports.Object]{"Deployment": {Outcome: ports.Found}}},
		objects: []ports.ObjectsAnswer{{UID: uid}},
	}
}

func (w *world) preview(t *testing.T) Report {
	t.Helper()
	r, err := Preview{w.readers()}.Run(context.Background(), StackOptions{Stack: "paris"})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (w *world) readers() Readers {
	return Readers{Documents: w, Kubeconfigs: w, Known: w, Cluster: w, Machines: w, Confirmer: w, Asking: w.asking,
		Environment: ports.Environment{Now: time.Unix(0, 0), ListSeparator: ":"}}
}

func verdictOf(r Report, name string) string {
	i := slices.IndexFunc(r.Layers, func(l LayerReport) bool { return l.Name == name })
	return r.Layers[i].Verdict + "/" + r.Layers[i].Action
}

func TestAKubeconfigThatMustNotBeUsedReadsNothing(t *testing.T) {
	w := paris("prod")
	w.kubeconfig.View.Problem, w.kubeconfig.Access = say.Textf("no current-context in /k/paris.config"), ports.Access{}
	r := w.preview(t)
	if len(w.markers) > 0 || r.Cluster.Read || !r.Cluster.Reason.Equal(w.kubeconfig.View.Problem) {
		t.Errorf("asked %v; %+v", w.markers, r.Cluster)
	}
	if r.Status(false) != 3 || verdictOf(r, "registry") != "unknown/blocked" && verdictOf(r, "registry") != "unknown/look" {
		t.Errorf("status %d, %s", r.Status(false), verdictOf(r, "registry"))
	}
}

func TestAPinThatDiffersDisbelievesWhatWasRead(t *testing.T) {
	w := paris("prod")
	w.stack.Entries = append(w.stack.Entries, ports.Entry{Key: "identity", Value: dict("cluster_uid", text("22222222-2222-2222-2222-222222222222"))})
	r := w.preview(t)
	if r.Status(true) != 3 || verdictOf(r, "kubernetes") != "unknown/look" || r.Target.Judgement != "refuse" {
		t.Errorf("status %d, kubernetes %s, %+v", r.Status(true), verdictOf(r, "kubernetes"), r.Target)
	}
}

func TestTheClusterOfABenchIsReadOnlyWhileAVMRuns(t *testing.T) {
	for status, read := range map[string]bool{"Running": true, "Stopped": false, "Broken": false} {
		w := paris("lima")
		w.machines.Items[0].Status = status
		r := w.preview(t)
		if r.Cluster.Read != read || (len(w.markers) > 0) != read {
			t.Errorf("%s: read %v", status, r.Cluster.Read)
		}
		if !read && verdictOf(r, "registry") != "unknown/blocked" {
			t.Errorf("%s: registry %s", status, verdictOf(r, "registry"))
		}
	}
	w := paris("lima")
	w.machines = ports.Machines{State: ports.MachinesUnread, Reason: say.Textf("limactl failed")}
	if r := w.preview(t); !r.Cluster.Read || verdictOf(r, "machines") != "unknown/look" {
		t.Error("limactl's failure says nothing of the cluster, which the topology names")
	}
}

func TestLimactlIsNoBusinessOfProd(t *testing.T) {
	w := paris("prod")
	if r := w.preview(t); slices.Contains(w.asked, "machines") || r.Machines != nil {
		t.Errorf("asked %v, machines %v", w.asked, r.Machines)
	}
}

func TestAListThatIsForbiddenIsAskedByName(t *testing.T) {
	w := paris("prod")
	w.overview.Workloads["Deployment"] = ports.Listing[ports.Object]{Outcome: ports.Forbidden, Reason: say.Textf("cannot list")}
	ref := ports.ObjectRef{Group: "apps", Version: "v1", Kind: "Deployment", Resource: "deployments", Namespace: "registry", Name: "registry"}
	found := ports.ObjectAnswer{Outcome: ports.Found, Object: &ports.Object{Ref: ref, Workload: &ports.Workload{Wanted: 1, Ready: 1, Updated: 1}}}
	uid := w.overview.UID
	w.objects = append(w.objects, ports.ObjectsAnswer{UID: uid, Answers: map[ports.ObjectRef]ports.ObjectAnswer{ref: found}})
	if r := w.preview(t); verdictOf(r, "registry") != "present/none" || len(w.markers) != 2 {
		t.Errorf("%s after %d reads", verdictOf(r, "registry"), len(w.markers))
	}

	other := paris("prod")
	other.overview = w.overview
	other.objects = []ports.ObjectsAnswer{{UID: uid}, {UID: "another", Answers: map[ports.ObjectRef]ports.ObjectAnswer{ref: found}}}
	if r := other.preview(t); verdictOf(r, "registry") == "present/none" || r.Status(false) != 3 {
		t.Errorf("a second cluster was believed: %s", verdictOf(r, "registry"))
	}

	failed := paris("prod")
	failed.overview = w.overview
	failed.objects = []ports.ObjectsAnswer{{UID: uid}, {Failure: &ports.Failure{Kind: ports.FailedTimeout, Reason: say.Textf("no answer in 15s")}}}
	r := failed.preview(t)
	if verdictOf(r, "registry") != "unknown/look" || verdictOf(r, "kubernetes") != "present/none" {
		t.Errorf("registry %s, kubernetes %s", verdictOf(r, "registry"), verdictOf(r, "kubernetes"))
	}
}

func TestTwoClustersInOneRunLeaveNothingBelieved(t *testing.T) {
	unlisted := ports.Listing[ports.Object]{Outcome: ports.Forbidden}
	for name, objects := range map[string][]ports.ObjectsAnswer{
		"beside each other": {{UID: "another"}},
		"afterwards":        {{}, {UID: "another"}},
		"in a failed read":  {{UID: "another", Failure: &ports.Failure{Kind: ports.FailedTimeout}}},
		"within a read":     {{Failure: &ports.Failure{Kind: ports.FailedIdentity, Reason: say.Textf("two")}}},
		"within a later":    {{}, {Failure: &ports.Failure{Kind: ports.FailedIdentity, Reason: say.Textf("two")}}},
	} {
		w := paris("prod")
		w.overview.Workloads["Deployment"], w.objects = unlisted, objects
		r := w.preview(t)
		if r.Status(true) != 3 || r.Cluster.Read || verdictOf(r, "kubernetes") != "unknown/look" || verdictOf(r, "registry") != "unknown/blocked" {
			t.Errorf("%s: status %d, kubernetes %s, registry %s", name, r.Status(true), verdictOf(r, "kubernetes"), verdictOf(r, "registry"))
		}
	}
}

func TestTheExitStatusIsTheWorstOfAll(t *testing.T) {
	for _, test := range []struct {
		summary SummaryReport
		want    int
	}{
		{SummaryReport{}, 0},
		{SummaryReport{Pending: true}, 2},
		{SummaryReport{Pending: true, Unread: 1}, 1},
		{SummaryReport{Pending: true, Unread: 1, Refused: true}, 3},
	} {
		if got := (Report{Summary: test.summary}).Status(true); got != test.want {
			t.Errorf("%+v: %d, want %d", test.summary, got, test.want)
		}
	}
	if got := (Report{Summary: SummaryReport{Pending: true}}).Status(false); got != 0 {
		t.Errorf("without --exit-code: %d", got)
	}
}
