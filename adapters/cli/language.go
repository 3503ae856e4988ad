package cli

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/adapters/cli/languages"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

const langName = "lang"

func (t tool) langFlag() cli.Flag {
	return unset(t.choice(langName, nil, say.Textf("`LANGUAGE` of what is said, else that of NESTOR_LANG, LC_ALL, LC_MESSAGES or LANG"), languages.Names()...), "")
}

// takeLanguage takes --lang out of a command line, wherever it stands: help and errors need it before any flag is read.
// A line that is being typed is kept as it is, and what may follow it is said in English.
func takeLanguage(args []string, otherwise string) (kept []string, name string, err error) {
	if completing(args) {
		return args, languages.English, nil
	}
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
		if !joined && i+1 == len(args) {
			err = misuse(problems.ValueMissing, say.Textf("%s needs a value", "--"+langName), say.Textf("write --lang %s", strings.Join(languages.Names(), "|")))
			break
		}
		if !joined {
			i++
			value = args[i]
		}
		spoken, known := languages.Spoken(value)
		if !known {
			err = notKnown(langName, value, languages.Names())
			continue
		}
		name = spoken
	}
	return kept, name, err
}

// in gives a text in the operator's language, fit for a terminal.
func (t tool) in(text say.Text) string { return cleanLines(text.In(t.lang)) }
