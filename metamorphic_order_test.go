package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/kubectl"
	"github.com/univ-lehavre/nestor/adapters/lima"
	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/internal/effort"
)

// orders is how many of each kind of order are tried.
func orders() int {
	return effort.Some(12, 2)
}

// TestTheOrderOfWhatIsToldMeansNothing puts items, logged requests, VMs and the recording's own sections in other orders.
func TestTheOrderOfWhatIsToldMeansNothing(t *testing.T) {
	eachScene(t, func(t *testing.T, s scene) {
		for i := range orders() {
			random := rand.New(rand.NewPCG(1, uint64(i))) // the same orders in each run
			r := s.recording
			r.Calls = shuffled(random, r.Calls)
			for n, c := range r.Calls {
				r.Calls[n] = inOtherOrder(t, random, c)
			}
			if diff := cmp.Diff(asJSON(t, s.sure), asJSON(t, s.preview(t, r))); diff != "" {
				t.Errorf("order %d: -want +got:\n%s", i, diff)
			}
		}
	})
}

// inOtherOrder changes the order of items and lines. kubectl's final errors stay the last lines: they are told from the
// log by their place.
func inOtherOrder(t *testing.T, random *rand.Rand, c run.RecordedCall) run.RecordedCall {
	if c.Program != "kubectl" {
		c.Stdout = bytes.Join(shuffled(random, slices.Collect(bytes.Lines(c.Stdout))), nil)
		return c
	}
	a := answersOf(t, c)
	if a.document != nil {
		c.Stdout = a.stdout(shuffled(random, a.items))
	}
	said := slices.IndexFunc(a.lines, func(line string) bool { return path(line) == "" })
	if said < 0 {
		said = len(a.lines)
	}
	c.Stderr = []byte(strings.Join(append(shuffled(random, a.lines[:said]), a.lines[said:]...), ""))
	return c
}

func shuffled[T any](random *rand.Rand, list []T) []T {
	list = slices.Clone(list)
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// TestTheOrderOfAnswersMeansNothing lets the programs answer in every order. The clock is synctest's: it stands still
// while anything runs, so that a later answer is really later, and takes no time.
func TestTheOrderOfAnswersMeansNothing(t *testing.T) {
	eachScene(t, func(t *testing.T, s scene) {
		all := permutations(len(s.recording.Calls))
		for i := 0; i < len(all); i += 1 + len(all)/(10*orders()) {
			var got app.Report
			synctest.Test(t, func(t *testing.T) { got = s.slowly(t, all[i]) })
			if diff := cmp.Diff(asJSON(t, s.sure), asJSON(t, got)); diff != "" {
				t.Errorf("calls answered in order %v: -want +got:\n%s", all[i], diff)
			}
		}
	})
}

// slowly previews with answers that come one after the other: that of each call at its own second.
func (s scene) slowly(t *testing.T, seconds []int) app.Report {
	replayer := run.NewReplayer(s.recording)
	runner := slow{replayer, map[string]time.Duration{}}
	for i, c := range s.recording.Calls {
		runner.delays[run.Call{Program: c.Program, Args: c.Args}.CommandLine()+string(c.Stdin)] = time.Duration(1+seconds[i]) * time.Second
	}
	readers := world(s.recording).Readers
	readers.Documents = s.declared
	readers.Cluster = kubectl.New(runner, time.Hour)
	readers.Machines = lima.New(runner, lima.Replayed(replayer.Fact), time.Hour)
	report, err := app.Preview{Readers: readers}.Run(context.Background(), app.StackOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

type slow struct {
	run.Runner
	delays map[string]time.Duration
}

func (s slow) Run(ctx context.Context, c run.Call) run.Result {
	select {
	case <-time.After(s.delays[c.CommandLine()+string(c.Stdin)]):
	case <-ctx.Done():
	}
	return s.Runner.Run(ctx, c)
}

// permutations gives every order of n things.
func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for _, shorter := range permutations(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(shorter), at, n-1))
		}
	}
	return all
}

// TestWhatIsUnrelatedChangesNothing adds a namespace that no layer claims, and then a deployment in it.
func TestWhatIsUnrelatedChangesNothing(t *testing.T) {
	eachScene(t, func(t *testing.T, s scene) {
		for _, name := range []string{"aaa-unrelated", "monitoring-of-another", "zzz-unrelated"} {
			namespace := item{raw: fmt.Appendf(nil, `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":%q,"uid":"u"},"status":{"phase":"Active"}}`, name)}
			deployment := item{raw: fmt.Appendf(nil, `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":%q},"spec":{"replicas":3}}`, name)}
			first, listed := adding(t, s.recording, "/api/v1/namespaces", namespace)
			second, _ := adding(t, first, "/apis/apps/v1/deployments", deployment)
			want := s.sure
			if listed {
				want.Extra.Namespaces = slices.Sorted(slices.Values(append([]string{name}, s.sure.Extra.Namespaces...)))
			}
			for what, r := range map[string]run.Recording{"namespace": first, "deployment": second} {
				if diff := cmp.Diff(asJSON(t, want), asJSON(t, s.preview(t, r))); diff != "" {
					t.Errorf("with %s %s: -want +got:\n%s", what, name, diff)
				}
			}
		}
	})
}

// adding puts an item into every answer to a list, where it was answered.
func adding(t *testing.T, r run.Recording, list string, added item) (with run.Recording, anywhere bool) {
	r.Calls = slices.Clone(r.Calls)
	for n, c := range r.Calls {
		a := answersOf(t, c)
		if a.document == nil || !slices.ContainsFunc(a.lines, func(line string) bool { return path(line) == list && answered200(line) }) {
			continue
		}
		anywhere = true
		r.Calls[n].Stdout = a.stdout(append(slices.Clone(a.items), added))
	}
	return r, anywhere
}
