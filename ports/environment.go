package ports

import "time"

// Environment is what the core may know of the process around it, read once and passed in.
type Environment struct {
	Home          string
	Kubeconfig    string // KUBECONFIG as exported; empty or blank counts as not exported
	ListSeparator string // between the files of KUBECONFIG: ":" or, on Windows, ";"
	WorkDir       string // where relative files of KUBECONFIG start
	Now           time.Time
}
