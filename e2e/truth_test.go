package e2e

import (
	"context"
	"encoding/json"
	"hash/fnv"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// ownLayers are beside the story's topology where a test wants every wave of reads: the kind of the first is in no API
// group, that of the second is in a group that is served, and both are looked for as far as nestor looks.
const ownLayers = `layers:
  - name: longhorn
    label: Longhorn
    needs: [kubernetes]
    proofs: [{apiVersion: longhorn.io/v1beta2, kind: Setting, namespace: longhorn-system, name: replicas, anywhere: true}]
    traces: {groups: [longhorn.io]}
  - name: shared-files
    label: CephFS
    needs: [kubernetes]
    proofs: [{apiVersion: ceph.rook.io/v1, kind: CephFilesystem, namespace: rook-ceph, name: shared, anywhere: true}]
  - name: second-store
    label: A second object store
    needs: [kubernetes]
    proofs: [{apiVersion: ceph.rook.io/v1, kind: CephObjectStore, namespace: rook-ceph, name: second, anywhere: true}]
`

// longStory is the truth about the story's cluster with these layers wanted too.
var longStory = but(map[string]string{"longhorn": "absent/install", "shared-files": "absent/install", "second-store": "absent/install"})

// wholeStory is the truth about the cluster from which nothing is missing but these layers.
var wholeStory = longStoryBut(map[string]string{"dataops": "present/none", "gitops-seed": "present/none", "mlflow": "present/none"})

// longStoryBut is the same with some layers as they are said here.
func longStoryBut(changes map[string]string) map[string]string {
	all := maps.Clone(longStory)
	maps.Copy(all, changes)
	return all
}

// wantingMore is the story's topology with layers of its own, pinned to a cluster.
func wantingMore(t *testing.T, uid, kubeconfig string) string {
	t.Helper()
	file := dirqual(t, kubeconfig, "exposition:", "identity: {cluster_uid: "+uid+"}\nexposition:", "mlflow]", "mlflow, longhorn, shared-files, second-store]")
	written(t, filepath.Join(filepath.Dir(file), "layers.yaml"), ownLayers)
	return file
}

// look is a preview that may go wrong. It is ended when it does not end by itself.
type look struct {
	report
	outcome
}

// ample is nestor's own deadline.
const ample = 15 * time.Second

// patience is how long after its deadline a preview may end.
const patience = 3 * time.Second

// previewWithin makes a preview whose deadline is given, and holds it to that: it ends in time, says something, does not
// panic, and leaves no process behind.
func previewWithin(t *testing.T, deadline time.Duration, file string, variables ...string) look {
	t.Helper()
	h := home(t.TempDir())
	cmd := h.command([]string{"preview", "-f", file, "-o", "json", "--timeout", deadline.String(), "--log-level", "debug"}, variables...)
	t.Cleanup(h.endSurvivors)
	l := look{outcome: finishOrKill(t, cmd, deadline+time.Minute)}
	if err := json.Unmarshal([]byte(l.stdout), &l.report); err != nil {
		t.Fatalf("no report: %v\nstdout: %s\nstderr: %s", err, l.stdout, l.stderr)
	}
	if limit := deadline + patience + inTime(l.stderr); l.took > limit {
		t.Errorf("took %s, more than %s: the deadline was %s\n%s", l.took, limit, deadline, l.stderr)
	}
	if strings.Contains(l.stderr, "panic:") || strings.Contains(l.stderr, "goroutine ") {
		t.Errorf("it panicked:\n%s", l.stderr)
	}
	if left := h.survivors(); len(left) > 0 && !slices.Contains(variables, mayLeave) {
		t.Errorf("processes left behind: %v", left)
	}
	return l
}

// mayLeave is a variable for a preview whose kubectl leaves a process where nestor does not reach.
const mayLeave = "MAY_LEAVE=1"

func finishOrKill(t *testing.T, cmd *exec.Cmd, limit time.Duration) outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	killed := exec.CommandContext(ctx, cmd.Path, cmd.Args[1:]...)
	killed.Env, killed.Dir = cmd.Env, cmd.Dir
	return finish(t, killed)
}

