package app

import (
	"context"
	"slices"

	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// ExplanationSchema names the form of an explanation's machine output.
const ExplanationSchema = "nestor.explanation/v1"

// Explanation is all that is known of one layer of a stack.
type Explanation struct {
	Schema string      `json:"schema"`
	Layer  LayerReport `json:"layer"`
	// Wanted: the stack wants it. One that it does not want is explained too, as far as anything of it is there.
	Wanted   bool          `json:"wanted"`
	Why      LayerView     `json:"why"`      // what calls for it
	Needs    []NeedReport  `json:"needs"`    // directly, in the catalogue's order
	NeededBy []string      `json:"neededBy"` // layers of the stack
	Proofs   []ProofReport `json:"proofs"`
	Traces   layer.Traces  `json:"traces"`
	Report   Report        `json:"-"` // of the whole stack
}

// NeedReport is a needed layer with what is known of it.
type NeedReport struct {
	Name    string   `json:"name"`
	Verdict string   `json:"verdict"`
	Detail  say.Text `json:"detail,omitzero"`
}

// ProofReport is an object that shows that a layer is there, and what it must be like.
type ProofReport struct {
	Object   string   `json:"object"`
	Expected say.Text `json:"expected"`
	Command  string   `json:"command"` // shows it
}

// Explain says all that is known of one layer.
type Explain struct{ Preview }

// Run previews the stack and takes one layer out of it. The errors are a preview's, and NoSuchLayer.
func (e Explain) Run(ctx context.Context, name string, o StackOptions) (Explanation, error) {
	found, err := e.find(ctx, o)
	if err != nil {
		return Explanation{}, err
	}
	l, known := found.Catalogue.Find(name)
	if !known {
		return Explanation{}, noSuchLayer(name, found.Stack, found.Catalogue)
	}
	x := Explanation{Schema: ExplanationSchema, Report: found.report(e.Source), Wanted: slices.Contains(found.Stack.Layers, name),
		Why: LayerView{Name: name, Label: l.Label, Aliases: []string{}, NeededBy: []string{}}, NeededBy: []string{}, Traces: l.Traces}
	x.Layer = found.layerNamed(name, x.Report)
	for _, view := range layerViews(found.Wanted, stack.Requested(found.Document, found.Stack, found.Catalogue)) {
		if view.Name == name {
			x.Why, x.NeededBy = view, view.NeededBy
		}
	}
	for _, need := range state.Needs(found.Stack, found.Catalogue, l) {
		x.Needs = append(x.Needs, found.need(need))
	}
	x.Needs = some(x.Needs)
	for _, p := range l.Proofs {
		x.Proofs = append(x.Proofs, ProofReport{p.Ref.String(), state.Expected(p), command(found.aim.Kubeconfig.Access, p.Ref)})
	}
	x.Proofs = some(x.Proofs)
	return x, nil
}

// layerNamed is the report of a layer, wanted or found; of one that is neither there is nothing to report.
func (f findings) layerNamed(name string, r Report) LayerReport {
	for _, l := range slices.Concat(r.Layers, r.Extra.Layers) {
		if l.Name == name {
			return l
		}
	}
	l, _ := f.Catalogue.Find(name)
	verdict, code := state.Absent, state.CodeAbsent
	switch {
	case l.Sight != layer.ByProofs:
		verdict, code = state.Unobservable, state.CodeUnobservable
	case !f.answers.ClusterRead:
		verdict, code = state.Unknown, state.CodeReadFailed
	case slices.Contains(r.Extra.Unread, name):
		verdict, code = state.Unknown, state.CodeUnread
	}
	return LayerReport{Name: name, Label: l.Label, Verdict: string(verdict), Action: "none", Code: code, ReadFailed: verdict == state.Unknown && code == state.CodeReadFailed, How: l.How, BlockedBy: []string{}, Evidence: []EvidenceReport{}}
}

func (f findings) need(name string) NeedReport {
	if l, known := f.state.Layer(name); known {
		return NeedReport{name, string(l.Verdict), l.Detail}
	}
	return NeedReport{Name: name, Verdict: string(state.Unknown)}
}

// noSuchLayer says what to write instead of a name that is no layer's: one of its layers when it is an alias.
func noSuchLayer(name string, s stack.Stack, c layer.Catalogue) error {
	if members := c.Members(name, s.Backend); len(members) > 0 && members[0] != name {
		return badOption(problems.AppNoLayer, say.Textf("%q is an alias of the layers %s", name, say.Names(members)), say.Textf("explain one of them: nestor explain %s", members[0]))
	}
	var layers []string
	for _, l := range c.Layers {
		layers = append(layers, l.Name)
	}
	return badOption(problems.AppNoLayer, say.Textf("there is no layer %q", name), document.Suggest(name, layers))
}

// Status is the exit status that an explanation calls for.
func (x Explanation) Status() int {
	switch {
	case x.Report.Summary.Refused:
		return Refused
	case x.Layer.Verdict == string(state.Unknown):
		return Failed
	}
	return Done
}
