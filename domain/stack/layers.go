package stack

import (
	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Requested is what a stack asks of its catalogue, in its topology's own words: names and aliases, or a profile.
func Requested(doc ports.Document, s Stack, catalogue layer.Catalogue) layer.Request {
	shape := shapeOf(catalogue)
	t := topology{root: (&document.Reader{}).Root(doc, &shape), catalogue: catalogue}
	request, _ := t.request(s)
	return request
}

func (t topology) request(s Stack) (layer.Request, map[string]document.Field) {
	request := layer.Request{Backend: s.Backend, Lima: s.Kind == Lima, Hardening: s.Hardening}
	list := t.root.At("layers")
	if !list.Present {
		request.Profile = t.profile()
		return request, nil
	}
	var places map[string]document.Field
	request.Layers, places = readLayers(list)
	return request, places
}

// layers gives the wanted layers: those that follow from what the file declares, its layers or else its profile.
func (t topology) layers(s Stack) []string {
	request, places := t.request(s)
	list := t.root.At("layers")
	t.tolerate(&request)
	found, problems := t.catalogue.Wanted(request)
	for _, p := range problems {
		t.place(p, list, places).Fault(p.Code, p.What, p.Instead)
	}
	var wanted []string
	for _, l := range found {
		wanted = append(wanted, l.Name)
	}
	return wanted
}

func readLayers(list document.Field) (names []string, places map[string]document.Field) {
	places = map[string]document.Field{}
	seen := lines{}
	for _, item := range list.Items() {
		name := text(item, say.Textf("name a layer, or remove the item"))
		twice := func(line int) say.Text { return say.Textf("layer %q is declared twice (first on line %d)", name, line) }
		if isText(item) && name != "" && seen.once(item, name, twice, say.Textf("keep one of them")) {
			names = append(names, name)
			places[name] = item
		}
	}
	return names, places
}

func (t topology) profile() string {
	var known []string
	for _, p := range t.catalogue.Profiles {
		known = append(known, p.Name)
	}
	return t.root.At("catalog").At("profile").OneOf(known, "")
}

// tolerate takes what allows most where the file's own word could not be read: one fault shall not bring others.
func (t topology) tolerate(r *layer.Request) {
	if backend := t.root.At("storage").At("backend"); backend.Present && (!isText(backend) || backend.Value.Scalar != string(r.Backend)) {
		r.Backend = layer.Ceph
	}
	if kind := t.root.At("target_kind"); kind.Present && (kind.Value.Kind != ports.Text || kind.Value.Scalar != string(Prod)) {
		r.Lima = true
	}
}

// place is where the file wrote the name that a problem is about.
func (t topology) place(p layer.Problem, list document.Field, places map[string]document.Field) document.Field {
	if item, ok := places[p.Name]; ok {
		return item
	}
	if list.Present {
		return list
	}
	return t.root.At("catalog").At("profile")
}
