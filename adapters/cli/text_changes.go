package cli

import (
	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports/say"
)

// changes prints what differs from an earlier report, and what nothing can be said of.
func (p *page) changes(r app.Report, c app.Changes) error {
	p.source(r.Source)
	p.header(r)
	p.line("")
	p.section(say.Textf("SINCE"), say.Textf("the report of %s (%s)", minute(c.Since.Taken), p.short(c.Since.File)))
	if !r.Cluster.Read {
		p.real(r)
	}
	if c.Same && r.Cluster.Read {
		p.sentence(say.Textf("nothing changed, as far as both could read"))
	}
	for _, s := range changeSections(c) {
		p.rows(s.title, s.rows)
	}
	p.unread(c.Unread)
	p.requests(r.Cluster.Requests, r.Digest)
	p.summary(r)
	return p.err
}

// changeSections are what differs, by what it is about.
func changeSections(c app.Changes) []section {
	return []section{
		{say.Textf("WANTED"), wantedRows(c.Wanted)},
		{say.Textf("CLUSTER"), changeRows(c.Cluster)},
		{say.Textf("VMS"), changeRows(c.VMs)},
		{say.Textf("NODES"), changeRows(c.Nodes)},
		{say.Textf("LAYERS"), layerRows(c.Layers)},
	}
}

func wantedRows(w app.WantedChange) []row {
	var rows []row
	for _, name := range w.Added {
		rows = append(rows, row{mark{"+", cyan}, say.Verbatim(name), say.Textf("declared since")})
	}
	for _, name := range w.Removed {
		rows = append(rows, row{mark{"-", plain}, say.Verbatim(name), say.Textf("not declared any more")})
	}
	return rows
}

var changed = mark{"~", magenta}

func changeRows(changes []app.Change) []row {
	var rows []row
	for _, c := range changes {
		rows = append(rows, row{changed, changedName(c.Name), say.Join(" → ", c.Before, c.After)})
	}
	return rows
}

// changedName is what of a whole cluster changed, else the name of a node or a VM.
func changedName(name string) say.Text {
	switch name {
	case "storage backend":
		return say.Textf("storage backend")
	case "version":
		return say.Textf("version")
	}
	return say.Verbatim(name)
}

func layerRows(changes []app.LayerChange) []row {
	var rows []row
	for _, c := range changes {
		before, after := state.Verdict(c.Before.Verdict).Words(), state.Verdict(c.After.Verdict).Words()
		if c.Before.Verdict == c.After.Verdict {
			before = say.Join(", ", before, plan.Action(c.Before.Action).Words())
			after = say.Join(", ", after, plan.Action(c.After.Action).Words())
		}
		rows = append(rows, row{changeMark(c), say.Verbatim(c.Name), dotted(say.Join(" → ", before, after), c.Detail)})
	}
	return rows
}

func changeMark(c app.LayerChange) mark {
	switch state.Verdict(c.After.Verdict) {
	case state.Present:
		return mark{"✓", green}
	case state.Degraded:
		return mark{"!", red}
	}
	return changed
}

func unreadName(u app.Unread) say.Text {
	switch u.What {
	case "node":
		return say.Textf("node %s", u.Name)
	case "machine":
		return say.Textf("machine %s", u.Name)
	}
	return say.Verbatim(u.Name)
}

// unread says of what nothing can be said, and which of the two reports could not read it.
func (p *page) unread(all []app.Unread) {
	for _, text := range p.unreadTexts(all) {
		p.hang(p.ink.paint(magenta, "? "), 2, plain, text)
	}
}

func (p *page) unreadTexts(all []app.Unread) []say.Text {
	var then, now, both []string
	for _, u := range all {
		name := p.in(unreadName(u))
		switch {
		case u.Then && u.Now:
			both = append(both, name)
		case u.Then:
			then = append(then, name)
		default:
			now = append(now, name)
		}
	}
	var texts []say.Text
	for _, side := range []struct {
		names []string
		text  say.Text
	}{
		{then, say.Textf("not read then, so whether it changed is not known: %s", few(then))},
		{now, say.Textf("not read now, so whether it changed is not known: %s", few(now))},
		{both, say.Textf("not read then and now, so whether it changed is not known: %s", few(both))},
	} {
		if len(side.names) > 0 {
			texts = append(texts, side.text)
		}
	}
	return texts
}
