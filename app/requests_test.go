package app

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
)

var (
	asked   = ports.Request{Method: "GET", Path: "/api/v1/nodes?limit=500", Status: 200}
	written = ports.Request{Method: "PATCH", Path: "/api/v1/nodes/cp1", Status: 200}
)

func TestNothingIsBelievedOfAReadThatWrote(t *testing.T) {
	for name, put := range map[string]func(*world){
		"at first":   func(w *world) { w.overview.Requests = []ports.Request{asked, written} },
		"by name":    func(w *world) { w.objects[0].Requests = []ports.Request{asked, written} },
		"after that": func(w *world) { w.objects = append(w.objects, ports.ObjectsAnswer{Requests: []ports.Request{written}}) },
	} {
		w := paris("prod")
		w.asking = target.NobodyToAsk
		w.overview.Workloads = nil // so that the registry is asked for by name, in a read of its own
		put(w)
		r := w.preview(t)
		if r.Status(false) != Refused || r.Cluster.Read || r.Target.ClusterUID != "" || r.Digest != "" || r.Cluster.Requests.Other != 1 {
			t.Errorf("%s: status %d, read %v, UID %q, digest %q, %d other", name, r.Status(false), r.Cluster.Read, r.Target.ClusterUID, r.Digest, r.Cluster.Requests.Other)
		}
		if r.Target.Reasons[0].Code != target.CodeOtherRequest || !strings.HasPrefix(r.Cluster.Reason.String(), "kubectl sent a request other than GET (PATCH /api/v1/nodes/cp1 200)") {
			t.Errorf("%s: %+v; REAL: %s", name, r.Target.Reasons, r.Cluster.Reason)
		}
		if !strings.HasPrefix(r.Summary.Sentence.String(), "Refused: kubectl sent") || strings.Contains(r.Summary.Sentence.String(), "Nothing was changed") {
			t.Errorf("%s: %s", name, r.Summary.Sentence)
		}
		for _, l := range r.Layers {
			if l.Verdict != "unknown" {
				t.Errorf("%s: %s is %s", name, l.Name, l.Verdict)
			}
		}
	}
}

func TestATargetThatWroteShowsNothing(t *testing.T) {
	w := paris("prod")
	w.overview.Requests = []ports.Request{written, asked}
	v, err := Target{w.readers()}.Run(context.Background(), StackOptions{Stack: "paris"})
	if err != nil {
		t.Fatal(err)
	}
	if v.Status != Refused || v.Seen.Read || v.Seen.ClusterUID != "" || len(v.Seen.Nodes) > 0 || v.Identity != nil || len(v.Advice) > 0 {
		t.Errorf("%+v", v)
	}
	if v.Reasons[0].Code != target.CodeOtherRequest || !v.Seen.NotRead.Equal(v.Reasons[0].Text) {
		t.Errorf("%+v; not read: %s", v.Reasons, v.Seen.NotRead)
	}
	if len(w.questions) > 0 {
		t.Error("a question was asked about it")
	}
}

func TestRequestsAreListedInOneOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		reads := rapid.SliceOf(rapid.Custom(func(t *rapid.T) ports.Request {
			return ports.Request{Method: rapid.SampledFrom([]string{"GET", "POST", ""}).Draw(t, "method"),
				Path: rapid.SampledFrom([]string{"/api", "/apis", "/apis?limit=500"}).Draw(t, "path"), Status: rapid.IntRange(0, 2).Draw(t, "status")}
		})).Draw(t, "requests")
		before := requestReport(reads)
		shuffled := rapid.Permutation(reads).Draw(t, "shuffled")
		cut := rapid.IntRange(0, len(shuffled)).Draw(t, "cut")
		if after := requestReport(shuffled[:cut], shuffled[cut:]); !cmp.Equal(before, after) {
			t.Fatal(cmp.Diff(before, after))
		}
		if before.Total != len(before.List) || before.Get+before.Other != before.Total {
			t.Fatalf("%+v", before)
		}
		for i, q := range before.List {
			if (i < before.Other) == (q.Method == "GET") {
				t.Fatalf("what is no GET does not come first: %+v", before.List)
			}
		}
	})
}

func TestADigestIsOfThePlanAlone(t *testing.T) {
	digest := func(change func(*world)) string {
		w := paris("prod")
		w.asking = target.NobodyToAsk
		change(w)
		return w.preview(t).Digest
	}
	before := digest(func(*world) {})
	if before == "" || before != digest(func(w *world) { w.overview.Requests = []ports.Request{asked} }) {
		t.Error("the number of requests counts")
	}
	for name, change := range map[string]func(*world){
		"another cluster":  func(w *world) { w.overview.UID, w.objects[0].UID = "2", "2" },
		"another CA":       func(w *world) { w.kubeconfig.View.CASHA256 = "ab" },
		"a node not Ready": func(w *world) { w.overview.Nodes.Items[0].Ready = "False" },
		"another proof": func(w *world) {
			w.catalogue.Entries[0].Value.Items[2].Entries[2].Value.Items[0].Entries[3].Value = text("other")
		},
	} {
		if digest(change) == before {
			t.Errorf("%s: the same digest", name)
		}
	}
}
