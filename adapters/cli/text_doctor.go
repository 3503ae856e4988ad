package cli

import (
	"strings"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/doctor"
	"github.com/univ-lehavre/nestor/ports/say"
)

// findingMarks are those of findings: only ! is something needed that is missing or does not work.
var findingMarks = map[string]mark{
	string(doctor.Fine):  speaks,
	string(doctor.Doubt): doubted,
	string(doctor.Fault): {"!", red},
}

// doctor prints one line for each fact, and below it what to do.
func (p *page) doctor(r app.DoctorReport) error {
	for _, s := range r.Sections {
		p.title(sectionTitle(s))
		p.findings(s.Findings)
	}
	p.conclude(p.told(r.Sentence))
	return p.err
}

func sectionTitle(s app.DoctorSection) say.Text {
	switch s.Name {
	case "programs":
		return say.Textf("PROGRAMS")
	case "environment":
		return say.Textf("ENVIRONMENT")
	case "repository":
		return say.Textf("REPOSITORY")
	case "stack":
		return say.Textf("STACK %s", s.Stack)
	}
	return say.Verbatim("NESTOR")
}

// widestTopic is the column behind which facts stand; a longer topic pushes only its own.
const widestTopic = 11

func (p *page) findings(all []app.DoctorFinding) {
	for _, f := range all {
		m, topic := findingMarks[f.State], p.in(f.Topic)
		p.hang("  "+p.ink.paint(m.tint, m.symbol)+" "+pad(topic, widestTopic)+"  ", max(widest(topic), widestTopic)+6, plain, p.told(f.Text))
		if !f.Advice.IsZero() {
			p.hang("    "+p.ink.paint(bold, "→ "), 6, plain, p.told(f.Advice))
		}
	}
}

// told is a sentence in the operator's language, with ~ for the home folder in its paths.
func (p *page) told(text say.Text) say.Text {
	words := strings.Split(p.in(text), " ")
	for i, word := range words {
		open := word[:len(word)-len(strings.TrimLeft(word, `("'«`))]
		words[i] = open + p.short(word[len(open):])
	}
	return say.Verbatim(strings.Join(words, " "))
}
