package files

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkEmbeddedCatalogue is a part of every start.
func BenchmarkEmbeddedCatalogue(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := embeddedCatalogue(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseATopologyOf1000Nodes(b *testing.B) {
	text := "target_kind: prod\nnodes:\n"
	for i := range 1000 {
		text += fmt.Sprintf("  - {name: dirqual%d, roles: [worker, storage], ansible_host: 10.0.%d.%d}\n", i, i/250, i%250)
	}
	benchmarkParse(b, text)
}

func BenchmarkParseACatalogueOf400Layers(b *testing.B) {
	var text strings.Builder
	text.WriteString("layers:\n")
	for i := range 400 {
		fmt.Fprintf(&text, "  - name: extra-%d\n    needs: [kubernetes]\n    proofs:\n      - {apiVersion: apps/v1, kind: Deployment, namespace: extra-%d, name: server}\n", i, i)
	}
	benchmarkParse(b, text.String())
}

func benchmarkParse(b *testing.B, text string) {
	b.Helper()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse("file", "file", []byte(text)); err != nil {
			b.Fatal(err)
		}
	}
}
