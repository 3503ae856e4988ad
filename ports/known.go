package ports

import "time"

// KnownCluster is a cluster that the operator confirmed as a stack's. No secret is in it.
type KnownCluster struct {
	Stack     string
	File      string    // the topology's real file: stacks of one name in two repositories are two stacks
	Endpoint  string    // the server's URL, as in the kubeconfig
	CASHA256  string    // hex, of the one CA that vouched for the server; empty when there was no single one
	UID       string    // metadata.uid of namespace kube-system; empty when it could not be read
	Confirmed time.Time // when the operator said yes
}

// Of reports an entry of the stack that this topology declares.
func (k KnownCluster) Of(stack, file string) bool { return k.Stack == stack && k.File == file }
