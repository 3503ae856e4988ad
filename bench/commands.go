package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// programs are what is measured, and the environment that they are given.
type programs struct {
	nestor  string
	kubectl string // the real one
	counted string // a folder whose kubectl counts
	work    string
}

// longest is more than any wave needs: a run that is cut off would measure the cut.
const longest = "2m"

func (p programs) preview(d declaration, more ...string) *exec.Cmd {
	return p.command(p.nestor, append([]string{"preview", "--no-input", "--timeout", longest, "-f", d.topology}, more...)...)
}

func (p programs) get(program string, d declaration) *exec.Cmd {
	return p.command(program, "--kubeconfig", d.kubeconfig, "get", "nodes", "-o", "json")
}

// command runs with a home of its own: what kubectl and nestor keep there is neither the operator's nor found by chance.
func (p programs) command(program string, args ...string) *exec.Cmd {
	c := exec.Command(program, args...)
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "KUBE") && !strings.HasPrefix(entry, "NESTOR_") {
			c.Env = append(c.Env, entry)
		}
	}
	c.Env = append(c.Env, "HOME="+filepath.Join(p.work, "home"), "XDG_STATE_HOME="+filepath.Join(p.work, "home"),
		"BENCH_KUBECTL="+p.kubectl, "BENCH_RECORD="+p.record())
	return c
}

func (p programs) record() string { return filepath.Join(p.work, "kubectl.notes") }

// timed runs a command to its end. Its output goes nowhere; a failure is an error, for it would measure nothing.
func timed(c *exec.Cmd) (time.Duration, error) {
	var stderr bytes.Buffer
	c.Stderr = &stderr
	began := time.Now()
	if err := c.Run(); err != nil {
		return 0, fmt.Errorf("%s: %w\n%s", strings.Join(c.Args, " "), err, stderr.Bytes())
	}
	return time.Since(began), nil
}

// report is what is checked of a preview.
type report struct {
	Cluster struct {
		Read       bool
		Reason     string
		NodesReady int
		Requests   struct{ Total, Other int }
	}
	Target struct{ Judgement string }
	Layers []struct{ Name, Verdict, Detail string }
}

// checked runs a preview once and makes sure that it reads all that the scenario has.
func (p programs) checked(s scenario, d declaration) (report, error) {
	var r report
	c := p.preview(d, "-o", "json")
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil {
		return r, fmt.Errorf("%s: %w\n%s%.2000s", strings.Join(c.Args, " "), err, stderr.Bytes(), stdout.Bytes())
	}
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
		return r, fmt.Errorf("the report of %s: %w", s.name, err)
	}
	return r, r.complete(s)
}

// complete says what keeps a report from being one of the whole scenario.
func (r report) complete(s scenario) error {
	switch {
	case !r.Cluster.Read || r.Target.Judgement != "confirmed":
		return fmt.Errorf("the cluster was not read: %s (%s)", r.Cluster.Reason, r.Target.Judgement)
	case r.Cluster.NodesReady != s.nodes:
		return fmt.Errorf("%d nodes are ready instead of %d", r.Cluster.NodesReady, s.nodes)
	case r.Cluster.Requests.Other > 0:
		return fmt.Errorf("%d requests were no GET", r.Cluster.Requests.Other)
	case len(r.Layers) < s.layers-embedded:
		return fmt.Errorf("the report has %d layers", len(r.Layers))
	}
	for _, l := range r.Layers {
		if l.Verdict == "unknown" {
			return fmt.Errorf("layer %s is unknown: %s", l.Name, l.Detail)
		}
	}
	return nil
}
