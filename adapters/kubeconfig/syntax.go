package kubeconfig

import (
	"regexp"
	"strings"

	"github.com/univ-lehavre/nestor/ports/say"
)

// messages are the YAML parser's own words that quote nothing of the file. Another message may hold a secret, and is not
// repeated.
var messages = []say.Text{
	say.Textf("did not find expected ',' or ']'"),
	say.Textf("did not find expected ',' or '}'"),
	say.Textf("did not find expected '-' indicator"),
	say.Textf("did not find expected key"),
	say.Textf("did not find expected node content"),
	say.Textf("did not find expected <document start>"),
	say.Textf("did not find expected alphabetic or numeric character"),
	say.Textf("did not find expected comment or line break"),
	say.Textf("did not find expected whitespace or line break"),
	say.Textf("did not find expected hexdecimal number"),
	say.Textf("could not find expected ':'"),
	say.Textf("could not find expected directive name"),
	say.Textf("block sequence entries are not allowed in this context"),
	say.Textf("mapping keys are not allowed in this context"),
	say.Textf("mapping values are not allowed in this context"),
	say.Textf("found a tab character that violates indentation"),
	say.Textf("found a tab character where an indentation space is expected"),
	say.Textf("found character that cannot start any token"),
	say.Textf("found unexpected document indicator"),
	say.Textf("found unexpected end of stream"),
	say.Textf("found unknown escape character"),
	say.Textf("found undefined tag handle"),
	say.Textf("found unknown directive name"),
	say.Textf("control characters are not allowed"),
	say.Textf("invalid leading UTF-8 octet"),
	say.Textf("invalid trailing UTF-8 octet"),
	say.Textf("incomplete UTF-8 octet sequence"),
	say.Textf("document contains excessive aliasing"),
}

var (
	lineNumber  = regexp.MustCompile(`line (\d+)`)
	parserStart = regexp.MustCompile(`^(error converting YAML to JSON: )?yaml: (line \d+: )?`)
)

func notYAML(file string, err error) say.Text {
	message := syntaxMessage(err)
	line := lineNumber.FindStringSubmatch(parserStart.FindString(err.Error()))
	switch {
	case line != nil && !message.IsZero():
		return say.Textf("%s is not YAML (line %s: %s)", called(file), line[1], message)
	case line != nil:
		return say.Textf("%s is not YAML (line %s)", called(file), line[1])
	case !message.IsZero():
		return say.Textf("%s is not YAML (%s)", called(file), message)
	}
	return say.Textf("%s is not YAML", called(file))
}

// syntaxMessage is the parser's message without where it is; nothing when it is none of its own words.
func syntaxMessage(err error) say.Text {
	rest := strings.TrimSpace(parserStart.ReplaceAllString(err.Error(), ""))
	for _, m := range messages {
		if m.String() == rest {
			return m
		}
	}
	return say.Text{}
}
