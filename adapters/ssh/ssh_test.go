package ssh

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
)

var _ ports.KubeconfigFetcher = Fetcher{}

const adminConf = "/etc/kubernetes/admin.conf"

// What every call holds, as an operator reads it.
const (
	scpFixed = "scp -o BatchMode=yes -o ConnectTimeout=9 -o LogLevel=ERROR -o ControlMaster=no "
	sshFixed = "ssh -T -x -a -o PermitLocalCommand=no -o ClearAllForwardings=yes -o RemoteCommand=none -o SendEnv=LC_ALL " +
		"-o BatchMode=yes -o ConnectTimeout=9 -o LogLevel=ERROR -o ControlMaster=no "
)

func TestCommands(t *testing.T) {
	for want, from := range map[string]ports.FetchSource{
		scpFixed + "-- cp1:/etc/kubernetes/admin.conf {file}":                             {Host: "cp1"},
		scpFixed + "-- root@10.0.0.11:/etc/kubernetes/admin.conf {file}":                  {Host: "10.0.0.11", User: "root"},
		scpFixed + "-- 'root@[2001:db8::10]:/etc/kubernetes/admin.conf' {file}":           {Host: "2001:db8::10", User: "root"},
		scpFixed + "-- '[fe80::1%eth0]:/etc/kubernetes/admin.conf' {file}":                {Host: "fe80::1%eth0"},
		scpFixed + "-F '/h/a b/ssh.config' -- lima-cp1:/etc/kubernetes/admin.conf {file}": {Host: "lima-cp1", ConfigFile: "/h/a b/ssh.config"},
		scpFixed + "-P 2222 -i /h/id -o ProxyJump=ops@b -4 -- d@cp1:/etc/kubernetes/admin.conf {file}": {
			Host: "cp1", User: "d", Port: 2222, KeyFile: "/h/id", CommonArgs: []string{"-o", "ProxyJump=ops@b", "-4"}},
		scpFixed + "-o 'ProxyCommand=sshpass -p [redacted] ssh -W %h:%p b' -- cp1:/etc/kubernetes/admin.conf {file}": {
			Host: "cp1", CommonArgs: []string{"-o", "ProxyCommand=sshpass -p hunter2 ssh -W %h:%p b"}},
		strings.Replace(scpFixed, "-o BatchMode=yes ", "", 1) + "-- cp1:/etc/kubernetes/admin.conf {file}": {Host: "cp1", Ask: true},
		sshFixed + "-- cp1 sudo -n cat /etc/kubernetes/admin.conf":                                         {Host: "cp1", Sudo: true},
		sshFixed + "-F /c -p 2222 -i /h/id -C -- d@fe80::1%eth0 sudo -n cat /etc/kubernetes/admin.conf": {
			Host: "fe80::1%eth0", User: "d", Port: 2222, KeyFile: "/h/id", ConfigFile: "/c", CommonArgs: []string{"-C"}, Sudo: true},
		strings.Replace(sshFixed, "-o BatchMode=yes ", "", 1) + "-- cp1 sudo -n cat /etc/kubernetes/admin.conf": {Host: "cp1", Sudo: true, Ask: true},
	} {
		from.Path = adminConf
		got := New(nil, 10*time.Second).Command(from)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-want +got: %s", diff)
		}
	}
}

func TestConnectingEndsBeforeTheDeadline(t *testing.T) {
	for timeout, want := range map[time.Duration]int{0: 1, time.Millisecond: 1, time.Second: 1, 2 * time.Second: 1, 10 * time.Second: 9, time.Hour: 3599} {
		if got := connectSeconds(timeout); got != want {
			t.Errorf("%v gives %d s, want %d", timeout, got, want)
		}
	}
}

// answering is a runner that writes a file as scp would, and gives one result.
type answering struct {
	content string
	result  run.Result
	calls   []run.Call
}

func (a *answering) Run(ctx context.Context, c run.Call) run.Result {
	a.calls = append(a.calls, c)
	if c.File != "" {
		if err := os.WriteFile(c.File, []byte(a.content), 0o644); err != nil {
			return run.Result{Exit: -1, Err: err}
		}
	}
	return a.result
}

