package run

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/univ-lehavre/nestor/ports"
)

func TestALoggedCommandCanBePasted(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell here")
	}
	context := "it's \x1b[2J\u009b\u202e paris"
	names := NameList([]ObjectName{{"v1", "Namespace", "", "kube-system"}, {"apps/v1", "Deployment", "it", "web"}})
	call := Call{Program: "kubectl", Args: KubectlNames(context), Stdin: names, Kubeconfig: ports.NewSecret([]byte("hunter2"))}
	line := call.pasteable()
	if strings.ContainsAny(line, "\n\x1b\u009b\u202e") || strings.Contains(line, "hunter2") || !strings.Contains(line, ` --kubeconfig "${KUBECONFIG:?}" `) {
		t.Errorf("%q", line)
	}
	bash, err := exec.LookPath("bash") // $'…' is not in every sh
	if err != nil {
		t.Skip("no bash here")
	}
	file := filepath.Join(t.TempDir(), "my config")
	shell := exec.Command(bash, "-c", `kubectl() { printf '%s\n' "$@"; cat; }; `+line)
	shell.Env = []string{"PATH=" + filepath.Dir(sh), "KUBECONFIG=" + file}
	got, err := shell.Output()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.ReplaceAll(strings.Join(call.Args, "\n"), KubeconfigArg, file) + "\n" + strings.ReplaceAll(string(names), "\n", "") + "\n"
	if string(got) != want {
		t.Errorf("the shell runs\n%q\nnot\n%q", got, want)
	}
	shell = exec.Command(bash, "-c", `kubectl() { echo ran; }; `+line)
	shell.Env = []string{"PATH=" + filepath.Dir(sh)}
	if got, err := shell.Output(); err == nil || strings.Contains(string(got), "ran") {
		t.Errorf("without KUBECONFIG it runs all the same: %s, %v", got, err)
	}
}

func TestALoggedCommandHoldsNoSecret(t *testing.T) {
	for name, c := range map[string]Call{
		"a token":         {Program: "kubectl", Args: []string{"get", "--token", "hunter2"}},
		"a bearer token":  {Program: "kubectl", Args: []string{"get", "Authorization: Bearer hunter2hunter2"}},
		"a password":      {Program: "kubectl", Args: []string{"get", "--password=hunter2"}},
		"a URL":           {Program: "kubectl", Args: []string{"get", "https://root:hunter2@10.0.0.11"}},
		"stdin":           {Program: "kubectl", Args: []string{"get", "-f", "-"}, Stdin: []byte(`{"token": "hunter2"}`)},
		"a proxy command": {Program: "ssh", Args: []string{"-o", "ProxyCommand=x -p hunter2"}},
	} {
		if line := c.pasteable(); strings.Contains(line, "hunter2") {
			t.Errorf("%s: %s", name, line)
		}
	}
}

func TestALogLineSaysHowAProgramEnded(t *testing.T) {
	for want, r := range map[string]Result{
		"exit 1":                        {Exit: 1},
		"ended at its deadline":         {Exit: -1, TimedOut: true},
		"ended, for it wrote too much,": {Exit: -1, Truncated: true},
		"interrupted":                   {Exit: -1, Interrupted: true, Elapsed: time.Second},
		"not started (no such file)":    {Exit: -1, Err: errors.New("no such file")},
	} {
		if got := r.outcome(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
