package app

import (
	"cmp"
	"slices"

	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// requestReport counts and lists the requests of several reads. Processes that ran beside each other logged theirs in any
// order, so the list has an order of its own.
func requestReport(reads ...[]ports.Request) RequestReport {
	r := RequestReport{List: []RequestMade{}}
	for _, q := range slices.Concat(reads...) {
		r.Total++
		if q.Reads() {
			r.Get++
		} else {
			r.Other++
		}
		r.List = append(r.List, RequestMade{q.Method, q.Path, q.Status})
	}
	slices.SortFunc(r.List, func(a, b RequestMade) int {
		return cmp.Or(rank(a)-rank(b), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Method, b.Method), cmp.Compare(a.Status, b.Status))
	})
	return r
}

// rank puts what should not be there where it is seen.
func rank(q RequestMade) int {
	if (ports.Request{Method: q.Method}).Reads() {
		return 1
	}
	return 0
}

// String is how people read it.
func (q RequestMade) String() string { return ports.Request(q).String() }

// refusal is the last sentence of a report that is refused. After a request other than GET, that nothing was changed is
// more than anybody knows.
func refusal(j target.Judgement) say.Text {
	if target.SawOtherRequests(j) {
		return say.Textf("Refused: %s. Whether something was changed is not known.", decisive(j))
	}
	return say.Textf("Refused: %s. Nothing was changed.", decisive(j))
}

// disbelieved forgets what was read from a cluster that turned out not to be the stack's, or by what is no reader.
func disbelieved(in state.Input, j target.Judgement) state.Input {
	in.ClusterRead = false
	in.NotRead = decisive(j)
	in.Overview = ports.Overview{Requests: in.Overview.Requests}
	in.Objects = ports.ObjectsAnswer{Requests: in.Objects.Requests}
	return in
}
