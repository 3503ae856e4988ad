package e2e

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// operator has all folders that a program may think of writing to, below one.
type operator struct {
	root string
	file string // the topology
}

func newOperator(t *testing.T, c cluster, uid string) operator {
	t.Helper()
	o := operator{root: t.TempDir()}
	for _, dir := range []string{"home/.kube", "tmp", "cwd", "state", "cache", "config", "data", "run"} {
		if err := os.MkdirAll(filepath.Join(o.root, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	kubeconfig, err := os.ReadFile(c.config("admin"))
	if err != nil {
		t.Fatal(err)
	}
	kept := written(t, filepath.Join(o.root, "home", ".kube", "dirqual.config"), string(kubeconfig))
	var pin []string
	if uid != "" {
		pin = []string{"exposition:", "identity: {cluster_uid: " + uid + "}\nexposition:"}
	}
	topology, err := os.ReadFile(dirqual(t, kept, pin...))
	if err != nil {
		t.Fatal(err)
	}
	o.file = written(t, filepath.Join(o.root, "stack", "topologies", "dirqual.yaml"), string(topology))
	return o
}

func (o operator) command(args ...string) *exec.Cmd {
	at := func(dir string) string { return filepath.Join(o.root, dir) }
	cmd := home(at("home")).command(args, "TMPDIR="+at("tmp"), "XDG_STATE_HOME="+at("state"), "XDG_CACHE_HOME="+at("cache"),
		"XDG_CONFIG_HOME="+at("config"), "XDG_DATA_HOME="+at("data"), "XDG_RUNTIME_DIR="+at("run"))
	cmd.Dir = at("cwd")
	return cmd
}

// snapshot is all that is below a folder: of a file its content, and of everything when it last changed. A file that
// came and went changed its folder.
func (o operator) snapshot(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(o.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		said := fmt.Sprintf("%s %s", info.Mode(), info.ModTime())
		if info.Mode().IsRegular() {
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			said += fmt.Sprintf(" %d %x", len(content), sha256.Sum256(content))
		}
		name, err := filepath.Rel(o.root, path)
		all[name] = said
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// changed lists what differs between two snapshots.
func changed(before, after map[string]string) []string {
	names := []string{}
	for name, said := range after {
		if before[name] != said {
			names = append(names, name)
		}
	}
	for name := range before {
		if _, still := after[name]; !still {
			names = append(names, name+" (gone)")
		}
	}
	slices.Sort(names)
	return names
}

// footprints are the commands that an operator may run a hundred times a day, and all that each writes.
var footprints = map[string]struct {
	args   []string
	answer string // typed at the question, in a terminal; such a topology pins nothing
	status int
	writes []string
}{
	"preview":              {args: []string{"preview"}},
	"preview, JSON":        {args: []string{"preview", "-o", "json"}},
	"preview, no cache":    {args: []string{"preview", "--no-cache"}},
	"preview, late":        {args: []string{"preview", "--timeout", "1ms"}, status: 1},
	"preview, answered no": {args: []string{"preview"}, answer: "n\n", status: 3},
	"preview, answered yes": {args: []string{"preview"}, answer: "y\n", writes: []string{
		"state", "state/nestor", "state/nestor/known_clusters.yaml", "state/nestor/known_clusters.yaml.lock"}},
	"preview, recorded": {args: []string{"preview", "--record", "../data/record.txtar"}, writes: []string{"data", "data/record.txtar"}},
	"preview, demo":     {args: []string{"preview", "--demo"}},
	"target":            {args: []string{"target"}},
	"target, JSON":      {args: []string{"target", "-o", "json"}},
	"target env":        {args: []string{"target", "env"}},
	"layers":            {args: []string{"layers"}},
}

func TestReadingWritesNothingButWhatItSays(t *testing.T) {
	t.Parallel()
	c := theStory.cluster(t)
	uid := c.uid(t)
	for name, f := range footprints {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pin := uid
			if f.answer != "" {
				pin = ""
			}
			o := newOperator(t, c, pin)
			args := f.args
			if name != "preview, demo" {
				args = append(slices.Clone(args), "-f", o.file)
			}
			before := o.snapshot(t)
			var got outcome
			if f.answer != "" {
				got = terminal(t, o.command(args...), f.answer, nil)
			} else {
				got = finish(t, o.command(args...))
			}
			if got.status != f.status {
				t.Errorf("status %d:\n%s%s", got.status, got.stdout, got.stderr)
			}
			if diff := cmp.Diff(append([]string{}, f.writes...), changed(before, o.snapshot(t))); diff != "" {
				t.Errorf("what was written (-want +got):\n%s", diff)
			}
		})
	}
}

// writing are the system calls by which something comes to be, or changes, in a file system. Those that failed changed
// nothing: kubectl tries to make the cache folder that it is given, which cannot exist.
var (
	traced  = "openat,open,creat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,symlink,symlinkat,link,linkat,truncate,mknod,mknodat,chmod,fchmodat"
	openFor = regexp.MustCompile(`O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_TMPFILE`)
	nowhere = regexp.MustCompile(`"/dev/(null|tty)"|"/proc/self/`)
)

// TestNoSystemCallWritesAFile watches nestor and the kubectl under it, wherever they would write.
func TestNoSystemCallWritesAFile(t *testing.T) {
	t.Parallel()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not installed")
	}
	c := theStory.cluster(t)
	uid := c.uid(t)
	for name, args := range map[string][]string{"preview": {"preview"}, "target": {"target"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOperator(t, c, uid)
			cmd := o.command(append(args, "-f", o.file)...)
			log := filepath.Join(t.TempDir(), "strace")
			cmd.Args = append([]string{strace, "-f", "-qq", "-s", "300", "-o", log, "-e", "trace=" + traced, cmd.Path}, cmd.Args[1:]...)
			cmd.Path = strace
			if got := finish(t, cmd); got.status != 0 {
				t.Skipf("strace cannot trace here: status %d, %s", got.status, got.stderr)
			}
			text, err := os.ReadFile(log)
			if err != nil {
				t.Fatal(err)
			}
			calls := wholeCalls(string(text))
			for _, call := range calls {
				opens := strings.Contains(call, "open")
				failed := strings.Contains(call, ") = -1 ") || strings.Contains(call, ") = ? ")
				if !failed && !nowhere.MatchString(call) && (!opens || openFor.MatchString(call)) {
					t.Errorf("%s", call)
				}
			}
			if len(calls) < 100 || !strings.Contains(string(text), "/dev/null/x") {
				t.Errorf("strace saw %d calls, and not those of kubectl", len(calls))
			}
		})
	}
}

// wholeCalls puts together what strace shows in two pieces when another thread came between.
func wholeCalls(log string) []string {
	var whole []string
	begun := map[string]string{}
	for line := range strings.Lines(log) {
		thread, call, _ := strings.Cut(strings.TrimSpace(line), " ")
		call = strings.TrimSpace(call)
		first, unfinished := strings.CutSuffix(call, " <unfinished ...>")
		_, rest, resumed := strings.Cut(call, " resumed>")
		switch {
		case unfinished:
			begun[thread] = first
		case resumed:
			whole = append(whole, begun[thread]+rest)
		case !strings.HasPrefix(call, "+++") && !strings.HasPrefix(call, "---") && !strings.HasPrefix(call, "???"):
			whole = append(whole, call)
		}
	}
	return whole
}
