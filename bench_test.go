package main

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/cli"
)

// BenchmarkDemo is what a start does after the program is loaded: the command line, the files, the parsing and the page.
func BenchmarkDemo(b *testing.B) {
	b.Setenv("HOME", b.TempDir())
	b.ReportAllocs()
	for b.Loop() {
		streams := cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}
		if status := cli.Main(context.Background(), []string{"nestor", "preview", "--demo"}, streams, build(), cli.Wiring{Read: reading, Write: writing}); status != 0 {
			b.Fatalf("status %d", status)
		}
	}
}
