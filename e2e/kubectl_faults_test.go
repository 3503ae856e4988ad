package e2e

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// misdeeds are what a kubectl may do that is not the kubectl one thinks of, or that meets its end. Each is a piece of
// shell; $real is the real one.
var misdeeds = map[string]struct {
	script   string
	deadline time.Duration // where nestor's own would only make the test longer
	leaves   string        // mayLeave: what it starts outlives it
}{
	"is killed at once":                  {script: `kill -9 $$`},
	"is killed while it runs":            {script: `"$real" "$@" & sleep 0.03; kill -9 $!; wait $!`},
	"is killed half-way through":         {script: `"$real" "$@" | head -c 1500; kill -9 $$`},
	"is killed after its answer":         {script: `"$real" "$@"; kill -9 $$`},
	"says half and ends well":            {script: `"$real" "$@" | head -c 1500; exit 0`},
	"prints garbage and ends well":       {script: `head -c 4096 /dev/urandom`},
	"prints garbage and fails":           {script: `head -c 4096 /dev/urandom; exit 1`},
	"prints garbage after its answer":    {script: `"$real" "$@"; echo '}{'`},
	"answers twice":                      {script: `"$real" "$@"; "$real" "$@"`},
	"answers, and garbage on stderr":     {script: `"$real" "$@"; head -c 4096 /dev/urandom >&2`},
	"prints nothing and ends well":       {script: `exit 0`},
	"prints nothing and fails":           {script: `exit 1`},
	"prints an empty list, ends well":    {script: emptyList + `exit 0`},
	"prints an empty list and fails":     {script: emptyList + `exit 1`},
	"answers with an empty list":         {script: `"$real" "$@" > /dev/null; ` + emptyList},
	"loses its answer":                   {script: `exec "$real" "$@" > /dev/null`},
	"loses its log":                      {script: `exec "$real" "$@" 2> /dev/null`},
	"logs into its answer":               {script: `exec "$real" "$@" 2>&1`},
	"does not run":                       {script: `exec /nonexistent/kubectl`},
	"hangs":                              {script: `exec sleep 1000`, deadline: hurried},
	"hangs, deaf to all signals but one": {script: `trap '' TERM INT HUP; while :; do sleep 1; done`, deadline: hurried},
	"hangs after its answer":             {script: `"$real" "$@"; exec sleep 1000`, deadline: hurried},
	"hangs in a child":                   {script: `sleep 1000; exit 0`, deadline: hurried},
	"is stopped":                         {script: `kill -STOP $$`, deadline: hurried},
	"floods stdout":                      {script: `exec yes`},
	"floods stderr":                      {script: `exec yes >&2`, deadline: hurried},
	"leaves a child with its pipes":      {script: `sleep 1000 & exec "$real" "$@"`, leaves: mayLeave},
	"leaves a child of another session":  {script: `setsid sleep 1000 & exec "$real" "$@"`, leaves: mayLeave},
}

const emptyList = `printf '{"apiVersion":"v1","items":[],"kind":"List","metadata":{"resourceVersion":""}}\n'; `

// calls are the reads that it is done to, as a pattern of the arguments.
var calls = map[string]string{"always": "*", "for lists": "*' -A '*", "for objects": "*' -f '*", "for discovery": "*' --raw '*"}

func TestNoKubectlMakesAReportWrong(t *testing.T) {
	t.Parallel()
	c := theStory.cluster(t)
	file := wantingMore(t, c.uid(t), c.config("admin"))
	for what, m := range misdeeds {
		for when, pattern := range calls {
			if when != "always" && !some(what, when) {
				continue
			}
			t.Run(what+", "+when, func(t *testing.T) {
				t.Parallel()
				path := "PATH=" + instead(t, `case "$*" in `+pattern+") "+m.script+"; exit $? ;; esac\n"+`exec "$real" "$@"`)
				neverWorse(t, longStory, previewWithin(t, cmp.Or(m.deadline, ample), file, path, m.leaves))
			})
		}
	}
}

// instead makes a kubectl of a shell script, and gives a PATH on which it is found first.
func instead(t *testing.T, script string) string {
	t.Helper()
	dir := t.TempDir()
	program := written(t, filepath.Join(dir, "kubectl"), "#!/bin/sh\nreal="+kubectlPath(t)+"\n"+script+"\n")
	if err := os.Chmod(program, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir + ":" + os.Getenv("PATH")
}

func kubectlPath(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("kubectl")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestAKubectlThatCannotBeStarted has none in PATH, or something else of that name.
func TestAKubectlThatCannotBeStarted(t *testing.T) {
	t.Parallel()
	c := theStory.cluster(t)
	file := wantingMore(t, c.uid(t), c.config("admin"))
	for name, make := range map[string]func(dir string) error{
		"not there": func(string) error { return nil },
		"a folder":  func(dir string) error { return os.Mkdir(filepath.Join(dir, "kubectl"), 0o700) },
		"not executable": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "kubectl"), []byte("#!/bin/sh\n"), 0o600)
		},
		"no program": func(dir string) error { return os.WriteFile(filepath.Join(dir, "kubectl"), []byte("\x7fELF"), 0o700) },
		"empty":      func(dir string) error { return os.WriteFile(filepath.Join(dir, "kubectl"), nil, 0o700) },
		"a loop of links": func(dir string) error {
			return os.Symlink(filepath.Join(dir, "kubectl"), filepath.Join(dir, "kubectl"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := make(dir); err != nil {
				t.Fatal(err)
			}
			l := previewWithin(t, hurried, file, "PATH="+dir)
			allUnknown(t, l.report, l.outcome, 1)
			if !strings.Contains(l.Cluster.Reason, "kubectl") {
				t.Errorf("reason: %s", l.Cluster.Reason)
			}
		})
	}
}
