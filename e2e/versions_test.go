package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEveryKubectlGivesTheSameReport compares those that are on this machine, beside the one in PATH.
func TestEveryKubectlGivesTheSameReport(t *testing.T) {
	t.Parallel()
	others := kubectls(t)
	if len(others) == 0 {
		t.Skip("there is no kubectl.1.N beside the kubectl in PATH")
	}
	for name, on := range map[string]struct {
		*plane
		truth map[string]string
	}{
		"three layers are missing": {theStory, longStory},
		"nothing is missing":       {theWhole, wholeStory},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := on.cluster(t)
			file := wantingMore(t, c.uid(t), c.config("admin"))
			l := previewWithin(t, ample, file)
			same(t, on.truth, l.verdicts())
			ours := stable(t, l.stdout)
			for _, other := range others {
				t.Run(filepath.Base(other), func(t *testing.T) {
					t.Parallel()
					dir := t.TempDir()
					if err := os.Symlink(other, filepath.Join(dir, "kubectl")); err != nil {
						t.Fatal(err)
					}
					l := previewWithin(t, ample, file, "PATH="+dir+":"+os.Getenv("PATH"))
					if diff := cmp.Diff(ours, stable(t, l.stdout)); diff != "" {
						t.Errorf("(-the one in PATH +this one):\n%s", diff)
					}
					if l.status != 0 || len(l.unknowns()) > 0 {
						t.Errorf("status %d, unknown: %s", l.status, l.why())
					}
				})
			}
		})
	}
}

// kubectls are the ones that Google's SDK brings along, one for each minor version.
func kubectls(t *testing.T) []string {
	t.Helper()
	real, err := filepath.EvalSymlinks(kubectlPath(t))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	found, _ := filepath.Glob(filepath.Join(filepath.Dir(real), "kubectl.1.*"))
	for _, file := range found {
		if exec.Command(file, "version", "--client").Run() == nil {
			all = append(all, file)
		}
	}
	return all
}

// stable is a report without what differs from one run to the next: when it was, and how many requests it took.
func stable(t *testing.T, text string) map[string]any {
	t.Helper()
	var r map[string]any
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	requests, _ := r["cluster"].(map[string]any)
	if requests["requests"] == nil {
		t.Errorf("the report has another form: %v", requests)
	}
	delete(requests, "requests")
	delete(r, "taken")
	return r
}
