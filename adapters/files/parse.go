// Package files finds and reads what operators declare in YAML: topologies and catalogues, with the place of every value.
package files

import (
	"bytes"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// The codes of faults that keep a file from being read at all.
const (
	CodeSeveralDocuments = problems.SeveralDocuments // more than one YAML document in a file
	CodeSyntax           = problems.BadSyntax        // not YAML, or YAML that cannot be followed
	CodeNotText          = problems.NotText          // binary, not UTF-8, or too large
)

const (
	maxSize  = 1 << 20 // bytes; a topology has a few thousand
	maxDepth = 100     // of values within values
	maxTime  = 10 * time.Second
)

// Parse reads one YAML 1.2 document. A file without content has a Null root. Any error is an *ports.InvalidDocument.
//
// Duplicate keys are kept; aliases and merge keys are resolved. The source is never executed nor expanded in any other way.
func Parse(file, shown string, src []byte) (ports.Document, error) {
	doc := ports.Document{File: file, Shown: shown}
	text, fault := plainText(src)
	if fault == nil { // the lines of what is no text are not kept: they could hold anything
		doc.Lines = splitLines(text)
		doc.Root, fault = root(text, doc.Lines)
	}
	if fault != nil {
		return ports.Document{}, &ports.InvalidDocument{File: file, Lines: doc.Lines, Faults: []ports.Fault{*fault}}
	}
	return doc, nil
}

// plainText checks that the source is text, and gives it without a byte order mark and with \n as line ends.
func plainText(src []byte) (string, *ports.Fault) {
	switch {
	case len(src) > maxSize:
		return "", &ports.Fault{Code: CodeNotText, What: say.Textf("the file is larger than %d KiB", maxSize/1024), Instead: say.Textf("check that it is the right file")}
	case bytes.HasPrefix(src, []byte("\xff\xfe")), bytes.HasPrefix(src, []byte("\xfe\xff")):
		return "", &ports.Fault{Code: CodeNotText, What: say.Textf("the file is in UTF-16"), Instead: say.Textf("save it as UTF-8")}
	case bytes.IndexByte(src, 0) >= 0:
		return "", &ports.Fault{Code: CodeNotText, What: say.Textf("the file is binary"), Instead: say.Textf("check that it is the right file")}
	}
	text := strings.TrimPrefix(string(src), "\ufeff")
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	return text, strangeCharacter(text)
}

// strangeCharacter finds what YAML forbids: bytes that are not UTF-8, and control characters.
func strangeCharacter(text string) *ports.Fault {
	at := ports.Position{Line: 1, Column: 1}
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd"):
			return &ports.Fault{Code: CodeNotText, At: at, What: say.Textf("the file is not UTF-8"), Instead: say.Textf("save it as UTF-8")}
		case r < ' ' && r != '\t' && r != '\n', r >= 0x7f && r < 0xa0 && r != 0x85:
			return &ports.Fault{Code: CodeNotText, At: at, What: say.Textf("control character U+%04X", r), Instead: say.Textf("remove it, or write it as an escape in double quotes")}
		}
		at.Column++
		if r == '\n' {
			at = ports.Position{Line: at.Line + 1, Column: 1}
		}
	}
	return nil
}

func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// root parses with a limit on time: the parser is slow on some inputs that are no topology.
func root(text string, lines []string) (ports.Value, *ports.Fault) {
	type result struct {
		value ports.Value
		fault *ports.Fault
	}
	done := make(chan result, 1)
	go func() {
		value, fault := parseText(text, lines)
		done <- result{value, fault}
	}()
	select {
	case r := <-done:
		return r.value, r.fault
	case <-time.After(maxTime):
		return ports.Value{}, &ports.Fault{Code: CodeSyntax, What: say.Textf("the file cannot be read as YAML within %s", maxTime), Instead: say.Textf("check that it is the right file")}
	}
}

func parseText(text string, lines []string) (value ports.Value, fault *ports.Fault) {
	defer func() {
		if recover() != nil {
			fault = &ports.Fault{Code: CodeSyntax, What: say.Textf("this is not valid YAML: the parser gave up on it"), Instead: say.Textf("write it more simply")}
		}
	}()
	nothing := ports.Value{Kind: ports.Null, At: ports.Position{Line: 1, Column: 1}}
	tokens, fault := checkedTokens(text, lines)
	if fault != nil || len(tokens) == 0 {
		return nothing, fault
	}
	file, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nothing, syntaxFault(err, lines)
	}
	if len(file.Docs) != 1 {
		return nothing, &ports.Fault{Code: CodeSyntax, What: say.Textf("this is not valid YAML: the parser lost its way"), Instead: say.Textf("write it more simply")}
	}
	c := converter{anchors: map[string]*anchored{}}
	value, err = c.value(file.Docs[0].Body, 0)
	if err != nil {
		return nothing, asFault(err)
	}
	if value.At.Line == 0 {
		value.At = nothing.At
	}
	return value, nil
}

// checkedTokens gives the tokens of the one document that has content, once they are safe to parse.
func checkedTokens(text string, lines []string) (token.Tokens, *ports.Fault) {
	src := newSource(lines)
	tokens := lexer.Tokenize(text)
	align(tokens, src)
	if fault := tooDeep(tokens); fault != nil {
		return nil, fault
	}
	if fault := splitText(tokens, src); fault != nil {
		return nil, fault
	}
	return onlyDocument(tokens)
}
