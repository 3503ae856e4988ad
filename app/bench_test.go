package app

import (
	"context"
	"fmt"
	"testing"

	"github.com/univ-lehavre/nestor/ports"
)

// BenchmarkPreviewOf400Layers is all of a preview but reading: the catalogue, the questions, the verdicts, the plan and the report.
func BenchmarkPreviewOf400Layers(b *testing.B) {
	w := paris("prod")
	layers, wanted := w.catalogue.Entries[0].Value, list()
	var there []ports.Object
	for i := range 400 {
		name := fmt.Sprintf("extra-%d", i)
		proof := dict("apiVersion", text("apps/v1"), "kind", text("Deployment"), "namespace", text(name), "name", text("server"))
		layers.Items = append(layers.Items, dict("name", text(name), "needs", list(text("kubernetes")), "proofs", list(proof)))
		wanted.Items = append(wanted.Items, text(name))
		if i%2 == 0 {
			there = append(there, ports.Object{Ref: ports.ObjectRef{Group: "apps", Version: "v1", Kind: "Deployment", Resource: "deployments", Namespace: name, Name: "server"},
				Workload: &ports.Workload{Wanted: 1, Ready: 1, Updated: 1}})
		}
	}
	w.catalogue = dict("layers", layers)
	w.stack.Entries[2].Value = wanted
	w.overview.Workloads = map[string]ports.Listing[ports.Object]{"Deployment": {Outcome: ports.Found, Items: there}}
	preview := Preview{w.readers()}
	b.ReportAllocs()
	for b.Loop() {
		w.asked, w.markers = nil, nil
		w.objects = []ports.ObjectsAnswer{{UID: w.overview.UID}}
		r, err := preview.Run(context.Background(), StackOptions{Stack: "paris"})
		if err != nil || len(r.Layers) < 400 || r.Status(false) != Done {
			b.Fatalf("%d layers, %v, %v", len(r.Layers), r.Cluster, err)
		}
	}
}
