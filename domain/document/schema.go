package document

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"unicode"

	"github.com/univ-lehavre/nestor/ports"
)

// NotBlank is the pattern of one character that strings.TrimSpace keeps. RE2 and ECMAScript do not mean the same by \S.
var NotBlank = "[^" + blanks() + "]"

// blanks are all characters that unicode.IsSpace reports, in ranges.
func blanks() string {
	var class strings.Builder
	for _, r := range unicode.White_Space.R16 {
		if r.Stride == 1 && r.Lo < r.Hi {
			class.WriteString(string(rune(r.Lo)) + "-" + string(rune(r.Hi)))
			continue
		}
		for one := r.Lo; one <= r.Hi; one += r.Stride {
			class.WriteRune(rune(one))
		}
	}
	return class.String() // no space lies beyond the basic plane
}

// types are JSON Schema's words for what YAML calls its values. The numbers of a document are whole ones.
var types = map[ports.Kind]string{ports.Text: "string", ports.Number: "integer", ports.Bool: "boolean", ports.List: "array", ports.Map: "object"}

// Schema writes a shape as JSON Schema, draft 2020-12. Definitions are what the shapes' rules refer to.
func Schema(id, title string, s Shape, definitions map[string]Rule) []byte {
	schema := s.schema()
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	schema["$id"] = id
	schema["title"] = title
	if len(definitions) > 0 {
		schema["$defs"] = definitions
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(schema); err != nil {
		panic(fmt.Sprintf("document: the schema %s cannot be written: %v", id, err)) // a rule holds what is not JSON
	}
	return visible(text.String())
}

// visible escapes blanks that nobody could see in a pattern.
func visible(text string) []byte {
	var out bytes.Buffer
	for _, r := range text {
		if r > unicode.MaxASCII && !unicode.IsGraphic(r) || r > unicode.MaxASCII && unicode.IsSpace(r) {
			fmt.Fprintf(&out, `\u%04x`, r)
			continue
		}
		out.WriteRune(r)
	}
	return out.Bytes()
}

func (s *Shape) schema() Rule {
	schema := Rule{}
	if s.About != "" {
		schema["description"] = s.description()
	}
	if s.Default != nil {
		schema["default"] = s.Default
	}
	switch {
	case s.InPart || len(s.Kinds) == 0:
	case len(s.Kinds) == 1:
		schema["type"] = types[s.Kinds[0]]
	default:
		var names []string
		for _, k := range s.Kinds {
			names = append(names, types[k])
		}
		schema["type"] = names
	}
	s.ofText(schema)
	s.ofOthers(schema)
	if len(s.Rules) > 0 {
		schema["allOf"] = s.Rules
	}
	return schema
}

func (s *Shape) description() string {
	if s.Default == nil {
		return s.About
	}
	return fmt.Sprintf("%s Default: %v.", s.About, s.Default)
}

func (s *Shape) ofText(schema Rule) {
	other := Rule{}
	if s.Pattern != "" {
		other["pattern"] = s.Pattern
	}
	if s.Misfit != "" {
		other["errorMessage"] = s.Misfit // no word of JSON Schema: editors know it, others ignore it
	}
	switch {
	case len(s.Words) > 0:
		schema["enum"] = s.Words
	case len(s.Offered) > 0:
		schema["anyOf"] = []Rule{{"enum": s.Offered}, other}
	default:
		maps.Copy(schema, other)
	}
}

func (s *Shape) ofOthers(schema Rule) {
	if s.Max != 0 {
		schema["minimum"], schema["maximum"] = s.Min, s.Max
	}
	for _, k := range s.Kinds {
		switch k {
		case ports.List:
			s.ofList(schema)
		case ports.Map:
			s.ofMap(schema)
		}
	}
}

func (s *Shape) ofList(schema Rule) {
	if s.Item != nil {
		schema["items"] = s.Item.schema()
	}
	if s.Unique {
		schema["uniqueItems"] = true
	}
	if s.Fewest > 0 {
		schema["minItems"] = s.Fewest
	}
}

// ofMap refuses every key that the reader would speak of, be it as a fault or as a doubt.
func (s *Shape) ofMap(schema Rule) {
	properties := map[string]any{}
	for _, k := range s.Keys {
		properties[k.Name] = k.schema()
	}
	for _, name := range s.Foreign {
		properties[name] = Rule{"description": "Read by a neighbouring tool, not by nestor."}
	}
	if len(properties) > 0 {
		schema["properties"] = properties
	}
	if s.Rest != nil {
		schema["additionalProperties"] = s.Rest.schema()
	} else {
		schema["additionalProperties"] = false
	}
	if required := s.required(); len(required) > 0 {
		schema["required"] = required
	}
	if s.FewestKeys > 0 {
		schema["minProperties"] = s.FewestKeys
	}
}
