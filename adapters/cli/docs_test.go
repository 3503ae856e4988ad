package cli

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/adapters/cli/languages"
	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/doctor"
)

var update = flag.Bool("update", false, "write the generated pages of docs/ anew")

// generated are the pages of docs/ that are made from the same tables as the program's own words.
var generated = []struct {
	file, language string
	page           func(tool) string
}{
	{"codes.md", languages.English, codesPage},
	{"codes.fr.md", languages.French, codesPage},
	{"commands.md", languages.English, commandsPage},
	{"commands.fr.md", languages.French, commandsPage},
}

func TestTheGeneratedPagesAreCurrent(t *testing.T) {
	for _, g := range generated {
		file := "../../docs/" + g.file
		speaker := tool{lang: languages.Load(g.language), spoken: doctor.Spoken{Name: g.language}}
		page := g.page(speaker)
		if *update {
			if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		kept, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(kept), page); diff != "" {
			t.Errorf("%s is not current; go test ./adapters/cli -run TestTheGeneratedPages -update (-kept +now):\n%s", g.file, diff)
		}
	}
}

// titles are the words of the generated pages themselves, by language.
var titles = map[string]struct{ codes, codesIntro, why, do, commands, commandsIntro, usage string }{
	languages.English: {
		"Codes", "Every finding, warning and error of nestor has a code that never changes its meaning. `nestor explain CODE` prints the same, without a network. This page is generated.",
		"Why it matters:", "What to do:",
		"Commands", "Every command with its flags, as `nestor COMMAND --help` prints them. This page is generated; [reference.md](reference.md) says more on each.", "Usage:",
	},
	languages.French: {
		"Codes", "Chaque constat, avertissement et erreur de nestor a un code dont le sens ne change jamais. `nestor explain CODE` affiche la même chose, sans réseau. Cette page est générée.",
		"Pourquoi c'est important\u00a0:", "Que faire\u00a0:",
		"Commandes", "Toutes les commandes avec leurs options, comme les affiche `nestor COMMANDE --help`. Cette page est générée\u00a0; [reference.md](reference.md) (en anglais) en dit plus sur chacune.", "Usage\u00a0:",
	},
}

func codesPage(t tool) string {
	words := titles[t.spoken.Name]
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n", words.codes, words.codesIntro)
	for _, c := range app.Codes("") {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n- %s %s\n- %s %s\n", c.ID, t.in(c.Means), words.why, t.in(c.Matters), words.do, t.in(c.Do))
	}
	return b.String()
}

func commandsPage(t tool) string {
	words := titles[t.spoken.Name]
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n", words.commands, words.commandsIntro)
	root := t.root("")
	for _, c := range root.Commands {
		t.commandSection(&b, c, "nestor "+c.Name, words.usage)
		for _, sub := range c.Subcommands {
			t.commandSection(&b, sub, "nestor "+c.Name+" "+sub.Name, words.usage)
		}
	}
	return b.String()
}

func (t tool) commandSection(b *strings.Builder, c *cli.Command, name, usage string) {
	fmt.Fprintf(b, "\n## %s\n\n%s\n\n%s `%s`\n", name, c.Usage, usage, t.in(usageOf(c, name)))
	if c.Description != "" {
		fmt.Fprintf(b, "\n%s\n", strings.ReplaceAll(c.Description, "\n", "  \n"))
	}
	if len(c.Flags) > 0 {
		fmt.Fprint(b, "\n| | |\n| --- | --- |\n")
	}
	for _, f := range c.Flags {
		fmt.Fprintf(b, "| `%s` | %s |\n", strings.ReplaceAll(t.in(flagNames(f)), "|", `\|`), strings.ReplaceAll(t.in(flagText(f)), "|", `\|`))
	}
}
