// Package man writes manual pages, from the same words as the program's help.
package man

import (
	"fmt"
	"regexp"
	"strings"
)

// escapes keep what roff would read as its own, or typeset as another character than the one to type. Letters stay UTF-8.
var escapes = strings.NewReplacer(
	`\`, `\(rs`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, `"`, `\(dq`, "\u00a0", `\~`)

// escape makes a text safe anywhere in roff, at the start of a line and within a macro's argument too.
func escape(text string) string {
	text = escapes.Replace(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' || r == '\t' }), " "))
	if strings.HasPrefix(text, ".") {
		return `\&` + text
	}
	return text
}

// document is a page as it grows.
type document struct{ strings.Builder }

func (d *document) macro(name string, args ...string) {
	d.WriteString("." + name)
	for _, a := range args {
		d.WriteString(` "` + escape(a) + `"`)
	}
	d.WriteByte('\n')
}

// text writes escaped lines; none is empty, which roff takes for a gap of its own.
func (d *document) text(lines ...string) {
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" {
			fmt.Fprintln(d, line)
		}
	}
}

// paragraphs writes a description: each of its lines stays one, and an empty one parts paragraphs.
func (d *document) paragraphs(text string) {
	written, apart := false, false
	for _, line := range strings.Split(text, "\n") {
		switch {
		case strings.TrimSpace(line) == "":
			apart = true
			continue
		case apart && written:
			d.macro("PP")
		case written:
			d.macro("br")
		}
		d.text(escape(line))
		written, apart = true, false
	}
}

// tagged writes what a thing is below its name, which comes with its typefaces.
func (d *document) tagged(tag, text string) {
	d.macro("TP")
	d.text(tag, escape(text))
}

// Parts of a command or flag that have a typeface: flags, and what stands for a value.
var (
	aFlag  = regexp.MustCompile(`^--?[a-zA-Z][a-zA-Z-]*`)
	aValue = regexp.MustCompile(`\p{Lu}[\p{Lu}\d.-]*\p{Lu}`)
)

// synopsis sets what is typed as it stands in bold, and what stands for something else in italics.
func synopsis(usage string) string {
	words := strings.Split(usage, " ")
	for i, word := range words {
		bare := strings.TrimLeft(word, "[(")
		opening := strings.TrimSuffix(word, bare)
		flag := aFlag.FindString(bare)
		words[i] = escapes.Replace(opening)
		if flag != "" {
			words[i] += `\fB` + escapes.Replace(flag) + `\fR`
		}
		words[i] += values(bare[len(flag):])
	}
	return strings.Join(words, " ")
}

func values(text string) string {
	var b strings.Builder
	from := 0
	for _, at := range aValue.FindAllStringIndex(text, -1) {
		b.WriteString(escapes.Replace(text[from:at[0]]) + `\fI` + escapes.Replace(text[at[0]:at[1]]) + `\fR`)
		from = at[1]
	}
	return b.String() + escapes.Replace(text[from:])
}

func bold(text string) string { return `\fB` + escape(text) + `\fR` }

// reference names another page.
func reference(page string) string { return bold(page) + "(1)" }
