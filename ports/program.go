package ports

// ProgramState says what became of asking a program for its version.
type ProgramState string

// The states of a program. Only ProgramAnswers has a version.
const (
	ProgramMissing ProgramState = "missing" // PATH does not lead to it
	ProgramAnswers ProgramState = "answers" // it was started and ended well, or need not be asked
	ProgramHangs   ProgramState = "hangs"   // it did not end within its time
	ProgramFails   ProgramState = "fails"   // it could not be started, or ended with an error
)

// Program is a program of this machine.
type Program struct {
	Name    string
	Path    string // where PATH leads; empty when that is nowhere
	State   ProgramState
	Version string // as it calls it; empty when it said none, or was not asked
	Problem error  // why it is not there, or why it has no version
}

// Build is what this nestor was made of.
type Build struct {
	Version      string
	Commit, Date string // of the source, as far as it is known: a hash, and its time in UTC
	Modified     bool   // the source was not quite that commit
	Go, OS, Arch string
}

// Variable is one of the process's environment.
type Variable struct{ Name, Value string }

// FileFacts is what is known of a file without opening it.
type FileFacts struct {
	There   bool
	Shared  bool // other users of this machine may read or write it
	Tracked bool // it is in the index of the git work tree around it
}

// Repository is where topologies are looked for.
type Repository struct {
	Start      string // the folder where the search begins
	Top        string // the first folder upwards that holds an active topology, or topologies
	Topologies string // the folder of topologies; empty when there is none
	Active     string // topology.yaml; empty when there is none
}
