package languages

import (
	"testing"

	"github.com/univ-lehavre/nestor/ports/say"
)

func TestTheFirstVariableThatIsSetDecides(t *testing.T) {
	for want, env := range map[string]map[string]string{
		English: {"NESTOR_LANG": "en", "LANG": "fr_FR.UTF-8"},
		French:  {"LC_ALL": "fr_CA", "LANG": "en_GB.UTF-8"},
	} {
		if got, _ := From(func(name string) string { return env[name] }); got != want {
			t.Errorf("%v: %s, want %s", env, got, want)
		}
	}
}

func TestALanguageHasItsOwnPlural(t *testing.T) {
	french := Load(French)
	for n, want := range map[int]string{0: "0 faute", 1: "1 faute", 3: "3 fautes"} {
		if got := say.Plural(n, "%d fault", "%d faults").In(french); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := say.Plural(0, "%d fault", "%d faults").In(nil); got != "0 faults" {
		t.Errorf("in English %q", got)
	}
}
