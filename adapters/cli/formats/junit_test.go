package formats

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports/say"
)

// result is what a CI server makes of a case.
func result(c testcase) string {
	switch {
	case c.Error != nil:
		return "error " + c.Error.Type
	case c.Failure != nil:
		return "failure " + c.Failure.Type
	case c.Skipped != nil:
		return "skipped"
	}
	return "passed"
}

func TestEachVerdictIsATestResult(t *testing.T) {
	for _, c := range []struct {
		verdict state.Verdict
		action  plan.Action
		want    string
	}{
		{state.Present, plan.None, "passed"},
		{state.Absent, plan.Install, "failure install"},
		{state.Partial, plan.Finish, "failure finish"},
		{state.Partial, plan.Look, "failure look"},
		{state.Degraded, plan.Repair, "failure repair"},
		{state.Degraded, plan.Wait, "failure wait"},
		{state.Absent, plan.Blocked, "failure blocked"},
		{state.Unknown, plan.Look, "error unknown"},
		{state.Unknown, plan.Blocked, "error unknown"},
		{state.Unobservable, plan.None, "skipped"},
	} {
		got := result(layerCase(app.Report{}, app.LayerReport{Verdict: string(c.verdict), Action: string(c.action)}))
		if got != c.want {
			t.Errorf("%s, %s: %s instead of %s", c.verdict, c.action, got, c.want)
		}
	}
}

func TestNodesVMsAndTheTargetAreTestResults(t *testing.T) {
	read := app.Report{Cluster: app.ClusterReport{Read: true, NodesRead: true}}
	refused := read
	refused.Summary.Refused = true
	refused.Target = app.TargetReport{Judgement: "refuse", Reasons: []app.NoteReport{{Code: "NST-1101", Text: say.Verbatim("another cluster")}}}
	unread := app.Report{Target: app.TargetReport{Judgement: "ask"}, Summary: app.SummaryReport{Unread: 1}}
	got := []string{
		result(nodeCase(read, app.NodeReport{Status: state.NodeReady})), result(nodeCase(read, app.NodeReport{Status: state.NodeReady, Cordoned: true})),
		result(nodeCase(read, app.NodeReport{Status: state.NodeNotReady})), result(nodeCase(read, app.NodeReport{Status: state.NodeMissing})),
		result(nodeCase(read, app.NodeReport{Status: state.NodeUnknown})), result(nodeCase(app.Report{}, app.NodeReport{Status: state.NodeMissing})),
		result(machineCase(read, app.MachineReport{State: state.MachineRunning})), result(machineCase(read, app.MachineReport{State: state.MachineStopped})),
		result(machineCase(read, app.MachineReport{State: state.MachineUnknown})),
		result(targetCase(read)), result(targetCase(refused)), result(targetCase(app.Report{})), result(targetCase(unread)),
	}
	want := []string{"passed", "passed", "failure NotReady", "failure missing", "error unknown", "failure missing", "passed", "failure stopped", "error unknown", "passed", "error refuse", "skipped", "error ask"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if c := targetCase(refused); c.Error.Message != "another cluster" {
		t.Errorf("%q", c.Error.Message)
	}
}
