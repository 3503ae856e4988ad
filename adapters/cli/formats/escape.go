package formats

import (
	"regexp"
	"strings"
)

// prose is a word, or a small number, that means nothing to Markdown, nor to what GitHub and GitLab make links of:
// names of people, issues, commits, milestones.
var prose = regexp.MustCompile(`^[(«“"]*\x{a0}?\pL+(?:['’-]\pL+)*\x{a0}?[)»”"]*\x{a0}?[,;:.…!?]*$|^\(?[0-9]{1,4}(?:/[0-9]{1,4})?\x{a0}?[,;:]?$|^[·→;:,–—]$`)

// around is what punctuation may stand around a word that is not plain.
var around = regexp.MustCompile(`^([(«“"]*)(.*?)([)»”",;:.…]*)$`)

// inline writes a text of clusters and files for Markdown, inside a line or a table's cell. What is not plainly a word
// stands in a span of code, where nothing means anything.
func inline(text string) string {
	var out strings.Builder
	var code []string
	flush := func() {
		if len(code) > 0 {
			out.WriteString(span(strings.Join(code, " ")))
			code = nil
		}
	}
	for i, word := range splitWords(text) {
		before, core, after := "", "", word
		if !prose.MatchString(word) {
			m := around.FindStringSubmatch(word)
			before, core, after = m[1], m[2], m[3]
			if core == "" { // nothing but punctuation
				before, core, after = "", word, ""
			}
		}
		if core != "" && before == "" && len(code) > 0 {
			code = append(code, core)
		} else {
			flush()
			if i > 0 {
				out.WriteString(" ")
			}
			out.WriteString(before)
			if core != "" {
				code = []string{core}
			}
		}
		if after != "" {
			flush()
			out.WriteString(after)
		}
	}
	flush()
	return out.String()
}

// splitWords cuts at the spaces that may be broken; French has others.
func splitWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' || r == '\r' })
}

// span is text in a span of code. A bar would end a table's cell even there, so it stands outside, as an entity.
func span(text string) string {
	pieces := strings.Split(Clean(strings.Join(splitWords(text), " ")), "|")
	for i, piece := range pieces {
		if piece != "" {
			pieces[i] = fenced(piece)
		}
	}
	return strings.Join(pieces, "&#124;")
}

// fenced puts more backticks around a text than it has in a row.
func fenced(text string) string {
	longest, run := 0, 0
	for _, r := range text {
		if run++; r != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") || strings.HasPrefix(text, " ") || strings.HasSuffix(text, " ") {
		text = " " + text + " "
	}
	if strings.TrimSpace(text) == "" {
		return "&nbsp;"
	}
	return fence + text + fence
}
