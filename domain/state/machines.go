package state

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// MachineList names the evidence of machines, which is the command that shows it.
const MachineList = "limactl list"

// machineReport is what limactl says of a bench. It is empty on prod, where machines are none of the tool's business.
type machineReport struct {
	state      ports.MachinesState
	reason     say.Text
	known      bool // limactl answered from a folder that exists: one that does not may be the wrong one
	noneExists bool // known, and no declared VM is there: then no layer of this stack is
	declared   []Machine
	others     []Machine
}

func reportMachines(in Input) machineReport {
	if in.Stack.Kind != stack.Lima {
		return machineReport{}
	}
	r := machineReport{state: in.Machines.State, reason: in.Machines.Text()}
	r.known = r.state == ports.MachinesRead
	real := map[string]ports.Machine{}
	if r.state == ports.MachinesRead {
		for _, m := range in.Machines.Items {
			real[m.Name] = m
		}
	}
	for _, n := range in.Stack.Nodes {
		r.declared = append(r.declared, r.machine(n.Name, real))
		maps.DeleteFunc(real, func(vm string, _ ports.Machine) bool { return strings.EqualFold(vm, n.Name) })
	}
	r.noneExists = r.known && len(r.declared) > 0 && r.count(MachineMissing) == len(r.declared)
	for name, m := range real {
		r.others = append(r.others, Machine{Name: name, Status: m.Status, Verdict: machineWord(m.Status),
			Code: machineCode(m.Status), DeclaredBy: in.OtherStacks[name], Errors: m.Errors})
	}
	slices.SortFunc(r.others, func(a, b Machine) int { return cmp.Compare(a.Name, b.Name) })
	return r
}

func (r machineReport) machine(name string, real map[string]ports.Machine) Machine {
	m, exists := real[name]
	for other := range real {
		if !exists && strings.EqualFold(other, name) { // as nodes are matched; limactl itself tells them apart
			m, exists = real[other], true
		}
	}
	switch {
	case !r.known:
		return Machine{Name: name, Declared: true, Verdict: MachineUnknown, Code: CodeMachinesUnread}
	case !exists:
		return Machine{Name: name, Declared: true, Verdict: MachineMissing, Code: CodeMachineMissing}
	}
	return Machine{Name: name, Declared: true, Status: m.Status, Verdict: machineWord(m.Status), Code: machineCode(m.Status), Errors: m.Errors}
}

// machineWord reads limactl's status. Its empty one (unreadable configuration) and those of a VM being made are other.
func machineWord(status string) string {
	switch status {
	case "Running":
		return MachineRunning
	case "Stopped":
		return MachineStopped
	case "Broken":
		return MachineBroken
	}
	return MachineOther
}

// machineCode is that of a status which is not Running.
func machineCode(status string) string {
	switch machineWord(status) {
	case MachineRunning:
		return ""
	case MachineStopped:
		return CodeMachineStopped
	case MachineBroken:
		return CodeMachineBroken
	}
	if underConstruction(status) {
		return CodeMachineMade
	}
	return CodeMachineOdd
}

func underConstruction(status string) bool {
	return status == "Installing" || status == "Uninitialized"
}

func (r machineReport) count(verdict string) int {
	n := 0
	for _, m := range r.declared {
		if m.Verdict == verdict {
			n++
		}
	}
	return n
}

// ruling judges the layer of machines; that none exists was ruled before.
func (r machineReport) ruling() ruling {
	if !r.known {
		reason := say.First(r.reason, say.Verbatim(string(r.state)))
		return ruling{verdict: Unknown, code: CodeMachinesUnread, decides: []Evidence{{Object: MachineList, Outcome: ports.Unread.String(),
			Detail: notAnswered(ports.Unread, reason)}}}
	}
	running := r.count(MachineRunning)
	e := Evidence{Object: MachineList, Outcome: ports.Found.String(), Detail: r.summary(running)}
	out := ruling{verdict: Degraded, code: CodeMachinesDown, detail: e.Detail, decides: []Evidence{e}}
	switch {
	case running == len(r.declared):
		out.verdict, out.code = Present, ""
	case r.count(MachineMissing) > 0:
		out.verdict, out.code = Partial, CodeMachinesMissing
	case r.beingMade():
		out.code, out.waiting = CodeMachineMade, true
	}
	return out
}

func (r machineReport) summary(running int) say.Text {
	var others []say.Text
	for _, m := range r.declared {
		if m.Verdict != MachineRunning {
			others = append(others, say.Join(" ", say.Verbatim(m.Name), m.word()))
		}
	}
	if len(others) == 0 {
		return say.Textf("%d/%d VMs Running", running, len(r.declared))
	}
	return say.Textf("%d/%d VMs Running: %s", running, len(r.declared), say.Join(", ", others...))
}

func (m Machine) word() say.Text {
	switch {
	case m.Verdict == MachineOther && m.Status == "":
		return say.Textf("without a status")
	case m.Verdict == MachineOther:
		return say.Verbatim(m.Status)
	}
	return StatusWords(m.Verdict)
}

// beingMade reports that every VM that does not run is on its way.
func (r machineReport) beingMade() bool {
	return !slices.ContainsFunc(r.declared, func(m Machine) bool {
		return m.Verdict != MachineRunning && !underConstruction(m.Status)
	})
}

func noVM() say.Text { return say.Textf("no declared VM exists") }

func noMachine() Evidence {
	return Evidence{Object: MachineList, Outcome: ports.Missing.String(), Detail: noVM()}
}
