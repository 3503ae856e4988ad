package main

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/univ-lehavre/nestor/adapters/cli"
	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/ports"
)

// The tests in metamorphic_*_test.go change what the programs of a recorded scenario answered, in ways of which it is
// known how the report must follow, and preview it again through the real adapters.

// scene is one recorded scenario, and the report that it gives as it is.
type scene struct {
	name      string
	recording run.Recording
	declared  ports.DocumentReader
	sure      app.Report
}

// eachScene runs a test on every fixture.
func eachScene(t *testing.T, test func(t *testing.T, s scene)) {
	t.Parallel()
	files, err := filepath.Glob("fixtures/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := run.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			s := scene{name: name, recording: r, declared: remember(world(r).Documents)}
			s.sure = s.preview(t, r)
			test(t, s)
		})
	}
}

func world(r run.Recording) cli.World {
	return replayed(cli.Settings{Timeout: time.Hour}, r, "a test")
}

// preview runs the whole use case on a recording that has the scene's own declared files.
func (s scene) preview(t testing.TB, r run.Recording) app.Report {
	t.Helper()
	readers := world(r).Readers
	readers.Documents = s.declared
	report, err := app.Preview{Readers: readers}.Run(context.Background(), app.StackOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// with gives the recording with one call changed.
func (s scene) with(call int, edit func(*run.RecordedCall)) run.Recording {
	r := s.recording
	r.Calls = slices.Clone(r.Calls)
	edit(&r.Calls[call])
	return r
}

// asJSON is the report as machines read it.
func asJSON(t testing.TB, r app.Report) string {
	t.Helper()
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// remembered parses the declared files once: they are not what these tests change.
type remembered struct {
	ports.DocumentReader
	stack     func() (ports.Document, error)
	catalogue func() (catalogue, error)
}

type catalogue struct {
	embedded ports.Document
	overlay  *ports.Document
}

func remember(d ports.DocumentReader) remembered {
	stack := sync.OnceValues(func() (ports.Document, error) { return d.Stack("", "") })
	return remembered{d, stack, sync.OnceValues(func() (catalogue, error) {
		document, err := stack()
		if err != nil {
			return catalogue{}, err
		}
		embedded, overlay, err := d.Catalogue(document)
		return catalogue{embedded, overlay}, err
	})}
}

func (r remembered) Stack(string, string) (ports.Document, error) { return r.stack() }

func (r remembered) Catalogue(ports.Document) (ports.Document, *ports.Document, error) {
	c, err := r.catalogue()
	return c.embedded, c.overlay, err
}
