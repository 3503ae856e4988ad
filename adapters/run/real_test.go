//go:build unix

package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rs/zerolog"

	"github.com/univ-lehavre/nestor/ports"
)

// equal compares what a child left, without how long it took.
func equal(t *testing.T, got, want Result) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(Result{}, "Elapsed", "Size"), cmpopts.EquateErrors(), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
}

func TestOutputsStayApartAndTheStatusIsKept(t *testing.T) {
	got := runner(t, nil).Run(t.Context(), Call{Program: helper, Args: []string{"talk"}, Stdin: []byte("markers")})
	equal(t, got, Result{Stdout: []byte("markers"), Stderr: []byte("noise"), Exit: 3})
}

func TestWithoutStdinTheChildReadsNothing(t *testing.T) {
	got := runner(t, nil).Run(t.Context(), Call{Program: helper, Args: []string{"talk"}})
	equal(t, got, Result{Stderr: []byte("noise"), Exit: 3})
}

func TestDeadlineEndsTheChildAndWhatItStarted(t *testing.T) {
	home, ctx := newHousehold(t), newDeadline()
	r := runner(t, nil)
	done := make(chan Result, 1)
	go func() { done <- r.Run(ctx, Call{Program: helper, Args: []string{"linger", home.socket}}) }()
	conns := home.accept(t, 2)
	ctx.pass()
	equal(t, <-done, Result{Exit: -1, TimedOut: true})
	gone(t, conns)
}

func TestInterruptEndsTheChildAndWhatItStarted(t *testing.T) {
	home := newHousehold(t)
	ctx, interrupt := context.WithCancel(t.Context())
	r := runner(t, nil)
	done := make(chan Result, 1)
	go func() { done <- r.Run(ctx, Call{Program: helper, Args: []string{"linger", home.socket}}) }()
	conns := home.accept(t, 2)
	interrupt()
	equal(t, <-done, Result{Exit: -1, Interrupted: true})
	gone(t, conns)
}

func TestAContextThatHasEndedStartsNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	late := newDeadline()
	late.pass()
	r := runner(t, nil)
	equal(t, r.Run(ctx, Call{Program: helper, Args: []string{"talk"}}), Result{Exit: -1, Interrupted: true})
	equal(t, r.Run(late, Call{Program: helper, Args: []string{"talk"}}), Result{Exit: -1, TimedOut: true})
}

func TestAProcessThatOutlivesTheChildCannotHoldTheResult(t *testing.T) {
	home := newHousehold(t)
	r := runner(t, nil)
	done := make(chan Result, 1)
	go func() { done <- r.Run(t.Context(), Call{Program: helper, Args: []string{"leave", home.socket}}) }()
	conns := home.accept(t, 1)
	select {
	case got := <-done:
		equal(t, got, Result{Stdout: []byte("done")})
	case <-time.After(20 * pipeGrace):
		t.Error("the result waits for the process that holds the pipes")
	}
	_ = conns[0].Close()
}

func TestAFloodIsCutAndEnded(t *testing.T) {
	const limit = 1 << 20
	r := runner(t, func(o *Options) { o.MaxStdout = limit })
	got := r.Run(t.Context(), Call{Program: helper, Args: []string{"flood"}})
	if len(got.Stdout) != limit {
		t.Errorf("%d bytes are kept, want %d", len(got.Stdout), limit)
	}
	got.Stdout = nil // a difference of megabytes would take long to print
	equal(t, got, Result{Exit: -1, Truncated: true})
}

func TestTheCapIsOfEachOutput(t *testing.T) {
	r := runner(t, func(o *Options) { o.MaxStderr = 2 })
	got := r.Run(t.Context(), Call{Program: helper, Args: []string{"talk"}, Stdin: []byte("long enough")})
	if !got.Truncated || string(got.Stderr) != "no" {
		t.Errorf("truncated %v, stderr %q", got.Truncated, got.Stderr)
	}
}

