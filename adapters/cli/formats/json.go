package formats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf16"
)

// JSON writes a value for machines: indented, without HTML's escapes, and with nothing in it that would steer a
// terminal on which somebody looks at it.
func JSON(w io.Writer, value any) error {
	return write(w, value, "  ")
}

// JSONLine writes a value for machines in one line.
func JSONLine(w io.Writer, value any) error { return write(w, value, "") }

func write(w io.Writer, value any, indent string) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetIndent("", indent)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	_, err := w.Write(Escaped(b.Bytes()))
	return err
}

// Escaped writes the control and formatting characters that encoding/json leaves alone as JSON's \u escapes.
func Escaped(text []byte) []byte {
	var b bytes.Buffer
	for _, r := range string(text) {
		switch {
		case r == '\n' || !Steers(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, "\\u%04x\\u%04x", high, low)
		default:
			fmt.Fprintf(&b, "\\u%04x", r)
		}
	}
	return b.Bytes()
}
