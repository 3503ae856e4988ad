package state

import (
	"slices"
	"time"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// judge holds what every layer is judged by.
type judge struct {
	stack     stack.Stack
	catalogue layer.Catalogue
	reading   reading
	expected  map[place]bool
	findings  map[string][]finding // by layer
	nodes     nodeReport
	machines  machineReport
	now       time.Time
}

func newJudge(in Input) judge {
	machines := reportMachines(in)
	j := judge{stack: in.Stack, catalogue: in.Catalogue, machines: machines, reading: believe(in, machines),
		expected: expectedPlaces(in.Catalogue), findings: map[string][]finding{}, now: in.Now}
	j.nodes = reportNodes(in.Stack, j.reading, machines)
	for _, l := range in.Catalogue.Layers {
		for _, p := range l.Proofs {
			j.findings[l.Name] = append(j.findings[l.Name], j.find(p))
		}
	}
	return j
}

// ruling is a verdict with what it rests on.
type ruling struct {
	verdict Verdict
	code    string // of what decides
	waiting bool
	detail  say.Text // when the deciding evidence does not say it well
	decides []Evidence
}

// seen is all that bears on one layer.
type seen struct {
	findings []finding
	traces   traces
}

// rules are tried in this order; the first that fits is the verdict.
var rules = []func(seen) (ruling, bool){beingDeleted, notRead, foundElsewhere, partlyThere, notHealthy, allThere}

func (j judge) layer(l layer.Layer) Layer {
	switch {
	case l.Sight == layer.Unseen:
		return describe(l, ruling{verdict: Unobservable, code: CodeUnobservable, detail: say.Textf("no API shows it")}, nil)
	case j.machines.noneExists:
		return describe(l, ruling{verdict: Absent, code: CodeNoMachine, detail: noVM(), decides: []Evidence{noMachine()}}, nil)
	case l.Sight == layer.ByMachines:
		return describe(l, j.machines.ruling(), nil)
	case l.Sight == layer.ByNodes:
		return describe(l, j.nodes.ruling(), nil)
	}
	return j.byProofs(l)
}

func (j judge) byProofs(l layer.Layer) Layer {
	s := seen{findings: j.findings[l.Name], traces: j.trace(l)}
	out := describe(l, s.rule(), s.evidence())
	out.Unsure = s.traces.unsure
	for _, f := range s.findings {
		out.Notes = append(out.Notes, f.notes()...)
		out.Elsewhere = append(out.Elsewhere, f.elsewhere...)
		if f.oldVersion() {
			ref := f.proof.Ref
			ref.Version = f.answer.Version
			out.Elsewhere = append(out.Elsewhere, ref)
		}
	}
	if out.Verdict == Absent && len(s.traces.remnants) > 0 {
		out.Notes = append(out.Notes, Note{CodeRemnants, say.Textf("left behind: %s", say.Join(", ", s.traces.remnants...))})
	}
	return out
}

func (s seen) rule() ruling {
	for _, rule := range rules {
		if r, fits := rule(s); fits {
			return r
		}
	}
	return ruling{verdict: Absent, code: CodeAbsent, decides: append(s.proofs(finding.missing), s.traces.goneEvidence()...)}
}

// beingDeleted comes first: what is under deletion often still reports good health.
func beingDeleted(s seen) (ruling, bool) {
	decides := append(s.proofs(func(f finding) bool { return f.deleting }), s.traces.deletingEvidence()...)
	return ruling{verdict: Degraded, code: CodeBeingDeleted, waiting: true, decides: decides}, len(decides) > 0
}

func notRead(s seen) (ruling, bool) {
	decides := s.proofs(func(f finding) bool { return !f.unread.IsZero() })
	forbidden := s.any(func(f finding) bool { return f.forbidden })
	if len(decides) == 0 && !s.any(finding.found) {
		decides = s.traces.unread
		forbidden = slices.ContainsFunc(decides, func(e Evidence) bool { return e.Outcome == ports.Forbidden.String() })
	}
	return ruling{verdict: Unknown, code: unreadCode(forbidden), decides: decides}, len(decides) > 0
}

func foundElsewhere(s seen) (ruling, bool) {
	r := ruling{verdict: Partial, code: CodeMoved}
	var texts []say.Text
	for _, f := range s.findings {
		for _, e := range f.elsewhereEvidence() {
			r.decides = append(r.decides, e)
			texts = append(texts, say.Textf("%s %s %s", e.Ref.Kind, e.Ref.Name, e.Detail))
		}
	}
	r.detail = say.Join("; ", texts...)
	if len(r.decides) == 0 {
		r.decides, r.code = s.proofs(finding.oldVersion), CodeVersionMoved
	}
	return r, len(r.decides) > 0
}

func partlyThere(s seen) (ruling, bool) {
	missing := s.proofs(finding.missing)
	there := append(s.proofs(finding.found), s.traces.thereEvidence()...)
	fits := (len(missing) > 0 || len(s.findings) == 0) && len(there) > 0
	return ruling{verdict: Partial, code: CodePartial, decides: append(missing, there...)}, fits
}

func notHealthy(s seen) (ruling, bool) {
	unhealthy := func(f finding) bool { return f.found() && !f.health.ok }
	broken := s.any(func(f finding) bool { return unhealthy(f) && !f.health.waiting })
	decides := s.proofs(unhealthy)
	r := ruling{verdict: Degraded, code: CodeUnhealthy, decides: decides}
	if !broken {
		r.code, r.waiting = CodeRollingOut, true
	}
	return r, len(decides) > 0
}

// allThere is reached only when no proof is missing, unread or unhealthy.
func allThere(s seen) (ruling, bool) {
	found := s.proofs(finding.found)
	return ruling{verdict: Present, decides: found}, len(found) > 0
}

func (s seen) any(is func(finding) bool) bool { return slices.ContainsFunc(s.findings, is) }

// proofs gives the evidence of the proofs of which something is true.
func (s seen) proofs(is func(finding) bool) []Evidence {
	var all []Evidence
	for _, f := range s.findings {
		if is(f) {
			all = append(all, f.evidence())
		}
	}
	return all
}

func (s seen) evidence() []Evidence {
	all := s.proofs(func(finding) bool { return true })
	for _, f := range s.findings {
		all = append(all, f.elsewhereEvidence()...)
	}
	all = append(all, s.traces.deletingEvidence()...)
	all = append(all, s.traces.thereEvidence()...)
	return append(all, s.traces.unread...)
}

// describe makes a layer of its ruling. Evidence that decides and is not in the list is added to it.
func describe(l layer.Layer, r ruling, evidence []Evidence) Layer {
	out := Layer{Name: l.Name, Label: l.Label, How: l.How, Verdict: r.verdict, Code: r.code, Waiting: r.waiting,
		ReadFailed: r.readFailed(), Detail: say.First(r.detail, phrases(r.decides))}
	if out.ReadFailed {
		out.Code = CodeReadFailed
	}
	for _, e := range evidence {
		e.Decides, e.Expected = slices.ContainsFunc(r.decides, e.Equal), expectedOf(l, e)
		out.Evidence = append(out.Evidence, e)
	}
	for _, e := range r.decides {
		if !slices.ContainsFunc(evidence, e.Equal) {
			e.Decides, e.Expected = true, expectedOf(l, e)
			out.Evidence = append(out.Evidence, e)
		}
	}
	return out
}

// unreadCode tells a right that is missing from an answer that is.
func unreadCode(forbidden bool) string {
	if forbidden {
		return CodeForbidden
	}
	return CodeUnread
}

// readFailed reports that a layer is unknown, and that no question of its own was refused or left open.
func (r ruling) readFailed() bool {
	return r.verdict == Unknown && !slices.ContainsFunc(r.decides, func(e Evidence) bool { return !e.ReadFailed })
}

func phrases(evidence []Evidence) say.Text {
	var texts []say.Text
	for _, e := range evidence {
		texts = append(texts, say.Join(" ", ObjectText(e.Object), e.Detail))
	}
	return say.Join(", ", texts...)
}