func TestTheChildIsToldNothingThatChangesItsTarget(t *testing.T) {
	r := runner(t, func(o *Options) {
		o.Environ = append(o.Environ, "KUBECONFIG=/prod", "KUBERNETES_SERVICE_HOST=10.0.0.1", "KUBECTL_COMMAND_HEADERS=x",
			"KUBECACHEDIR=/shared", "KUBERC=on", "kubeconfig=/prod", "NESTOR_REPLAY=f", "HTTPS_PROXY=http://proxy", "LIMA_HOME=/vms")
	})
	got := r.Run(t.Context(), Call{Program: helper, Args: []string{"environ"}})
	want := []string{r.options.Environ[0], r.options.Environ[1], "HTTPS_PROXY=http://proxy", "LIMA_HOME=/vms", "KUBERC=off"}
	if diff := cmp.Diff(want, strings.Fields(string(got.Stdout))); diff != "" {
		t.Errorf("environment (-want +got):\n%s", diff)
	}
}

func TestAProgramThatIsNotInstalledIsNamed(t *testing.T) {
	r := runner(t, func(o *Options) { o.Allow = Readers() })
	got := r.Run(t.Context(), Call{Program: "limactl", Args: LimactlList()})
	equal(t, got, Result{Exit: -1, Err: ErrNotFound})
	if text := fmt.Sprint(got.Err); text != "limactl: not found in PATH; install it, or add its folder to PATH" {
		t.Error(text)
	}
}

func TestAProgramOfTheCurrentFolderIsRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("kubectl", []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{
		".": exec.ErrDot, "./": exec.ErrDot, ":/nonexistent": exec.ErrDot, "/nonexistent::/": exec.ErrDot,
		"": ErrNotFound, "/nonexistent": ErrNotFound,
	} {
		if got, err := lookUp("kubectl", []string{"PATH=/bin:/usr/bin", "PATH=" + path}); !errors.Is(err, want) {
			t.Errorf("PATH=%q gives %q, %v, want %v", path, got, err, want)
		}
	}
}

func TestAProgramThatCannotStartIsAnError(t *testing.T) {
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, helper), []byte("#!/nonexistent/interpreter\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	r := runner(t, func(o *Options) { o.Environ = []string{"PATH=" + bin} })
	got := r.Run(t.Context(), Call{Program: helper, Args: []string{"talk"}})
	if got.Err == nil || got.Exit != -1 {
		t.Errorf("exit %d, error %v", got.Exit, got.Err)
	}
}

func TestARefusedCallStartsNothing(t *testing.T) {
	r := runner(t, nil)
	got := r.Run(t.Context(), Call{Program: helper, Args: []string{"hold"}})
	equal(t, got, Result{Exit: -1, Err: ErrNotAllowed})
}

func kubeconfigCall(args ...string) Call {
	return Call{Program: helper, Args: args, Kubeconfig: ports.NewSecret([]byte("the kubeconfig"))}
}

func TestTheKubeconfigCanBeReadAgainAndAgain(t *testing.T) {
	for _, fileOnly := range []bool{false, true} {
		temp := t.TempDir()
		r := runner(t, func(o *Options) { o.FileOnly, o.TempDir = fileOnly, temp })
		got := r.Run(t.Context(), kubeconfigCall("read", KubeconfigArg))
		if n := strings.Count(string(got.Stdout), "=the kubeconfig\n"); n != 2 || got.Exit != 0 {
			t.Errorf("file only %v: read %d times of 2: %s%s", fileOnly, n, got.Stdout, got.Stderr)
		}
		if runtime.GOOS == "linux" && !fileOnly && !strings.HasPrefix(string(got.Stdout), "/dev/fd/3=") {
			t.Errorf("it was on a disk: %s", got.Stdout)
		}
		nothingIn(t, temp)
	}
}

func TestAKubeconfigFileIsPrivateAndGoes(t *testing.T) {
	temp := t.TempDir()
	r := runner(t, func(o *Options) { o.FileOnly, o.TempDir = true, temp })
	got := r.Run(t.Context(), kubeconfigCall("modes", KubeconfigArg))
	fields := strings.Fields(string(got.Stdout))
	if len(fields) != 4 || fields[1] != "-rw-------" || fields[3] != "-rwx------" {
		t.Errorf("modes: %s", got.Stdout)
	}
	nothingIn(t, temp)
}

