package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// unproven is a topology that declares nothing by which a cluster on loopback could be told from another.
func unproven(t *testing.T, kubeconfig string, changes ...string) string {
	return dirqual(t, kubeconfig, changes...)
}

// TestTwoClustersThatLookAlike has two control planes with the same context, user and node names, and another CA.
func TestTwoClustersThatLookAlike(t *testing.T) {
	t.Parallel()
	first, second := seeded(t), seeded(t)
	one, two := first.uid(t), second.uid(t)

	t.Run("the pinned one passes, unasked", func(t *testing.T) {
		r, o := preview(t, first.pinned(t, first.config("admin")), "--no-input")
		same(t, story, r.verdicts())
		if o.status != 0 || r.Target.Judgement != "confirmed" || r.Target.ClusterUID != one {
			t.Errorf("status %d, %+v", o.status, r.Target)
		}
	})

	t.Run("a loopback address alone proves nothing", func(t *testing.T) {
		for _, flags := range [][]string{nil, {"--no-input"}, {"--yes"}, {"--yes", "--no-input"}} {
			r, o := preview(t, unproven(t, first.config("admin")), flags...)
			allUnknown(t, r, o, 3)
			if !strings.Contains(r.Cluster.Reason, "identity.cluster_uid") || !strings.Contains(r.Cluster.Reason, one) {
				t.Errorf("%v: %s", flags, r.Cluster.Reason)
			}
		}
	})

	t.Run("the other one is refused, both values shown", func(t *testing.T) {
		r, o := preview(t, first.pinned(t, second.config("admin")))
		allUnknown(t, r, o, 3)
		if !strings.Contains(r.Cluster.Reason, one) || !strings.Contains(r.Cluster.Reason, two) {
			t.Errorf("%s", r.Cluster.Reason)
		}
	})

	t.Run("a list of both names the definition that is shadowed", func(t *testing.T) {
		file := second.pinned(t, second.config("admin"))
		cmd := home(t.TempDir()).command([]string{"preview", "-f", file}, "KUBECONFIG="+first.config("admin")+":"+second.config("admin"))
		o := finish(t, cmd)
		want := fmt.Sprintf("is defined in %s and %s: %s is used", first.config("admin"), second.config("admin"), first.config("admin"))
		if o.status != 3 || !strings.Contains(o.stdout, want) || !strings.Contains(o.stdout, two) {
			t.Errorf("status %d:\n%s", o.status, o.stdout)
		}
	})

	t.Run("a variable that outlived its purpose is refused", func(t *testing.T) {
		file := unproven(t, second.config("admin"))
		o := finish(t, home(t.TempDir()).command([]string{"preview", "-f", file}, "KUBECONFIG="+first.config("admin")))
		if o.status != 3 || !strings.Contains(o.stdout, "KUBECONFIG is used instead of "+second.config("admin")) {
			t.Errorf("status %d:\n%s", o.status, o.stdout)
		}
	})

	t.Run("asked in a terminal", func(t *testing.T) { asked(t, first, second) })
	t.Run("target", func(t *testing.T) { targetCommands(t, first, second) })

	t.Run("the other one behind the same address", func(t *testing.T) {
		h := home(t.TempDir())
		file := unproven(t, first.config("admin"))
		if o := terminal(t, h.command([]string{"preview", "-f", file}), "y\n", nil); o.status != 0 {
			t.Fatalf("status %d:\n%s", o.status, o.stdout)
		}
		pinned := first.pinned(t, first.config("admin"))
		first.stop()
		rebuilt := cluster{dir: t.TempDir(), port: first.port}
		defer rebuilt.stop()
		if err := errors.Join(rebuilt.raise(), rebuilt.seed()); err != nil {
			t.Fatal(err)
		}

		r, o := preview(t, pinned)
		allUnknown(t, r, o, 3)
		if !strings.Contains(r.Cluster.Reason, "not signed by the authority") {
			t.Errorf("with the old kubeconfig: %s", r.Cluster.Reason)
		}
		overwrite(t, first.config("admin"), rebuilt.config("admin"))
		r, o = preview(t, pinned)
		allUnknown(t, r, o, 3)
		if !strings.Contains(r.Cluster.Reason, rebuilt.uid(t)) || !strings.Contains(r.Cluster.Reason, one) {
			t.Errorf("with the new kubeconfig, pinned: %s", r.Cluster.Reason)
		}
		remembered := h.nestor(t, "preview", "-f", file)
		if remembered.status != 3 || !strings.Contains(remembered.stdout, "nestor target trust dirqual") {
			t.Errorf("with the new kubeconfig, remembered: status %d\n%s", remembered.status, remembered.stdout)
		}
		trusted := terminal(t, h.command([]string{"target", "trust", "-f", file}), "y\n", nil)
		if trusted.status != 0 || !strings.Contains(trusted.stdout, "its UID was "+one+", now it is "+rebuilt.uid(t)) {
			t.Errorf("trust: status %d\n%s", trusted.status, trusted.stdout)
		}
		if o := h.nestor(t, "preview", "-f", file); o.status != 0 || !strings.Contains(o.stdout, "same cluster as confirmed on") {
			t.Errorf("after trust: status %d\n%s", o.status, o.stdout)
		}
	})
}

