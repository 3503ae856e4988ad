package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/ports/say"
)

func TestColumnsAreThoseOfATerminal(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "abc": 3, "é": 1, "e\u0301": 1, "你好": 4, "한글": 4, "ﾊ": 1, "ｗ": 2, "🙂": 2, "±": 1, "→": 1, "✓": 1, "·": 1, "…": 1, "�": 1,
		"a\u0300\u0301b": 2, "\u200b": 0, "\x1b[1;31mred\x1b[0m": 3,
	} {
		if got := columns(text); got != want {
			t.Errorf("%q takes %d columns, not %d", text, got, want)
		}
		if got := columns(pad(text, 7)); got != 7 {
			t.Errorf("%q is padded to %d columns", text, got)
		}
	}
	for text, want := range map[string]string{"abc": "abc", "abcdef": "abc…", "你好你": "你…", "\x1b[1mab\x1b[0m": "\x1b[1mab\x1b[0m"} {
		if got := fit(text, 4); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
}

func TestAddressesAndPathsAreNotBroken(t *testing.T) {
	want := []string{"reading", "https://10.0.0.11:6443/k8s/clusters/c-1", "of", "~/.kube/paris.config"}
	if diff := cmp.Diff(want, wrap(strings.Join(want, " "), 10, 10)); diff != "" {
		t.Error(diff)
	}
}

// words of all widths, and now and then one that is longer than some lines.
func words() *rapid.Generator[string] {
	return rapid.StringMatching(`[a-z:/.é你好한🙂±→]{1,9}|[a-z\x{301}]{1,3}|https://[a-z]{10,90}`)
}

// fits reports whether a line is no wider than the page, or is a single word.
func fits(line string, width int) bool {
	return columns(line) <= width || len(strings.Fields(line)) == 1
}

func TestLinesFitTheTerminal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := rapid.SliceOfN(words(), 1, 30).Draw(t, "words")
		lead := rapid.SliceOfN(words(), 0, 3).Draw(t, "lead")
		tinted := rapid.SampledFrom([]tint{plain, bold}).Draw(t, "tint")
		before := strings.Repeat(" ", rapid.IntRange(0, 4).Draw(t, "indent")) + strings.Join(lead, " ") + " "
		var out strings.Builder
		p := page{out: &out, ink: true, width: rapid.SampledFrom([]int{80, 40, 20}).Draw(t, "width")}
		p.hang(before, rapid.IntRange(0, 8).Draw(t, "columns"), tinted, say.Verbatim(strings.Join(said, " ")))
		var got []string
		for _, line := range strings.Split(strings.TrimSuffix(uncoloured(out.String()), "\n"), "\n") {
			if !fits(line, p.width) {
				t.Fatalf("%d columns on a terminal of %d: %s", columns(line), p.width, line)
			}
			got = append(got, strings.Fields(line)...)
		}
		if diff := cmp.Diff(slices.Concat(lead, said), got); diff != "" && len(lead) > 0 {
			t.Fatal(diff)
		}
	})
}

func TestTablesFitTheTerminal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.Custom(func(t *rapid.T) say.Text {
			return say.Verbatim(strings.Join(rapid.SliceOfN(words(), 1, 3).Draw(t, "cell"), " "))
		})
		rows := rapid.SliceOfN(rapid.SliceOfN(cell, 3, 3), 1, 6).Draw(t, "rows")
		var narrow [][]say.Text
		for _, row := range rows[1:] {
			narrow = append(narrow, row[1:])
		}
		var out strings.Builder
		p := page{out: &out, width: rapid.SampledFrom([]int{80, 40, 20}).Draw(t, "width")}
		p.table(rows, narrow)
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		for _, line := range lines {
			if !fits(line, p.width) {
				t.Fatalf("%d columns on a terminal of %d: %s", columns(line), p.width, line)
			}
		}
		out.Reset()
		wide := page{out: &out}
		wide.table(rows, narrow)
		starts := map[int]bool{}
		for i, line := range strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n") {
			starts[columns(line[:strings.LastIndex(line, rows[i][2].String())])] = true
		}
		if len(starts) != 1 {
			t.Fatalf("the last column starts at %v:\n%s", starts, out.String())
		}
	})
}

func uncoloured(text string) string {
	return strings.NewReplacer("\x1b[1m", "", "\x1b[0m", "").Replace(text)
}
