package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/doctor"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// ward is a shelf of topologies on a machine with programs.
type ward struct {
	*shelf
	absent  []string
	tracked []string
	lost    error // the file of confirmed clusters
}

func (w *ward) Program(_ context.Context, name string) ports.Program {
	if path, err := w.Find(name); err == nil {
		return ports.Program{Name: name, Path: path, State: ports.ProgramAnswers, Version: "v1.30.0"}
	}
	return ports.Program{Name: name, State: ports.ProgramMissing, Problem: say.Errorf("not found")}
}

func (w *ward) Find(name string) (string, error) {
	if slices.Contains(w.absent, name) {
		return "", say.Errorf("not found")
	}
	return "/bin/" + name, nil
}

func (w *ward) Look(path string) ports.FileFacts {
	return ports.FileFacts{There: true, Tracked: slices.Contains(w.tracked, path)}
}

func (w *ward) Repository() (ports.Repository, error) {
	return ports.Repository{Start: "/", Top: "/t", Topologies: "/t"}, w.refused
}

func (w *ward) Inventory(ports.Document, string) (ports.Document, error) {
	return ports.Document{}, fs.ErrNotExist
}

func (w *ward) VariablesBeside(ports.Document) []string { return nil }

func (w *ward) Known() ([]ports.KnownCluster, error) { return nil, w.lost }

func (w *ward) doctor() Doctor {
	r := w.readers()
	r.Documents, r.Known = w, w
	return Doctor{Readers: r, Spoken: doctor.Spoken{Name: "en"},
		Surroundings: Surroundings{Programs: w, Files: w, Repository: w, Inventory: w, KnownFile: "/known", Build: ports.Build{Version: "v1", Go: "go1", OS: "linux", Arch: "amd64"}}}
}

// aWard is aShelf with one stack of each kind: good (prod) and bench (lima) name kubeconfigs, bad is the active one.
func aWard() *ward {
	w := &ward{shelf: aShelf()}
	w.docs["/t/good.yaml"] = dict("kubeconfig", text("/k/good.config"), "layers", list(text("registry")),
		"nodes", list(dict("name", text("cp1"), "ansible_host", text("10.0.0.1"), "roles", list(text("control"), text("worker")))))
	return w
}

// troubles writes what is not fine, as "section[stack] code state".
func troubles(t *testing.T, w *ward, o StackOptions) (string, DoctorReport) {
	t.Helper()
	r, err := w.doctor().Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, s := range r.Sections {
		for _, f := range s.Findings {
			if f.State != string(doctor.Fine) {
				all = append(all, fmt.Sprintf("%s%s %s %s", s.Name, s.Stack, f.Code, f.State))
			}
		}
	}
	return strings.Join(all, ", "), r
}

func TestOnlyWhatIsAskedAboutCounts(t *testing.T) {
	w := aWard()
	got, r := troubles(t, w, StackOptions{})
	if diff := cmp.Diff("repository NST-7046 doubt, repository NST-7046 fault, stackgood NST-7068 doubt", got); diff != "" || r.Status() != Failed {
		t.Errorf("the active stack is invalid, and another: %d %s", r.Status(), diff)
	}
	got, r = troubles(t, w, StackOptions{Stack: "good"})
	if diff := cmp.Diff("stackgood NST-7068 doubt", got); diff != "" || r.Status() != Done || r.Doubts != 1 {
		t.Errorf("a stack that is named: %d %s", r.Status(), diff)
	}
	if got := r.Sentence.String(); got != "nothing that is needed is missing, 1 thing to look at" {
		t.Error(got)
	}
	got, r = troubles(t, w, StackOptions{Stack: "broken"})
	if diff := cmp.Diff("repository NST-7046 fault", got); diff != "" || r.Status() != Failed {
		t.Errorf("an invalid stack that is named: %d %s", r.Status(), diff)
	}
	if _, err := w.doctor().Run(t.Context(), StackOptions{Stack: "nowhere"}); !errors.As(err, new(NotDeclared)) {
		t.Errorf("a stack that is not there: %v", err)
	}
	if slices.Contains(w.asked, "overview") || slices.Contains(w.asked, "objects") || slices.Contains(w.asked, "machines") || slices.Contains(w.asked, "question") {
		t.Errorf("more than files was asked: %v", w.asked)
	}
}

func TestWhatAStackNeedsIsMissed(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*ward)
		want   string
	}{
		"kubectl":         {func(w *ward) { w.absent = []string{"kubectl"} }, "programs NST-7011 fault, stackgood NST-7068 doubt"},
		"limactl and ssh": {func(w *ward) { w.absent = []string{"limactl", "ssh"} }, "programs NST-7012 doubt, stackgood NST-7068 doubt"},
		"a plugin": {func(w *ward) {
			w.absent, w.kubeconfig.View.Auth, w.kubeconfig.View.AuthCommand = []string{"get-token"}, ports.AuthExec, "get-token"
		}, "stackgood NST-7066 fault, stackgood NST-7068 doubt"},
		"a usable kubeconfig": {func(w *ward) { w.kubeconfig.View.Problem = say.Verbatim("it is HTML") }, "stackgood NST-1102 fault, stackgood NST-7068 doubt"},
		"the right cluster":   {func(w *ward) { w.kubeconfig.View.Server = "https://10.0.0.99:6443" }, "stackgood NST-1108 fault, stackgood NST-7068 doubt"},
		"memory":              {func(w *ward) { w.lost = say.Errorf("broken") }, "environment NST-7031 fault, stackgood NST-7068 doubt"},
		"secrecy": {func(w *ward) {
			w.kubeconfig.View.InGit, w.tracked = []string{"/k/a", "/k/b"}, []string{"/k/b"}
		}, "stackgood NST-7063 doubt, stackgood NST-1130 doubt, stackgood NST-1130 doubt, stackgood NST-7068 doubt"},
	} {
		w := aWard()
		c.change(w)
		got, r := troubles(t, w, StackOptions{Stack: "good"})
		if diff := cmp.Diff(c.want, got); diff != "" || (r.Faults > 0) != (r.Status() == Failed) {
			t.Errorf("%s: status %d %s", name, r.Status(), diff)
		}
	}
}

func TestABenchNeedsLimactl(t *testing.T) {
	w := aWard()
	w.docs["/t/bad.yaml"] = dict("target_kind", text("lima"), "kubeconfig", text("/k/good.config"), "nodes", list(dict("name", text("n1"), "roles", list(text("control")))))
	w.kubeconfig.View.Server = "https://127.0.0.1:6443"
	w.absent = []string{"limactl"}
	got, r := troubles(t, w, StackOptions{})
	want := "programs NST-7011 fault, repository NST-7046 doubt, stackbad NST-7069 doubt, stackgood NST-7069 doubt, stackgood NST-7068 doubt"
	if diff := cmp.Diff(want, got); diff != "" || r.Status() != Failed {
		t.Errorf("status %d %s", r.Status(), diff)
	}
}

func TestWithoutARepositoryTheMachineIsLookedAt(t *testing.T) {
	w := aWard()
	w.refused = errors.New("no repository")
	s, r := troubles(t, w, StackOptions{})
	if diff := cmp.Diff("repository NST-7041 doubt", s); diff != "" || r.Status() != Done {
		t.Errorf("status %d %s", r.Status(), diff)
	}
}
