package cli

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

func confirm(ctx context.Context, in io.Reader, french bool) bool {
	return asker{page: &page{out: io.Discard}, in: in, french: french}.Confirm(ctx, ports.Question{Stack: "dirqual"})
}

func TestNoAnswerIsNotYes(t *testing.T) {
	for answer, want := range map[string]bool{
		"y\n": true, "Y\n": true, "yes\n": true, "Yes\n": true, "YES\r\n": true, " y\n": true, "Y\r\n": true, "\ty \n": true,
		"": false, "\n": false, "n\n": false, "no\n": false, "y": false, "yes": false, "yy\n": false, "yes please\n": false, "oui\n": false, "o\n": false,
		"\x00y\n": false, "y\x00\n": false, "\x1b[Ay\n": false, "1\n": false, "true\n": false, "n\ny\n": false, "\ny\n": false, "ｙ\n": false,
	} {
		if got := confirm(t.Context(), strings.NewReader(answer), false); got != want {
			t.Errorf("%q: %v", answer, got)
		}
	}
	for answer, want := range map[string]bool{"o\n": true, "OUI\n": true, "y\n": true, "n\n": false, "non\n": false, "\n": false} {
		if got := confirm(t.Context(), strings.NewReader(answer), true); got != want {
			t.Errorf("in French, %q: %v", answer, got)
		}
	}
	junk := io.MultiReader(strings.NewReader(strings.Repeat("y", 1<<20)), strings.NewReader("\ny\n"))
	if confirm(t.Context(), junk, false) {
		t.Error("a megabyte of junk is a yes")
	}
}

func TestAnInterruptedQuestionIsANo(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	silent, writer := io.Pipe()
	defer func() { _ = writer.Close() }()
	go cancel()
	if confirm(ctx, silent, false) {
		t.Error("an interruption is a yes")
	}
	if confirm(ctx, strings.NewReader("y\n"), false) {
		t.Error("a yes after the interruption is a yes")
	}
}

func TestTheQuestionIsNotSteeredByWhatTheClusterSays(t *testing.T) {
	var shown bytes.Buffer
	evil := "\x1b[2J\rhttps://10.0.0.11\u202e"
	q := ports.Question{Stack: "dirqual", Endpoint: evil, Context: evil, Files: []string{evil}, UID: evil, Nodes: []ports.SeenNode{{Name: evil, State: say.Verbatim(evil)}}, Matches: []say.Text{say.Verbatim(evil)}, Doubts: []say.Text{say.Verbatim(evil)}}
	asker{page: &page{out: &shown}, in: strings.NewReader("")}.Confirm(t.Context(), q)
	if strings.ContainsAny(shown.String(), "\x1b\r\u202e") || !strings.HasSuffix(shown.String(), "Is this stack dirqual? [y/N] ") {
		t.Errorf("%q", shown.String())
	}
}

func TestManyNodesAreCounted(t *testing.T) {
	var shown bytes.Buffer
	q := ports.Question{Stack: "s", Nodes: make([]ports.SeenNode, 1000)}
	asker{page: &page{out: &shown}, in: strings.NewReader("")}.Confirm(t.Context(), q)
	if lines := strings.Count(shown.String(), "\n"); lines > 30 || !strings.Contains(shown.String(), "and 988 more") {
		t.Errorf("%d lines:\n%s", lines, shown.String())
	}
}

func TestWhatWasTypedBeforeTheQuestionIsDropped(t *testing.T) {
	var order []string
	in := strings.NewReader("y\n")
	a := asker{page: &page{out: noting{&order}}, in: in, typed: func() { order = append(order, "drop"); in.Reset("n\n") }}
	if a.Confirm(t.Context(), ports.Question{Stack: "s"}) || len(order) == 0 || order[0] != "drop" {
		t.Errorf("dropped after the question was shown: %q", order)
	}
}

type noting struct{ order *[]string }

func (n noting) Write(p []byte) (int, error) {
	*n.order = append(*n.order, "show")
	return len(p), nil
}

func TestANameCannotWriteALineOfTheQuestion(t *testing.T) {
	forged := "dirqual2" + strings.Repeat(" ", 79) + "✓ its UID is the pinned one\u2028\u3164"
	if got := word(forged); strings.ContainsAny(got, " \u2028\u3164") || len([]rune(got)) > 64 {
		t.Errorf("%q", got)
	}
	if got := word("dirqual1.example.org"); got != "dirqual1.example.org" {
		t.Errorf("%q", got)
	}
}
