package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/univ-lehavre/nestor/adapters/run"
)

// ciStep is a piece of shell that a CI system runs in a shell of its own.
type ciStep struct {
	shell  string
	script string
	env    map[string]string
	always bool // after a failure too
}

// ciJob gives the shell of one job of docs/ci, in its order.
func ciJob(file, job string) ([]ciStep, error) {
	text, err := os.ReadFile(filepath.Join("docs", "ci", file))
	if err != nil {
		return nil, err
	}
	steps := gitlabSteps
	if file == "github-actions.yaml" {
		steps = githubSteps
	}
	found, err := steps(text, job)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("%s has no job %s with shell in it", file, job)
	}
	return found, err
}

func githubSteps(text []byte, job string) ([]ciStep, error) {
	var workflow struct {
		Env  map[string]string
		Jobs map[string]struct {
			Steps []struct {
				Run, If string
				Env     map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(text, &workflow); err != nil {
		return nil, err
	}
	var steps []ciStep
	for _, s := range workflow.Jobs[job].Steps {
		if s.Run != "" {
			steps = append(steps, ciStep{"bash -e", s.Run, joinedEnv(workflow.Env, s.Env), s.If == "always()"})
		}
	}
	return steps, nil
}

func gitlabSteps(text []byte, job string) ([]ciStep, error) {
	var global struct{ Variables map[string]string }
	jobs := map[string]struct {
		Before []string `yaml:"before_script"`
		Script []string `yaml:"script"`
		After  []string `yaml:"after_script"`
	}{}
	if err := yaml.Unmarshal(text, &global); err != nil {
		return nil, err
	}
	var all map[string]any
	if err := yaml.Unmarshal(text, &all); err != nil {
		return nil, err
	}
	one, err := yaml.Marshal(map[string]any{job: all[job]})
	if err == nil {
		err = yaml.Unmarshal(one, &jobs)
	}
	if err != nil || len(jobs[job].Script) == 0 {
		return nil, err
	}
	j := jobs[job]
	env := joinedEnv(global.Variables)
	if strings.Contains(string(one), "$STACK_KUBECONFIG") {
		env["STACK_KUBECONFIG"] = "${{ secrets.STACK_KUBECONFIG }}" // a variable of the project, which every shell has
	}
	steps := []ciStep{{"bash -eo pipefail", strings.Join(append(j.Before, j.Script...), "\n"), env, false}}
	if len(j.After) > 0 {
		steps = append(steps, ciStep{"bash -eo pipefail", strings.Join(j.After, "\n"), env, true})
	}
	return steps, nil
}

func joinedEnv(maps ...map[string]string) map[string]string {
	all := map[string]string{}
	for _, m := range maps {
		for name, value := range m {
			all[name] = value
		}
	}
	return all
}

var secret = regexp.MustCompile(`^\$\{\{ secrets\.(\w+) \}\}$`)

// ci runs a job of docs/ci as its system would, with the commands that the session brings: `ci STATUS FILE JOB`. A secret
// is what the session keeps in a file of its name.
func ci(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: ci STATUS FILE JOB")
	}
	steps, err := ciJob(args[1], args[2])
	ts.Check(err)
	var all strings.Builder
	all.WriteString("status=0\n")
	for i, s := range steps {
		file := ts.MkAbs(fmt.Sprintf("step-%d.sh", i))
		ts.Check(os.WriteFile(file, []byte(s.script), 0o600))
		env := ""
		for name, value := range s.env {
			if m := secret.FindStringSubmatch(value); m != nil {
				value = ts.ReadFile(ts.MkAbs(m[1]))
			}
			env += fmt.Sprintf(" %s='%s'", name, value)
		}
		condition := "[ $status -ne 0 ] || "
		if s.always {
			condition = ""
		}
		fmt.Fprintf(&all, "%s{ env%s %s %s; now=$?; [ $status -ne 0 ] || status=$now; }\n", condition, env, s.shell, file)
	}
	all.WriteString("echo $status > \"$WORK/status\"\n")
	if err := ts.Exec("bash", "-c", all.String()); err != nil {
		ts.Fatalf("the job could not be run: %v", err)
	}
	if status := ts.ReadFile("status"); status != args[0]+"\n" {
		ts.Fatalf("%s of %s ended with %s instead of %s", args[2], args[1], strings.TrimSpace(status), args[0])
	}
}

// answering makes a kubectl that answers what a recording holds, and nothing else: `answering RECORDING FILE`.
func answering(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: answering RECORDING FILE")
	}
	r, err := run.Read(ts.MkAbs(args[0]))
	ts.Check(err)
	file := ts.MkAbs(args[1])
	script := "#!/bin/sh\nstdin=$(cat)\ncase \"$1 $2 $3 $stdin\" in\n"
	for i, c := range r.Calls {
		for name, body := range map[string][]byte{"out": c.Stdout, "err": c.Stderr} {
			ts.Check(os.WriteFile(fmt.Sprintf("%s.%d.%s", file, i, name), body, 0o600))
		}
		asked := strings.Join(c.Args[:3], " ") + " " + strings.TrimRight(string(c.Stdin), "\n")
		script += fmt.Sprintf("'%s') cat '%s.%d.out'; cat '%[2]s.%[3]d.err' >&2; exit %[4]d ;;\n", asked, file, i, c.Exit)
	}
	ts.Check(os.WriteFile(file, []byte(script+"esac\necho \"not recorded: $*\" >&2\nexit 1\n"), 0o700))
}

// TestCIExamplesUseWhatIsPinned keeps the examples to the two actions of GitHub's own that they need.
func TestCIExamplesUseWhatIsPinned(t *testing.T) {
	text, err := os.ReadFile("docs/ci/github-actions.yaml")
	if err != nil {
		t.Fatal(err)
	}
	pinned := regexp.MustCompile(`^actions/(checkout|setup-go)@(v\d+\.\d+\.\d+|[0-9a-f]{40})$`)
	uses := regexp.MustCompile(`uses: *(\S+)`).FindAllStringSubmatch(string(text), -1)
	if len(uses) == 0 {
		t.Error("no action is used: the pattern is broken")
	}
	for _, m := range uses {
		if !pinned.MatchString(m[1]) {
			t.Errorf("%s is not one of the two, pinned", m[1])
		}
	}
	for _, line := range strings.Split(string(text), "\n") {
		if strings.Contains(line, "${{") && !secret.MatchString(strings.TrimSpace(line[strings.Index(line, ":")+1:])) {
			t.Errorf("an expression inside of shell is run by it: %s", line)
		}
	}
}
