package app

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// codesOf gives the codes of a report: of its cluster, then of each machine, node and layer.
func codesOf(r Report) []string {
	all := []string{r.Cluster.Code}
	for _, m := range r.Machines {
		all = append(all, m.Code)
	}
	for _, n := range r.Nodes {
		all = append(all, n.Code)
	}
	for _, l := range r.Layers {
		all = append(all, l.Code)
	}
	return all
}

func TestAReportHasTheCodeOfWhateverIsNotWell(t *testing.T) {
	for name, c := range map[string]struct {
		kind   string
		change func(*world)
		want   []string
	}{
		"a layer is absent": {"prod", func(*world) {}, []string{"", "", "", state.CodeAbsent}},
		"the node is down": {"prod", func(w *world) { w.overview.Nodes.Items[0].Ready = "False" },
			[]string{"", state.CodeNodeNotReady, state.CodeNodesNotReady, plan.CodeBlocked}},
		"it is another cluster": {"prod", func(w *world) { w.identity("cluster_uid", text("22222222-2222-2222-2222-222222222222")) },
			[]string{target.CodeOtherCluster, state.CodeReadFailed, state.CodeReadFailed, plan.CodeBlocked}},
		"no VM runs": {"lima", func(w *world) { w.machines.Items[0].Status = "Stopped" },
			[]string{problems.AppNoMachineRuns, state.CodeMachineStopped, state.CodeReadFailed, state.CodeMachinesDown, plan.CodeBlocked, plan.CodeBlocked}},
		"there is no Lima folder": {"lima", func(w *world) {
			w.machines = ports.Machines{State: ports.MachinesNoHome, Reason: say.Textf("no such folder")}
		}, []string{state.CodeMachinesUnread, state.CodeMachinesUnread, state.CodeReadFailed, state.CodeMachinesUnread, plan.CodeBlocked, plan.CodeBlocked}},
	} {
		w := paris(c.kind)
		c.change(w)
		if diff := cmp.Diff(c.want, codesOf(w.preview(t))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestAReadThatFailedBringsItsCodeAndAdvice(t *testing.T) {
	w := paris("prod")
	w.overview = ports.Overview{Failure: &ports.Failure{Kind: ports.FailedTimeout, Reason: say.Textf("no answer"), Code: "NST-1", Do: say.Textf("look at the VPN")}}
	w.objects = []ports.ObjectsAnswer{{Failure: &ports.Failure{Kind: ports.FailedTimeout, Reason: say.Textf("no answer"), Code: "NST-2", Do: say.Textf("look at the VPN")}}}
	c := w.preview(t).Cluster
	if c.Read || c.Code != "NST-1" || c.Reason.String() != "no answer" || c.Advice.String() != "look at the VPN" {
		t.Errorf("%+v", c)
	}
	n := aNode("prod")
	n.silent["https://10.0.0.1:6443"] = true
	_, err := n.run(t, FetchOptions{})
	var problem *say.Problem
	if !errors.As(err, &problem) || problem.Code != problems.AppFetchedUnreachable {
		t.Errorf("%#v", err)
	}
}

func TestWhatMakesNoSenseHasACode(t *testing.T) {
	_, node := ParseNode("cp1")
	_, fetch := aNode("prod").use().Plan(FetchOptions{StackOptions: StackOptions{Stack: "paris"}, RemotePath: "x"})
	_, report := parseReport("x", []byte("{"))
	for code, err := range map[string]error{problems.AppNodeForm: node, problems.AppRemotePath: fetch, problems.AppNoReport: report, problems.AppNewName: CheckStackName("../x")} {
		var problem *say.Problem
		if ErrorStatus(err) != Usage || !errors.As(err, &problem) || problem.Code != code || problem.Do.IsZero() || say.In(nil, err) != err.Error() {
			t.Errorf("%s: %#v", code, err)
		}
	}
}
