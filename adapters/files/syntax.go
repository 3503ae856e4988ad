package files

import (
	"errors"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/token"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// advice says what to do about a parser's message; the first that fits counts.
var advice = []struct {
	message string
	instead say.Text
}{
	{"tab", say.Textf("indent with spaces, not with tabs")},
	{"quoted text", say.Textf("close the quote")},
	{"flow map content", say.Textf("put text that begins with { in quotes")},
	{"reserved character", say.Textf("put the text in quotes")},
	{"directive", say.Textf("put text that begins with %% in quotes")},
	{"',' or", say.Textf("separate the items with commas, and close the bracket")},
	{"end token", say.Textf("close the bracket")},
	{"corresponding to", say.Textf("remove the bracket, or open it before")},
	{"block sequence", say.Textf("start the list on the next line")},
	{"mapping value is not allowed", say.Textf("indent keys of one map alike, and put text that holds \": \" in quotes")},
	{"undefined", say.Textf("write a name after it, or put the text in quotes")},
}

// messages are what the parser says most often, in its own words, so that they can be said in a language. Another one is
// quoted as it is.
var messages = []say.Text{
	say.Textf("a tab stands where no tab may be"),
	say.Textf("tab character cannot use as a map key directly"),
	say.Textf("tab character cannot use as a sequence delimiter"),
	say.Textf("tab character cannot be used for indentation in single-quoted text"),
	say.Textf("tab character cannot be used for indentation in double-quoted text"),
	say.Textf("found a tab character where an indentation space is expected"),
	say.Textf("could not find end character of single-quoted text"),
	say.Textf("could not find end character of double-quoted text"),
	say.Textf("could not find flow map content"),
	say.Textf("could not find flow mapping end token '}'"),
	say.Textf("sequence end token ']' not found"),
	say.Textf("could not find '[' character corresponding to ']'"),
	say.Textf("could not find '{' character corresponding to '}'"),
	say.Textf("',' or '}' must be specified"),
	say.Textf("',' or ']' must be specified"),
	say.Textf("expected sequence element, but found ','"),
	say.Textf("block sequence entries are not allowed in this context"),
	say.Textf("mapping value is not allowed in this context"),
	say.Textf("value is not allowed in this context"),
	say.Textf("value is not allowed in this context. map key-value is pre-defined"),
	say.Textf("non-map value is specified"),
	say.Textf("unexpected map key"),
	say.Textf("unexpected key name"),
	say.Textf("unexpected scalar value"),
	say.Textf("unexpected scalar value type"),
	say.Textf("found an invalid key for this map"),
	say.Textf("map key definition includes an implicit line break"),
	say.Textf("could not find value for mapping key"),
	say.Textf("could not find map value"),
	say.Textf("could not find multi-line content"),
	say.Textf("could not find anchor value"),
	say.Textf("could not find alias value"),
	say.Textf("could not find directive value"),
	say.Textf("undefined anchor name"),
	say.Textf("undefined anchor value"),
	say.Textf("undefined alias name"),
	say.Textf("undefined map key"),
	say.Textf("undefined directive value"),
	say.Textf("unexpected directive value. document not started"),
	say.Textf("value cannot be placed after document separator"),
}

// reserved is the parser's message of a character that begins no text.
var reserved = regexp.MustCompile(`^('.*'|".*") is a reserved character$`)

// said is a parser's message as a text.
func said(message string) say.Text {
	for _, m := range messages {
		if m.String() == message {
			return m
		}
	}
	if parts := reserved.FindStringSubmatch(message); parts != nil {
		return say.Textf("%s is a reserved character", parts[1])
	}
	return say.Verbatim(message)
}

var tabMessage = regexp.MustCompile(`found character '?\t'? that cannot start any token|'\t'`)

// syntaxFault puts the parser's error in our words: its short message, where it is, and what to do.
func syntaxFault(err error, lines []string) *ports.Fault {
	var located yaml.Error
	if !errors.As(err, &located) {
		return &ports.Fault{Code: CodeSyntax, What: notYAML(oneLine(err.Error())), Instead: say.Textf("check quotes, brackets and indentation")}
	}
	message := oneLine(located.GetMessage())
	at := located.GetToken()
	if strings.HasPrefix(message, "mapping value is not allowed") {
		at = strayKey(at)
	}
	return &ports.Fault{Code: CodeSyntax, At: inside(position(at), lines), What: notYAML(message), Instead: adviceFor(message)}
}

func notYAML(message string) say.Text { return say.Textf("this is not valid YAML: %s", said(message)) }

func adviceFor(message string) say.Text {
	for _, a := range advice {
		if strings.Contains(message, a.message) {
			return a.instead
		}
	}
	return say.Textf("check quotes, brackets and indentation here and on the line before")
}

func oneLine(message string) string {
	message = tabMessage.ReplaceAllString(message, "a tab stands where no tab may be")
	return strings.Join(strings.Fields(message), " ")
}

// strayKey gives the token to blame for a key within a plain text: when the text goes over several lines, the key is on the last.
func strayKey(tk *token.Token) *token.Token {
	if tk != nil && tk.Next != nil && tk.Next.Type == token.MappingValueType && tk.Next.Position.Line > tk.Position.Line {
		return tk.Next
	}
	return tk
}

// inside keeps a position within the file: the parser may point behind its end.
func inside(at ports.Position, lines []string) ports.Position {
	if at.Line > len(lines) && len(lines) > 0 {
		at.Line = len(lines)
		at.Column = len([]rune(lines[at.Line-1])) + 1
	}
	return at
}

func position(tk *token.Token) ports.Position {
	if tk == nil || tk.Position == nil {
		return ports.Position{}
	}
	return ports.Position{Line: tk.Position.Line, Column: tk.Position.Column}
}

// asFault unwraps the fault that a converter returned as an error.
func asFault(err error) *ports.Fault {
	var fault ports.Fault
	if errors.As(err, &fault) {
		return &fault
	}
	return &ports.Fault{Code: CodeSyntax, What: say.Of(err)}
}
