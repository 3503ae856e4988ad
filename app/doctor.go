package app

import (
	"context"
	"errors"

	"golang.org/x/sync/errgroup"

	"github.com/univ-lehavre/nestor/domain/doctor"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Surroundings is what a doctor looks at besides what a preview reads. Nothing in it can write, or reach a cluster.
type Surroundings struct {
	Programs   ports.ProgramReader
	Files      ports.FileReader
	Repository ports.RepositoryReader
	Inventory  ports.InventoryReader
	Variables  []ports.Variable // of the environment, those that may count
	KnownFile  string           // of confirmed clusters; empty when there is no place for it
	Build      ports.Build
}

// Doctor says what this machine and repository have for nestor. It reaches no cluster.
type Doctor struct {
	Readers
	Surroundings
	Spoken doctor.Spoken
}

// Run looks at everything, for the stack that is named or for all. Its error is a NotDeclared: the stack that was named is
// not there.
func (d Doctor) Run(ctx context.Context, o StackOptions) (DoctorReport, error) {
	looked, err := d.lookedAt(o)
	if err != nil {
		return DoctorReport{}, err
	}
	r := DoctorReport{Schema: DoctorSchema, Nestor: buildReport(d.Build, d.Spoken), Programs: []ProgramReport{}}
	programs := d.programs(ctx)
	for _, p := range programs {
		r.Programs = append(r.Programs, programReport(p))
	}
	memory, kept := d.remembered()
	r.add("nestor", "", doctor.Self(d.Build, d.Spoken))
	r.add("programs", "", programFindings(programs, looked.benches()))
	r.add("environment", "", append(append(d.exported(), doctor.Variables(d.Variables)...), kept...))
	r.add("repository", "", d.repository(o, looked))
	for _, each := range looked.stacks {
		if each.valid {
			r.add("stack", each.Stack.Name, each.counted(d.kubeconfig(each.Wanted, memory, looked)))
		}
	}
	return r.summed(), nil
}

// inspected is a declared stack that was checked. Meant tells the one that is asked about: named, else active.
type inspected struct {
	checked
	name, shown    string
	example, meant bool
}

// counted softens what is found of a stack that is not asked about.
func (i inspected) counted(findings []doctor.Finding) []doctor.Finding {
	if i.meant {
		return findings
	}
	for n := range findings {
		findings[n] = findings[n].Softened()
	}
	return findings
}

// looking is what there is of stacks.
type looking struct {
	stacks []inspected
	active string
}

func (l looking) benches() []string {
	var names []string
	for _, s := range l.stacks {
		if s.valid && s.Stack.Kind == stack.Lima {
			names = append(names, s.Stack.Name)
		}
	}
	return names
}

// lookedAt checks the topologies: the one that is named, else all of the repository.
func (d Doctor) lookedAt(o StackOptions) (looking, error) {
	found, err := d.Documents.Stacks() // that there is no repository is a finding
	var l looking
	for _, f := range found {
		if f.Active {
			l.active = f.Name
		}
	}
	if o.Stack != "" || o.File != "" {
		doc, err := d.Documents.Stack(o.Stack, o.File)
		var invalid *ports.InvalidDocument
		if err != nil && !errors.As(err, &invalid) {
			return l, NotDeclared{err}
		}
		each := inspected{checked: d.declared().check(Operand{o.Stack, o.File}, doc.Shown), meant: true}
		each.name, each.shown = each.files[0].Stack, each.files[0].Shown
		l.stacks = append(l.stacks, each)
		return l, nil
	}
	if err != nil {
		return l, nil
	}
	for _, f := range found {
		l.stacks = append(l.stacks, inspected{d.declared().check(Operand{File: f.File}, f.Shown), f.Name, f.Shown, f.Example, f.Active})
	}
	return l, nil
}

// inspectedPrograms are those that nestor starts, in the order in which they are shown.
var inspectedPrograms = []string{"kubectl", "limactl", "ssh", "scp"}

// programs asks them all at once: one that hangs holds up no other.
func (d Doctor) programs(ctx context.Context) []ports.Program {
	all := make([]ports.Program, len(inspectedPrograms))
	var group errgroup.Group
	for i, name := range inspectedPrograms {
		group.Go(func() error {
			all[i] = d.Programs.Program(ctx, name)
			return nil
		})
	}
	_ = group.Wait() // none of them fails
	return all
}

func programFindings(all []ports.Program, benches []string) []doctor.Finding {
	var found []doctor.Finding
	for _, p := range all {
		switch p.Name {
		case "kubectl":
			found = append(found, doctor.Kubectl(p))
		case "limactl":
			found = append(found, doctor.Limactl(p, benches))
		default:
			found = append(found, doctor.Copier(p))
		}
	}
	return found
}

// exported is what KUBECONFIG comes to, whatever stack is meant.
func (d Doctor) exported() []doctor.Finding {
	r := target.Resolve(d.Environment, stack.Stack{Kind: stack.Lima}, "", false)
	var missing []string
	for _, file := range r.Files {
		if !d.Kubeconfigs.Exists(file) {
			missing = append(missing, file)
		}
	}
	return doctor.Exported(r.Files, missing, r.Missing)
}

// remembered reads what was confirmed. When that cannot be read it is a finding, and nothing counts as confirmed.
func (d Doctor) remembered() (memory, []doctor.Finding) {
	m, err := d.memory()
	kept := doctor.Memory{File: d.KnownFile, Stacks: len(m.known), Problem: err}
	if kept.File != "" {
		kept.Facts = d.Files.Look(kept.File)
	}
	return m, doctor.Remembered(kept)
}

// repository says where the topologies are, and whether they are valid, with the files beside them.
func (d Doctor) repository(o StackOptions, l looking) []doctor.Finding {
	place, err := d.Repository.Repository()
	found := []doctor.Finding{doctor.Place(place, err)}
	if err == nil && o.Stack == "" && o.File == "" {
		var names []string
		for _, s := range l.stacks {
			names = append(names, s.name)
		}
		found = append(found, doctor.Active(l.active, names))
	}
	for _, s := range l.stacks {
		f := s.files[0]
		kind := ""
		if s.valid {
			kind = string(s.Stack.Kind)
		}
		found = append(found, s.counted([]doctor.Finding{doctor.Checked(doctor.Declared{Stack: s.name, Shown: s.shown, Kind: kind, Example: s.example,
			Faults: f.count(ports.Wrong), Warnings: f.count(ports.Doubtful)})})...)
	}
	found = append(found, layersBeside(l)...)
	if err != nil && len(l.stacks) == 0 {
		return found
	}
	var beside ports.Document
	if len(l.stacks) == 1 {
		beside = l.stacks[0].Document
	}
	inventory, err := d.Inventory.Inventory(beside, "")
	return append(found, doctor.Inventory(inventory.Shown, err))
}

// layersBeside says whether the catalogues beside the stacks are valid, each once.
func layersBeside(l looking) []doctor.Finding {
	var found []doctor.Finding
	seen := map[string]bool{}
	for _, s := range l.stacks {
		for _, f := range s.files[1:] {
			if !seen[f.Shown] {
				seen[f.Shown] = true
				found = append(found, doctor.Checked(doctor.Declared{Shown: f.Shown, Faults: f.count(ports.Wrong), Warnings: f.count(ports.Doubtful)}))
			}
		}
	}
	if len(found) == 0 && len(l.stacks) > 0 {
		return []doctor.Finding{doctor.NoLayers()}
	}
	return found
}

// kubeconfig judges what a stack has to reach its cluster with, as every command does before it starts a program. Somebody
// to ask is assumed: that a question would follow is no fault of this machine.
func (d Doctor) kubeconfig(w Wanted, m memory, l looking) []doctor.Finding {
	r := d.Readers
	r.Asking = target.AtTerminal
	a := r.aimKnowing(w, "", m)
	means := doctor.Means{Case: a.Case, Warnings: a.warnings, Twins: d.twins(w, l), Default: conventional(w.Stack.Name)}
	if a.judgement.Verdict == target.Refuse {
		means.Refused = a.judgement.Reasons
	}
	for _, d0 := range w.Doubts {
		if d0.Code == stack.CodeSharedKubeconfig {
			means.Warnings = append(means.Warnings, target.Reason{Code: d0.Code, Text: say.Textf("%v", d0.Fault)})
		}
	}
	v := a.Kubeconfig.View
	for _, file := range v.InGit {
		if d.Files.Look(file).Tracked {
			means.Tracked = append(means.Tracked, file)
		}
	}
	if v.Auth == ports.AuthExec {
		_, means.Plugin = d.Programs.Find(v.AuthCommand)
	}
	return doctor.Kubeconfig(means)
}

// twins are the other stacks that name the same file and context. An exported KUBECONFIG is said once, elsewhere.
func (d Doctor) twins(w Wanted, l looking) []string {
	own := d.own(w.Stack)
	var names []string
	for _, other := range l.stacks {
		if !other.valid || other.Stack.File == w.Stack.File || len(own.Files) != 1 {
			continue
		}
		its := d.own(other.Stack)
		if len(its.Files) == 1 && its.Context == own.Context && (its.Files[0] == own.Files[0] || d.Kubeconfigs.Same(its.Files[0], own.Files[0])) {
			names = append(names, other.Stack.Name)
		}
	}
	return names
}

func (d Doctor) own(s stack.Stack) target.Resolution {
	env := d.Environment
	env.Kubeconfig = ""
	return resolve(d.Kubeconfigs, env, s, "")
}

func sentenceOf(faults, doubts int) say.Text {
	switch {
	case faults > 0 && doubts > 0:
		return say.Textf("%s, %s", lacking(faults), say.Plural(doubts, "%d thing to look at", "%d things to look at"))
	case faults > 0:
		return lacking(faults)
	case doubts > 0:
		return say.Textf("nothing that is needed is missing, %s", say.Plural(doubts, "%d thing to look at", "%d things to look at"))
	}
	return say.Textf("nothing that is needed is missing")
}

func lacking(n int) say.Text {
	return say.Plural(n, "%d thing that is needed is missing or does not work", "%d things that are needed are missing or do not work")
}
