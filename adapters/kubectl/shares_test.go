package kubectl

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
)

// deployments is an API server that has the deployments with an even number, asked by any number of processes.
type deployments struct {
	mutex  sync.Mutex
	shares [][]string                                         // names that each process asked for, the positive control left out
	but    func(names []string, result run.Result) run.Result // changes the answer to a process
}

func (d *deployments) Run(_ context.Context, c run.Call) run.Result {
	var list struct {
		Items []struct {
			Metadata struct{ Name string }
		}
	}
	_ = json.Unmarshal(c.Stdin, &list)
	lines, items, names := []string{get(controlRead, "200 OK")}, []string{}, []string{}
	for _, asked := range list.Items[1:] {
		name := asked.Metadata.Name
		names = append(names, name)
		status := "404 Not Found"
		if even(name) {
			status = "200 OK"
			items = append(items, `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"namespace":"a","name":"`+name+`"}}`)
		}
		lines = append(lines, get("/apis/apps/v1/namespaces/a/deployments/"+name, status))
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.shares = append(d.shares, names)
	result := printed(0, listOfItems(items...), lines...)
	if d.but != nil {
		result = d.but(names, result)
	}
	return result
}

func even(name string) bool { return strings.ContainsAny(name[len(name)-1:], "02468") }

func many(n int) []ports.Marker {
	markers := make([]ports.Marker, n)
	for i := range markers {
		markers[i].Ref = deployment("a", fmt.Sprintf("d%03d", i))
	}
	return markers
}

func TestManyMarkersAreSharedOutOverAtMostThreeProcesses(t *testing.T) {
	for n, processes := range map[int]int{0: 1, 1: 1, 40: 1, 41: 2, 80: 2, 81: 3, 400: 3} {
		server := &deployments{}
		a := New(server, deadline).Objects(context.Background(), at(storyServer), many(n))
		if len(server.shares) != processes {
			t.Errorf("%d markers: %d processes, want %d", n, len(server.shares), processes)
		}
		var asked []string
		for _, names := range server.shares {
			if len(names) > n/processes+1 {
				t.Errorf("%d markers: one process asks for %d", n, len(names))
			}
			asked = append(asked, names...)
		}
		slices.Sort(asked)
		for i, m := range many(n) {
			want := map[bool]ports.Outcome{true: ports.Found, false: ports.Missing}[even(m.Ref.Name)]
			if got := a.Answers[m.Ref]; got.Outcome != want || asked[i] != m.Ref.Name {
				t.Errorf("%d markers: %s is %s, want %s; asked for %s", n, m.Ref, got.Outcome, want, asked[i])
			}
		}
		if a.Failure != nil || len(asked) != n || len(a.Requests) != n+processes {
			t.Errorf("%d markers: %+v, %d asked for, %d requests", n, a.Failure, len(asked), len(a.Requests))
		}
	}
}

// Whatever happens to one share happens to all: half of a read is none.
func TestOneShareThatFailsTakesAllWithIt(t *testing.T) {
	for name, c := range map[string]struct {
		change func(run.Result) run.Result
		want   ports.FailureKind
	}{
		"late":            {func(run.Result) run.Result { return run.Result{Exit: -1, TimedOut: true} }, ports.FailedTimeout},
		"without control": {func(r run.Result) run.Result { r.Stdout = nil; return r }, ports.FailedControl},
		"another cluster": {func(r run.Result) run.Result {
			r.Stdout = []byte(strings.Replace(string(r.Stdout), "uid-1", "uid-2", 1))
			return r
		}, ports.FailedIdentity},
		"another cluster that hides itself": {func(r run.Result) run.Result {
			r.Stdout = []byte(strings.Replace(string(r.Stdout), `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"kube-system","uid":"uid-1"}},`, "", 1))
			r.Stderr = []byte(strings.Replace(string(r.Stderr), "200 OK", "403 Forbidden", 1) + `Error from server (Forbidden): namespaces "kube-system" is forbidden: User "u" cannot get resource "namespaces" in API group "" in the namespace "kube-system"` + "\n")
			r.Exit = 1
			return r
		}, ports.FailedIdentity},
		"a write": {func(r run.Result) run.Result {
			r.Stderr = append(r.Stderr, strings.Replace(get("/api/v1/nodes/a", "200 OK"), "GET", "DELETE", 1)+"\n"...)
			return r
		}, ports.FailedOther},
	} {
		for _, in := range []string{"d000", "d060", "d119"} {
			server := &deployments{but: func(names []string, r run.Result) run.Result {
				if slices.Contains(names, in) {
					return c.change(r)
				}
				return r
			}}
			a := New(server, deadline).Objects(context.Background(), at(storyServer), many(120))
			if a.Failure == nil || a.Failure.Kind != c.want {
				t.Errorf("%s, share of %s: %+v", name, in, a.Failure)
			}
			for ref, answer := range a.Answers {
				if answer.Outcome != ports.Unread {
					t.Fatalf("%s, share of %s: %s is %s", name, in, ref, answer.Outcome)
				}
			}
			if other := slices.ContainsFunc(a.Requests, func(r ports.Request) bool { return r.Method != "GET" }); other != (name == "a write") {
				t.Errorf("%s, share of %s: a request that is no GET is told: %v", name, in, other)
			}
		}
	}
}

func TestSharesHoldEveryQuestionOnceAndInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.Int(), 0, 500).Draw(t, "questions")
		shares := shared(all)
		if diff := cmp.Diff(append([]int{}, all...), append([]int{}, slices.Concat(shares...)...)); diff != "" || len(shares) < 1 || len(shares) > mostProcesses {
			t.Fatalf("%d shares: %s", len(shares), diff)
		}
	})
}
