package app

import (
	"context"
	"errors"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// PreviewsSchema names the form of the previews of all stacks.
const PreviewsSchema = "nestor.previews/v1"

// previewsAtOnce bounds how many stacks are read beside each other: each starts two programs or more.
const previewsAtOnce = 4

// PreviewAll previews every stack of a repository. Nothing is asked, and KUBECONFIG is no stack's own: it is ignored.
type PreviewAll struct{ Readers }

// Previews is what became of every stack, by name.
type Previews struct {
	Schema   string         `json:"schema"`
	Ignored  string         `json:"ignoredKubeconfig,omitempty"` // KUBECONFIG
	Stacks   []StackPreview `json:"stacks"`
	Examples []string       `json:"examples"` // left out: their addresses are nobody's
}

// StackPreview is the preview of one stack, or why there is none.
type StackPreview struct {
	Name   string   `json:"name"`
	File   string   `json:"file"`
	Status int      `json:"status"` // the exit status that a preview of it alone has
	Error  say.Text `json:"error,omitzero"`
	Report *Report  `json:"report"` // null without one
}

// Run previews every stack. One that cannot be previewed hides no other. An error means that there are none to look for.
func (p PreviewAll) Run(ctx context.Context, withPending bool) (Previews, error) {
	found, err := p.Documents.Stacks()
	if err != nil {
		return Previews{}, NotDeclared{err}
	}
	all := Previews{Schema: PreviewsSchema, Ignored: exported(p.Environment), Stacks: []StackPreview{}, Examples: []string{}}
	for _, f := range found {
		if f.Example {
			all.Examples = append(all.Examples, f.Name)
		} else {
			all.Stacks = append(all.Stacks, StackPreview{Name: f.Name, File: f.File})
		}
	}
	each := p.unattended()
	var group errgroup.Group
	group.SetLimit(previewsAtOnce)
	for i := range all.Stacks {
		group.Go(func() error { all.Stacks[i].preview(ctx, each, withPending); return nil })
	}
	_ = group.Wait()
	return all, nil
}

// unattended reads for a stack's own cluster only, and has nobody to ask.
func (p PreviewAll) unattended() Preview {
	each := Preview(p)
	each.Environment.Kubeconfig = ""
	each.Asking, each.Confirmer = target.NobodyToAsk, nil
	return each
}

func (s *StackPreview) preview(ctx context.Context, by Preview, withPending bool) {
	report, err := by.Run(ctx, StackOptions{File: s.File})
	if err != nil {
		s.Status, s.Error = ErrorStatus(err), oneLine(err, s.Name)
		return
	}
	s.Status, s.Report = report.Status(withPending), &report
}

// oneLine is an error in one line; what is invalid has its own command.
func oneLine(err error, stack string) say.Text {
	if invalid := (*ports.InvalidDocument)(nil); errors.As(err, &invalid) {
		return say.Textf("invalid; every fault, with its place: nestor stack validate %s", stack)
	}
	if text := err.Error(); strings.Contains(text, "\n") {
		return say.Verbatim(strings.ReplaceAll(text, "\n", "; "))
	}
	return say.Of(err)
}

// Status is the worst of all: 3 over 64 over 1 over 2 over 0.
func (p Previews) Status() int {
	worst := Done
	for _, s := range p.Stacks {
		if severity[s.Status] > severity[worst] {
			worst = s.Status
		}
	}
	return worst
}

// severity orders the exit statuses.
var severity = map[int]int{Done: 0, Pending: 1, Failed: 2, Usage: 3, Refused: 4}

// ErrorStatus is the exit status that an error calls for.
func ErrorStatus(err error) int {
	var invalid *ports.InvalidDocument
	var undeclared NotDeclared
	var bad BadOption
	switch {
	case err == nil:
		return Done
	case errors.As(err, &invalid), errors.As(err, &undeclared), errors.As(err, &bad):
		return Usage
	}
	return Failed
}

// exported is KUBECONFIG, when it names anything.
func exported(env ports.Environment) string {
	value := strings.TrimSpace(env.Kubeconfig)
	if strings.Trim(value, env.ListSeparator) == "" {
		return ""
	}
	return value
}
