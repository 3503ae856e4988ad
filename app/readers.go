package app

import (
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
)

// Readers is what the use cases look at the world with. Nothing in it can write.
type Readers struct {
	Documents   ports.DocumentReader
	Kubeconfigs ports.KubeconfigReader
	Known       ports.KnownReader
	Cluster     ports.ClusterReader
	Machines    ports.MachineReader
	Confirmer   ports.Confirmer // asked only when Asking says that somebody is there
	Asking      target.Asking
	Environment ports.Environment
	Source      Source // where the answers come from
}

// declared is the reading of declared files.
func (r Readers) declared() Declared { return Declared{r.Documents, r.Environment.Home} }

// StackOptions say which stack, and how to reach its cluster.
type StackOptions struct {
	Stack   string // a stack's name; empty with File empty: the active one
	File    string
	Context string // overrides the topology's context
}
