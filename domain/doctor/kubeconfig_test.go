package doctor_test

import (
	"strings"
	"testing"
	"time"

	"github.com/univ-lehavre/nestor/domain/doctor"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

var now = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// means is a stack with a kubeconfig that nothing is wrong with.
func means(change func(*doctor.Means)) doctor.Means {
	m := doctor.Means{Default: "~/.kube/paris.config"}
	m.Stack = stack.Stack{Name: "paris", File: "/t/paris.yaml", Kind: stack.Prod, Identity: stack.Identity{ClusterUID: "u", CASHA256: "c"}}
	m.Resolution = target.Resolution{Files: []string{"/k"}, Source: target.FromTopology}
	m.Kubeconfig.View = ports.KubeconfigView{Files: []string{"/k"}, Context: "paris", Server: "https://a:6443", Auth: ports.AuthCertificate, CertEnd: now.AddDate(1, 0, 0)}
	change(&m)
	m.Warnings = append(m.Warnings, target.Warnings(m.Kubeconfig.View, m.Resolution, now)...)
	return m
}

func TestAKubeconfigIsJudgedWithoutACluster(t *testing.T) {
	const fine = "NST-7060 fine, NST-7062 fine, NST-7064 fine, NST-7067 fine"
	for name, c := range map[string]struct {
		change func(*doctor.Means)
		want   string
	}{
		"fine":            {func(*doctor.Means) {}, fine},
		"expired":         {func(m *doctor.Means) { m.Kubeconfig.View.CertEnd = now.AddDate(0, 0, -1) }, "NST-7060 fine, NST-7062 fine, NST-1121 fault, NST-7067 fine"},
		"ending":          {func(m *doctor.Means) { m.Kubeconfig.View.CertEnd = now.AddDate(0, 0, 29) }, "NST-7060 fine, NST-7062 fine, NST-1122 doubt, NST-7067 fine"},
		"for 31 days":     {func(m *doctor.Means) { m.Kubeconfig.View.CertEnd = now.AddDate(0, 0, 31) }, fine},
		"exposed":         {func(m *doctor.Means) { m.Kubeconfig.View.Exposed = []string{"/k"} }, "NST-7060 fine, NST-7064 fine, NST-1129 doubt, NST-7067 fine"},
		"in a work tree":  {func(m *doctor.Means) { m.Kubeconfig.View.InGit = []string{"/k"} }, "NST-7060 fine, NST-7064 fine, NST-1130 doubt, NST-7067 fine"},
		"tracked":         {func(m *doctor.Means) { m.Kubeconfig.View.InGit, m.Tracked = []string{"/k"}, []string{"/k"} }, "NST-7060 fine, NST-7063 doubt, NST-7064 fine, NST-1130 doubt, NST-7067 fine"},
		"not verified":    {func(m *doctor.Means) { m.Kubeconfig.View.Insecure = true }, "NST-7060 fine, NST-7062 fine, NST-7064 fine, NST-1123 doubt, NST-7067 fine"},
		"a plugin":        {func(m *doctor.Means) { m.Kubeconfig.View.Auth = ports.AuthExec }, "NST-7060 fine, NST-7062 fine, NST-7064 fine, NST-7065 fine, NST-7067 fine"},
		"no plugin":       {func(m *doctor.Means) { m.Kubeconfig.View.Auth, m.Plugin = ports.AuthExec, say.Errorf("gone") }, "NST-7060 fine, NST-7062 fine, NST-7064 fine, NST-7066 fault, NST-7067 fine"},
		"another stack's": {func(m *doctor.Means) { m.Twins = []string{"lyon"} }, "NST-7060 fine, NST-7062 fine, NST-7069 doubt, NST-7064 fine, NST-7067 fine"},
		"not pinned":      {func(m *doctor.Means) { m.Stack.Identity = stack.Identity{} }, "NST-7060 fine, NST-7062 fine, NST-7064 fine, NST-7068 doubt"},
		"confirmed": {func(m *doctor.Means) {
			m.Stack.Identity, m.Known = stack.Identity{}, []ports.KnownCluster{{Stack: "paris", File: "/t/paris.yaml", UID: "u", Confirmed: now}}
		}, fine},
		"a bench's": {func(m *doctor.Means) { m.Stack.Identity, m.Stack.Kind = stack.Identity{}, stack.Lima }, fine},
		"exported": {func(m *doctor.Means) {
			m.Resolution.Source, m.Resolution.Overrides, m.Kubeconfig.View.Missing = target.FromEnvironment, "/own", []string{"/gone"}
		}, "NST-7060 fine, NST-7062 fine, NST-7064 fine, NST-1125 doubt, NST-7067 fine"},
		"refused": {func(m *doctor.Means) {
			m.Refused = []target.Reason{{Code: target.CodeOtherCA, Text: say.Verbatim("another CA")}}
		}, "NST-1103 fault, NST-7062 fine, NST-7064 fine, NST-7067 fine"},
		"not there": {func(m *doctor.Means) {
			m.Kubeconfig.View = ports.KubeconfigView{Missing: []string{"/k"}}
			m.Refused = []target.Reason{{Code: target.CodeUnusable, Text: say.Verbatim("no such file")}}
		}, "NST-1102 fault → nestor kubeconfig fetch paris, NST-7067 fine"},
		"a bench without": {func(m *doctor.Means) {
			m.Stack.Kind, m.Resolution, m.Kubeconfig.View = stack.Lima, target.Resolution{}, ports.KubeconfigView{}
		}, "NST-7061 doubt → nestor kubeconfig fetch paris"},
	} {
		var got []string
		for _, f := range doctor.Kubeconfig(means(c.change)) {
			text := f.Code + " " + string(f.State)
			if do := f.Do.String(); strings.HasPrefix(do, "nestor kubeconfig") && strings.HasPrefix(f.Code, "NST-1102") || f.Code == doctor.CodeNoneNeeded {
				text += " → " + do
			}
			got = append(got, text)
			if doctor.Meanings[f.Code].Means.IsZero() && target.Meanings[f.Code].Means.IsZero() {
				t.Errorf("%s: nobody says what %s means", name, f.Code)
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s:\n%q, want\n%q", name, strings.Join(got, ", "), c.want)
		}
	}
}
