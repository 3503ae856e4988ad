package man

import (
	"strings"
	"testing"
)

func TestNothingSaidIsReadAsRoff(t *testing.T) {
	for text, want := range map[string]string{
		".so /etc/passwd":        `\&.so /etc/passwd`,
		"'br":                    `\(aqbr`,
		`a\fBb`:                  `a\(rsfBb`,
		"kubectl apply -f - `x`": `kubectl apply \-f \- \(gax\(ga`,
		"two\n.SH lines":         "two .SH lines",
		"~/.kube ^ \"q\"":        `\(ti/.kube \(ha \(dqq\(dq`,
		"stack\u00a0: été":       `stack\~: été`,
	} {
		if got := escape(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestADescriptionKeepsItsLines(t *testing.T) {
	d := &document{}
	d.paragraphs("\none\n.two\n\n\nthree\n")
	want := "one\n.br\n\\&.two\n.PP\nthree\n"
	if got := d.String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestWhatIsTypedIsBold(t *testing.T) {
	for usage, want := range map[string]string{
		"--file FILE, -f FILE": `\fB\-\-file\fR \fIFILE\fR, \fB\-f\fR \fIFILE\fR`,
		"[options] [STACK]":    `[options] [\fISTACK\fR]`,
		"[--all|STACK…]":       `[\fB\-\-all\fR|\fISTACK\fR…]`,
		"bash|zsh|fish":        `bash|zsh|fish`,
		"cp-1:control":         `cp\-1:control`,
	} {
		if got := synopsis(usage); got != want {
			t.Errorf("%q: %s, want %s", usage, got, want)
		}
	}
}

func TestAPageHoldsItsParts(t *testing.T) {
	page := Page{Command: "nestor stack new", Summary: "write one", Usage: "[options] NAME", Text: "Text.", Options: []Entry{{"--yes", "do"}}, Also: []string{"nestor-stack"}}.Roff(nil)
	for _, part := range []string{".TH \"NESTOR\\-STACK\\-NEW\" \"1\"", "nestor\\-stack\\-new \\- write one\n", "\\fBnestor stack new\\fR [options] \\fINAME\\fR\n", ".SH \"OPTIONS\"\n.TP\n\\fB\\-\\-yes\\fR\ndo\n", ".SH \"SEE ALSO\"\n\\fBnestor\\-stack\\fR(1)\n"} {
		if !strings.Contains(page, part) {
			t.Errorf("%q is not in the page:\n%s", part, page)
		}
	}
}
