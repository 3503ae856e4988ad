package run

import (
	"errors"
	"testing"

	"github.com/univ-lehavre/nestor/ports"
)

func TestOnlyAnInspectorAsksForVersions(t *testing.T) {
	for _, call := range []Call{
		{Program: "kubectl", Args: KubectlVersion(), Kubeconfig: Nowhere()},
		{Program: "limactl", Args: LimactlVersion()},
		{Program: "ssh", Args: SSHVersion()},
	} {
		if err := Inspectors().check(call); err != nil {
			t.Errorf("%s: %v", call.CommandLine(), err)
		}
		for name, allow := range map[string]Allow{"reader": Readers(), "fetcher": Fetchers()} {
			if err := allow.check(call); !errors.Is(err, ErrNotAllowed) {
				t.Errorf("a %s may run %s: %v", name, call.CommandLine(), err)
			}
		}
	}
}

func TestAnInspectorAsksNothingElse(t *testing.T) {
	for name, call := range map[string]Call{
		"the server's version too": {Program: "kubectl", Args: []string{"version", "-o", "json", "--kubeconfig", KubeconfigArg}, Kubeconfig: Nowhere()},
		"a server of its own":      {Program: "kubectl", Args: append(KubectlVersion(), "--server=https://other"), Kubeconfig: Nowhere()},
		"a kubeconfig of its own":  {Program: "kubectl", Args: KubectlVersion()},
		"a real kubeconfig":        {Program: "kubectl", Args: KubectlVersion(), Kubeconfig: ports.NewSecret([]byte("x"))},
		"kubectl's own choice":     {Program: "kubectl", Args: KubectlVersion()[:4], Kubeconfig: Nowhere()},
		"a kubeconfig for limactl": {Program: "limactl", Args: LimactlVersion(), Kubeconfig: Nowhere()},
		"stdin":                    {Program: "kubectl", Args: KubectlVersion(), Kubeconfig: Nowhere(), Stdin: []byte{}},
		"a read":                   kubectl(on("get nodes -A -o json")),
		"a list of VMs":            {Program: "limactl", Args: LimactlList()},
		"a version, and more":      {Program: "limactl", Args: append(LimactlVersion(), "delete")},
		"a host":                   {Program: "ssh", Args: append(SSHVersion(), "host")},
		"a terminal":               {Program: "ssh", Args: SSHVersion(), Terminal: true},
		"a file":                   {Program: "ssh", Args: SSHVersion(), File: "/f"},
		"scp":                      {Program: "scp", Args: []string{"-V"}},
	} {
		if err := Inspectors().check(call); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
