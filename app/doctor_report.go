package app

import (
	"github.com/univ-lehavre/nestor/domain/doctor"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// DoctorSchema names the form of a doctor's machine output.
const DoctorSchema = "nestor.doctor/v1"

// DoctorReport is what a machine and a repository have for nestor. No secret is in it.
type DoctorReport struct {
	Schema   string          `json:"schema"`
	Nestor   BuildReport     `json:"nestor"`
	Programs []ProgramReport `json:"programs"`
	Sections []DoctorSection `json:"sections"`
	Faults   int             `json:"faults"` // needed, and missing or not working
	Doubts   int             `json:"doubts"`
	Sentence say.Text        `json:"sentence"`
}

// BuildReport is which nestor ran, and in which language it speaks.
type BuildReport struct {
	Version      string `json:"version"`
	Go           string `json:"go"`
	OS           string `json:"os"`
	Arch         string `json:"arch"`
	Language     string `json:"language"`
	LanguageFrom string `json:"languageFrom"` // a variable or --lang; empty: nothing chose another
}

// ProgramReport is a program of this machine.
type ProgramReport struct {
	Name    string `json:"name"`
	Path    string `json:"path"`
	State   string `json:"state"` // answers, missing, hangs or fails
	Version string `json:"version"`
	Problem string `json:"problem,omitempty"`
}

// DoctorSection is what was found of one subject.
type DoctorSection struct {
	Name     string          `json:"name"` // nestor, programs, environment, repository or stack
	Stack    string          `json:"stack,omitempty"`
	Findings []DoctorFinding `json:"findings"`
}

// DoctorFinding is one fact, with what to do about it.
type DoctorFinding struct {
	Code   string   `json:"code"`
	State  string   `json:"state"` // fine, doubt or fault
	Topic  say.Text `json:"topic"`
	Text   say.Text `json:"text"`
	Advice say.Text `json:"advice,omitzero"`
}

// Status is the exit status that a report calls for.
func (r DoctorReport) Status() int {
	if r.Faults > 0 {
		return Failed
	}
	return Done
}

func (r *DoctorReport) add(name, stack string, findings []doctor.Finding) {
	section := DoctorSection{Name: name, Stack: stack, Findings: []DoctorFinding{}}
	for _, f := range findings {
		section.Findings = append(section.Findings, DoctorFinding{f.Code, string(f.State), f.Topic, f.Text, f.Do})
	}
	r.Faults += doctor.Count(findings, doctor.Fault)
	r.Doubts += doctor.Count(findings, doctor.Doubt)
	r.Sections = append(r.Sections, section)
}

func (r DoctorReport) summed() DoctorReport {
	r.Sentence = sentenceOf(r.Faults, r.Doubts)
	return r
}

func buildReport(b ports.Build, s doctor.Spoken) BuildReport {
	return BuildReport{b.Version, b.Go, b.OS, b.Arch, s.Name, s.From}
}

func programReport(p ports.Program) ProgramReport {
	r := ProgramReport{Name: p.Name, Path: p.Path, State: string(p.State), Version: p.Version}
	if p.Problem != nil {
		r.Problem = p.Problem.Error()
	}
	return r
}
