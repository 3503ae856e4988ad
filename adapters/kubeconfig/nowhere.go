package kubeconfig

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/univ-lehavre/nestor/internal/atomicfile"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Nowhere writes kubeconfigs that reach no cluster. It implements ports.NowhereWriter.
type Nowhere struct{ dir string }

var _ ports.NowhereWriter = Nowhere{}

// NewNowhere writes into dir, and makes it when it is needed.
func NewNowhere(dir string) Nowhere { return Nowhere{dir: dir} }

// nowhere is the kubeconfig. Its server's name is never looked up: all goes to a proxy on port 0 of this machine, where
// nothing can listen, and proxy-url counts before HTTPS_PROXY and NO_PROXY. Without the token kubectl asks for a user
// name. %[1]s is the stack's name, %[2]s the one that all entries have and kubectl's errors show.
const nowhere = `# nestor wrote this file: the stack %[1]s has no cluster. It leads nowhere, so that kubectl does not go elsewhere.
apiVersion: v1
kind: Config
current-context: %[2]s
contexts:
- name: %[2]s
  context: {cluster: %[2]s, user: %[2]s}
clusters:
- name: %[2]s
  cluster: {server: "https://%[2]s.invalid:0", proxy-url: "http://127.0.0.1:0"}
users:
- name: %[2]s
  user: {token: none}
`

// Nowhere writes the stack's file, for its owner alone, in place of the one that is there, and gives its path.
// A name that is no stack's, an unknown folder, and one that cannot be made or written to are errors.
func (n Nowhere) Nowhere(stack string) (string, error) {
	path, err := n.write(stack)
	if err != nil {
		return "", say.Errorf("writing a kubeconfig that reaches no cluster, for stack %q: %w", stack, err)
	}
	return path, nil
}

func (n Nowhere) write(stack string) (string, error) {
	switch {
	case !ports.StackNameFault(stack).IsZero():
		return "", problem(problems.NowhereUnwritten, say.Textf("its name would not do for a file"), say.Textf("rename it, with letters, digits, '.', '_' and '-' alone"))
	case !filepath.IsAbs(n.dir):
		return "", problem(problems.NowhereUnwritten, say.Textf("the folder for it is unknown"), say.Textf("set HOME, or XDG_STATE_HOME, to an absolute path"))
	}
	if err := os.MkdirAll(n.dir, 0o700); err != nil {
		return "", problem(problems.NowhereUnwritten, say.Of(err), say.Textf("check the rights of the folders above it"))
	}
	path := filepath.Join(n.dir, "no-cluster-"+stack+".config")
	return path, atomicfile.Write(path, fmt.Appendf(nil, nowhere, stack, hostLabel(stack)), 0o600)
}

const (
	noCluster  = "-has-no-cluster"
	labelLimit = 63 // of DNS
)

// hostLabel says in the form of a host name that a stack has no cluster.
func hostLabel(stack string) string {
	label := strings.Map(func(r rune) rune {
		if r == '.' || r == '_' {
			return '-'
		}
		return r
	}, strings.ToLower(stack))
	label = label[:min(len(label), labelLimit-len(noCluster))]
	return strings.TrimLeft(label+noCluster, "-")
}
