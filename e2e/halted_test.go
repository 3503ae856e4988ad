package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestAControlPlaneThatIsDyingIsNotAnEmptyCluster takes one apart, a step at a time: each preview meets what the step
// left. The steps are in order, for what was killed stays dead.
func TestAControlPlaneThatIsDyingIsNotAnEmptyCluster(t *testing.T) {
	t.Parallel()
	c := seeded(t)
	file := wantingMore(t, c.uid(t), c.config("admin"))
	etcd, server := c.processes(t)

	c.kubectl(t, aggregated("v1beta1", "nothing.example.org"), "apply", "-f", "-")
	t.Run("an aggregated API of no layer is down", func(t *testing.T) {
		c.waitFor(t, "/apis/nothing.example.org/v1beta1", "503", "unable to handle")
		l := previewWithin(t, ample, file)
		same(t, longStory, l.verdicts())
		if l.status != 0 {
			t.Errorf("status %d", l.status)
		}
	})

	c.kubectl(t, aggregated("v1beta2", "longhorn.io"), "apply", "-f", "-")
	t.Run("the aggregated API of a layer is down", func(t *testing.T) {
		c.waitFor(t, "/apis/longhorn.io/v1beta2", "503", "unable to handle")
		l := previewWithin(t, ample, file)
		neverWorse(t, longStory, l)
		same(t, longStoryBut(map[string]string{"longhorn": "unknown/look"}), l.verdicts())
		if !strings.Contains(l.why(), "served by service default/nobody") {
			t.Errorf("what is down is not named: %s", l.why())
		}
	})

	for _, step := range []struct {
		name     string
		do, undo func() error
		all      bool // nothing can be known
	}{
		{"etcd is stopped", signal(etcd, syscall.SIGSTOP), signal(etcd, syscall.SIGCONT), false},
		{"the API server is stopped", signal(server, syscall.SIGSTOP), signal(server, syscall.SIGCONT), true},
		{"etcd is killed", signal(etcd, syscall.SIGKILL), nil, false},
		{"the API server is killed", signal(server, syscall.SIGKILL), nil, true},
	} {
		t.Run(step.name, func(t *testing.T) {
			if err := step.do(); err != nil {
				t.Fatal(err)
			}
			l := previewWithin(t, hurried, file)
			neverWorse(t, longStory, l)
			if step.all {
				allUnknown(t, l.report, l.outcome, 1)
			} else if len(l.unknowns()) == 0 {
				t.Error("all is known, without its storage")
			}
			if step.undo == nil {
				return
			}
			if err := step.undo(); err != nil {
				t.Fatal(err)
			}
			c.waitFor(t, "/readyz", "ok", "ok")
		})
	}
}

// aggregated is an API whose server does not exist.
func aggregated(version, group string) string {
	return `{"apiVersion":"apiregistration.k8s.io/v1","kind":"APIService","metadata":{"name":"` + version + `.` + group + `"},
"spec":{"group":"` + group + `","version":"` + version + `","groupPriorityMinimum":100,"versionPriority":100,"insecureSkipTLSVerify":true,
"service":{"namespace":"default","name":"nobody"}}}`
}

// processes are etcd and the API server, as up.sh wrote them down.
func (c cluster) processes(t *testing.T) (etcd, server int) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(c.dir, "pids"))
	ids := strings.Fields(string(text))
	if err != nil || len(ids) != 2 {
		t.Fatalf("%v: %q", err, text)
	}
	return number(ids[0]), number(ids[1])
}

func signal(id int, s syscall.Signal) func() error {
	return func() error { return syscall.Kill(id, s) }
}

// waitFor asks until the answer on a path holds one of two words.
func (c cluster) waitFor(t *testing.T, path, word, orWord string) {
	t.Helper()
	said := ""
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		said = c.tryKubectl("get", "--raw", path, "--request-timeout=5s")
		if strings.Contains(said, word) || strings.Contains(said, orWord) {
			return
		}
	}
	t.Fatalf("GET %s still gives %q", path, said)
}
