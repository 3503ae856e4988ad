// Package languages holds what nestor says in other languages than English. Each has a folder of gettext files, one for
// each package whose sentences it translates; the English ones stand in the code and are the keys.
package languages

import (
	"embed"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/leonelquinteros/gotext"

	"github.com/univ-lehavre/nestor/ports/say"
)

//go:embed fr/*.po
var files embed.FS

// English and the others, by the names that --lang takes.
const (
	English = "en"
	French  = "fr"
)

// Names are the languages that nestor speaks.
func Names() []string { return []string{English, French} }

// From gives the name of the operator's language as the C library finds it: the first variable that is set decides, and
// what nestor does not speak is English. NESTOR_LANG goes before all others. It also gives that variable; none when none
// is set.
func From(variable func(name string) string) (language, decided string) {
	for _, name := range []string{"NESTOR_LANG", "LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := variable(name); value != "" {
			return named(value), name
		}
	}
	return English, ""
}

// Spoken reads a locale such as fr_FR.UTF-8, fr-CA or EN, and gives the name of its language if nestor speaks it.
func Spoken(locale string) (name string, spoken bool) {
	tongue := strings.ToLower(locale)
	if end := strings.IndexAny(tongue, "_-.@"); end >= 0 {
		tongue = tongue[:end]
	}
	return tongue, slices.Contains(Names(), tongue)
}

// named is the language of a locale, English when nestor does not speak it.
func named(locale string) string {
	if name, spoken := Spoken(locale); spoken {
		return name
	}
	return English
}

// Load gives a language by its name; nil for English and for what nestor does not speak.
func Load(name string) say.Language {
	entries, err := fs.ReadDir(files, name)
	if err != nil {
		return nil
	}
	l := gettext{sentences: map[string]*gotext.Translation{}}
	for _, e := range entries {
		text, err := files.ReadFile(path.Join(name, e.Name()))
		if err != nil {
			panic("languages: " + err.Error()) // embedded: it cannot fail
		}
		po := gotext.NewPo()
		po.Parse(text)
		maps.Copy(l.sentences, po.GetDomain().GetTranslations())
		l.files = append(l.files, po)
	}
	return l
}

// gettext is a language as its files hold it.
type gettext struct {
	files     []*gotext.Po // each knows the language's rule for plurals
	sentences map[string]*gotext.Translation
}

func (l gettext) Format(english string) string {
	if t, ok := l.sentences[english]; ok && t.IsTranslated() && english != "" { // which is the files' own header
		return t.Get()
	}
	return english
}

func (l gettext) Plural(one, many string, n int) string {
	for _, po := range l.files {
		if po.IsTranslatedN(one, n) {
			return po.GetN(one, many, n)
		}
	}
	if n == 1 {
		return one
	}
	return many
}
