package run

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Inspectors is the allowlist of asking programs for their version: for that, none of them reads a kubeconfig or reaches
// anything.
func Inspectors() Allow {
	return Allow{"kubectl": {"version"}, "limactl": {"--version"}, "ssh": {"-V"}}
}

// KubectlVersion is the arguments that ask kubectl for its own version, and no server for its.
func KubectlVersion() []string { return []string{"version", "--client", "-o", "json"} }

// LimactlVersion is the arguments that ask limactl for its version.
func LimactlVersion() []string { return []string{"--version"} }

// SSHVersion is the arguments that ask ssh for its version. It answers on stderr.
func SSHVersion() []string { return []string{"-V"} }

// checkVersion accepts nothing but the three questions above.
func checkVersion(c Call) error {
	whole := map[string][]string{"kubectl": KubectlVersion(), "limactl": LimactlVersion(), "ssh": SSHVersion()}[c.Program]
	if !slices.Equal(c.Args, whole) || c.Stdin != nil || !c.Kubeconfig.Empty() || c.File != "" || c.Terminal {
		return refuse("%s: only `%s`, and nothing more, for its version", c.Program, joinWords(whole))
	}
	return nil
}

// Find gives where a program is that a runner with this environment would start. A path is taken as it is.
func Find(program string, environ []string) (string, error) {
	if strings.ContainsRune(program, filepath.Separator) {
		return exec.LookPath(program)
	}
	return lookUp(program, environ)
}
