package main

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/cli"
	"github.com/univ-lehavre/nestor/app"
)

// readmes are the front pages, by language.
var readmes = map[string]string{"en": "README.md", "fr": "README.fr.md"}

// aPicture is the first block of a page that is marked as no language: what a terminal shows.
var aPicture = regexp.MustCompile("(?ms)^```\n.*?^```\n")

// TestTheReadmesShowWhatTheDemoPrints compares their picture in text with the demo of that language.
func TestTheReadmesShowWhatTheDemoPrints(t *testing.T) {
	for language, file := range readmes {
		page := textOf(t, file)
		place := aPicture.FindStringIndex(page)
		if place == nil {
			t.Fatalf("%s has no picture", file)
		}
		want := "```\n" + demo(t, language) + "```\n"
		if *update {
			page = page[:place[0]] + want + page[place[1]:]
			if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if diff := cmp.Diff(page[place[0]:place[1]], want); diff != "" {
			t.Errorf("%s does not show what the demo prints; write it with go test . -run TheReadmesShow -update, and read it:\n%s", file, diff)
		}
	}
}

// demo gives what the demo prints where no terminal is, without its first line, which says when it was recorded.
func demo(t *testing.T, language string) string {
	t.Helper()
	for _, name := range []string{"KUBECONFIG", "NESTOR_REPLAY"} {
		t.Setenv(name, "")
	}
	var out, said bytes.Buffer
	streams := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &said, Language: "en", Home: t.TempDir()}
	args := []string{"nestor", "preview", "--demo", "--lang", language}
	if status := cli.Main(context.Background(), args, streams, build(), cli.Wiring{Read: reading, Write: writing}); status != 0 {
		t.Fatalf("exit status %d:\n%s", status, said.String())
	}
	_, rest, _ := strings.Cut(out.String(), "\n")
	return rest
}

// translated are the pages that operators read in either language.
var translated = [][2]string{{"README.md", "README.fr.md"}, {"docs/runbook.md", "docs/runbook.fr.md"}}

var (
	aShellBlock = regexp.MustCompile("(?ms)^( *)```sh[^\n]*\n(.*?)^ *```$")
	aRemark     = regexp.MustCompile(`(^|\s)#\s.*`)
	aCommand    = regexp.MustCompile(`^(nestor|kubectl|kubeadm|openssl|eval|unset|command|cp|mv|ssh|docker) |^--[a-z]`)
	aCode       = regexp.MustCompile(`NST-\d{4}`)
)

// placeholders are what a reader puts something else in place of: they are words of the page's language.
var placeholders = strings.NewReplacer("FICHIER", "FILE", "NOM", "NAME", "UTILISATEUR", "USER", "DOSSIER", "DIR", "COUCHE", "LAYER", "hier.json", "yesterday.json")

// TestBothLanguagesNameTheSame compares what must not differ: commands, codes, and the parts of a page.
func TestBothLanguagesNameTheSame(t *testing.T) {
	for _, pair := range translated {
		en, fr := textOf(t, pair[0]), textOf(t, pair[1])
		for what, of := range map[string]func(string) []string{"commands in blocks": typed, "commands in sentences": mentioned, "codes": coded, "depths of headings": depths} {
			a, b := of(en), of(fr)
			if len(a) == 0 && what != "codes" {
				t.Errorf("%s has no %s", pair[0], what)
			}
			if diff := cmp.Diff(a, b); diff != "" {
				t.Errorf("%s of %s (-) and %s (+):\n%s", what, pair[0], pair[1], diff)
			}
		}
	}
}

// TestThePagesForOperatorsNameCodesThatExist holds each code against the tables that nestor explain prints from.
func TestThePagesForOperatorsNameCodesThatExist(t *testing.T) {
	for _, pair := range translated {
		for _, file := range pair {
			for _, code := range coded(textOf(t, file)) {
				if len(app.Codes(code)) != 1 {
					t.Errorf("%s: there is no code %s", file, code)
				}
			}
		}
	}
}

// typed gives the lines of a page's blocks of shell without their remarks. What the READMEs have run says its language.
func typed(page string) []string {
	var lines []string
	for _, m := range aShellBlock.FindAllStringSubmatch(page, -1) {
		for line := range strings.Lines(m[2]) {
			line = strings.TrimSpace(aRemark.ReplaceAllString(strings.TrimSpace(line), ""))
			lines = append(lines, placeholders.Replace(strings.TrimSuffix(line, " --lang fr")))
		}
	}
	return lines
}

// mentioned gives the commands and flags within a page's sentences, sorted: another language has another order of words.
func mentioned(page string) []string {
	var found []string
	for _, m := range quoted.FindAllStringSubmatch(fence.ReplaceAllString(page, ""), -1) {
		if aCommand.MatchString(m[1]) {
			found = append(found, placeholders.Replace(m[1]))
		}
	}
	slices.Sort(found)
	return found
}

func coded(page string) []string { return aCode.FindAllString(page, -1) }

func depths(page string) []string {
	var found []string
	for _, m := range aHeading.FindAllString(fence.ReplaceAllString(page, ""), -1) {
		found = append(found, m[:strings.Index(m, " ")])
	}
	return found
}
