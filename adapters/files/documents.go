package files

import (
	"github.com/goccy/go-yaml/token"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// onlyDocument gives the tokens of the one document that has content; a second one is a fault. The parser itself forgets
// all that follows an empty document, without an error.
func onlyDocument(tokens token.Tokens) (token.Tokens, *ports.Fault) {
	var only token.Tokens
	for _, doc := range splitDocuments(tokens) {
		content := doc.content()
		if len(content) == 0 {
			continue
		}
		if only != nil {
			at := position(content[0])
			if doc.mark != nil {
				at = position(doc.mark)
			}
			return nil, &ports.Fault{Code: CodeSeveralDocuments, At: at, What: say.Textf("a second YAML document starts here"), Instead: say.Textf("keep one document in a file")}
		}
		only = content
	}
	return only, nil
}

// documentTokens is one document: the mark `---` before it, if there is one, and its tokens.
type documentTokens struct {
	mark   *token.Token
	tokens token.Tokens
}

func splitDocuments(tokens token.Tokens) []documentTokens {
	docs := []documentTokens{{}}
	for _, tk := range tokens {
		switch tk.Type {
		case token.DocumentHeaderType:
			docs = append(docs, documentTokens{mark: tk})
		case token.DocumentEndType:
			docs = append(docs, documentTokens{})
		default:
			last := &docs[len(docs)-1]
			last.tokens = append(last.tokens, tk)
		}
	}
	return docs
}

// content is what a document holds besides comments and directives (lines such as `%YAML 1.2` before the mark).
func (d documentTokens) content() token.Tokens {
	var content token.Tokens
	directiveLine := 0
	for _, tk := range d.tokens {
		if tk.Type == token.DirectiveType && len(content) == 0 {
			directiveLine = tk.Position.Line
		}
		if tk.Type != token.CommentType && tk.Position.Line != directiveLine {
			content = append(content, tk)
		}
	}
	return content
}
