package main

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// declaration is the files that a scenario's commands are given.
type declaration struct {
	topology   string
	kubeconfig string
	line       net.Listener // the long line before the server; nil: none
}

func (d declaration) end() {
	if d.line != nil {
		_ = d.line.Close()
	}
}

// declare writes a stack that wants every layer, its catalogue, and a kubeconfig, in a folder of their own.
func declare(c *cluster, s scenario, work string) (declaration, error) {
	folder := filepath.Join(work, s.name, fmt.Sprint(s.layers))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return declaration{}, err
	}
	d := declaration{topology: filepath.Join(folder, "dirqual.yaml"), kubeconfig: filepath.Join(folder, "admin.config")}
	config, err := os.ReadFile(filepath.Join(c.controlPlane, "admin.config"))
	if err != nil {
		return d, err
	}
	server := c.api.server
	if s.roundTrip > 0 {
		if server, err = d.lengthen(server, s.roundTrip); err != nil {
			return d, err
		}
	}
	files := map[string]string{
		d.kubeconfig: strings.ReplaceAll(string(config), c.api.server, server),
		d.topology:   topology(s, d.kubeconfig, c.uid),
	}
	if s.layers > embedded {
		files[filepath.Join(folder, "layers.yaml")] = catalogueFile(s.layers)
	}
	for name, content := range files {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			return d, err
		}
	}
	return d, nil
}

// lengthen puts a long line before the server. Its certificate is for 127.0.0.1, whatever the port.
func (d *declaration) lengthen(server string, roundTrip time.Duration) (string, error) {
	u, err := url.Parse(server)
	if err != nil {
		return "", err
	}
	if d.line, err = delayed(u.Host, roundTrip); err != nil {
		return "", err
	}
	return "https://" + d.line.Addr().String(), nil
}

// topology declares every node and wants every layer. Its identity is pinned, so that nothing waits for a question.
func topology(s scenario, kubeconfig, uid string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "target_kind: prod\nkubeconfig: %s\nidentity: {cluster_uid: %s}\n", kubeconfig, uid)
	b.WriteString("network: {control_plane_endpoint: cluster-api}\nexposition: {mode: gateway}\nstorage: {backend: ceph}\nnodes:\n")
	for i := 1; i <= s.nodes; i++ {
		roles := "worker, storage"
		if i == 1 {
			roles = "control, worker, storage"
		}
		fmt.Fprintf(&b, "  - {name: %s, roles: [%s], ansible_host: 10.0.%d.%d}\n", nodeName(i), roles, i/240, 10+i%240)
	}
	b.WriteString("layers:\n")
	for _, name := range []string{"metrics", "store", "obs", "gitops", "dataops", "gitops-seed", "mlflow", "build", "portal", "volume-snapshots"} {
		fmt.Fprintf(&b, "  - %s\n", name)
	}
	for i := range s.layers - embedded {
		fmt.Fprintf(&b, "  - %s\n", generated(i).name())
	}
	return b.String()
}
