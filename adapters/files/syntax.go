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

var tabMessage = regexp.MustCompile(`found character '?\t'? that cannot start any token|'\t'`)

// syntaxFault puts the parser's error in our words: its short message, where it is, and what to do.
func syntaxFault(err error, lines []string) *ports.Fault {
	var located yaml.Error
	if !errors.As(err, &located) {
		return &ports.Fault{Code: CodeSyntax, What: say.Textf("this is not valid YAML: %s", oneLine(err.Error())), Instead: say.Textf("check quotes, brackets and indentation")}
	}
	message := oneLine(located.GetMessage())
	at := located.GetToken()
	if strings.HasPrefix(message, "mapping value is not allowed") {
		at = strayKey(at)
	}
	return &ports.Fault{Code: CodeSyntax, At: inside(position(at), lines), What: say.Textf("this is not valid YAML: %s", message), Instead: adviceFor(message)}
}

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
