package run

import (
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Inspectors is the allowlist of asking programs for their version: none of them is given anything that it could reach.
func Inspectors() Allow {
	return Allow{"kubectl": {"version"}, "limactl": {"--version"}, "ssh": {"-V"}}
}

// KubectlVersion is the arguments that ask kubectl for its own version, with Nowhere as its kubeconfig.
func KubectlVersion() []string {
	return []string{"version", "--client", "-o", "json", "--kubeconfig", KubeconfigArg}
}

// Nowhere is a kubeconfig that leads to no server: all goes to a proxy on port 0 of this machine, where nothing can listen.
// kubectl needs none for its own version, but the one of the Google Cloud SDK asks the server of whatever kubeconfig it
// finds, and without any it asks localhost:8080.
func Nowhere() ports.Secret { return ports.NewSecret([]byte(nowhere)) }

const nowhere = `apiVersion: v1
kind: Config
current-context: nowhere
contexts: [{name: nowhere, context: {cluster: nowhere, user: nowhere}}]
clusters: [{name: nowhere, cluster: {server: "https://nowhere.invalid:0", proxy-url: "http://127.0.0.1:0"}}]
users: [{name: nowhere, user: {token: none}}]
`

// LimactlVersion is the arguments that ask limactl for its version.
func LimactlVersion() []string { return []string{"--version"} }

// SSHVersion is the arguments that ask ssh for its version. It answers on stderr.
func SSHVersion() []string { return []string{"-V"} }

// checkVersion accepts nothing but the three questions above.
func checkVersion(c Call) error {
	whole := map[string][]string{"kubectl": KubectlVersion(), "limactl": LimactlVersion(), "ssh": SSHVersion()}[c.Program]
	kubeconfig := ""
	if c.Program == "kubectl" {
		kubeconfig = nowhere
	}
	if !slices.Equal(c.Args, whole) || c.Stdin != nil || string(c.Kubeconfig.Reveal()) != kubeconfig || c.File != "" || c.Terminal {
		return refuse(say.Textf("%s: only `%s`, and nothing more, for its version", c.Program, joinWords(whole)))
	}
	return nil
}

// Find gives where a program is that a runner with this environment would start. A path is taken as it is.
func Find(program string, environ []string) (string, error) {
	if !strings.ContainsRune(program, filepath.Separator) {
		return lookUp(program, environ)
	}
	path, err := exec.LookPath(program)
	var lookup *exec.Error
	if errors.As(err, &lookup) {
		err = lookup.Err
	}
	if err != nil {
		return path, &say.Problem{Code: problems.ProgramFails, What: say.Textf("%s cannot be run", program), Why: err,
			Do: say.Textf("check its path and its rights")}
	}
	return path, nil
}
