package app

import (
	"fmt"

	"github.com/univ-lehavre/nestor/ports"
)

// Remember keeps a cluster that the operator confirmed, so that it is not asked about again.
type Remember struct{ Writer ports.KnownWriter }

// Run keeps it in place of what was kept of the same stack.
func (r Remember) Run(k ports.KnownCluster) error {
	if err := r.Writer.Remember(k); err != nil {
		return fmt.Errorf("remembering the cluster of %s: %w", k.Stack, err)
	}
	return nil
}

// Forget drops what was confirmed of a stack.
type Forget struct {
	Declared
	Writer ports.KnownWriter
}

// Run forgets every cluster that was confirmed under the stack's name, and gives them. Only without a name is a topology
// read: a stack whose file is gone can still be forgotten.
func (f Forget) Run(name, file string) (stack string, dropped []ports.KnownCluster, err error) {
	if name == "" {
		wanted, err := f.Stack(name, file)
		if err != nil {
			return "", nil, err
		}
		name = wanted.Stack.Name
	}
	dropped, err = f.Writer.Forget(name)
	if err != nil {
		return name, nil, fmt.Errorf("forgetting the cluster of %s: %w", name, err)
	}
	return name, dropped, nil
}
