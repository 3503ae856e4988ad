package app

import (
	"context"
	"strings"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// TargetEnv gives the kubeconfig that a shell may be pointed at for a stack.
type TargetEnv struct {
	Readers
	Nowhere ports.NowhereWriter
}

// Exported is what to export as KUBECONFIG.
type Exported struct {
	File   string   // empty: nothing may be exported
	Note   say.Text // what the operator should know about it
	Target TargetView
}

// Run looks at the cluster of the stack's own kubeconfig: an exported KUBECONFIG is what this replaces, so it does not
// count. On prod only a confirmed cluster is given. A bench without a cluster gets a file that reaches none: kubectl takes
// an empty file for localhost:8080 or for a pod's own account.
func (t TargetEnv) Run(ctx context.Context, o StackOptions) (Exported, error) {
	t.Environment.Kubeconfig = ""
	s, err := t.sight(ctx, o)
	if err != nil {
		return Exported{}, err
	}
	e := Exported{Target: s.view(t.Source)}
	switch {
	case s.judged.Verdict == target.Confirmed && s.readable():
		e.File = s.Resolution.Files[0]
		return e, t.exportable(s)
	case s.Stack.Kind == stack.Lima && !s.refuses(s.judged):
		e.Note = say.Textf("bench %s has no cluster (%s): kubectl will reach none", s.Stack.Name, s.whyUnread())
		e.File, err = t.Nowhere.Nowhere(s.Stack.Name)
		return e, err
	}
	return e, nil
}

// whyUnread says why the cluster could not be looked at.
func (s sight) whyUnread() say.Text {
	switch {
	case !s.notRead.IsZero():
		return s.notRead
	case s.overview.Failure != nil:
		return s.overview.Failure.Text()
	}
	return decisive(s.judged)
}

// exportable makes sure that a plain kubectl, given the file, talks to the cluster that was looked at.
func (t TargetEnv) exportable(s sight) error {
	file := s.Resolution.Files[0]
	if strings.Contains(file, t.Environment.ListSeparator) {
		return &say.Problem{Code: problems.AppNotExportable, What: say.Textf("%s cannot be exported: KUBECONFIG would take the %q in it for the end of a name", file, t.Environment.ListSeparator), Do: say.Textf("rename the file")}
	}
	if current := t.Kubeconfigs.Read([]string{file}, "").View.Context; current != s.Kubeconfig.View.Context {
		return &say.Problem{Code: problems.AppOtherContext,
			What: say.Textf("with %s kubectl would use its current-context %q, and this stack means %q", file, current, s.Kubeconfig.View.Context),
			Do:   say.Textf("set it: kubectl --kubeconfig %s config use-context %s", ports.Quoted(file), ports.Quoted(s.Kubeconfig.View.Context))}
	}
	return nil
}
