package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/adapters/cli/languages"
	"github.com/univ-lehavre/nestor/adapters/cli/man"
	"github.com/univ-lehavre/nestor/domain/doctor"
)

// manuals are the folders of the pages, by language, as they stand below a system's man/.
var manuals = map[string]string{languages.English: "../../man", languages.French: "../../man/fr"}

func TestTheManualIsCurrent(t *testing.T) {
	for language, folder := range manuals {
		speaker := tool{lang: languages.Load(language), spoken: doctor.Spoken{Name: language}}
		pages := speaker.manual(speaker.root(ownName))
		if *update {
			writeManual(t, folder, pages)
		}
		kept, err := filepath.Glob(folder + "/*.1")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range kept {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			name := strings.TrimSuffix(filepath.Base(file), ".1")
			if diff := cmp.Diff(string(text), pages[name]); diff != "" {
				t.Errorf("%s is not current; go test ./adapters/cli -run TheManualIsCurrent -update (-kept +now):\n%s", file, diff)
			}
			delete(pages, name)
		}
		for name := range pages {
			t.Errorf("%s/%s.1 is not there; go test ./adapters/cli -run TheManualIsCurrent -update", folder, name)
		}
	}
}

func writeManual(t *testing.T, folder string, pages map[string]string) {
	t.Helper()
	old, err := filepath.Glob(folder + "/*.1")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range old {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range pages {
		if err := os.WriteFile(filepath.Join(folder, name+".1"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// manual gives every page by the name of its file.
func (t tool) manual(root *cli.App) map[string]string {
	pages := map[string]string{man.File(root.Name): t.topPage(root).Roff(t.lang)}
	for _, c := range root.Commands {
		name := root.Name + " " + c.Name
		pages[man.File(name)] = t.manualPage(c, name).Roff(t.lang)
		for _, sub := range c.Subcommands {
			name := name + " " + sub.Name
			pages[man.File(name)] = t.manualPage(sub, name).Roff(t.lang)
		}
	}
	return pages
}
