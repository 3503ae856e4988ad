package yamledit_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/files/yamledit"
)

func TestTheDiffIsOneHunkAsPeopleKnowIt(t *testing.T) {
	for _, c := range []struct{ name, src, after, want string }{
		{"an exchanged line, three lines around", "a: 1\nb: 2\n\nc: 3\nkubeconfig: 'old'   # why\nd: 4\n# e\nf: 5\ng: 6\n", "", `--- s.yaml
+++ s.yaml
@@ -2,7 +2,7 @@
 b: 2
 
 c: 3
-kubeconfig: 'old'   # why
+kubeconfig: ~/.kube/new.config   # why
 d: 4
 # e
 f: 5
`},
		{"an added line", "a: 1\nb: 2\n", "a", `--- s.yaml
+++ s.yaml
@@ -1,2 +1,3 @@
 a: 1
+kubeconfig: ~/.kube/new.config
 b: 2
`},
		{"a file of one line", "kubeconfig: old\n", "", `--- s.yaml
+++ s.yaml
@@ -1 +1 @@
-kubeconfig: old
+kubeconfig: ~/.kube/new.config
`},
		{"no final newline", "a: 1\r\nkubeconfig: old", "", `--- s.yaml
+++ s.yaml
@@ -1,2 +1,2 @@
 a: 1
-kubeconfig: old
\ No newline at end of file
+kubeconfig: ~/.kube/new.config
\ No newline at end of file
`},
		{"added where there is no final newline", "\ufeffa: 1\r\nb: 2", "", `--- s.yaml
+++ s.yaml
@@ -1,2 +1,3 @@
 a: 1
-b: 2
\ No newline at end of file
+b: 2
+kubeconfig: ~/.kube/new.config
\ No newline at end of file
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			edit, err := yamledit.Set([]byte(c.src), key, value, c.after)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, edit.Diff("s.yaml")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheDiffDoesNotSteerTheTerminal(t *testing.T) {
	src := "# \u202egnp.exe\u2028 \u0085\tx\nkubeconfig: old # \u200b\n"
	edit, err := yamledit.Set([]byte(src), key, "\x1b[2J", "")
	if err != nil {
		t.Fatal(err)
	}
	shown := edit.Diff("s\x1b]0;x\a\n.yaml")
	for _, r := range shown {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)) {
			t.Errorf("%q holds %U", shown, r)
		}
	}
	if !strings.Contains(shown, "\tx") || !strings.HasPrefix(shown, "--- s�]0;x��.yaml\n") {
		t.Errorf("%q", shown)
	}
}

func TestTheZeroEditChangesNothing(t *testing.T) {
	var e yamledit.Edit
	if e.Changed() || e.Diff("f") != "" {
		t.Error("it does")
	}
}

// everything holds at once what an editor of whole files loses.
var everything = "\ufeff# The stack.\r\n\r\n" +
	"target_kind:   'prod'      # aligned\r\n" +
	"kubeconfig:    '~/.kube/old.config'   # why, since 'then'\r\n" +
	"\r\n\r\n" +
	"nodes:         # who\r\n" +
	"- name:  'n1'\t# tab\r\n" +
	"  roles: [ control,worker ]\r\n" +
	"\r\n" +
	"text: |\r\n   three\r\n\r\n" +
	"last: \"x\"   # no newline"

func TestTheDifferenceIsExactlyTheEditedLine(t *testing.T) {
	for _, end := range []string{"\r\n", "\n", "\r"} {
		for _, tail := range []string{"", end, end + end} {
			src := strings.ReplaceAll(everything, "\r\n", end) + tail
			want := strings.Replace(src, "'~/.kube/old.config'", value, 1)
			if got := set(t, src, value, ""); got != want {
				t.Errorf("%q:\n%s", end, cmp.Diff(want, got))
			}
		}
	}
}

func TestTheDifferenceIsExactlyTheAddedLine(t *testing.T) {
	for _, end := range []string{"\r\n", "\n", "\r"} {
		src := strings.ReplaceAll(strings.Replace(everything, "kubeconfig:", "context:", 1), "\r\n", end)
		sibling := "target_kind:   'prod'      # aligned" + end
		want := strings.Replace(src, sibling, fmt.Sprintf("%skubeconfig: %s%s", sibling, value, end), 1)
		if got := set(t, src, value, "target_kind"); got != want {
			t.Errorf("%q:\n%s", end, cmp.Diff(want, got))
		}
		if got, want := set(t, src, value, ""), src+end+"kubeconfig: "+value; got != want {
			t.Errorf("%q:\n%s", end, cmp.Diff(want, got))
		}
	}
}
