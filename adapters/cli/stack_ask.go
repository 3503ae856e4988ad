package cli

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// dialogue asks for texts, one line each.
type dialogue struct {
	page *page
	in   *bufio.Reader
}

// longestLine is far above anything that is asked for.
const longestLine = 4096

func noAnswer() error {
	return &say.Problem{Code: problems.Unanswered, What: say.Textf("no answer, so nothing was written"), Do: say.Textf("say it with options: nestor stack new --help")}
}

// ask puts a question and gives what was typed, without blanks around; empty for an empty line.
func (d dialogue) ask(ctx context.Context, question say.Text) (string, error) {
	d.page.ask(question)
	type answer struct {
		text string
		err  error
	}
	answers := make(chan answer, 1)
	// A read from a terminal cannot be interrupted: after Ctrl-C this goroutine ends with the process.
	go func() {
		text, err := readLine(d.in)
		answers <- answer{text, err}
	}()
	select {
	case <-ctx.Done():
	case a := <-answers:
		switch {
		case ctx.Err() != nil:
		case a.err != nil:
			d.page.line("")
			return "", noAnswer()
		default:
			d.page.answered()
			return strings.TrimSpace(a.text), nil
		}
	}
	d.page.line("")
	return "", &exit{app.Failed, &say.Problem{Code: problems.Interrupted, What: say.Textf("interrupted at the question \"%s\"", question), Do: say.Textf("run it again; nothing was written")}}
}

// readLine reads one whole line. A line without its end is no answer: the input ended.
func readLine(in *bufio.Reader) (string, error) {
	var text strings.Builder
	for text.Len() < longestLine {
		b, err := in.ReadByte()
		if err != nil {
			return "", err
		}
		if b == '\n' {
			return text.String(), nil
		}
		text.WriteByte(b)
	}
	return "", io.ErrShortBuffer
}

// oneOf asks until the answer is one of the values; an empty one is the first.
func (d dialogue) oneOf(ctx context.Context, question say.Text, values ...string) (string, error) {
	for {
		answer, err := d.ask(ctx, say.Textf("%s: %s [%s]", question, say.Or(values), values[0]))
		if err != nil {
			return "", err
		}
		if answer == "" {
			return values[0], nil
		}
		for _, v := range values {
			if answer == v {
				return v, nil
			}
		}
		d.page.hang("  ", 2, plain, document.Suggest(answer, values))
	}
}

// nodes asks for one node a line, until an empty one and what was given will do.
func (d dialogue) nodes(ctx context.Context, wrong func(nodes []string) say.Text) ([]string, error) {
	var nodes []string
	d.page.sentence(say.Textf("Its nodes, one a line, as NAME:ROLE+ROLE[@ADDRESS], for instance cp1:control+worker@10.0.0.11; an empty line ends."))
	for {
		answer, err := d.ask(ctx, say.Textf("node:"))
		switch {
		case err != nil:
			return nil, err
		case answer == "" && len(nodes) == 0:
			d.page.hang("  ", 2, plain, say.Textf("one node at least"))
			continue
		case answer == "":
			if fault := wrong(nodes); !fault.IsZero() {
				d.page.hang("  ", 2, plain, say.Textf("%s; give them again", fault))
				nodes = nil
				continue
			}
			return nodes, nil
		}
		if _, err := app.ParseNode(answer); err != nil {
			d.page.hang("  ", 2, plain, say.Of(err))
			continue
		}
		nodes = append(nodes, answer)
	}
}

// until asks until nothing is wrong with the answer.
func (d dialogue) until(ctx context.Context, question say.Text, wrong func(answer string) say.Text) (string, error) {
	for {
		answer, err := d.ask(ctx, question)
		if err != nil {
			return "", err
		}
		fault := wrong(answer)
		if fault.IsZero() {
			return answer, nil
		}
		d.page.hang("  ", 2, plain, fault)
	}
}

// askTopology asks for what the flags do not say. Each answer is tried when it is given: a mistake costs one answer, not all.
func (t tool) askTopology(c *cli.Context, use app.NewStack, o app.NewStackOptions) (app.NewStackOptions, error) {
	if t.streams.DropInput != nil {
		t.streams.DropInput()
	}
	ctx, d := c.Context, dialogue{page: t.onStderr(c), in: bufio.NewReader(t.streams.In)}
	var err error
	if o.Kind == "" {
		if o.Kind, err = d.oneOf(ctx, say.Textf("What it runs on"), "prod", "lima"); err != nil {
			return o, err
		}
	}
	o.Nodes, err = d.nodes(ctx, func(nodes []string) say.Text {
		probe := o
		probe.Nodes, probe.Backend, probe.Layers = nodes, "", nil
		if app.SeveralControls(nodes) {
			probe.Endpoint = "api.example.org" // it is asked for next
		}
		return faultOf(use, probe)
	})
	if err != nil {
		return o, err
	}
	if o.Endpoint == "" && app.SeveralControls(o.Nodes) {
		o.Endpoint, err = d.until(ctx, say.Textf("The address in front of its control nodes:"), func(answer string) say.Text {
			if answer == "" {
				return say.Textf("several control nodes need one: a name or an address")
			}
			probe := o
			probe.Endpoint, probe.Backend, probe.Layers = answer, "", nil
			return faultOf(use, probe)
		})
		if err != nil {
			return o, err
		}
	}
	if o.Backend == "" {
		if o.Backend, err = d.oneOf(ctx, say.Textf("What stores its volumes"), "local-path", "ceph"); err != nil {
			return o, err
		}
	}
	if len(o.Layers) > 0 {
		return o, nil
	}
	_, err = d.until(ctx, say.Textf("Wanted layers or aliases, with spaces between (`nestor layers` lists them; empty for none yet):"), func(answer string) say.Text {
		o.Layers = strings.FieldsFunc(answer, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
		return faultOf(use, o)
	})
	return o, err
}

// faultOf says what is wrong with a topology as far as it is known; nothing when nothing is.
func faultOf(use app.NewStack, o app.NewStackOptions) say.Text {
	_, err := use.Draft(o)
	var invalid *ports.InvalidDocument
	switch {
	case err == nil:
		return say.Text{}
	case !errors.As(err, &invalid):
		return say.Of(err)
	}
	var texts []say.Text
	for _, f := range invalid.Faults {
		if f.Severity == ports.Wrong {
			texts = append(texts, say.Join("; ", f.What, f.Instead))
		}
	}
	return dotted(texts...)
}
