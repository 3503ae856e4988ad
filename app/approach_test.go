package app

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// unproven is paris at an address that proves nothing.
func unproven() *world {
	w := paris("prod")
	w.kubeconfig.View.Server = "https://127.0.0.1:6443"
	w.asking = target.AtTerminal
	return w
}

func (w *world) identity(pairs ...any) *world {
	w.stack.Entries = append(w.stack.Entries, ports.Entry{Key: "identity", Value: dict(pairs...)})
	return w
}

func TestARefusedFirstJudgementStartsNoProcess(t *testing.T) {
	w := paris("prod")
	w.kubeconfig.View.Server = "https://10.0.0.99:6443"
	r := w.preview(t)
	if diff := cmp.Diff([]string{"kubeconfig"}, w.asked); diff != "" || r.Status(true) != 3 {
		t.Errorf("status %d (-want +asked):\n%s", r.Status(true), diff)
	}
}

func TestARefusedOrUnansweredQuestionStartsNoneFurther(t *testing.T) {
	w := unproven()
	r := w.preview(t)
	if diff := cmp.Diff([]string{"kubeconfig", "overview", "question"}, w.asked); diff != "" {
		t.Errorf("(-want +asked):\n%s", diff)
	}
	if r.Status(true) != 3 || !r.Declined() || r.Confirmed != nil || verdictOf(r, "kubernetes") != "unknown/look" {
		t.Errorf("status %d, %+v", r.Status(true), r.Target)
	}
}

func TestAfterAYesTheRestIsReadAndTheClusterRemembered(t *testing.T) {
	w := unproven()
	w.yes = true
	r := w.preview(t)
	if diff := cmp.Diff([]string{"kubeconfig", "overview", "question", "objects"}, w.asked); diff != "" {
		t.Errorf("(-want +asked):\n%s", diff)
	}
	if r.Status(false) != 0 || r.Target.Judgement != "confirmed" || r.Confirmed == nil {
		t.Fatalf("status %d, %+v", r.Status(false), r.Target)
	}
	want := ports.KnownCluster{Stack: "paris", File: "/stacks/paris.yaml", Endpoint: "https://127.0.0.1:6443", UID: w.overview.UID, Confirmed: w.readers().Environment.Now}
	if diff := cmp.Diff(want, *r.Confirmed); diff != "" {
		t.Errorf("(-want +remembered):\n%s", diff)
	}
	w.known, w.asked, w.objects = []ports.KnownCluster{*r.Confirmed}, nil, []ports.ObjectsAnswer{{UID: w.overview.UID}}
	if again := w.preview(t); slices.Contains(w.asked, "question") || again.Target.Judgement != "confirmed" || again.Confirmed != nil {
		t.Errorf("asked %v, %+v", w.asked, again.Target)
	}
	w.known[0].UID, w.yes = "22222222-2222-2222-2222-222222222222", true
	if changed := w.preview(t); changed.Status(true) != 3 || len(w.questions) != 1 {
		t.Errorf("a changed cluster: %+v, questions %d", changed.Target, len(w.questions))
	}
}

func TestTheQuestionShowsTheNodesAndWhatIsMissing(t *testing.T) {
	w := unproven()
	w.overview.Nodes.Items = append(w.overview.Nodes.Items, ports.Node{Name: "stranger", Ready: "False"})
	w.kubeconfig.View.Insecure = true
	w.preview(t)
	want := []ports.SeenNode{{Name: "cp1", State: say.Textf("Ready")}, {Name: "stranger", State: say.Textf("NotReady, not declared")}}
	if diff := cmp.Diff(want, w.questions[0].Nodes); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if q := w.questions[0]; q.Endpoint != "https://127.0.0.1:6443" || q.UID != w.overview.UID || len(q.Matches) == 0 ||
		!slices.ContainsFunc(q.Doubts, func(s say.Text) bool { return strings.Contains(s.String(), "insecure-skip-tls-verify") }) {
		t.Errorf("%+v", q)
	}
}

func TestNothingReadableIsNoQuestion(t *testing.T) {
	w := unproven()
	w.overview = ports.Overview{Failure: &ports.Failure{Kind: ports.FailedConnect, Reason: say.Textf("refused")}}
	r := w.preview(t)
	if diff := cmp.Diff([]string{"kubeconfig", "overview"}, w.asked); diff != "" || r.Status(true) != 1 || r.Cluster.Reason.String() != "refused" {
		t.Errorf("status %d, reason %q (-want +asked):\n%s", r.Status(true), r.Cluster.Reason, diff)
	}
}