var logged = regexp.MustCompile(`DBG ran .* elapsed=(\S+) .* timed_out=(\w+)`)

// inTime is what the programs took together that ended by themselves. The deadline is each wave's own, so that what was
// answered in time before comes on top of it.
func inTime(log string) time.Duration {
	total := time.Duration(0)
	for _, m := range logged.FindAllStringSubmatch(log, -1) {
		if took, err := time.ParseDuration(m[1]); err == nil && m[2] == "false" {
			total += took
		}
	}
	return total
}

// neverWorse holds a report to the truth, as far as it claims to know it: a layer is what it is, or unknown. Nothing
// that is there is called absent, and what is unknown says why and ends with status 1.
func neverWorse(t *testing.T, truth map[string]string, l look) {
	t.Helper()
	unknown := 0
	for _, layer := range l.Layers {
		verdict, action, _ := strings.Cut(truth[layer.Name], "/")
		switch {
		case layer.Verdict == "unknown" && (layer.Action == "look" || layer.Action == "blocked"):
			unknown++
			if layer.Detail == "" && l.Cluster.Reason == "" {
				t.Errorf("%s is unknown, and no reason is given", layer.Name)
			}
		case layer.Verdict != verdict, layer.Action != action && layer.Action != "blocked":
			t.Errorf("%s is %s/%s (%s), in truth %s", layer.Name, layer.Verdict, layer.Action, layer.Detail, truth[layer.Name])
		}
	}
	if len(l.Layers) != len(truth) || l.Summary.Unread != unknown {
		t.Errorf("%d layers, %d unread; want %d, %d", len(l.Layers), l.Summary.Unread, len(truth), unknown)
	}
	if want := min(unknown, 1); l.status != want {
		t.Errorf("status %d with %d unknown layers\n%s", l.status, unknown, l.stderr)
	}
	for _, extra := range l.Extra.Layers {
		if extra.Name != "metrics-server" || extra.Verdict != "present" {
			t.Errorf("%s is shown as extra, %s", extra.Name, extra.Verdict)
		}
	}
	if l.Cluster.Requests.Other != 0 {
		t.Errorf("requests: %+v", l.Cluster.Requests)
	}
}

// unknowns lists the layers that a report does not know, sorted.
func (l look) unknowns() []string {
	names := []string{}
	for _, layer := range l.Layers {
		if layer.Verdict == "unknown" {
			names = append(names, layer.Name)
		}
	}
	slices.Sort(names)
	return names
}

// some reports whether a pair of a table is tried: one in two, unless NESTOR_E2E_ALL is set, which takes twice as long.
func some(row, column string) bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(row + "\x00" + column))
	return h.Sum32()>>16%2 == 0 || os.Getenv("NESTOR_E2E_ALL") != ""
}

func names(layers map[string]string) []string { return slices.Sorted(maps.Keys(layers)) }

// survivors are the processes that were started from this home folder and still run, by id. What was just killed is
// given a moment to be gone.
func (h home) survivors() map[int]string {
	for end := time.Now().Add(2 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if left := h.running(); len(left) == 0 || time.Now().After(end) {
			return left
		}
	}
}

func (h home) running() map[int]string {
	found := map[int]string{}
	environs, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range environs {
		environ, err := os.ReadFile(file)
		if err != nil || !strings.Contains("\x00"+string(environ), "\x00HOME="+string(h)+"\x00") {
			continue
		}
		dir := filepath.Dir(file)
		words, _ := os.ReadFile(filepath.Join(dir, "cmdline"))
		found[number(filepath.Base(dir))] = strings.ReplaceAll(string(words), "\x00", " ")
	}
	return found
}

// endSurvivors ends what a test left, so that one failure does not become another's.
func (h home) endSurvivors() {
	for id := range h.running() {
		if p, err := os.FindProcess(id); err == nil {
			_ = p.Kill()
		}
	}
}

// why says of each layer that is unknown why it is.
func (l look) why() string {
	text := l.Cluster.Reason
	for _, layer := range l.Layers {
		if layer.Verdict == "unknown" {
			text += "\n" + layer.Name + ": " + layer.Detail
		}
	}
	return text
}

// number reads a process's id.
func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}
