package main

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/univ-lehavre/nestor/adapters/cli"
	"github.com/univ-lehavre/nestor/internal/screen"
)

const screensDir = "docs/screens"

// shot is one screen of docs/screens.
type shot struct {
	name    string
	command string // without nestor
	columns int
	status  int
	lang    string
	about   string
}

var shots = []shot{
	{"preview", "preview --demo", 80, 0, "en", "A production cluster: seven layers are there, three are to be installed."},
	{"preview-fr", "preview --demo --lang fr", 80, 0, "fr", "The same, in French."},
	{"preview-narrow", "preview --demo", 40, 0, "en", "The same, on a terminal of 40 columns."},
	{"preview-healthy", "preview -f base/dirqual.yaml --replay fixtures/dirqual.txtar", 80, 0, "en", "Every declared layer is there: nothing to do."},
	{"preview-degraded", "preview --replay fixtures/degraded.txtar", 80, 0, "en", "A cluster in trouble: two layers to repair, and one that waits for them."},
	{"preview-unreadable", "preview --replay fixtures/unreachable.txtar", 80, 1, "en", "A cluster that does not answer: every layer is unknown, none is called absent."},
	{"preview-refused", "preview paris --replay fixtures/dirqual.txtar", 80, 3, "en", "Another cluster than the stack's answers: it is refused."},
	{"preview-bench", "preview --replay fixtures/bench-up.txtar", 80, 0, "en", "A bench on this machine: its virtual machines, its nodes, its layers."},
	{"target", "target --replay target.txtar", 80, 0, "en", "Which cluster a stack leads to, and what proves it."},
	{"stack-ls", "stack ls", 80, 0, "en", "The stacks of a repository, and which one is active."},
	{"stack-ls-narrow", "stack ls --lang fr", 50, 0, "fr", "The same, in French, on a terminal of 50 columns."},
	{"layers", "layers", 80, 0, "en", "The layers that nestor knows, and what proves each."},
}

// TestScreens compares the pictures of docs/screens with what nestor prints on a terminal.
func TestScreens(t *testing.T) {
	want := map[string]string{"README.md": gallery()}
	here := workplace(t)
	for _, s := range shots {
		picture := screen.Screen{Command: "nestor " + s.command, About: s.about, Language: s.lang, Columns: s.columns, Output: s.take(t)}
		for _, theme := range []screen.Theme{screen.Light, screen.Dark} {
			svg, err := picture.SVG(theme)
			if err != nil {
				t.Fatalf("%s: %v", s.name, err)
			}
			want[file(s.name, theme)] = svg
		}
	}
	t.Chdir(here)
	if *update {
		write(t, want)
	}
	for name, content := range want {
		got, err := os.ReadFile(filepath.Join(screensDir, name))
		if diff := cmp.Diff(string(got), content); err != nil || diff != "" {
			t.Errorf("%s is not current; take it again with go test . -run TestScreens -update, and look at it. %v\n%s", name, err, diff)
		}
	}
	for _, name := range pictures(t) {
		if _, known := want[name]; !known {
			t.Errorf("%s/%s is no screen's picture", screensDir, name)
		}
	}
}

func file(name string, theme screen.Theme) string { return name + "-" + theme.Name + ".svg" }

// take runs nestor as on a terminal, and gives what is seen there.
func (s shot) take(t *testing.T) string {
	t.Helper()
	var seen bytes.Buffer
	streams := cli.Streams{In: strings.NewReader(""), Out: &seen, Err: &seen, OutTerminal: true, Width: s.columns, Language: "en", Home: os.Getenv("HOME")}
	args := append([]string{"nestor"}, strings.Fields(s.command)...)
	if status := cli.Main(context.Background(), args, streams, build(), cli.Wiring{Read: reading, Write: writing}); status != s.status {
		t.Fatalf("nestor %s: exit status %d instead of %d:\n%s", s.command, status, s.status, seen.String())
	}
	return seen.String()
}

// workplace makes a repository and goes there, with nothing of this machine's; it gives the folder that was left.
func workplace(t *testing.T) string {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	archive, err := txtar.ParseFile("testdata/screens/files.txtar")
	if err != nil {
		t.Fatal(err)
	}
	all := archive.Files
	for _, name := range []string{"dirqual", "degraded", "unreachable", "bench-up"} {
		data, err := os.ReadFile(filepath.Join("fixtures", name+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, txtar.File{Name: "repository/fixtures/" + name + ".txtar", Data: data})
		if name == "dirqual" {
			all = append(all, txtar.File{Name: "repository/target.txtar", Data: forTarget(data)})
		}
	}
	for _, f := range all {
		path := filepath.Join(root, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"KUBECONFIG", "NESTOR_REPLAY", "XDG_STATE_HOME", "XDG_CACHE_HOME", "LIMA_HOME", "PATH"} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", filepath.Join(root, "home"))
	t.Chdir(filepath.Join(root, "repository"))
	if err := os.Symlink("topologies/lille.yaml", "topology.yaml"); err != nil {
		t.Fatal(err)
	}
	return here
}

// forTarget gives a preview's answers to what `nestor target` asks: less than a preview does.
func forTarget(recording []byte) []byte {
	return bytes.ReplaceAll(recording, []byte("get nodes,namespaces,storageclasses,cronjobs,deployments,statefulsets "), []byte("get nodes,namespaces,storageclasses "))
}

// write puts the pictures in place, and takes away those of screens that are no more.
func write(t *testing.T, want map[string]string) {
	t.Helper()
	for _, name := range pictures(t) {
		if err := os.Remove(filepath.Join(screensDir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, content := range want {
		if err := os.WriteFile(filepath.Join(screensDir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func pictures(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(screensDir, "*.svg"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range paths {
		names = append(names, filepath.Base(p))
	}
	return names
}

// gallery is the page of all screens.
func gallery() string {
	var page strings.Builder
	page.WriteString(`# Screens

What nestor prints on a terminal of 80 columns, over recordings of [fixtures](../../fixtures) and the files of
[testdata/screens](../../testdata/screens). A test takes each picture again and fails when it differs. After a change of
what is printed:

    go test . -run TestScreens -update

Each picture is two files, for light and dark. In one file, ` + "`prefers-color-scheme`" + ` would follow the browser; in ` + "`<picture>`" + `
GitHub makes it follow the theme that the reader chose there. ` + "`docs/screens/look`" + ` makes PNG files of them, with Chromium.
`)
	for _, s := range shots {
		fmt.Fprintf(&page, "\n## `nestor %s`\n\n%s\n\n", s.command, s.about)
		fmt.Fprintf(&page, "<picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"%s\"><img src=\"%s\" alt=\"%s\"></picture>\n",
			file(s.name, screen.Dark), file(s.name, screen.Light), html.EscapeString(s.about))
	}
	page.WriteString(pagePicture)
	return page.String()
}