func TestASecondClusterAfterTheYesIsRefused(t *testing.T) {
	w := unproven()
	w.yes, w.objects = true, []ports.ObjectsAnswer{{UID: "another"}}
	if r := w.preview(t); r.Status(true) != 3 || verdictOf(r, "kubernetes") != "unknown/look" {
		t.Errorf("status %d, %+v", r.Status(true), r.Target)
	}
}

func TestAPinnedClusterIsReadAtOnce(t *testing.T) {
	w := unproven().identity("cluster_uid", text("11111111-1111-1111-1111-111111111111"))
	r := w.preview(t)
	slices.Sort(w.asked)
	if diff := cmp.Diff([]string{"kubeconfig", "objects", "overview"}, w.asked); diff != "" || r.Target.Judgement != "confirmed" {
		t.Errorf("%+v (-want +asked):\n%s", r.Target, diff)
	}
	tunnel := paris("prod").identity("cluster_uid", text("33333333-3333-3333-3333-333333333333"))
	tunnel.kubeconfig.View.Server = "https://10.0.0.99:6443"
	if r := tunnel.preview(t); slices.Contains(tunnel.asked, "objects") || r.Status(true) != 3 {
		t.Errorf("another address shows its UID before anything else is read: asked %v", tunnel.asked)
	}
}

