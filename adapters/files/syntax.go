package files

import (
	"errors"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/token"

	"github.com/univ-lehavre/nestor/ports"
)

// advice says what to do about a parser's message; the first that fits counts.
var advice = []struct{ message, instead string }{
	{"tab", "indent with spaces, not with tabs"},
	{"quoted text", "close the quote"},
	{"flow map content", "put text that begins with { in quotes"},
	{"reserved character", "put the text in quotes"},
	{"directive", "put text that begins with % in quotes"},
	{"',' or", "separate the items with commas, and close the bracket"},
	{"end token", "close the bracket"},
	{"corresponding to", "remove the bracket, or open it before"},
	{"block sequence", "start the list on the next line"},
	{"mapping value is not allowed", "indent keys of one map alike, and put text that holds \": \" in quotes"},
	{"undefined", "write a name after it, or put the text in quotes"},
}

var tabMessage = regexp.MustCompile(`found character '?\t'? that cannot start any token|'\t'`)

// syntaxFault puts the parser's error in our words: its short message, where it is, and what to do.
func syntaxFault(err error, lines []string) *ports.Fault {
	var located yaml.Error
	if !errors.As(err, &located) {
		return &ports.Fault{Code: CodeSyntax, What: "this is not valid YAML: " + oneLine(err.Error()), Instead: "check quotes, brackets and indentation"}
	}
	message := oneLine(located.GetMessage())
	at := located.GetToken()
	if strings.HasPrefix(message, "mapping value is not allowed") {
		at = strayKey(at)
	}
	return &ports.Fault{Code: CodeSyntax, At: inside(position(at), lines), What: "this is not valid YAML: " + message, Instead: adviceFor(message)}
}

func adviceFor(message string) string {
	for _, a := range advice {
		if strings.Contains(message, a.message) {
			return a.instead
		}
	}
	return "check quotes, brackets and indentation here and on the line before"
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
	return &ports.Fault{Code: CodeSyntax, What: err.Error()}
}
