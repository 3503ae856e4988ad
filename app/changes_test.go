package app

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/domain/state"
)

// reported is a report of a stack that wants kubernetes, ceph and registry; of the rest the catalogue knows portal.
func reported(change func(*Report)) Report {
	r := Report{Schema: Schema, Taken: time.Date(2026, 11, 30, 3, 0, 0, 0, time.UTC),
		Stack:   StackReport{Name: "paris", Layers: []string{"kubernetes", "ceph", "registry"}, Known: []string{"ceph", "registry", "portal"}},
		Target:  TargetReport{ClusterUID: "u"},
		Cluster: ClusterReport{Read: true, NodesRead: true, CephHealth: "HEALTH_OK", Versions: []string{"v1.33.2"}, Backends: []string{"ceph"}},
		Nodes:   []NodeReport{{Name: "n1", Status: "Ready"}, {Name: "n2", Status: "Ready"}},
		Layers: []LayerReport{{Name: "kubernetes", Verdict: "present", Action: "none"}, {Name: "ceph", Verdict: "present", Action: "none"},
			{Name: "registry", Verdict: "absent", Action: "install"}}}
	if change != nil {
		change(&r)
	}
	return r
}

func compared(t interface{ Fatal(...any) }, before, after Report) Changes {
	c, err := Compare(before, after, "old.json")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestOnlyWhatBothReportsReadIsAChange(t *testing.T) {
	for name, c := range map[string]struct {
		then, now func(*Report)
		want      string // the changes, and after "?" what was not read
	}{
		"nothing":                    {nil, nil, ""},
		"a layer appeared":           {nil, func(r *Report) { r.Layers[2] = LayerReport{Name: "registry", Verdict: "present", Action: "none"} }, "registry absent→present"},
		"a layer broke":              {nil, func(r *Report) { r.Layers[1].Verdict, r.Layers[1].Action = "degraded", "repair" }, "ceph present→degraded"},
		"another action":             {nil, func(r *Report) { r.Layers[2].Action = "blocked" }, "registry absent→absent"},
		"unread now":                 {nil, func(r *Report) { r.Layers[1].Verdict, r.Layers[1].Action = "unknown", "look" }, "?ceph now"},
		"unread then":                {func(r *Report) { r.Layers[2].Verdict = "unknown" }, nil, "?registry then"},
		"unread twice":               {func(r *Report) { r.Layers[2].Verdict = "unknown" }, func(r *Report) { r.Layers[2].Verdict = "unknown" }, "?registry then now"},
		"an extra layer appeared":    {nil, func(r *Report) { r.Extra.Layers = []LayerReport{{Name: "portal", Verdict: "present", Action: "none"}} }, "portal absent→present"},
		"an extra layer unread then": {func(r *Report) { r.Extra.Unread = []string{"portal"} }, func(r *Report) { r.Extra.Layers = []LayerReport{{Name: "portal", Verdict: "present"}} }, "?portal then"},
		"not asked for then":         {func(r *Report) { r.Stack.Known = nil }, func(r *Report) { r.Extra.Layers = []LayerReport{{Name: "portal", Verdict: "present"}} }, "?portal then"},
		"declared since":             {func(r *Report) { r.Stack.Layers, r.Layers = r.Stack.Layers[:2], r.Layers[:2] }, nil, "+registry"},
		"not declared any more":      {nil, func(r *Report) { r.Stack.Layers, r.Layers = r.Stack.Layers[:2], r.Layers[:2] }, "-registry"},
		"a node is not Ready":        {nil, func(r *Report) { r.Nodes[1].Status = "NotReady" }, "n2 Ready→NotReady"},
		"a node is cordoned":         {nil, func(r *Report) { r.Nodes[1].Cordoned = true }, "n2 Ready→Ready, cordoned"},
		"a node is gone":             {nil, func(r *Report) { r.Nodes = r.Nodes[:1] }, "n2 Ready→not there"},
		"nodes unread now": {nil, func(r *Report) {
			r.Cluster.NodesRead = false
			r.Nodes[0].Status, r.Nodes[1].Status = "unknown", "unknown"
		}, "?n1 now ?n2 now"},
		"nodes unread, one unnamed": {nil, func(r *Report) { r.Cluster.NodesRead = false; r.Nodes = nil }, "?n1 now ?n2 now"},
		"ceph warns":                {nil, func(r *Report) { r.Cluster.CephHealth = "HEALTH_WARN" }, "ceph HEALTH_OK→HEALTH_WARN"},
		"ceph unread":               {nil, func(r *Report) { r.Cluster.CephHealth = "" }, ""},
		"another backend":           {nil, func(r *Report) { r.Cluster.Backends = []string{"local-path"} }, "storage backend ceph→local-path"},
		"no backend":                {nil, func(r *Report) { r.Cluster.Backends = nil }, "storage backend ceph→none"},
		"a backend unread":          {nil, func(r *Report) { r.Cluster.Backends, r.Cluster.BackendsUnread = nil, []string{"ceph"} }, ""},
		"a VM stopped":              {func(r *Report) { r.Machines = []MachineReport{{Name: "m", State: "running"}} }, func(r *Report) { r.Machines = []MachineReport{{Name: "m", State: "stopped"}} }, "m running→stopped"},
		"a VM unread":               {func(r *Report) { r.Machines = []MachineReport{{Name: "m", State: "running"}} }, func(r *Report) { r.Machines = []MachineReport{{Name: "m", State: "unknown"}} }, "?m now"},
	} {
		if got := told(compared(t, reported(c.then), reported(c.now))); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// told is a comparison in a line.
func told(c Changes) string {
	var words []string
	for _, name := range c.Wanted.Added {
		words = append(words, "+"+name)
	}
	for _, name := range c.Wanted.Removed {
		words = append(words, "-"+name)
	}
	for _, list := range [][]Change{c.Cluster, c.VMs, c.Nodes} {
		for _, each := range list {
			words = append(words, each.Name+" "+each.Before.String()+"→"+each.After.String())
		}
	}
	for _, l := range c.Layers {
		words = append(words, l.Name+" "+l.Before.Verdict+"→"+l.After.Verdict)
	}
	for _, u := range c.Unread {
		word := "?" + u.Name
		if u.Then {
			word += " then"
		}
		if u.Now {
			word += " now"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func TestReportsOfTwoStacksOrClustersAreNotCompared(t *testing.T) {
	for name, change := range map[string]func(*Report){
		"stack lyon":      func(r *Report) { r.Stack.Name = "lyon" },
		"another cluster": func(r *Report) { r.Target.ClusterUID = "v" },
	} {
		if _, err := Compare(reported(change), reported(nil), "old.json"); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	unseen := func(r *Report) { r.Target.ClusterUID = "" }
	if _, err := Compare(reported(unseen), reported(nil), "old.json"); err != nil {
		t.Errorf("a report that saw no cluster: %v", err)
	}
}

func TestAReportThatWasPrintedIsReadAgain(t *testing.T) {
	text, err := json.Marshal(reported(nil))
	if err != nil {
		t.Fatal(err)
	}
	again, err := parseReport("old.json", text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(reported(nil), again); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"", "{", "[]", `{"schema":"nestor.target/v1"}`, `{"schema":7}`, "WANTED"} {
		if _, err := parseReport("old.json", []byte(bad)); err == nil || !strings.Contains(err.Error(), "old.json") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// A layer that either report could not read is never among the changes, whatever else the reports say of it.
func TestWhatWasNotReadIsNeverAChange(t *testing.T) {
	verdicts := []string{"present", "absent", "partial", "degraded", string(state.Unknown), "unobservable"}
	drawn := func(t *rapid.T, label string) Report {
		return reported(func(r *Report) {
			for i := range r.Layers {
				r.Layers[i].Verdict = rapid.SampledFrom(verdicts).Draw(t, label)
				r.Layers[i].Action = rapid.SampledFrom([]string{"none", "install", "look"}).Draw(t, label)
			}
			if rapid.Bool().Draw(t, label+" portal unread") {
				r.Extra.Unread = []string{"portal"}
			}
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		before, after := drawn(t, "then"), drawn(t, "now")
		c := compared(t, before, after)
		then, now := layerStates(before), layerStates(after)
		for _, l := range c.Layers {
			if notRead(then[l.Name].Verdict) || notRead(now[l.Name].Verdict) {
				t.Fatalf("%s: %+v", l.Name, l)
			}
		}
		if back := compared(t, after, before); len(back.Layers) != len(c.Layers) || len(back.Unread) != len(c.Unread) {
			t.Fatalf("the other way round: %+v, and %+v", c, back)
		}
		if same := compared(t, before, before); !same.Same {
			t.Fatalf("a report differs from itself: %+v", same)
		}
	})
}