func (w *world) trust(t *testing.T) TargetView {
	t.Helper()
	v, err := Trust{w.readers(), w}.Run(context.Background(), StackOptions{Stack: "paris"})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func (w *world) Remember(k ports.KnownCluster) error {
	w.known = []ports.KnownCluster{k}
	return nil
}

func (w *world) Forget(string, string) ([]ports.KnownCluster, error) { return w.known, nil }

func TestTrustAsksShowsTheChangeAndRemembers(t *testing.T) {
	old := ports.KnownCluster{Stack: "paris", File: "/stacks/paris.yaml", Endpoint: "https://10.0.0.7:6443", UID: "old"}
	w := unproven()
	w.known = []ports.KnownCluster{old}
	if v := w.trust(t); v.Status != 3 || w.known[0].UID != "old" || !slices.ContainsFunc(w.questions[0].Doubts, func(s say.Text) bool {
		return s.String() == "on 0001-01-01 its UID was old, now it is "+w.overview.UID
	}) {
		t.Errorf("without a yes: status %d, known %+v, doubts %q", v.Status, w.known, w.questions[0].Doubts)
	}
	w.yes = true
	if v := w.trust(t); v.Status != 0 || w.known[0].UID != w.overview.UID {
		t.Errorf("after a yes: status %d, known %+v", v.Status, w.known)
	}
	nobody := paris("prod") // at a declared address: enough to read, not to forget what was remembered
	nobody.known = []ports.KnownCluster{old}
	readers := nobody.readers()
	readers.Confirmer = nil
	if v, err := (Trust{readers, nobody}).Run(context.Background(), StackOptions{Stack: "paris"}); err != nil || v.Status != 3 || nobody.known[0].UID != "old" {
		t.Errorf("with nobody to ask: %v, status %d, known %+v", err, v.Status, nobody.known)
	}
	wrong := unproven().identity("cluster_uid", text("33333333-3333-3333-3333-333333333333"))
	wrong.yes = true
	if v := wrong.trust(t); v.Status != 3 || len(wrong.questions) > 0 || wrong.known != nil {
		t.Errorf("another cluster than the pinned one: status %d, known %+v", v.Status, wrong.known)
	}
}

func TestTargetReadsNoLayersAndAsksNothing(t *testing.T) {
	w := unproven()
	w.yes = true
	v, err := Target{w.readers()}.Run(context.Background(), StackOptions{Stack: "paris"})
	if diff := cmp.Diff([]string{"kubeconfig", "overview"}, w.asked); err != nil || diff != "" {
		t.Errorf("%v (-want +asked):\n%s", err, diff)
	}
	if v.Status != 3 || v.Judgement != "ask" || v.Identity == nil || v.Identity.ClusterUID != w.overview.UID || len(v.Advice) == 0 {
		t.Errorf("%+v", v)
	}
	for name, change := range map[string]func(*world){
		"pinned": func(w *world) { w.identity("cluster_uid", text(w.overview.UID)) },
		"remembered": func(w *world) {
			w.known = []ports.KnownCluster{{Stack: "paris", File: "/stacks/paris.yaml", UID: w.overview.UID}}
		},
	} {
		w := unproven()
		change(w)
		if v, _ := (Target{w.readers()}).Run(context.Background(), StackOptions{Stack: "paris"}); v.Status != 0 {
			t.Errorf("%s: %+v", name, v)
		}
	}
	other := unproven().identity("cluster_uid", text("33333333-3333-3333-3333-333333333333"))
	if v, _ := (Target{other.readers()}).Run(context.Background(), StackOptions{Stack: "paris"}); v.Status != 3 || v.Identity != nil {
		t.Errorf("the identity of a wrong cluster must not be offered: %+v", v.Identity)
	}
	silent := unproven()
	silent.overview = ports.Overview{Failure: &ports.Failure{Kind: ports.FailedTimeout, Reason: say.Textf("no answer")}}
	if v, _ := (Target{silent.readers()}).Run(context.Background(), StackOptions{Stack: "paris"}); v.Status != 1 || v.Seen.Read || v.Seen.NotRead.String() != "no answer" {
		t.Errorf("%+v", v)
	}
}

// nowhere writes no file, and says which one it would be.
type nowhere struct{}

func (nowhere) Nowhere(stack string) (string, error) { return "/state/no-cluster-" + stack, nil }

func (w *world) env(t *testing.T) Exported {
	t.Helper()
	readers := w.readers()
	readers.Environment.Kubeconfig = "/elsewhere"
	e, err := TargetEnv{readers, nowhere{}}.Run(context.Background(), StackOptions{Stack: "paris"})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestEnvGivesAShellOnlyAConfirmedCluster(t *testing.T) {
	if e := unproven().env(t); e.File != "" || e.Target.Status != 3 {
		t.Errorf("an unproven cluster: %+v", e)
	}
	pinned := unproven()
	pinned.identity("cluster_uid", text(pinned.overview.UID))
	if e := pinned.env(t); e.File != "/k/paris.config" {
		t.Errorf("a pinned cluster: %+v", e)
	}
	if e := paris("lima").env(t); e.File != "/k/paris.config" {
		t.Errorf("a bench that runs: %+v", e)
	}
	stopped := paris("lima")
	stopped.machines.Items[0].Status = "Stopped"
	if e := stopped.env(t); e.File != "/state/no-cluster-paris" || e.Note.IsZero() {
		t.Errorf("a bench without a cluster: %+v", e)
	}
	elsewhere := paris("lima")
	elsewhere.kubeconfig.View.Server = "https://10.0.0.99:6443"
	if e := elsewhere.env(t); e.File != "" || e.Target.Status != 3 {
		t.Errorf("a bench that leads elsewhere: %+v", e)
	}
}

func TestAContradictionAfterTheYesIsNotRemembered(t *testing.T) {
	w := unproven()
	w.yes, w.objects = true, []ports.ObjectsAnswer{{UID: "another"}}
	if r := w.preview(t); r.Status(true) != 3 || r.Confirmed != nil {
		t.Errorf("status %d, remembers %+v", r.Status(true), r.Confirmed)
	}
}

func TestTheSameFileByAnotherNameOverridesNothing(t *testing.T) {
	w := paris("prod")
	readers := w.readers()
	readers.Environment.Kubeconfig = "/k/linked.config"
	readers.Kubeconfigs = linked{w}
	if r, err := (Preview{readers}).Run(context.Background(), StackOptions{Stack: "paris"}); err != nil || r.Target.Overrides != "" || r.Status(false) != 0 {
		t.Errorf("%v: %+v", err, r.Target)
	}
	readers.Kubeconfigs = w
	if r, err := (Preview{readers}).Run(context.Background(), StackOptions{Stack: "paris"}); err != nil || r.Target.Overrides == "" || r.Status(false) != 3 {
		t.Errorf("%v: %+v", err, r.Target)
	}
}

// linked is a world in which all names lead to one file.
type linked struct{ *world }

func (linked) Same(a, b string) bool { return b != "" }
