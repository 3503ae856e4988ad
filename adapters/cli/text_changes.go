package cli

import (
	"fmt"
	"strings"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/state"
)

// changes prints what differs from an earlier report, and what nothing can be said of.
func (p *page) changes(r app.Report, c app.Changes) error {
	p.source(r.Source)
	p.header(r)
	p.line("")
	p.section("SINCE", "the report of "+c.Since.Taken.UTC().Format("2006-01-02 15:04 UTC")+" ("+p.short(c.Since.File)+")")
	if !r.Cluster.Read {
		p.section("REAL", realText(r))
	}
	if c.Same && r.Cluster.Read {
		p.sentence("nothing changed, as far as both could read")
	}
	p.rows("WANTED", wantedRows(c.Wanted))
	p.rows("CLUSTER", changeRows(c.Cluster))
	p.rows("VMS", changeRows(c.VMs))
	p.rows("NODES", changeRows(c.Nodes))
	p.rows("LAYERS", layerRows(c.Layers))
	p.unread(c.Unread)
	p.requests(r.Cluster.Requests, r.Digest)
	p.hang(p.ink.paint(bold, "→ "), 2, bold, clean(r.Summary.Sentence))
	return p.err
}

func wantedRows(w app.WantedChange) []row {
	var rows []row
	for _, name := range w.Added {
		rows = append(rows, row{mark{"+", cyan}, clean(name), "declared since"})
	}
	for _, name := range w.Removed {
		rows = append(rows, row{mark{"-", plain}, clean(name), "not declared any more"})
	}
	return rows
}

var changed = mark{"~", magenta}

func changeRows(changes []app.Change) []row {
	var rows []row
	for _, c := range changes {
		rows = append(rows, row{changed, clean(c.Name), clean(c.Before) + " → " + clean(c.After)})
	}
	return rows
}

func layerRows(changes []app.LayerChange) []row {
	var rows []row
	for _, c := range changes {
		before, after := clean(c.Before.Verdict), clean(c.After.Verdict)
		if before == after {
			before, after = before+", "+clean(c.Before.Action), after+", "+clean(c.After.Action)
		}
		text := before + " → " + after
		rows = append(rows, row{changeMark(c), clean(c.Name), strings.Join(compact(text, clean(c.Detail)), " · ")})
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

// unread says of what nothing can be said, and which of the two reports could not read it.
func (p *page) unread(all []app.Unread) {
	var then, now, both []string
	for _, u := range all {
		name := clean(u.Name)
		if u.What != "layer" {
			name = u.What + " " + name
		}
		switch {
		case u.Then && u.Now:
			both = append(both, name)
		case u.Then:
			then = append(then, name)
		default:
			now = append(now, name)
		}
	}
	for _, side := range []struct {
		when  string
		names []string
	}{{"then", then}, {"now", now}, {"then and now", both}} {
		if len(side.names) > 0 {
			p.hang(p.ink.paint(magenta, "? "), 2, plain, fmt.Sprintf("not read %s, so whether it changed is not known: %s", side.when, few(side.names)))
		}
	}
}
