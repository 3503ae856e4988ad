package discover

import (
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// composed judges every layer of the catalogue as if this backend were declared, by the very rules of a preview.
func (d *Discovery) composed(b layer.Backend) state.State {
	a := d.answers
	s := stack.Stack{Kind: d.Kind, Backend: b, BackendDeclared: true}
	for _, n := range d.Nodes {
		s.Nodes = append(s.Nodes, n.Node)
	}
	for _, l := range a.Catalogue.Layers {
		if d.Kind == stack.Lima || !l.LimaOnly {
			s.Layers = append(s.Layers, l.Name)
		}
	}
	return state.Compose(state.Input{Stack: s, Catalogue: a.Catalogue, Overview: a.Overview, Objects: a.Objects,
		ClusterRead: true, Machines: a.Machines, Now: a.Now})
}

// storage declares the backend that is alive, if all that it wants by itself is there: a declaration calls for nothing.
func (d *Discovery) storage() {
	d.State = d.composed(layer.Ceph)
	real, unread := d.State.Storage.Real, d.State.Storage.Unread
	for _, b := range layer.Backends { // where both are alive, Ceph's layers may stand beside local-path's, not the reverse
		if !slices.Contains(real, b) || d.Backend != "" {
			continue
		}
		st := d.composed(b)
		lacking := d.lacking(st, b, nil)
		if len(lacking) == 0 {
			d.Backend, d.State = b, st
			continue
		}
		d.advise(Storage, CodeHalfBackend, say.Textf("%s is there, and declaring it would call for what is not: %s", string(b), described(st, lacking)))
	}
	if d.Backend == "" {
		d.State = d.composed(layer.LocalPath)
	}
	for _, b := range unread {
		d.unreadLayer(Storage, say.Textf("whether %s stores volumes", b), d.core(b))
	}
	if len(real)+len(unread) == 0 {
		d.remark(Storage, say.Textf("neither ceph nor local-path was found: local-path is the default and calls for nothing by itself"))
	}
	if len(real) > 1 {
		d.advise(Storage, CodeTwoBackends, say.Textf("both ceph and local-path are alive"))
	}
	if d.Backend == layer.Ceph && !slices.ContainsFunc(d.Nodes, func(n Node) bool { return n.Has(stack.Storage) }) {
		d.advise(Nodes, CodeNoStorageRole, say.Textf("which nodes hold Ceph's disks (OSDs) cannot be seen through the nodes: add the role storage to those that do"))
	}
	d.classes()
}

// core is the layer for which it is not known whether a backend is alive.
func (d *Discovery) core(b layer.Backend) state.Layer {
	for _, l := range d.answers.Catalogue.Layers {
		if found, _ := d.State.Layer(l.Name); l.Stores == b && found.Verdict == state.Unknown {
			return found
		}
	}
	return state.Layer{}
}

// classes shows what makes volumes, whoever it belongs to.
func (d *Discovery) classes() {
	classes := d.answers.Overview.StorageClasses
	if classes.Outcome != ports.Found {
		d.unread(Storage, say.Textf("storage classes"), classes.Outcome, classes.Reason)
		return
	}
	var all []say.Text
	for _, c := range classes.Items {
		text := say.Textf("%s (%s)", c.Name, c.Provisioner)
		if c.Default {
			text = say.Textf("%s (%s, default)", c.Name, c.Provisioner)
		}
		all = append(all, text)
	}
	if len(all) > 0 {
		d.remark(Storage, say.Textf("storage classes: %s", say.Join(", ", all...)))
	}
}

// there reports a layer that was found where it belongs, healthy or not.
func there(l state.Layer) bool {
	return (l.Verdict == state.Present || l.Verdict == state.Degraded) && len(l.Elsewhere) == 0
}

// lacking gives the layers that a declaration would call for and that are not there. What no API shows is not held
// against it.
func (d *Discovery) lacking(st state.State, b layer.Backend, declared []string) []string {
	wanted, problems := d.wanted(b, declared)
	var all []string
	for _, p := range problems {
		all = append(all, p.Name)
	}
	for _, name := range wanted {
		if l, _ := st.Layer(name); !there(l) && l.Verdict != state.Unobservable {
			all = append(all, name)
		}
	}
	return all
}

func (d *Discovery) wanted(b layer.Backend, declared []string) ([]string, []layer.Problem) {
	found, problems := d.answers.Catalogue.Wanted(layer.Request{Backend: b, Lima: d.Kind == stack.Lima, Layers: declared})
	var names []string
	for _, l := range found {
		names = append(names, l.Name)
	}
	return names, problems
}

// backend is what the topology will mean.
func (d *Discovery) backend() layer.Backend {
	if d.Backend == "" {
		return layer.LocalPath
	}
	return d.Backend
}

// layers declares the fewest layers that stand for all that is there with everything it needs.
func (d *Discovery) layers() {
	base, _ := d.wanted(d.backend(), nil)
	var standing []string
	for _, l := range d.State.Layers {
		switch {
		case slices.Contains(base, l.Name):
			d.ofBase(l)
		case there(l):
			if lacking := d.lacking(d.State, d.backend(), []string{l.Name}); without(lacking, base) != nil {
				d.advise(Layers, CodeNotDeclared, d.cannot(l, without(lacking, base)))
				continue
			}
			standing = append(standing, l.Name)
			d.condition(l)
		default:
			d.notThere(l)
		}
	}
	for _, name := range standing {
		if !slices.ContainsFunc(standing, func(other string) bool { return other != name && d.callsFor(other, name) }) {
			d.Layers = append(d.Layers, name)
		}
	}
	d.Wanted, _ = d.wanted(d.backend(), d.Layers)
	if absent := d.named(state.Absent); len(absent) > 0 {
		d.remark(Layers, say.Textf("absent: %s", strings.Join(absent, ", ")))
	}
}

func (d *Discovery) callsFor(one, other string) bool {
	wanted, _ := d.wanted(d.backend(), []string{one})
	return slices.Contains(wanted, other)
}

// cannot says why a layer that is there is not declared, with each backend that it could stand on when none is settled.
func (d *Discovery) cannot(l state.Layer, lacking []string) say.Text {
	if d.Backend != "" || d.independent(l.Name) {
		return say.Textf("%s is there and not declared: %s", l.Name, d.calls(d.backend(), l.Name, lacking))
	}
	var each []say.Text
	for _, b := range layer.Backends {
		each = append(each, say.Textf("with %s %s", b, d.calls(b, l.Name, d.lacking(d.State, b, []string{l.Name}))))
	}
	return say.Textf("%s is there and not declared: no storage backend is declared (see storage): %s", l.Name, say.Join("; ", each...))
}

// independent reports a layer that needs the same whatever stores the volumes.
func (d *Discovery) independent(name string) bool {
	one, _ := d.wanted(layer.Ceph, []string{name})
	other, _ := d.wanted(layer.LocalPath, []string{name})
	base, _ := d.wanted(layer.Ceph, nil)
	return slices.Equal(without(one, base), without(other, base))
}

func (d *Discovery) calls(b layer.Backend, name string, lacking []string) say.Text {
	if slices.Contains(lacking, name) {
		return say.Textf("it, or what it needs, does not exist on storage backend %s", string(b))
	}
	return say.Textf("it needs %s", described(d.State, lacking))
}

// ofBase speaks of a layer that every such stack wants: it cannot be left out.
func (d *Discovery) ofBase(l state.Layer) {
	switch {
	case l.Verdict == state.Unknown:
		d.unreadLayer(Layers, say.Verbatim(l.Name), l)
	case there(l):
		d.condition(l)
	case l.Verdict != state.Unobservable:
		d.advise(Layers, CodeBaseLacking, say.Textf("%s is wanted by every such stack, and is %s: %s", l.Name, l.Verdict.Words(), l.Detail))
	}
}

// condition says what is wrong with a layer that is there.
func (d *Discovery) condition(l state.Layer) {
	if l.Verdict == state.Degraded {
		d.advise(Layers, CodeDegraded, say.Textf("%s is there and degraded: %s", l.Name, l.Detail))
	}
	if l.Verdict == state.Degraded && l.Unsure {
		d.advise(Layers, CodeDeleting, say.Textf("%s may be under deletion: its namespace could not be read", l.Name))
	}
	for _, n := range l.Notes {
		d.remark(Layers, say.Textf("%s: %s", l.Name, n.Text))
	}
}

// notThere says what stands between a layer and being absent.
func (d *Discovery) notThere(l state.Layer) {
	switch {
	case l.Verdict == state.Unknown:
		d.unreadLayer(Layers, say.Verbatim(l.Name), l)
	case l.Verdict == state.Unobservable:
		d.advise(Layers, CodeUnseen, say.Textf("%s: %s; if it is there, declare it by hand", l.Name, l.Detail))
	case len(l.Elsewhere) > 0:
		d.advise(Layers, CodeElsewhere, say.Textf("%s was found in another place, and is not declared: %s", l.Name, l.Detail))
	case l.Verdict == state.Partial:
		d.advise(Layers, CodePartly, say.Textf("%s is partly there, and not declared: %s", l.Name, l.Detail))
	}
	for _, n := range l.Notes {
		if len(l.Elsewhere) == 0 {
			d.remark(Layers, say.Textf("%s: %s", l.Name, n.Text))
		}
	}
}

func (d *Discovery) named(v state.Verdict) []string {
	var names []string
	for _, l := range d.State.Layers {
		if l.Verdict == v {
			names = append(names, l.Name)
		}
	}
	return names
}

// described gives layers with what was found of each.
func described(st state.State, names []string) say.Text {
	texts := make([]say.Text, len(names))
	for i, name := range names {
		texts[i] = say.Verbatim(name)
		if l, known := st.Layer(name); known {
			texts[i] = say.Textf("%s (%s)", name, word(l))
		}
	}
	return say.Join(", ", texts...)
}

// word is a verdict as a remark says it.
func word(l state.Layer) say.Text {
	switch {
	case len(l.Elsewhere) > 0:
		return say.Textf("found in another place")
	case l.Verdict == state.Unknown:
		return say.Textf("could not be read")
	case l.Verdict == state.Partial:
		return say.Textf("partly there")
	}
	return l.Verdict.Words()
}

func without(names, others []string) []string {
	var rest []string
	for _, n := range names {
		if !slices.Contains(others, n) {
			rest = append(rest, n)
		}
	}
	return rest
}
