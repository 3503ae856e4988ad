package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/adapters/cli/languages"
	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/ports/say"
)

const langName = "lang"

func (t tool) langFlag() cli.Flag {
	return &cli.StringFlag{Name: langName, Usage: t.in(say.Textf("`LANGUAGE` of what is said: en, fr; else that of NESTOR_LANG, LC_ALL, LC_MESSAGES or LANG"))}
}

// takeLanguage takes --lang out of a command line, wherever it stands: help and errors need it before any flag is read.
func takeLanguage(args []string, otherwise string) (kept []string, name string, err error) {
	name = otherwise
	for i := 0; i < len(args); i++ {
		if args[i] == "--" {
			return append(kept, args[i:]...), name, err
		}
		flag, value, joined := strings.Cut(args[i], "=")
		if strings.TrimLeft(flag, "-") != langName || !strings.HasPrefix(flag, "-") {
			kept = append(kept, args[i])
			continue
		}
		if !joined && i+1 < len(args) {
			i++
			value = args[i]
		}
		if !slices.Contains(languages.Names(), value) {
			err = say.Errorf("--lang %q is not known; %s", value, document.Suggest(value, languages.Names()))
			continue
		}
		name = value
	}
	return kept, name, err
}

// in gives a text in the operator's language, fit for a terminal.
func (t tool) in(text say.Text) string { return cleanLines(text.In(t.lang)) }
