package kubeconfig

import (
	"slices"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Replayed gives the kubeconfig that a recording shows, for answers that come from the same recording. It holds no
// credentials: there is nobody to show them to.
type Replayed struct{ View ports.KubeconfigView }

var _ ports.KubeconfigReader = Replayed{}

// Exists implements ports.KubeconfigReader.
func (r Replayed) Exists(path string) bool { return slices.Contains(r.View.Files, path) }

// Read implements ports.KubeconfigReader: whatever the files are called, the recorded one answers.
func (r Replayed) Read(_ []string, context string) ports.Kubeconfig {
	k := ports.Kubeconfig{View: r.View}
	if k.View.Problem.IsZero() && context != "" && context != k.View.Context {
		k.View.Problem = say.Textf("the recording was made with context %q, not %q", k.View.Context, context)
		k.View.ProblemCode, k.View.ProblemDo = problems.RecordedContext, say.Textf("leave out --context, or record again")
	}
	if k.View.Problem.IsZero() && len(k.View.Files) > 0 {
		k.Access = ports.Access{Context: k.View.Context, Kubeconfig: ports.NewSecret([]byte("{}")), Files: k.View.Files, Server: k.View.Server}
		k.View.Tell(&k.Access)
	}
	return k
}

// Same implements ports.KubeconfigReader: a recording keeps no files to look at.
func (Replayed) Same(a, b string) bool { return a == b }
