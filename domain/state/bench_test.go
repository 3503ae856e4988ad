package state_test

import (
	"fmt"
	"testing"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
	"github.com/univ-lehavre/nestor/ports"
)

// large is a stack of many nodes that wants many layers, half of them there, on a cluster with many other deployments.
func large(nodes, layers, deployments int) state.Input {
	s := statetest.Dirqual()
	for i := len(s.Nodes); i < nodes; i++ {
		s.Nodes = append(s.Nodes, stack.Node{Name: fmt.Sprintf("dirqual%d", i+1), Roles: []stack.Role{stack.Worker}})
	}
	w := statetest.Healthy(s)
	for i := len(w.Catalogue.Layers); i < layers; i++ {
		name := fmt.Sprintf("extra-%d", i)
		proof := statetest.Workload("Deployment", name, "server")
		w.Catalogue.Layers = append(w.Catalogue.Layers, layer.Layer{Name: name, Sight: layer.ByProofs, Proofs: []layer.Proof{proof},
			Needs:  map[layer.Backend][]string{layer.Ceph: {"kubernetes"}, layer.LocalPath: {"kubernetes"}},
			Traces: layer.Traces{Namespaces: []string{name}}})
		w.Stack.Layers = append(w.Stack.Layers, name)
		if i%2 == 0 {
			w.With(name)
		}
	}
	for i := range deployments {
		ref := ports.ObjectRef{Group: "apps", Version: "v1", Kind: "Deployment", Resource: "deployments", Namespace: fmt.Sprintf("team-%d", i%200), Name: fmt.Sprintf("service-%d", i)}
		w.Elsewhere(ports.Object{Ref: ref, Workload: &ports.Workload{Wanted: 1, Ready: 1, Updated: 1}})
	}
	return w.ByLists().Input
}

func benchmarkCompose(b *testing.B, nodes, layers, deployments int) {
	in := large(nodes, layers, deployments)
	b.ReportAllocs()
	for b.Loop() {
		if st := state.Compose(in); len(st.Layers) < layers-18 {
			b.Fatalf("%d layers", len(st.Layers))
		}
	}
}

func BenchmarkCompose18Layers(b *testing.B)                      { benchmarkCompose(b, 4, 18, 0) }
func BenchmarkCompose400Layers(b *testing.B)                     { benchmarkCompose(b, 4, 400, 0) }
func BenchmarkCompose400LayersAmong2000Deployments(b *testing.B) { benchmarkCompose(b, 4, 400, 2000) }
func BenchmarkCompose1000Nodes(b *testing.B)                     { benchmarkCompose(b, 1000, 18, 0) }
func BenchmarkCompose5000Nodes(b *testing.B)                     { benchmarkCompose(b, 5000, 18, 0) }

func BenchmarkQuestions400Layers(b *testing.B) {
	catalogue := large(4, 400, 0).Catalogue
	b.ReportAllocs()
	for b.Loop() {
		state.Questions(catalogue)
	}
}
