package ports

import "github.com/univ-lehavre/nestor/ports/say"

// Machine is a Lima VM as `limactl list` shows it.
type Machine struct {
	Name   string
	Status string   // "Running", "Stopped", "Broken", "", "Uninitialized", "Installing": as limactl wrote it
	Errors []string // limactl's own words
}

// MachinesState tells apart the answers of limactl that look alike.
type MachinesState string

// Only MachinesRead is knowledge: an empty list then means that there is no VM.
const (
	MachinesUnread       MachinesState = ""              // failed, or never asked
	MachinesRead         MachinesState = "read"          // limactl answered; the list is complete
	MachinesNotInstalled MachinesState = "not-installed" // no limactl on this machine
	MachinesNoHome       MachinesState = "no-home"       // the Lima folder does not exist: no VM was ever made there, or they are elsewhere
)

// Machines is limactl's answer.
type Machines struct {
	State  MachinesState
	Reason say.Text // why it is not read
	Code   string   // stable; empty when it is read
	Do     say.Text // what to do, with one command; may be empty
	Items  []Machine
}

// Text is why it is not read and what to do, in one line.
func (m Machines) Text() say.Text { return say.Join("; ", m.Reason, m.Do) }
