// Package kubectl reads a cluster through `kubectl get` and believes only what the API server itself answered.
//
// kubectl's own output does not tell "absent" from "could not read": a failed get prints an empty List. So every
// process runs with -v=6, which logs each HTTP request with its status, and an answer is the request's own line.
// Every read also asks for namespace kube-system, which exists in any cluster: without it nothing is believed.
package kubectl

import (
	"context"
	"io"
	"time"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
)

// Reader reads clusters with kubectl. It keeps nothing between two reads and is safe for concurrent use.
type Reader struct {
	runner  run.Runner
	timeout time.Duration
}

var _ ports.ClusterReader = (*Reader)(nil)

// New gives a Reader whose processes are started by runner. The timeout holds for each wave of processes.
func New(runner run.Runner, timeout time.Duration) *Reader {
	return &Reader{runner: runner, timeout: timeout}
}

// wave bounds the processes that are started with the context it returns.
func (r *Reader) wave(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, r.timeout)
}

// get runs kubectl once. What is recorded of it is what is read of it.
func (r *Reader) get(ctx context.Context, access ports.Access, stdin []byte, args []string) reading {
	var printed document
	streamed := false
	result := r.runner.Run(ctx, run.Call{
		Program: "kubectl", Args: args, Stdin: stdin, Kubeconfig: access.Kubeconfig, Keep: keep, KeepStderr: keepStderr,
		Stream: func(stdout io.Reader) { printed, streamed = decodeStream(stdout), true },
	})
	if !streamed {
		printed = decode(result.Stdout)
	}
	return newReading(result, printed, access, r.timeout)
}

// getList lists resources across namespaces in one process. One resource type that kubectl does not know
// empties the whole answer, so it is asked again without that one.
func (r *Reader) getList(ctx context.Context, access ports.Access, refs []ports.ObjectRef) reading {
	var before []ports.Request
	var unknown []string
	for {
		got := r.get(ctx, access, nil, run.KubectlList(access.Context, resourceNames(refs)...))
		got.requests = append(before, got.requests...)
		got.unknown, got.asked = unknown, refs
		rest := without(refs, got.said.unknownResource())
		if len(rest) == len(refs) || got.stopped() != nil {
			return got
		}
		before, unknown, refs = got.requests, append(unknown, got.said.unknownResource()), rest
	}
}

// without leaves out the refs of a resource, but never the positive control.
func without(refs []ports.ObjectRef, resource string) []ports.ObjectRef {
	var rest []ports.ObjectRef
	for _, ref := range refs {
		if resource == "" || ref.Resource != resource || ref == namespaces {
			rest = append(rest, ref)
		}
	}
	return rest
}

func resourceNames(refs []ports.ObjectRef) []string {
	names := make([]string, len(refs))
	for i, ref := range refs {
		names[i] = resourceName(ref)
	}
	return names
}

// resourceName is how kubectl is told which resource is meant. With its version it needs no full discovery.
func resourceName(ref ports.ObjectRef) string {
	if ref.Group == "" || ref.Version == "" {
		return ref.Resource
	}
	return ref.Resource + "." + ref.Version + "." + ref.Group
}
