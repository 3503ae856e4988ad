package app

import "github.com/univ-lehavre/nestor/ports"

// Remember keeps a cluster that the operator confirmed, so that it is not asked about again.
type Remember struct{ Writer ports.KnownWriter }

// Run keeps it in place of what was kept of the same stack.
func (r Remember) Run(k ports.KnownCluster) error {
	return r.Writer.Remember(k)
}

// Forget drops what was confirmed of a stack.
type Forget struct {
	Declared
	Writer ports.KnownWriter
}

// Run forgets what was confirmed of the stack, and gives it. A stack whose topology is gone is forgotten by its name.
func (f Forget) Run(name, file string) (stack string, dropped []ports.KnownCluster, err error) {
	wanted, err := f.Stack(name, file)
	switch {
	case err == nil:
		name, file = wanted.Stack.Name, wanted.Stack.File
	case name == "":
		return "", nil, err
	default:
		file = ""
	}
	dropped, err = f.Writer.Forget(name, file)
	return name, dropped, err
}