func TestAKubeconfigFileGoesWhenTheChildIsEnded(t *testing.T) {
	home, ctx, temp := newHousehold(t), newDeadline(), t.TempDir()
	r := runner(t, func(o *Options) { o.FileOnly, o.TempDir = true, temp })
	done := make(chan Result, 1)
	go func() { done <- r.Run(ctx, kubeconfigCall("linger", home.socket, KubeconfigArg)) }()
	home.accept(t, 2)
	if len(entries(t, temp)) != 1 {
		t.Error("the file is not there while the child runs")
	}
	ctx.pass()
	<-done
	nothingIn(t, temp)
}

func TestAnEmptyKubeconfigIsNeverHandedOver(t *testing.T) {
	got := runner(t, nil).Run(t.Context(), Call{Program: helper, Args: []string{"read", KubeconfigArg}})
	equal(t, got, Result{Exit: -1, Err: ErrNotAllowed})
}

func TestKubectlReadsWhatIsHandedOver(t *testing.T) {
	if _, err := exec.LookPath("kubectl"); err != nil {
		t.Skip("kubectl is not installed")
	}
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprint(w, r.Method, " ", r.URL, " ", r.Header.Get("Authorization"))
	}))
	defer server.Close()
	config := fmt.Sprintf(`{"apiVersion":"v1","kind":"Config","contexts":[{"name":"a","context":{"cluster":"c","user":"u"}}],`+
		`"clusters":[{"name":"c","cluster":{"server":%q,"insecure-skip-tls-verify":true}}],"users":[{"name":"u","user":{"token":"t0ken"}}]}`, server.URL)
	for _, fileOnly := range []bool{false, true} {
		home := t.TempDir()
		r := runner(t, func(o *Options) {
			o.Allow, o.FileOnly, o.Environ = Readers(), fileOnly, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home}
		})
		got := r.Run(t.Context(), Call{
			Program:    "kubectl",
			Args:       KubectlRaw("a", "/apis"),
			Kubeconfig: ports.NewSecret([]byte(config)),
		})
		if want := "GET /apis Bearer t0ken"; string(got.Stdout) != want || got.Exit != 0 {
			t.Errorf("file only %v: %s%s", fileOnly, got.Stdout, got.Stderr)
		}
		nothingIn(t, home)
	}
}

func TestKubectlIsGivenACacheThatCannotExist(t *testing.T) {
	got := runner(t, nil).Run(t.Context(), Call{Program: helper, Args: []string{"args", "--cache-dir", NoCache, "--cache-dir=" + NoCache}})
	if want := fmt.Sprintf("%q", []string{"--cache-dir", noCacheDir(), "--cache-dir=" + noCacheDir()}); string(got.Stdout) != want {
		t.Errorf("%s, want %s", got.Stdout, want)
	}
}

func TestTheLogShowsCommandsAndNoSecrets(t *testing.T) {
	var log bytes.Buffer
	r := runner(t, func(o *Options) { o.Log = zerolog.New(&log).Level(zerolog.DebugLevel) })
	call := kubeconfigCall("talk", KubeconfigArg)
	call.Stdin = []byte("what is asked")
	r.Run(t.Context(), call)
	for _, want := range []string{"exit 3 after ", ` bytes: helper talk \"${KUBECONFIG:?}\" # with 13 bytes on stdin"`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%s is not in %s", want, &log)
		}
	}
	for _, secret := range []string{"the kubeconfig", "what is asked"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("%q is in the log", secret)
		}
	}
}

func TestNoGoroutineAndNoDescriptorStays(t *testing.T) {
	r := runner(t, nil)
	call := kubeconfigCall("talk", KubeconfigArg)
	call.Stdin = bytes.Repeat([]byte("x"), 1<<20)
	r.Run(t.Context(), call)
	goroutines, descriptors := runtime.NumGoroutine(), openDescriptors(t)
	for range 8 {
		r.Run(t.Context(), call)
	}
	for limit := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > goroutines && time.Now().Before(limit); {
		runtime.Gosched()
	}
	if n := runtime.NumGoroutine(); n > goroutines {
		t.Errorf("%d goroutines, %d before", n, goroutines)
	}
	if n := openDescriptors(t); n > descriptors {
		t.Errorf("%d descriptors, %d before", n, descriptors)
	}
}

func openDescriptors(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/dev/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

func entries(t *testing.T, dir string) []os.DirEntry {
	t.Helper()
	found, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func nothingIn(t *testing.T, dir string) {
	t.Helper()
	if left := entries(t, dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}
