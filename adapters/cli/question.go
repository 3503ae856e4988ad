package cli

import (
	"bufio"
	"context"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/adapters/cli/languages"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// asker puts questions on stderr and reads the answer from stdin. It implements ports.Confirmer.
type asker struct {
	page   *page // on stderr
	in     io.Reader
	yes    bool   // answered on the command line
	french bool   // also understands French answers
	typed  func() // drops what was typed before the question; may be nil
}

// discard drops what was typed before there was a question: it answers something else.
func (a asker) discard() {
	if a.typed != nil {
		a.typed()
	}
}

// Confirm shows what was seen, and is true only after a clear yes.
func (a asker) Confirm(ctx context.Context, q ports.Question) bool {
	a.discard()
	a.page.question(q)
	return a.answer(ctx)
}

// answer waits for the answer to what was asked, and is true only after a clear yes.
func (a asker) answer(ctx context.Context) bool {
	if a.yes {
		a.page.line(a.page.in(say.Textf("yes (--yes)")))
		return ctx.Err() == nil
	}
	answers := make(chan string, 1)
	// A read from a terminal cannot be interrupted: after Ctrl-C this goroutine ends with the process.
	go func() { answers <- readAnswer(a.in) }()
	select {
	case <-ctx.Done():
	case answer := <-answers:
		if ctx.Err() == nil {
			a.page.answered()
			return isYes(answer, a.french)
		}
	}
	a.page.line("")
	a.page.sentence(say.Textf("interrupted at the question, which is a no"))
	return false
}

// longestAnswer is far above any yes; what is longer is none.
const longestAnswer = 64

// readAnswer reads one line. A line without its end, or one that is too long, is no answer.
func readAnswer(in io.Reader) string {
	line, err := bufio.NewReader(io.LimitReader(in, longestAnswer)).ReadString('\n')
	if err != nil {
		return ""
	}
	return line
}

func isYes(answer string, french bool) bool {
	yes := []string{"y", "yes"}
	if french {
		yes = append(yes, "o", "oui")
	}
	return slices.Contains(yes, strings.ToLower(strings.TrimSpace(answer)))
}

// question shows what an operator needs to tell one cluster from another.
func (p *page) question(q ports.Question) {
	p.line("")
	p.row(say.Textf("stack"), say.Verbatim(q.Stack))
	p.row(say.Textf("endpoint"), say.Verbatim(q.Endpoint))
	p.row(say.Textf("context"), say.Textf("%s of %s", q.Context, p.shortAll(q.Files)))
	p.row(say.Textf("cluster"), orUnseen(word(q.UID)))
	p.row(say.Textf("nodes"), say.Textf("%d", len(q.Nodes)))
	for i, n := range q.Nodes {
		if i == mostNodes {
			p.hang(p.besideRows(), p.rowName()+3, plain, say.Textf("and %d more", len(q.Nodes)-mostNodes))
			break
		}
		p.hang(p.besideRows()+word(n.Name)+"  ", p.rowName()+5, plain, n.State)
	}
	for _, m := range q.Matches {
		p.fact(speaks, m)
	}
	for _, d := range q.Doubts {
		p.fact(doubted, d)
	}
	p.yesNo(say.Textf("Is this stack %s?", q.Stack))
}

// word shows a name as one short word, so that no cluster can write lines of the question.
func word(name string) string {
	const most = 63
	runes := []rune(strings.Join(strings.Fields(clean(name)), "�"))
	if len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(runes)
}

// mostNodes are shown in a question: enough to recognise a cluster on one screen.
const mostNodes = 12

func orUnseen(s string) say.Text {
	return say.First(say.Verbatim(s), say.Textf("its UID could not be read"))
}

// rowName is how many columns the names of rows have: as many as the longest of them.
func (p *page) rowName() int { return max(widest("kubeconfig"), widest(p.in(say.Textf("endpoint")))) }

// besideRows is the space below the name of a row.
func (p *page) besideRows() string { return strings.Repeat(" ", p.rowName()+3) }

// row writes a fact behind its name.
func (p *page) row(name, value say.Text) {
	lead := pad(p.in(name), p.rowName()) + " "
	p.hang("  "+lead, 2+widest(lead), plain, value)
}

// answered says that the operator's answer has ended the line.
func (p *page) answered() {
	if s, ok := p.out.(*screen); ok {
		s.answered()
	}
}

// yesNo asks what is answered with yes or no.
func (p *page) yesNo(question say.Text) { p.ask(say.Textf("%s [y/N]", question)) }

// ask writes a question without ending the line.
func (p *page) ask(question say.Text) {
	said := cleanLines(question.In(p.lang))
	if p.width > 0 {
		lines := strings.Split(said, "\n")
		for i, line := range lines {
			lines[i] = strings.Join(wrap(line, p.width-1, p.width-1), "\n")
		}
		said = strings.Join(lines, "\n")
	}
	text := p.ink.paint(bold, said) + " "
	if _, err := io.WriteString(p.out, text); err != nil && p.err == nil {
		p.err = err
	}
}

// asking decides whether questions can be put: only to a person who sees them and can answer.
func (t tool) asking(noInput bool) target.Asking {
	if noInput || !t.streams.Interactive {
		return target.NobodyToAsk
	}
	return target.AtTerminal
}

func (t tool) asker(c *cli.Context) asker {
	return asker{page: t.onStderr(c), in: t.streams.In, yes: c.Bool("yes"), french: t.spoken.Name == languages.French, typed: t.streams.DropInput}
}

// onStderr is what is said beside the result.
func (t tool) onStderr(c *cli.Context) *page {
	p := t.stderr()
	p.ink = t.coloured(c, t.streams.ErrTerminal)
	return p
}

// offer puts a question that is not about a cluster's identity; false where none can be put.
func (t tool) offer(c *cli.Context, question say.Text) bool {
	if t.asking(c.Bool("no-input")) != target.AtTerminal {
		return false
	}
	a := t.asker(c)
	a.discard()
	a.page.yesNo(question)
	return a.answer(c.Context)
}
