package files

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Drafts writes declared files as text. It implements ports.Drafter.
type Drafts struct{}

var _ ports.Drafter = Drafts{}

// Read implements ports.Drafter.
func (Drafts) Read(file string, text []byte) (ports.Document, error) { return Parse(file, file, text) }

// Write gives the text of a topology: lists one item a line, maps one key a line, whatever is deeper on one line.
func (Drafts) Write(d ports.Draft, l say.Language) []byte {
	var b strings.Builder
	b.WriteString(SchemaComment + "\n")
	comments(&b, d.Head, l)
	for i, e := range d.Entries {
		if i == 0 || !isShort(e) || !isShort(d.Entries[i-1]) {
			b.WriteString("\n")
		}
		comments(&b, e.Above, l)
		if e.Key != "" {
			entry(&b, e, l)
		}
	}
	if len(d.Foot) > 0 {
		b.WriteString("\n")
		comments(&b, d.Foot, l)
	}
	return []byte(b.String())
}

// isShort reports an entry that stands close to others of its kind.
func isShort(e ports.DraftEntry) bool { return len(e.Above) == 0 && e.Value.Kind == ports.Text }

func entry(b *strings.Builder, e ports.DraftEntry, l say.Language) {
	fmt.Fprintf(b, "%s:", scalar(e.Key))
	v := e.Value
	switch {
	case v.Kind == ports.Map && len(v.Entries) > 0:
		b.WriteString("\n")
		for i, each := range v.Entries {
			fmt.Fprintf(b, "  %s: %s%s\n", scalar(each.Key), flow(each.Value), behind(e.Behind, i, l))
		}
	case v.Kind == ports.List && slices.ContainsFunc(v.Items, func(item ports.Value) bool { return item.Kind == ports.Map }):
		b.WriteString("\n")
		for i, item := range v.Items {
			fmt.Fprintf(b, "  - %s%s\n", flow(item), behind(e.Behind, i, l))
		}
	default:
		fmt.Fprintf(b, " %s%s\n", flow(v), behind(e.Behind, 0, l))
	}
}

func behind(all []say.Text, i int, l say.Language) string {
	if i >= len(all) || all[i].IsZero() {
		return ""
	}
	return " # " + commented(all[i].In(l))
}

func comments(b *strings.Builder, all []say.Text, l say.Language) {
	for _, line := range all {
		b.WriteString(strings.TrimRight("# "+commented(line.In(l)), " ") + "\n")
	}
}

// commented keeps what a cluster said on the comment's own line: nothing in it may end the line, or steer a terminal.
func commented(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\u00a0': // French puts it before some signs
			return ' '
		case r == ' ', r != utf8.RuneError && unicode.IsPrint(r):
			return r
		}
		return '\ufffd'
	}, s)
}
