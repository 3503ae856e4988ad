package files

import (
	"strings"

	"github.com/goccy/go-yaml/token"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// tooDeep looks for values nested deeper than maxDepth before they are parsed: the parser recurses, and a stack that
// overflows cannot be recovered from.
func tooDeep(tokens token.Tokens) *ports.Fault {
	var n nesting
	for _, tk := range tokens {
		n.see(tk)
		if n.depth() > maxDepth {
			return deepFault(position(tk))
		}
	}
	return nil
}

func deepFault(at ports.Position) *ports.Fault {
	return &ports.Fault{Code: CodeSyntax, At: at, What: say.Textf("values are nested deeper than %d levels here", maxDepth), Instead: say.Textf("write it flatter")}
}

// nesting follows how deep a token stands: open brackets, columns of open blocks, and tags or anchors in a row.
type nesting struct {
	brackets int
	blocks   []int
	marks    int
}

func (n *nesting) depth() int { return n.brackets + len(n.blocks) + n.marks }

func (n *nesting) see(tk *token.Token) {
	n.seeMark(tk)
	switch tk.Type {
	case token.MappingStartType, token.SequenceStartType:
		n.brackets++
	case token.MappingEndType, token.SequenceEndType:
		n.brackets = max(0, n.brackets-1)
	case token.SequenceEntryType, token.MappingKeyType:
		n.block(tk.Position.Column)
	case token.MappingValueType:
		if n.brackets == 0 && tk.Prev != nil {
			n.block(tk.Prev.Position.Column)
		}
	case token.DocumentHeaderType, token.DocumentEndType:
		*n = nesting{}
	}
}

// block opens a block at a column and closes those that are not left of it.
func (n *nesting) block(column int) {
	for len(n.blocks) > 0 && n.blocks[len(n.blocks)-1] >= column {
		n.blocks = n.blocks[:len(n.blocks)-1]
	}
	n.blocks = append(n.blocks, column)
}

func (n *nesting) seeMark(tk *token.Token) {
	switch {
	case tk.Type == token.TagType, tk.Type == token.AnchorType:
		n.marks++
	case tk.Prev != nil && tk.Prev.Type == token.AnchorType: // the anchor's name
	default:
		n.marks = 0
	}
}

// splitText finds a plain text in brackets that the parser would cut at a colon without a space after it: `[http://x]`.
func splitText(tokens token.Tokens, src source) *ports.Fault {
	var n nesting
	for _, tk := range tokens {
		n.see(tk)
		if n.brackets == 0 || tk.Type != token.MappingValueType || tk.Prev == nil || tk.Prev.Type != token.StringType {
			continue
		}
		if next := src.at(tk.Position.Line, tk.Position.Column+1); !strings.ContainsRune(" \t,[]{}", next) {
			return &ports.Fault{Code: CodeSyntax, At: position(tk.Prev), What: say.Textf("a text with a colon in brackets cannot be told from a key"), Instead: say.Textf("put it in quotes, or a space after the colon of a key")}
		}
	}
	return nil
}

// maxDrift is how far off a column may be, in one token.
const maxDrift = 8

// align corrects the columns of tokens. Behind a tag in brackets the scanner counts short to the end of the line; a plain
// text before blanks at the end of a line it places too far right.
func align(tokens token.Tokens, src source) {
	line, drift := 0, 0
	for _, tk := range tokens {
		if tk.Position.Line != line {
			line, drift = tk.Position.Line, 0
		}
		off, found := offset(tk, src, drift)
		if found && off > drift {
			drift = off
		}
		if !found {
			off = drift
		}
		tk.Position.Column += off
	}
}

// offset finds how far from its column a token really stands: nearest first, to the right before to the left.
func offset(tk *token.Token, src source, drift int) (int, bool) {
	begin := spelling(tk)
	if begin == "" {
		return 0, false
	}
	for far := range maxDrift + 1 {
		for _, off := range []int{drift + far, drift - far} {
			if src.begins(tk.Position.Line, tk.Position.Column+off, begin) {
				return off, true
			}
		}
	}
	return 0, false
}

// spelling is how a token begins in the source; empty when that is not known.
func spelling(tk *token.Token) string {
	switch tk.Type {
	case token.SingleQuoteType:
		return "'"
	case token.DoubleQuoteType:
		return `"`
	case token.CommentType, token.InvalidType, token.UnknownType, token.SpaceType:
		return ""
	}
	word, _, _ := strings.Cut(tk.Value, " ")
	word, _, _ = strings.Cut(word, "\n")
	return word
}

// source is a text by lines and characters.
type source [][]rune

func newSource(lines []string) source {
	src := make(source, len(lines))
	for i, line := range lines {
		src[i] = []rune(line)
	}
	return src
}

// at is the character at a place, counted from 1; a blank outside of the text.
func (s source) at(line, column int) rune {
	if line < 1 || line > len(s) || column < 1 || column > len(s[line-1]) {
		return ' '
	}
	return s[line-1][column-1]
}

// begins reports whether a word stands at a place.
func (s source) begins(line, column int, word string) bool {
	i := 0
	for _, r := range word {
		if s.at(line, column+i) != r {
			return false
		}
		i++
	}
	return true
}
