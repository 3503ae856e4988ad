package document

import (
	"strings"

	"github.com/univ-lehavre/nestor/ports/say"
)

// Nearest gives the known name that a mistyped one must mean: at most 2 edits away, 1 for names of up to
// 4 letters, case ignored. It gives "" when none is that near.
func Nearest(name string, known []string) string {
	best, distance := "", 3
	for _, k := range known {
		allowed := 2
		if len([]rune(k)) <= 4 || len([]rune(name)) <= 4 {
			allowed = 1
		}
		if d := edits(strings.ToLower(name), strings.ToLower(k)); d <= allowed && d < distance {
			best, distance = k, d
		}
	}
	return best
}

// Suggest says what to write instead of a name: the nearest one, or all of them.
func Suggest(name string, known []string) say.Text {
	if near := Nearest(name, known); near != "" {
		return say.Textf("did you mean %s?", near)
	}
	return say.Textf("write one of: %s", strings.Join(known, ", "))
}

// edits counts insertions, deletions, replacements and swaps of neighbours between two texts.
func edits(a, b string) int {
	s, t := []rune(a), []rune(b)
	rows := make([][]int, len(s)+1)
	for i := range rows {
		rows[i] = make([]int, len(t)+1)
		rows[i][0] = i
	}
	for j := range t {
		rows[0][j+1] = j + 1
	}
	for i := 1; i <= len(s); i++ {
		for j := 1; j <= len(t); j++ {
			cost := 1
			if s[i-1] == t[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(s)][len(t)]
}