func overwrite(t *testing.T, file, with string) {
	t.Helper()
	content, err := os.ReadFile(with)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// asked puts the question in a terminal, with every kind of answer.
func asked(t *testing.T, first, second cluster) {
	for name, answer := range map[string]string{"n": "n\n", "nothing": "\n", "yes please": "yes please\n", "end of input": endOfInput, "Ctrl-C": ctrlC, "junk": strings.Repeat("y", 3000) + "\n"} {
		t.Run("no: "+name, func(t *testing.T) {
			h := home(t.TempDir())
			before := len(first.audit(t))
			o := terminal(t, h.command([]string{"preview", "-f", unproven(t, first.config("admin"))}), answer, nil)
			if o.status != 3 || !strings.Contains(o.stdout, "Is this stack dirqual? [y/N]") || strings.Contains(o.stdout, "to install") {
				t.Errorf("status %d:\n%s", o.status, o.stdout)
			}
			for _, e := range first.audit(t)[before:] {
				if strings.Contains(e.URI, "cephclusters") {
					t.Errorf("read after the question: %s", e.URI)
				}
			}
			if _, err := os.Stat(string(h) + "/.local"); err == nil {
				t.Error("something was written")
			}
		})
	}

	for _, answer := range []string{"y\n", " YES \n"} {
		t.Run("yes: "+strings.TrimSpace(answer), func(t *testing.T) {
			h, file := home(t.TempDir()), unproven(t, first.config("admin"))
			o := terminal(t, h.command([]string{"preview", "-f", file}), answer, nil)
			for _, shown := range []string{first.uid(t), fmt.Sprintf("https://127.0.0.1:%d", first.port), "kubernetes-admin@kubernetes", "dirqual4", "Ready", "3 of 10 layers to install"} {
				if !strings.Contains(o.stdout, shown) {
					t.Errorf("%q is not shown", shown)
				}
			}
			again := terminal(t, h.command([]string{"preview", "-f", file}), "", nil)
			if o.status != 0 || again.status != 0 || strings.Contains(again.stdout, question) || !strings.Contains(again.stdout, "same cluster as confirmed on") {
				t.Errorf("status %d:\n%s\nthen %d:\n%s", o.status, o.stdout, again.status, again.stdout)
			}
			if quiet := h.nestor(t, "preview", "-f", file, "--no-input"); quiet.status != 0 {
				t.Errorf("remembered, without a terminal: status %d\n%s", quiet.status, quiet.stdout)
			}
		})
	}

	t.Run("what is read is what was shown", func(t *testing.T) {
		file := first.dir + "/changing.config"
		overwrite(t, file, first.config("admin"))
		cmd := home(t.TempDir()).command([]string{"preview", "-f", unproven(t, file), "-o", "json"})
		before := len(second.audit(t))
		o := terminal(t, cmd, "y\n", func() { overwrite(t, file, second.config("admin")) })
		if o.status != 0 || !strings.Contains(o.stdout, `"clusterUid": "`+first.uid(t)) {
			t.Errorf("status %d:\n%s", o.status, o.stdout)
		}
		if more := len(second.audit(t)) - before; more > 0 {
			t.Errorf("%d requests reached the cluster that was not shown", more)
		}
	})

	t.Run("what was typed before the question answers nothing", func(t *testing.T) {
		h := home(t.TempDir())
		cmd := h.command([]string{"preview", "-f", unproven(t, first.config("admin"))})
		if o := typedAhead(t, cmd, "y\n", "n\n"); o.status != 3 {
			t.Errorf("status %d:\n%s", o.status, o.stdout)
		}
	})

	t.Run("in the background nothing is asked", func(t *testing.T) {
		h := home(t.TempDir())
		inner := h.command([]string{"preview", "-f", unproven(t, first.config("admin"))})
		cmd := exec.Command("sh", "-c", `set -m; "$@" & wait $!; echo status $?`, "sh", inner.Path, "preview", "-f", inner.Args[3])
		cmd.Env, cmd.Dir = inner.Env, inner.Dir
		if o := terminal(t, cmd, "", nil); !strings.Contains(o.stdout, "status 3") || strings.Contains(o.stdout, question) {
			t.Errorf("%s", o.stdout)
		}
	})

	t.Run("--yes answers in a terminal", func(t *testing.T) {
		o := terminal(t, home(t.TempDir()).command([]string{"preview", "--yes", "-f", unproven(t, first.config("admin"))}), "", nil)
		if o.status != 0 || !strings.Contains(o.stdout, "yes (--yes)") {
			t.Errorf("status %d:\n%s", o.status, o.stdout)
		}
	})
}

// targetCommands is the way of somebody who is unsure where they are.
func targetCommands(t *testing.T, first, second cluster) {
	h, file := home(t.TempDir()), unproven(t, first.config("admin"))
	before := len(first.audit(t))
	o := h.nestor(t, "target", "-f", file)
	uid := first.uid(t)
	if o.status != 3 || !strings.Contains(o.stdout, "identity:\n  cluster_uid: "+uid+"\n  ca_sha256: ") {
		t.Fatalf("status %d:\n%s%s", o.status, o.stdout, o.stderr)
	}
	for _, e := range first.audit(t)[before:] {
		if strings.Contains(e.URI, "ceph") || strings.Contains(e.URI, "deployments") {
			t.Errorf("target read a layer: %s", e.URI)
		}
	}
	_, identity, _ := strings.Cut(o.stdout, "\nidentity:\n")
	pasted := unproven(t, first.config("admin"), "exposition:", "identity:\n"+identity+"exposition:")
	if o := h.nestor(t, "target", "-f", pasted); o.status != 0 || strings.Contains(o.stdout, "\nidentity:") {
		t.Errorf("after pasting the identity: status %d\n%s%s", o.status, o.stdout, o.stderr)
	}
	var v struct {
		Schema, Judgement string
		Seen              struct {
			ClusterUID, Authentication, CertificateSubject string
			Nodes                                          []struct{ Name, State string }
		}
	}
	o = h.nestor(t, "target", "-f", pasted, "-o", "json")
	if err := json.Unmarshal([]byte(o.stdout), &v); err != nil || v.Schema != "nestor.target/v1" || v.Judgement != "confirmed" || v.Seen.ClusterUID != uid || len(v.Seen.Nodes) != 4 {
		t.Errorf("%v: %+v", err, v)
	}

	if o := h.nestor(t, "target", "env", "-f", file); o.status != 3 || o.stdout != "false\n" {
		t.Errorf("env of an unproven cluster: status %d, %q", o.status, o.stdout)
	}
	o = finish(t, h.command([]string{"target", "env", "-f", pasted}, "KUBECONFIG="+second.config("admin")))
	if o.status != 0 || o.stdout != "export KUBECONFIG="+first.config("admin")+"\n" {
		t.Errorf("env of a pinned cluster: status %d, %q, %s", o.status, o.stdout, o.stderr)
	}

	if o := terminal(t, h.command([]string{"target", "trust", "-f", file}), "n\n", nil); o.status != 3 {
		t.Errorf("trust, answered no: status %d\n%s", o.status, o.stdout)
	}
	if o := h.nestor(t, "target", "trust", "-f", file, "--yes"); o.status != 3 {
		t.Errorf("trust without a terminal: status %d\n%s", o.status, o.stdout)
	}
	if o := terminal(t, h.command([]string{"target", "trust", "-f", file}), "y\n", nil); o.status != 0 {
		t.Errorf("trust, answered yes: status %d\n%s", o.status, o.stdout)
	}
	if o := h.nestor(t, "target", "-f", file); o.status != 0 || !strings.Contains(o.stdout, "same cluster as confirmed on") {
		t.Errorf("after trust: status %d\n%s", o.status, o.stdout)
	}
	if o := h.nestor(t, "target", "forget", "dirqual"); o.status != 0 || !strings.Contains(o.stderr, "forgotten: stack dirqual") {
		t.Errorf("forget: status %d\n%s", o.status, o.stderr)
	}
	if o := h.nestor(t, "target", "-f", file); o.status != 3 {
		t.Errorf("after forget: status %d\n%s", o.status, o.stdout)
	}
}

func TestABenchIsNotAClusterConfirmedAsProduction(t *testing.T) {
	t.Parallel()
	c := theStory.cluster(t)
	h, file := home(t.TempDir()), unproven(t, c.config("admin"))
	if o := terminal(t, h.command([]string{"preview", "-f", file}), "y\n", nil); o.status != 0 {
		t.Fatalf("status %d:\n%s", o.status, o.stdout)
	}
	bench := filepath.Join(filepath.Dir(file), "bench.yaml")
	text := "target_kind: lima\nkubeconfig: " + c.config("admin") + "\nnodes: [{name: dirqual1, roles: [control, worker]}]\n"
	if err := os.WriteFile(bench, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	lima := string(h) + "/bin"
	script := "#!/bin/sh\nprintf '{\"name\":\"dirqual1\",\"status\":\"Running\"}\\n'\n"
	if err := os.MkdirAll(string(h)+"/.lima", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(lima, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(lima+"/limactl", []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	o := finish(t, h.command([]string{"preview", "-f", bench}, "PATH="+lima+":"+os.Getenv("PATH")))
	if o.status != 3 || !strings.Contains(o.stdout, "confirmed or pinned as that of dirqual") {
		t.Errorf("status %d:\n%s%s", o.status, o.stdout, o.stderr)
	}
}

// event is a request as the API server's audit log has it.
type event struct{ Verb, URI, User string }

// audit gives all the requests that the API server has seen, less its own.
func (c cluster) audit(t *testing.T) []event {
	t.Helper()
	var all []event
	for _, line := range c.auditLog(t) {
		if !strings.HasPrefix(line.User.Username, "system:") {
			all = append(all, event{line.Verb, line.RequestURI, line.User.Username})
		}
	}
	return all
}

func TestAnExportedBenchReachesNothing(t *testing.T) {
	t.Parallel()
	h := home(t.TempDir())
	file := filepath.Join(string(h), "bench.yaml")
	if err := os.WriteFile(file, []byte("target_kind: lima\nnodes: [{name: cp1, roles: [control, worker]}]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o := h.nestor(t, "target", "env", "-f", file)
	path, ok := strings.CutPrefix(strings.TrimSpace(o.stdout), "export KUBECONFIG=")
	if o.status != 0 || !ok {
		t.Fatalf("status %d, %q, %s", o.status, o.stdout, o.stderr)
	}
	cmd := exec.Command("sh", "-c", "export KUBECONFIG="+path+"; exec kubectl --request-timeout=5s get nodes < /dev/null")
	out, err := cmd.CombinedOutput()
	if err == nil || slices.Contains(strings.Fields(string(out)), "localhost:8080") {
		t.Errorf("%v: %s", err, out)
	}
	t.Logf("%s", out)
}
