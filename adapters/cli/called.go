package cli

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/univ-lehavre/nestor/ports/say"
)

// The names of the program: its own, and the one under which kubectl starts it as its plugin.
const (
	ownName    = "nestor"
	pluginFile = "kubectl-nestor"
	pluginName = "kubectl nestor"
)

// programName is what a person types to start this program, by the file that was started.
func programName(args []string) string {
	if len(args) > 0 && strings.TrimSuffix(filepath.Base(args[0]), ".exe") == pluginFile {
		return pluginName
	}
	return ownName
}

// asCalled is the language, with the program's name as it was called in every command that is said.
func asCalled(args []string, l say.Language) say.Language {
	if name := programName(args); name != ownName {
		return called{l, name}
	}
	return l
}

// nameIn is the program's name in a language.
func nameIn(l say.Language) string {
	if c, ok := l.(called); ok {
		return c.name
	}
	return ownName
}

// called is a language, English if it has none, whose commands start with another name than nestor.
type called struct {
	spoken say.Language
	name   string
}

func (c called) Format(english string) string {
	if c.spoken != nil {
		english = c.spoken.Format(english)
	}
	return c.renamed(english)
}

func (c called) Plural(one, many string, n int) string {
	format := many
	switch {
	case c.spoken != nil:
		format = c.spoken.Plural(one, many, n)
	case n == 1:
		format = one
	}
	return c.renamed(format)
}

// aCommand is one in a sentence: the name alone is the program's, and stays.
var aCommand = regexp.MustCompile(`\bnestor (preview|target|kubeconfig|stack|discover|layers|explain|doctor|rbac|schema|completion|version|help)\b`)

func (c called) renamed(format string) string { return aCommand.ReplaceAllString(format, c.name+" $1") }
