package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/univ-lehavre/nestor/adapters/cli"
)

// TestTheCronJobIsUnderstood runs what deploy/cronjob.yaml has run, where no account is mounted: its kubeconfig is judged
// before any program is started, so only the missing files of the account may stop it.
func TestTheCronJobIsUnderstood(t *testing.T) {
	root := t.TempDir()
	text := strings.NewReplacer("/etc/nestor", root, "/var/run/secrets/kubernetes.io", root+"/absent", "/home/nonroot", root).Replace(textOf(t, "deploy/cronjob.yaml"))
	kubeconfig, container := cronJob(t, text)
	for _, e := range container.Env {
		t.Setenv(e.Name, e.Value)
	}
	file := os.Getenv("KUBECONFIG")
	put(t, file, kubeconfig)
	put(t, filepath.Join(root, "topologies", "paris.yaml"), "nodes: [{name: cp1, roles: [control, worker], ansible_host: 10.0.0.11}]\nidentity: {cluster_uid: 00000000-0000-0000-0000-000000000001}\n")
	var out, said bytes.Buffer
	streams := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &said, Language: "en", Home: root}
	status := cli.Main(context.Background(), append([]string{"nestor"}, container.Args...), streams, build(), cli.Wiring{Read: reading, Write: writing})
	for _, want := range []string{" https://kubernetes.default.svc ", "(KUBECONFIG) · context in-cluster\n", root + "/absent/serviceaccount/"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q", want)
		}
	}
	if status != 3 {
		t.Errorf("exit status %d:\n%s%s", status, out.String(), said.String())
	}
}

type aContainer struct {
	Args []string
	Env  []struct{ Name, Value string }
}

// cronJob gives the kubeconfig of the file's ConfigMap, and its container.
func cronJob(t *testing.T, text string) (kubeconfig string, c aContainer) {
	t.Helper()
	for _, one := range strings.Split(text, "\n---\n") {
		var object struct {
			Kind string
			Data map[string]string
			Spec struct {
				JobTemplate struct {
					Spec struct {
						Template struct {
							Spec struct{ Containers []aContainer }
						}
					}
				} `yaml:"jobTemplate"`
			}
		}
		if err := yaml.Unmarshal([]byte(one), &object); err != nil {
			t.Fatal(err)
		}
		switch object.Kind {
		case "ConfigMap":
			kubeconfig = object.Data["config"]
		case "CronJob":
			c = object.Spec.JobTemplate.Spec.Template.Spec.Containers[0]
		}
	}
	return kubeconfig, c
}

func put(t *testing.T, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
