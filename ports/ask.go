package ports

import (
	"context"

	"github.com/univ-lehavre/nestor/ports/say"
)

// Question is what an operator is shown before saying whether a cluster is the stack's. No secret is in it.
type Question struct {
	Stack    string
	Endpoint string
	Context  string
	Files    []string
	UID      string
	CASHA256 string
	Nodes    []SeenNode
	Matches  []say.Text // what speaks for it, in words
	Doubts   []say.Text // what does not, in words
}

// SeenNode is a node as the question shows it.
type SeenNode struct {
	Name  string
	State say.Text // such as "Ready" or "NotReady, not declared"
}

// Confirmer asks the operator. Only a clear yes is true: no answer, an interruption and anything else are false.
type Confirmer interface {
	Confirm(ctx context.Context, q Question) bool
}
