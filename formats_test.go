package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/cli"
)

const formatsDir = "testdata/formats"

// formatted gives what nestor prints in a format. A replay that is refused, or not read, is printed as well.
func formatted(t *testing.T, format, lang string, args ...string) []byte {
	t.Helper()
	for _, name := range []string{"KUBECONFIG", "NESTOR_REPLAY", "XDG_STATE_HOME", "LIMA_HOME"} {
		t.Setenv(name, "")
	}
	var out, said bytes.Buffer
	streams := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &said, Language: lang}
	args = append(append([]string{"nestor"}, args...), "-o", format)
	if status := cli.Main(context.Background(), args, streams, build(), cli.Wiring{Read: reading, Write: writing}); status > 3 {
		t.Fatalf("%s: exit status %d: %s", strings.Join(args, " "), status, said.String())
	}
	return out.Bytes()
}

// previewed gives the fixtures that hold a preview: those of `nestor discover` hold no topology.
func previewed(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob("fixtures/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range paths {
		if name := strings.TrimSuffix(filepath.Base(p), ".txtar"); !strings.HasPrefix(name, "discover") {
			names = append(names, name)
		}
	}
	if len(names) < 10 {
		t.Fatalf("only %d fixtures", len(names))
	}
	return names
}

// TestFormats compares every format of every recorded scenario with its file.
func TestFormats(t *testing.T) {
	kept := map[string]bool{}
	for _, name := range previewed(t) {
		for _, format := range cli.OutputNames() {
			file := name + "." + format
			kept[file] = true
			golden(t, file, formatted(t, format, "en", "preview", "--replay", "fixtures/"+name+".txtar"))
		}
	}
	for format, content := range map[string][]byte{
		"markdown": formatted(t, "markdown", "fr", "preview", "--demo"), "html": formatted(t, "html", "fr", "preview", "--demo"), "json": formatted(t, "json", "fr", "preview", "--demo"),
	} {
		kept["demo.fr."+format] = true
		golden(t, "demo.fr."+format, content)
	}
	present, err := os.ReadDir(formatsDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range present {
		if !kept[e.Name()] {
			t.Errorf("%s/%s is no scenario in any format", formatsDir, e.Name())
		}
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join(formatsDir, name)
	if *update {
		if err := os.MkdirAll(formatsDir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if diff := cmp.Diff(string(want), string(got)); err != nil || diff != "" {
		t.Errorf("%s is not current; after a change that is meant: go test . -run TestFormats -update, and read what changed. %v\n%s", file, err, diff)
	}
}
