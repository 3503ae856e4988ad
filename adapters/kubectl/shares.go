package kubectl

import (
	"context"
	"sync"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
)

// kubectl asks for one object after the other: many questions are shared out over several processes. Below this number
// another process costs more than it saves, and more than three at once only wait for each other.
const (
	questionsEach = 40
	mostProcesses = 3
)

// shared shares questions out evenly, in their order.
func shared[T any](all []T) [][]T {
	n := min(max(1, (len(all)+questionsEach-1)/questionsEach), mostProcesses)
	shares := make([][]T, n)
	for i := range shares {
		shares[i] = all[i*len(all)/n : (i+1)*len(all)/n]
	}
	return shares
}

// getShares reads the objects of n shares at once, each in a process of its own.
func (r *Reader) getShares(ctx context.Context, access ports.Access, n int, refs func(share int) []ports.ObjectRef) []reading {
	readings := make([]reading, n)
	var together sync.WaitGroup
	for i := range readings {
		together.Go(func() { readings[i] = r.getObjects(ctx, access, refs(i)) })
	}
	together.Wait()
	return readings
}

// getObjects reads objects by name in one process, the positive control first. What cannot be asked for is left out:
// one such entry would make kubectl, or its runner, refuse all of them.
func (r *Reader) getObjects(ctx context.Context, access ports.Access, refs []ports.ObjectRef) reading {
	asked, names := []ports.ObjectRef{kubeSystem}, []run.ObjectName{nameOf(kubeSystem)}
	for _, ref := range refs {
		if ref != kubeSystem && unaskable(ref).IsZero() {
			asked, names = append(asked, ref), append(names, nameOf(ref))
		}
	}
	got := r.get(ctx, access, run.NameList(names), run.KubectlNames(access.Context))
	got.account(asked)
	return got
}
