package cli

import (
	"slices"

	"github.com/univ-lehavre/nestor/adapters/cli/formats"
	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports/say"
)

// voice is the operator's language.
func (p *page) voice() formats.Voice { return formats.Voice{Language: p.lang, Name: p.language} }

// view is a report in the words that the text has, for what shows it in another form.
func (p *page) view(r app.Report) formats.Preview {
	v := formats.Preview{
		Report:    r,
		Mark:      marked(statusMark(app.StackPreview{Status: r.Status(false), Report: &r})),
		Source:    replayText(r.Source),
		Reached:   []say.Text{say.Verbatim(r.Stack.Kind), say.Verbatim(r.Target.Server), p.kubeconfig(r.Target), contextText(r.Target.Context)},
		Files:     []say.Text{p.topology(r.Stack.Shown), p.catalogueOf(r.Stack.Catalogue)},
		Confirmed: confirmedText(r),
		Judgement: judgementText(r.Target.Judgement),
		Wanted:    wantedText(r.Stack),
		Real:      foundView(r),
		Sentence:  summaryText(r),
		Extra:     extraText(r.Extra),
		Requests:  requestCount(r.Cluster.Requests),
	}
	for _, m := range r.Machines {
		v.Machines = append(v.Machines, p.rowView(row{machineMark(m), say.Verbatim(m.Name), machineText(m)}))
	}
	for _, n := range r.Nodes {
		if r.Cluster.NodesRead && n.Declared {
			v.Nodes = append(v.Nodes, formats.Node{Row: p.rowView(row{nodeMark(n), say.Verbatim(n.Name), nodeText(n)}), Roles: n.Roles, Version: n.Version, Remarkable: remarkable(n)})
		}
	}
	for _, l := range r.Layers {
		v.Layers = append(v.Layers, p.layerView(l))
	}
	for _, n := range slices.Concat(r.Target.Reasons, r.Target.Matches) {
		v.Reasons = append(v.Reasons, n.Text)
	}
	for _, n := range slices.Concat(r.Target.Doubts, r.Target.Warnings, r.Notes) {
		v.Notes = append(v.Notes, coded(n.Text, n.Code))
	}
	return v
}

// foundView is what is there, and what to do where that is not known.
func foundView(r app.Report) say.Text {
	found, advice := foundText(r)
	return dotted(found, advice)
}

func (p *page) layerView(l app.LayerReport) formats.Layer {
	v := formats.Layer{LayerReport: l, Mark: marked(markOf(l)), Label: p.label(l), Verdict: state.Verdict(l.Verdict).Words(), Found: l.Detail, Remarks: remarks(l)}
	if a := plan.Action(l.Action); a != plan.None {
		v.Action = a.Words()
	}
	switch {
	case l.ReadFailed:
		v.Found = say.Textf("not read")
	case plan.Action(l.Action) == plan.Blocked && l.Verdict != string(state.Unknown):
		v.Found = layerText(l)
	}
	return v
}

// changesView is what differs from an earlier report.
func (p *page) changesView(r app.Report, c app.Changes) formats.Overview {
	v := formats.Overview{
		Title:    formats.SinceTitle(r.Stack.Name, minute(c.Since.Taken)),
		Mark:     marked(changed),
		Intro:    []say.Text{summaryText(r), replayText(r.Source), say.Join(": ", say.Textf("REAL"), foundView(r))},
		Sections: p.sectionViews(changeSections(c)...),
		Notes:    append(p.unreadTexts(c.Unread), requestCount(r.Cluster.Requests)),
	}
	if c.Same && r.Cluster.Read {
		v.Mark = marked(speaks)
		v.Intro = append(v.Intro, say.Textf("nothing changed, as far as both could read"))
	}
	return v
}

// allView is every stack of a repository.
func (p *page) allView(all app.Previews) formats.Overview {
	v := formats.Overview{Title: formats.AllTitle(len(all.Stacks)), Mark: marked(marks[plan.None])}
	var rows []row
	for _, s := range all.Stacks {
		rows = append(rows, row{statusMark(s), say.Verbatim(s.Name), dotted(verdictCounts(s.Report), previewText(s))})
		if s.Status == all.Status() && s.Status != app.Done {
			v.Mark = marked(statusMark(s))
		}
	}
	v.Sections = p.sectionViews(section{say.Textf("PLAN"), rows})
	if len(all.Stacks) == 0 {
		v.Intro = append(v.Intro, noStack())
	}
	if len(all.Examples) > 0 {
		v.Notes = append(v.Notes, say.Textf("left out, for they are examples only: %s", few(all.Examples)))
	}
	if all.Ignored != "" {
		v.Notes = append(v.Notes, p.ignoredText(all.Ignored))
	}
	return v
}

// section is a titled list of the text.
type section struct {
	title say.Text
	rows  []row
}

func (p *page) sectionViews(all ...section) []formats.Section {
	var sections []formats.Section
	for _, s := range all {
		each := formats.Section{Title: s.title}
		for _, r := range s.rows {
			each.Rows = append(each.Rows, p.rowView(r))
		}
		sections = append(sections, each)
	}
	return sections
}

func (p *page) rowView(r row) formats.Row {
	return formats.Row{Mark: marked(r.mark), Name: p.in(r.name), Text: r.text}
}

// marked gives a mark its tone.
func marked(m mark) formats.Mark {
	tones := map[tint]formats.Tone{green: formats.Good, cyan: formats.New, magenta: formats.Doubt, red: formats.Bad}
	tone, known := tones[m.tint]
	if !known {
		tone = formats.Quiet
	}
	return formats.Mark{Symbol: m.symbol, Tone: tone}
}
