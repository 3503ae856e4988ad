package ports

import "github.com/univ-lehavre/nestor/ports/say"

// RecordingWriter keeps what was answered, for replaying. It is the only thing near a preview that writes, and only
// to the file that the operator named.
type RecordingWriter interface {
	// Save writes the recording, without secrets, in one step: whole or not at all.
	Save(stack string) error
}

// KnownWriter keeps which clusters the operator has confirmed, in one local file. Two writers at once lose nothing.
type KnownWriter interface {
	// Remember keeps a confirmed cluster in place of what was kept of the same stack and file.
	Remember(c KnownCluster) error
	// Forget drops what is kept of a stack, and gives what it dropped. Without a file it drops all of the name.
	Forget(stack, file string) ([]KnownCluster, error)
}

// NowhereWriter keeps a kubeconfig that is valid and reaches no cluster: what a shell may safely be given instead of none.
type NowhereWriter interface {
	// Nowhere writes it for a stack, and gives its path.
	Nowhere(stack string) (string, error)
}

// TopologyEditor changes one line of a topology, every other byte kept.
type TopologyEditor interface {
	// Edit computes the change that sets a top-level key, beside the line of another key where it is not there yet. Nothing is
	// written before Apply. A file that cannot be edited safely is an error that gives the line to write by hand.
	Edit(file, key, value, after string) (TopologyEdit, error)
}

// TopologyEdit is a change that was computed and not yet made.
type TopologyEdit interface {
	Diff() string // as people know it, with a few lines around
	Apply() error // refuses a file that has changed meanwhile
}

// ActiveStackWriter makes a stack the active one of its repository.
type ActiveStackWriter interface {
	// Select makes topology.yaml a link to the file, in one step, and gives the link and what it holds. What is there and no
	// link is left alone.
	Select(file string) (link, leadsTo string, err error)
}

// ErrExists is the error of a file that was to be made, and is there already.
var ErrExists = say.Errorf("is there already")

// TopologyWriter makes new topologies.
type TopologyWriter interface {
	// Create writes a file of the repository's topologies, and gives its path. One that is there is left alone: ErrExists.
	Create(name string, example bool, content []byte) (path string, err error)
}

// FileCreator keeps a new file. It never touches one that is there.
type FileCreator interface {
	// Free reports why the file could not be created, as far as that can be told before.
	Free(file string) error
	// Create writes it whole or not at all; a file, folder or link of that name is an error.
	Create(file string, content []byte) error
}

// ReportWriter keeps a report in the file that the operator named, beside what was printed.
type ReportWriter interface {
	// Write replaces the file whole or not at all; a failure leaves what was there.
	Write(file string, content []byte) error
}
