//go:build unix

package programs_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/univ-lehavre/nestor/adapters/programs"
	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// install puts a script into a folder of its own, and gives that.
func install(t *testing.T, name, does string) (bin string) {
	t.Helper()
	bin = t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+does+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return bin
}

func look(t *testing.T, name, path string, deadline time.Duration) ports.Program {
	t.Helper()
	environ := []string{"PATH=" + path, "KUBECONFIG=/leaked"}
	return programs.New(run.New(run.Options{Allow: run.Inspectors(), Environ: environ}), environ, deadline).Program(t.Context(), name)
}

// seen is what is compared of a program.
type seen struct {
	State            ports.ProgramState
	Version, Problem string
}

func seenOf(p ports.Program) seen {
	s := seen{State: p.State, Version: p.Version}
	if p.Problem != nil {
		s.Problem = p.Problem.Error()
	}
	return s
}

func TestAProgramSaysItsVersion(t *testing.T) {
	const unread = "it said no version that can be understood"
	for name, c := range map[string]struct {
		program, does string
		want          seen
	}{
		"kubectl":             {"kubectl", `case "$*" in "version --client -o json --kubeconfig /"*) /usr/bin/env PATH=/usr/bin:/bin grep -q nowhere.invalid:0 "$6" || exit 8;; *) exit 9;; esac; echo '{"clientVersion":{"gitVersion":"v1.33.1"},"kustomizeVersion":"v5"}'`, seen{ports.ProgramAnswers, "v1.33.1", ""}},
		"limactl":             {"limactl", `[ "$*" = --version ] && echo 'limactl version 1.0.7'`, seen{ports.ProgramAnswers, "1.0.7", ""}},
		"ssh, on stderr":      {"ssh", `[ "$*" = -V ] && echo 'OpenSSH_9.2p1 Debian-2, OpenSSL 3.0.15' >&2`, seen{ports.ProgramAnswers, "OpenSSH_9.2p1 Debian-2", ""}},
		"scp, not asked":      {"scp", `exit 9`, seen{ports.ProgramAnswers, "", ""}},
		"another answer":      {"kubectl", `echo Client Version: v1.33.1`, seen{ports.ProgramAnswers, "", unread}},
		"no answer":           {"limactl", `true`, seen{ports.ProgramAnswers, "", unread}},
		"a long one":          {"limactl", `printf '%0200d' 0`, seen{ports.ProgramAnswers, "000000000000000000000000000000000000000000000000000000000000…", ""}},
		"a failure":           {"kubectl", `echo token-of-somebody >&2; exit 3`, seen{ports.ProgramFails, "", "exit status 3"}},
		"a flood":             {"kubectl", `while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done`, seen{ports.ProgramFails, "", "it wrote more than can be taken"}},
		"told of KUBECONFIG?": {"kubectl", `echo "{\"clientVersion\":{\"gitVersion\":\"v1.33.1$KUBECONFIG\"}}"`, seen{ports.ProgramAnswers, "v1.33.1", ""}},
	} {
		bin := install(t, c.program, c.does)
		p := look(t, c.program, bin, time.Minute)
		if diff := cmp.Diff(c.want, seenOf(p)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if p.Path != filepath.Join(bin, c.program) {
			t.Errorf("%s: found at %q", name, p.Path)
		}
	}
}

func TestAProgramThatHangsIsReported(t *testing.T) {
	bin := install(t, "kubectl", "exec /usr/bin/env tail -f /dev/null")
	got := look(t, "kubectl", bin+":/usr/bin:/bin", 50*time.Millisecond)
	if diff := cmp.Diff(seen{ports.ProgramHangs, "", "no answer within 50ms"}, seenOf(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAProgramThatIsNotThereIsMissing(t *testing.T) {
	got := look(t, "kubectl", t.TempDir(), time.Minute)
	if diff := cmp.Diff(seen{ports.ProgramMissing, "", "kubectl: not found in PATH; install it, or add its folder to PATH"}, seenOf(got)); diff != "" || got.Path != "" {
		t.Errorf("at %q (-want +got):\n%s", got.Path, diff)
	}
}

func TestAProgramOfARelativeFolderFails(t *testing.T) {
	t.Chdir(filepath.Dir(install(t, "kubectl", "true")))
	entries, err := filepath.Glob("*/kubectl")
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	if got := look(t, "kubectl", filepath.Dir(entries[0]), time.Minute); got.State != ports.ProgramFails || got.Problem == nil {
		t.Errorf("%+v", got)
	}
}

func TestAPluginIsFoundByNameAndByPath(t *testing.T) {
	bin := install(t, "get-token", "true")
	r := programs.New(nil, []string{"PATH=" + bin}, 0)
	for name, there := range map[string]bool{"get-token": true, filepath.Join(bin, "get-token"): true, "other": false, filepath.Join(bin, "other"): false} {
		if _, err := r.Find(name); (err == nil) != there {
			t.Errorf("%s: %v", name, err)
		}
	}
}
