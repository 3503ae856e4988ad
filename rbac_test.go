package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/cli"
	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/access"
	"github.com/univ-lehavre/nestor/domain/access/accesstest"
)

// printed gives what a command line prints.
func printed(t *testing.T, args ...string) []byte {
	t.Helper()
	var out, err bytes.Buffer
	status := cli.Main(t.Context(), append([]string{"nestor"}, args...), cli.Streams{In: &bytes.Buffer{}, Out: &out, Err: &err}, build(), cli.Wiring{Read: reading, Write: writing})
	if status == app.Usage || status == app.Refused {
		t.Fatalf("%v: status %d: %s", args, status, &err)
	}
	return out.Bytes()
}

// nowhere is a folder in which no stack is found, nor above it.
func nowhere(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

const readerRole = "deploy/reader-role.yaml"

func TestTheReaderRoleIsCurrent(t *testing.T) {
	want := printed(t, "rbac", "-C", nowhere(t))
	if *update {
		if err := os.WriteFile(readerRole, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(readerRole)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s is not what `nestor rbac` prints; write it again with `go test . -run TheReaderRole -update`:\n%s", readerRole, diff)
	}
}

// rulesOf reads a printed ClusterRole as an API server would.
func rulesOf(t *testing.T, printed []byte) []access.Rule {
	t.Helper()
	var role struct {
		Rules []struct{ APIGroups, Resources, ResourceNames, NonResourceURLs, Verbs []string }
	}
	if err := json.Unmarshal(printed, &role); err != nil {
		t.Fatal(err)
	}
	var rules []access.Rule
	for _, r := range role.Rules {
		rule := access.Rule{Resources: r.Resources, Names: r.ResourceNames, Paths: r.NonResourceURLs, Verbs: r.Verbs}
		if len(r.APIGroups) == 1 {
			rule.Group = r.APIGroups[0]
		}
		rules = append(rules, rule)
	}
	return rules
}

// TestTheReaderRoleAllowsWhatWasRecorded holds the role against every request of every recorded scenario.
func TestTheReaderRoleAllowsWhatWasRecorded(t *testing.T) {
	rules := rulesOf(t, printed(t, "rbac", "-C", nowhere(t), "-o", "json"))
	recorded, err := filepath.Glob("fixtures/*.txtar")
	if err != nil || len(recorded) < 10 {
		t.Fatal(recorded, err)
	}
	asked := 0
	for _, file := range recorded {
		if strings.Contains(file, "discover") { // recorded for another command, which reads more
			continue
		}
		var report app.Report
		if err := json.Unmarshal(printed(t, "preview", "--replay", file, "-o", "json"), &report); err != nil {
			t.Fatal(err)
		}
		for _, q := range report.Cluster.Requests.List {
			asked++
			if !accesstest.Permits(rules, q.Method, q.Path) {
				t.Errorf("%s: %s is not allowed", file, q)
			}
		}
	}
	if asked < 100 {
		t.Errorf("only %d requests were held against the role", asked)
	}
}

func TestARoleSaysTheSameInYAMLAndJSON(t *testing.T) {
	for _, args := range [][]string{{}, {"--bind-user", `a"b: #c`, "--bind-group", "- ops", "--service-account", "ci/nestor", "--name", "a:b"}} {
		args = append([]string{"rbac", "-C", nowhere(t)}, args...)
		var want any
		if err := json.Unmarshal(printed(t, append(args, "-o", "json")...), &want); err != nil {
			t.Fatal(err)
		}
		var got []any
		decoder := yaml.NewDecoder(bytes.NewReader(printed(t, args...)))
		for {
			var each any
			if decoder.Decode(&each) != nil {
				break
			}
			got = append(got, each)
		}
		wanted := []any{want}
		if items, isList := want.(map[string]any)["items"].([]any); isList {
			wanted = items
		}
		if diff := cmp.Diff(wanted, got); diff != "" {
			t.Errorf("%v: %s", args, diff)
		}
	}
}
