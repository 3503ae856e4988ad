package cli

import (
	"testing"

	"github.com/univ-lehavre/nestor/adapters/cli/languages"
	"github.com/univ-lehavre/nestor/ports/say"
)

func TestTheNameThatAPersonTypes(t *testing.T) {
	for file, want := range map[string]string{
		"nestor": "nestor", "/usr/bin/nestor": "nestor", "kubectl-nestor": "kubectl nestor", "/root/.krew/bin/kubectl-nestor": "kubectl nestor",
		"./kubectl-nestor.exe": "kubectl nestor", "kubectl-nestor-old": "nestor", "": "nestor",
	} {
		if got := programName([]string{file}); got != want {
			t.Errorf("started as %q it is called %q, want %q", file, got, want)
		}
	}
	if got := programName(nil); got != "nestor" {
		t.Errorf("without arguments it is called %q", got)
	}
}

func TestCommandsAreSaidAsTheyAreTyped(t *testing.T) {
	for _, lang := range []string{languages.English, languages.French} {
		l := asCalled([]string{"kubectl-nestor"}, languages.Load(lang))
		for text, want := range map[string]string{
			say.Textf("write one: nestor stack new %s", "nestor stack").In(l): "write one: kubectl nestor stack new nestor stack",
			say.Textf("nestor has no such thing").In(l):                       "nestor has no such thing",
			say.Textf("see `nestor layers`").In(l):                            "see `kubectl nestor layers`",
		} {
			if text != want {
				t.Errorf("%s: %q, want %q", lang, text, want)
			}
		}
	}
	l := asCalled([]string{"kubectl-nestor"}, nil)
	if got := say.Plural(1, "%d file: nestor doctor", "%d files: nestor doctor").In(l); got != "1 file: kubectl nestor doctor" {
		t.Error(got)
	}
	if got := say.Plural(2, "%d file: nestor doctor", "%d files: nestor doctor").In(l); got != "2 files: kubectl nestor doctor" {
		t.Error(got)
	}
}

// A command that is added must be known here, or the plugin tells people to type what is not there.
func TestEveryCommandIsRenamed(t *testing.T) {
	l := called{name: pluginName}
	for _, c := range (tool{}).root(ownName).Commands {
		if got, want := l.renamed("nestor "+c.Name), "kubectl nestor "+c.Name; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
