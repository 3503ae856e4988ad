package cli

import (
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

func (t tool) layersCommand() *cli.Command {
	return &cli.Command{
		Name:      "layers",
		Usage:     t.in(say.Textf("print the catalogue of layers, or those that a stack wants, in order")),
		ArgsUsage: " ",
		Flags: append(append(t.stackFlags(),
			&cli.StringFlag{Name: "stack", Usage: t.in(say.Textf("only what stack `NAME` wants"))},
			t.choice("output", []string{"o"}, say.Textf("how to print"), "text", "json"),
			unset(t.choice("graph", nil, say.Textf("print the graph of needs instead"), "mermaid", "dot"), ""),
		), t.logFlags()...),
		Action: t.layers,
	}
}

func (t tool) layers(c *cli.Context) error {
	if c.NArg() > 0 {
		return misuse(problems.TooManyOperands, say.Textf("layers takes no operand (%s)", c.Args().First()), say.Textf("for one stack: nestor layers --stack %s", c.Args().First()))
	}
	if c.IsSet("stack") && c.IsSet("file") {
		return misuse(problems.Excluding, say.Textf("--stack or --file, not both"), say.Textf("leave one of them out"))
	}
	world, err := t.files(c)
	if err != nil {
		return err
	}
	use := app.Layers{Declared: world.Declared()}
	var chosen app.Chosen
	if c.IsSet("stack") || c.IsSet("file") {
		chosen, err = use.Of(c.String("stack"), c.String("file"))
	} else {
		chosen, err = use.All()
	}
	if err != nil {
		return err
	}
	t.doubts(chosen.Doubts)
	return t.printLayers(c, chosen)
}

func (t tool) printLayers(c *cli.Context, chosen app.Chosen) error {
	w, output, graph := t.streams.Out, c.String("output"), c.String("graph")
	switch {
	case graph == "mermaid":
		return mermaid(w, chosen)
	case graph == "dot":
		return dot(w, chosen)
	case output == "json":
		return layersJSON(w, chosen)
	}
	p := t.onStdout(c)
	p.catalogue(chosen)
	return p.err
}

// catalogue prints layers as a table, then what names stand for several of them.
func (p *page) catalogue(chosen app.Chosen) {
	rows := [][]say.Text{{say.Textf("LAYER"), say.Textf("WHAT IT IS"), say.Textf("NEEDS"), say.Textf("PROVEN BY")}}
	var narrow [][]say.Text
	for _, l := range chosen.Layers {
		label, needs, proof := say.Verbatim(l.LabelIn(p.language)), needsText(l), proofText(l)
		rows = append(rows, []say.Text{say.Verbatim(l.Name), label, needs, proof})
		narrow = append(narrow, []say.Text{label, ifSaid(needs, say.Textf("needs %s", needs)), provenBy(l, proof)})
	}
	p.table(rows, narrow)
	if len(chosen.Aliases) == 0 {
		return
	}
	p.line("")
	rows = [][]say.Text{{say.Textf("ALIAS"), say.Textf("STANDS FOR")}}
	narrow = nil
	for _, name := range slices.Sorted(maps.Keys(chosen.Aliases)) {
		members := listsText(chosen.Aliases[name].Members, say.Textf("nothing"))
		rows = append(rows, []say.Text{say.Verbatim(name), members})
		narrow = append(narrow, []say.Text{say.Textf("stands for %s", members)})
	}
	p.table(rows, narrow)
}

// ifSaid is a text that goes with a cell of a table, unless that cell is empty.
func ifSaid(cell, text say.Text) say.Text {
	if cell.String() == "-" {
		return say.Text{}
	}
	return text
}

// provenBy says where there is no title above it what proves a layer.
func provenBy(l app.ChosenLayer, proof say.Text) say.Text {
	if l.Sight == layer.Unseen {
		return proof
	}
	return ifSaid(proof, say.Textf("proven by %s", proof))
}

// needsText gives one list where every backend agrees, else one for each. A layer of one backend only says which.
func needsText(l app.ChosenLayer) say.Text {
	text := listsText(l.Needs, say.Verbatim("-"))
	if whole := len(l.Needs) == len(l.Layer.Needs); whole && len(l.Needs) == 1 {
		for b := range l.Needs {
			return say.Textf("%s (%s only)", text, b)
		}
	}
	return text
}

// listsText gives the lists of all backends, as one when they are the same.
func listsText(lists map[layer.Backend][]string, empty say.Text) say.Text {
	var texts, named []say.Text
	for _, b := range layer.Backends {
		if list, ok := lists[b]; ok {
			text := joinOr(list, " ", empty)
			texts = append(texts, text)
			named = append(named, say.Textf("%s (%s)", text, b))
		}
	}
	if same := slices.CompactFunc(texts, say.Text.Equal); len(same) == 1 {
		return same[0]
	}
	return say.First(say.Join(", ", named...), empty)
}

func joinOr(parts []string, sep string, otherwise say.Text) say.Text {
	if len(parts) == 0 {
		return otherwise
	}
	return say.Verbatim(strings.Join(parts, sep))
}

func proofText(l app.ChosenLayer) say.Text {
	switch l.Sight {
	case layer.ByMachines:
		return say.Textf("every declared VM Running")
	case layer.ByNodes:
		return say.Textf("every declared node Ready")
	case layer.Unseen:
		return say.Textf("no API shows it")
	}
	var proofs []string
	for _, p := range l.Proofs {
		proofs = append(proofs, p.Ref.String())
	}
	return joinOr(proofs, ", ", say.Verbatim("-"))
}

// layerJSON is one layer of the machine output of `nestor layers`.
type layerJSON struct {
	Name     string              `json:"name"`
	Label    map[string]string   `json:"label,omitempty"`
	Needs    map[string][]string `json:"needs"`
	Seen     string              `json:"seen"`
	LimaOnly bool                `json:"limaOnly,omitempty"`
	How      string              `json:"how,omitempty"`
	Markers  []markerJSON        `json:"markers"`
	Traces   *tracesJSON         `json:"traces,omitempty"`
}

type markerJSON struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Resource   string `json:"resource"`
	Namespace  string `json:"namespace,omitempty"`
	Name       string `json:"name"`
	Health     string `json:"health"`
}

