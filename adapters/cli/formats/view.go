package formats

import (
	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Tone is what a mark's colour says. Its symbol says it too.
type Tone string

// The tones.
const (
	Good  Tone = "good"  // as wanted
	New   Tone = "new"   // to be made
	Doubt Tone = "doubt" // half there, or not known
	Bad   Tone = "bad"   // broken, or refused
	Quiet Tone = "quiet" // no part of what is to do now
)

// Mark is the symbol that carries a meaning, with the tone of its colour.
type Mark struct {
	Symbol string
	Tone   Tone
}

// Row is one named thing of a list, and what is said of it.
type Row struct {
	Mark Mark
	Name string
	Text say.Text
}

// Preview is a report in the words of the text that a terminal shows.
type Preview struct {
	Report    app.Report
	Mark      Mark       // the worst of what is to do
	Sentence  say.Text   // what it all comes to
	Source    say.Text   // of a replay: that no cluster was read
	Reached   []say.Text // kind, address, kubeconfig, context
	Files     []say.Text // what was declared, where
	Confirmed say.Text   // why the cluster is believed to be the stack's; empty when it is not
	Judgement say.Text
	Reasons   []say.Text // of the judgement, the decisive one first, and what else was compared
	Wanted    say.Text
	Real      say.Text
	Machines  []Row
	Nodes     []Node
	Layers    []Layer
	Extra     say.Text // there, and not declared
	Notes     []say.Text
	Requests  say.Text
}

// Node is one declared node.
type Node struct {
	Row
	Roles      []string
	Version    string
	Remarkable bool // there is more to say than that it is as declared
}

// Layer is one wanted layer.
type Layer struct {
	app.LayerReport
	Mark    Mark
	Label   string // what people call it
	Verdict say.Text
	Action  say.Text // empty when there is nothing to do
	Found   say.Text
	Remarks []say.Text
}

// Overview is what is more of a list: the changes since another report, or the previews of all stacks.
type Overview struct {
	Title    say.Text
	Mark     Mark
	Intro    []say.Text
	Sections []Section
	Notes    []say.Text
}

// Section is a titled list.
type Section struct {
	Title say.Text
	Rows  []Row
}

// SinceTitle is the title of what changed since another report.
func SinceTitle(stack, when string) say.Text {
	return say.Textf("%s, since the report of %s", stack, when)
}

// AllTitle is the title of the previews of all stacks.
func AllTitle(stacks int) say.Text { return say.Plural(stacks, "%d stack", "%d stacks") }
