package inventory

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestWordsAreSplitAsAShellSplits(t *testing.T) {
	for line, want := range map[string][]string{
		`-o ProxyJump=ops@b`:                  {"-o", "ProxyJump=ops@b"},
		`  -C	-4 `:                            {"-C", "-4"},
		`-o ProxyCommand="ssh -W %h:%p -q b"`: {"-o", "ProxyCommand=ssh -W %h:%p -q b"},
		`-o 'ProxyCommand=ssh -W "%h:%p" b'`:  {"-o", `ProxyCommand=ssh -W "%h:%p" b`},
		`-F /home/a\ b/config`:                {"-F", "/home/a b/config"},
		`"a \"b\" \\ \$x"`:                    {`a "b" \ \$x`},
		`a'b'"c"d`:                            {"abcd"},
		`-i '' ""`:                            {"-i"},
		`$(id) ; # | > * ~ ` + "`id`":         {"$(id)", ";", "#", "|", ">", "*", "~", "`id`"},
		``:                                    nil,
		"-o\nProxyJump=b":                     {"-o", "ProxyJump=b"},
		`-o ProxyCommand='ssh -W "[%h]:%p" jump'\''s`: nil, // the last quote stays open
	} {
		got, err := splitWords(line)
		if want == nil && line != "" {
			if err == nil {
				t.Errorf("%s: %q", line, got)
			}
			continue
		}
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", line, err, diff)
		}
	}
}

func TestUnbalancedQuotesAreRefused(t *testing.T) {
	for line, want := range map[string]string{`-o "x`: "double quote", `'`: "single quote", `a\`: "backslash", `"\`: "double quote", `"a\"`: "double quote"} {
		if got, err := splitWords(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q %v", line, got, err)
		}
	}
}

func TestQuotedWordsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-z$;'"\\#= ]{0,5}[a-z$;'"\\]`), 0, 5).Draw(t, "words")
		var line strings.Builder
		var want []string
		for _, w := range words {
			w = strings.TrimSpace(w)
			want = append(want, w)
			if rapid.Bool().Draw(t, "single") {
				line.WriteString(" '" + strings.ReplaceAll(w, "'", `'\''`) + "'")
			} else {
				line.WriteString(` "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(w) + `"`)
			}
		}
		got, err := splitWords(line.String())
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatalf("%s: %v %s", line.String(), err, diff)
		}
	})
}