type tracesJSON struct {
	Namespaces     []string `json:"namespaces,omitempty"`
	Groups         []string `json:"groups,omitempty"`
	Provisioners   []string `json:"provisioners,omitempty"`
	StorageClasses []string `json:"storageClasses,omitempty"`
}

func layersJSON(w io.Writer, chosen app.Chosen) error {
	out := struct {
		Stack   string                         `json:"stack,omitempty"`
		Layers  []layerJSON                    `json:"layers"`
		Aliases map[string]map[string][]string `json:"aliases,omitempty"`
		Ignored []string                       `json:"ignoredNamespaces,omitempty"`
	}{Layers: []layerJSON{}, Ignored: chosen.Ignored}
	if chosen.Stack != nil {
		out.Stack = chosen.Stack.Name
	}
	for _, l := range chosen.Layers {
		out.Layers = append(out.Layers, toLayerJSON(l))
	}
	for name, alias := range chosen.Aliases {
		if out.Aliases == nil {
			out.Aliases = map[string]map[string][]string{}
		}
		out.Aliases[name] = byBackend(alias.Members)
	}
	return writeJSON(w, out)
}

// byBackend writes lists by backend as JSON does: an empty list is [], not null.
func byBackend(lists map[layer.Backend][]string) map[string][]string {
	out := map[string][]string{}
	for b, list := range lists {
		out[string(b)] = append([]string{}, list...)
	}
	return out
}

func toLayerJSON(l app.ChosenLayer) layerJSON {
	j := layerJSON{Name: l.Name, Label: l.Label, Seen: string(l.Sight), LimaOnly: l.LimaOnly, How: l.How, Needs: byBackend(l.Needs), Markers: []markerJSON{}}
	for _, p := range l.Proofs {
		j.Markers = append(j.Markers, markerJSON{p.Ref.APIVersion(), p.Ref.Kind, p.Ref.Resource, p.Ref.Namespace, p.Ref.Name, string(p.Health)})
	}
	tr := l.Traces
	if len(tr.Namespaces)+len(tr.Groups)+len(tr.Provisioners)+len(tr.StorageClasses) > 0 {
		j.Traces = &tracesJSON{tr.Namespaces, tr.Groups, tr.Provisioners, tr.StorageClasses}
	}
	return j
}
