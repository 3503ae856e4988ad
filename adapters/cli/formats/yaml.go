package formats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// YAML writes what JSON would, field by field and in the same order, so that YAML 1.1 and 1.2 read the same. The YAML
// libraries at hand either sort the fields, or print as it is what steers a terminal.
func YAML(w io.Writer, value any) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	e := yamlWriter{in: json.NewDecoder(&b)}
	e.in.UseNumber()
	if err := e.value(0, " "); err != nil {
		return err
	}
	_, err := io.WriteString(w, strings.TrimLeft(e.out.String(), "\n "))
	return err
}

type yamlWriter struct {
	in  *json.Decoder
	out strings.Builder
}

// value writes one JSON value behind what stands before it on the line: its key, or the dash of its item.
func (e *yamlWriter) value(depth int, behind string) error {
	token, err := e.in.Token()
	if err != nil {
		return err
	}
	switch token := token.(type) {
	case json.Delim:
		if !e.in.More() {
			e.out.WriteString(" " + map[json.Delim]string{'{': "{}", '[': "[]"}[token] + "\n")
		} else if err := e.members(depth, token == '{', behind); err != nil {
			return err
		}
		_, err := e.in.Token()
		return err
	case string:
		e.out.WriteString(" " + scalar(token) + "\n")
	case json.Number:
		e.out.WriteString(" " + token.String() + "\n")
	case bool:
		e.out.WriteString(" " + strconv.FormatBool(token) + "\n")
	default:
		e.out.WriteString(" null\n")
	}
	return nil
}

// members writes an object's fields, or a list's items. An object's first field stands behind its item's dash.
func (e *yamlWriter) members(depth int, object bool, behind string) error {
	onNewLine := behind != "-" || !object
	if onNewLine {
		e.out.WriteString("\n")
	}
	for first := true; e.in.More(); first = false {
		if first && !onNewLine {
			e.out.WriteString(" ")
		} else {
			e.out.WriteString(strings.Repeat("  ", depth))
		}
		if !object {
			e.out.WriteString("-")
			if err := e.value(depth+1, "-"); err != nil {
				return err
			}
			continue
		}
		key, err := e.in.Token()
		if err != nil {
			return err
		}
		e.out.WriteString(scalar(key.(string)) + ":") // a key of JSON is a string
		if err := e.value(depth+1, ":"); err != nil {
			return err
		}
	}
	return nil
}

// bare is a text that no YAML takes for anything else, as long as it is no word of YAML 1.1.
var (
	bare  = regexp.MustCompile(`^[A-Za-z/][A-Za-z0-9_./@%+-]*(?: [A-Za-z0-9_./(+-][A-Za-z0-9_./()@%+,;-]*)*$`)
	words = regexp.MustCompile(`^(?i:y|n|yes|no|on|off|true|false|null)$`)
)

// scalar is a text, in double quotes where it must be: Go's escapes are YAML's too, and leave nothing that steers a terminal.
func scalar(text string) string {
	if bare.MatchString(text) && !words.MatchString(text) {
		return text
	}
	quoted := strconv.Quote(text)
	for _, filler := range fillers { // letters, for Go
		quoted = strings.ReplaceAll(quoted, string(filler), fmt.Sprintf(`\u%04x`, filler))
	}
	return quoted
}
