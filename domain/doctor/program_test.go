package doctor_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/doctor"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// line is a finding as people read it.
func line(f doctor.Finding) []string {
	return []string{f.Code, string(f.State), f.Topic.String(), f.Text.String(), f.Do.String()}
}

func lines(all []doctor.Finding) [][]string {
	var got [][]string
	for _, f := range all {
		got = append(got, line(f))
	}
	return got
}

func TestKubectlIsAlwaysNeeded(t *testing.T) {
	const suffers = "no cluster can be read: preview, target, discover and kubeconfig fetch fail"
	answers := func(version string) ports.Program {
		return ports.Program{Name: "kubectl", Path: "/bin/kubectl", State: ports.ProgramAnswers, Version: version}
	}
	for name, c := range map[string]struct {
		program ports.Program
		want    []string
	}{
		"the first that was tried": {answers("v1.27.0"), []string{"NST-7010", "fine", "kubectl", "v1.27.0 · /bin/kubectl", ""}},
		"the last, with more":      {answers("v1.33.9-dispatcher"), []string{"NST-7010", "fine", "kubectl", "v1.33.9-dispatcher · /bin/kubectl", ""}},
		"older": {answers("v1.26.15"), []string{"NST-7016", "doubt", "kubectl", "v1.26.15 · /bin/kubectl",
			"it is older than 1.27, the first with which nestor was tried; what it cannot answer is shown as unknown"}},
		"newer": {answers("v1.34.0-alpha.1"), []string{"NST-7016", "doubt", "kubectl", "v1.34.0-alpha.1 · /bin/kubectl",
			"it is newer than 1.33, the last with which nestor was tried; what cannot be understood is shown as unknown"}},
		"another kind": {answers("v2.1.0"), []string{"NST-7015", "doubt", "kubectl", "v2.1.0 · /bin/kubectl", "compare with: kubectl version --client"}},
		"no version": {ports.Program{Name: "kubectl", Path: "/k", State: ports.ProgramAnswers, Problem: say.Errorf("nothing said")},
			[]string{"NST-7015", "doubt", "kubectl", "nothing said · /k", "compare with: kubectl version --client"}},
		"none": {ports.Program{Name: "kubectl", State: ports.ProgramMissing, Problem: say.Errorf("not found")},
			[]string{"NST-7011", "fault", "kubectl", "not in PATH: " + suffers, "install kubectl 1.27 to 1.33, or add its folder to PATH"}},
		"hanging": {ports.Program{Name: "kubectl", Path: "/k", State: ports.ProgramHangs, Problem: say.Errorf("no answer within 2s")},
			[]string{"NST-7013", "fault", "kubectl", "/k hangs (no answer within 2s): " + suffers, "run it by hand, and find out what it waits for: kubectl version --client"}},
		"failing": {ports.Program{Name: "kubectl", Path: "/k", State: ports.ProgramFails, Problem: say.Errorf("exit status 3")},
			[]string{"NST-7014", "fault", "kubectl", "it does not work (exit status 3): " + suffers, "run it by hand: kubectl version --client"}},
	} {
		if diff := cmp.Diff(c.want, line(doctor.Kubectl(c.program))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestLimactlIsNeededByBenches(t *testing.T) {
	missing, hangs := ports.Program{Name: "limactl", State: ports.ProgramMissing}, ports.Program{Name: "limactl", Path: "/l", State: ports.ProgramHangs, Problem: say.Errorf("no answer")}
	for name, c := range map[string]struct {
		program ports.Program
		benches []string
		code    string
		state   doctor.State
	}{
		"missing, no bench":   {missing, nil, doctor.CodeProgramUnused, doctor.Fine},
		"missing, two":        {missing, []string{"a", "b"}, doctor.CodeProgramMissing, doctor.Fault},
		"hanging, no bench":   {hangs, nil, doctor.CodeProgramHangs, doctor.Doubt},
		"hanging, with one":   {hangs, []string{"a"}, doctor.CodeProgramHangs, doctor.Fault},
		"answering, with one": {ports.Program{Name: "limactl", State: ports.ProgramAnswers, Version: "1.0"}, []string{"a"}, doctor.CodeProgram, doctor.Fine},
	} {
		if f := doctor.Limactl(c.program, c.benches); f.Code != c.code || f.State != c.state {
			t.Errorf("%s: %q", name, line(f))
		}
	}
	if got := doctor.Limactl(missing, nil).Text.String(); got != "not needed here, and not in PATH: only a bench needs it, and none is looked at here" {
		t.Error(got)
	}
	if got := doctor.Limactl(missing, []string{"a", "b"}).Text.String(); got != "not in PATH: the VMs of a, b cannot be seen: preview, target and discover do not know whether they run" {
		t.Error(got)
	}
}

func TestCopiersAreNeverAFault(t *testing.T) {
	for _, state := range []ports.ProgramState{ports.ProgramMissing, ports.ProgramHangs, ports.ProgramFails} {
		if f := doctor.Copier(ports.Program{Name: "ssh", State: state, Problem: say.Errorf("why")}); f.State != doctor.Doubt {
			t.Errorf("%s: %q", state, line(f))
		}
	}
}
