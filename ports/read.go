// Package ports holds the interfaces between the core and the world, and the plain data that crosses them.
//
// This file is all that a preview is given: nothing in it can change anything. Writing is write.go's.
package ports

import (
	"context"

	"github.com/univ-lehavre/nestor/ports/say"
)

// ClusterReader reads a cluster with `kubectl get`. Failures are part of the answers: it returns no error.
type ClusterReader interface {
	// Overview reads nodes, namespaces, storage classes and workloads in one process.
	Overview(ctx context.Context, access Access, q OverviewQuestion) Overview
	// Objects reads each marker by name, and what the missing ones call for. A Ref may be among them once at most.
	Objects(ctx context.Context, access Access, markers []Marker) ObjectsAnswer
}

// MachineReader lists the VMs of a bench.
type MachineReader interface {
	Machines(ctx context.Context) Machines
}

// KubeconfigReader reads kubeconfig files as kubectl does.
type KubeconfigReader interface {
	// Exists reports whether a file is there (a link to nothing is not).
	Exists(path string) bool
	// Same reports whether two paths lead to one file.
	Same(a, b string) bool
	// Read merges the files, first definition first, and freezes the context (empty: the current one).
	Read(files []string, context string) Kubeconfig
}

// DocumentReader finds and parses declared files. An unreadable or malformed file is an error;
// an *InvalidDocument carries the places of syntax faults.
type DocumentReader interface {
	// Stack parses the topology of the named stack, or of the file, or the active one when both are empty.
	Stack(name, file string) (Document, error)
	// Catalogue parses the embedded catalogue and, if there is one, the operator's own: beside a stack's document, or,
	// for the zero Document, in the repository around the starting folder.
	Catalogue(beside Document) (embedded Document, overlay *Document, err error)
	// Others gives the other topologies beside this one, as far as they parse.
	Others(than Document) []Document
	// Stacks lists the topologies of the repository around the starting folder, sorted by name, without reading them.
	Stacks() ([]StackFile, error)
}

// ErrNoActiveStack is in the error of a DocumentReader that is asked for the active stack where none is.
var ErrNoActiveStack = say.Errorf("no stack is active")

// ErrNoMemory is the error of a KnownReader that has no place to look at: whether anything was confirmed is not known.
var ErrNoMemory = say.Errorf("what was confirmed before is not known, for neither HOME nor XDG_STATE_HOME is set")

// KnownReader reads which clusters the operator has confirmed. A file that is not there holds none; one that cannot be
// read or understood is an error: what was confirmed is then not known.
type KnownReader interface {
	Known() ([]KnownCluster, error)
}

// InventoryReader finds and parses Ansible inventories in YAML.
type InventoryReader interface {
	// Inventory parses the named file, else the one of the repository that holds a stack's topology. No such file is an error
	// that is fs.ErrNotExist. Neither the document nor an error shows a value: an inventory holds passwords.
	Inventory(beside Document, file string) (Document, error)
	// VariablesBeside names the folders beside an inventory that hold more variables, which are not read.
	VariablesBeside(inventory Document) []string
}

// ReportReader reads what an earlier preview printed.
type ReportReader interface {
	Report(file string) ([]byte, error)
}

// ProgramReader looks at programs of this machine. It starts them for their version alone, for a short time.
type ProgramReader interface {
	// Program looks at one that nestor works with. A program that it does not know how to ask is only looked for.
	Program(ctx context.Context, name string) Program
	// Find gives where PATH leads for a name, or the path itself when it is that of a program.
	Find(name string) (path string, err error)
}

// FileReader looks at a file without opening it.
type FileReader interface {
	Look(path string) FileFacts
}

// RepositoryReader finds the folder that holds the topologies. That there is none is an error, and Start is set with it.
type RepositoryReader interface {
	Repository() (Repository, error)
}