func TestTheCopyIsReadAndGone(t *testing.T) {
	beside := t.TempDir()
	a := &answering{content: "the kubeconfig"}
	secret, failure := New(a, time.Second).Fetch(t.Context(), ports.FetchSource{Host: "cp1", Path: adminConf}, beside)
	if failure != nil || string(secret.Reveal()) != "the kubeconfig" {
		t.Errorf("%q %v", secret.Reveal(), failure)
	}
	if len(a.calls) != 1 || !strings.HasPrefix(a.calls[0].File, beside+"/") || a.calls[0].Terminal {
		t.Errorf("calls: %+v", a.calls)
	}
	nothingIn(t, beside)
}

func TestWhatSudoPrintsIsReadWithoutAnyFile(t *testing.T) {
	beside := filepath.Join(t.TempDir(), "not made")
	a := &answering{result: run.Result{Stdout: []byte("the kubeconfig")}}
	secret, failure := New(a, time.Second).Fetch(t.Context(), ports.FetchSource{Host: "cp1", Path: adminConf, Sudo: true, Ask: true}, beside)
	if failure != nil || string(secret.Reveal()) != "the kubeconfig" || !a.calls[0].Terminal {
		t.Errorf("%q %v %+v", secret.Reveal(), failure, a.calls)
	}
	if _, err := os.Stat(beside); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder: %v", err)
	}
}

func TestAFolderThatWasMadeStaysOnlyForAKubeconfig(t *testing.T) {
	for name, c := range map[string]struct {
		answer answering
		stays  bool
	}{
		"success": {answering{content: "x"}, true},
		"failure": {answering{content: "x", result: run.Result{Exit: 1}}, false},
		"empty":   {answering{content: " \n"}, false},
	} {
		root := t.TempDir()
		beside := filepath.Join(root, "a", "b")
		_, _ = New(&c.answer, time.Second).Fetch(t.Context(), ports.FetchSource{Host: "cp1", Path: adminConf}, beside)
		info, err := os.Stat(beside)
		switch {
		case !c.stays:
			nothingIn(t, root)
		case err != nil:
			t.Errorf("%s: %v", name, err)
		default:
			nothingIn(t, beside)
			if info.Mode().Perm() != 0o700 {
				t.Errorf("%s: mode %v", name, info.Mode())
			}
		}
	}
}

func TestAFolderThatCannotBeMadeIsSaid(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	a := &answering{}
	_, failure := New(a, time.Second).Fetch(t.Context(), ports.FetchSource{Host: "cp1", Path: adminConf}, filepath.Join(file, "x"))
	if failure == nil || failure.Kind != ports.FetchLocal || len(a.calls) != 0 {
		t.Errorf("%+v after %d calls", failure, len(a.calls))
	}
}

// growing writes until it is stopped, as scp does from a node that never ends a file.
type growing struct{ written int }

func (g *growing) Run(ctx context.Context, c run.Call) run.Result {
	f, err := os.OpenFile(c.File, os.O_WRONLY, 0)
	if err != nil {
		return run.Result{Exit: -1, Err: err}
	}
	defer func() { _ = f.Close() }()
	for ctx.Err() == nil && g.written < 64<<20 {
		n, _ := f.Write(make([]byte, 256<<10))
		g.written += n
		time.Sleep(5 * time.Millisecond)
	}
	return run.Result{Exit: -1, Interrupted: true}
}

func TestAFileThatGrowsTooLargeIsStopped(t *testing.T) {
	g := &growing{}
	_, failure := New(g, time.Minute).Fetch(t.Context(), ports.FetchSource{Host: "cp1", Path: adminConf}, t.TempDir())
	if failure == nil || failure.Kind != ports.FetchTooLarge || g.written >= 64<<20 {
		t.Errorf("%+v after %d bytes", failure, g.written)
	}
}

func nothingIn(t *testing.T, dir string) {
	t.Helper()
	found, err := os.ReadDir(dir)
	if err != nil || len(found) != 0 {
		t.Errorf("left in %s: %v %v", dir, found, err)
	}
}
