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
)

// dialogue asks for texts, one line each.
type dialogue struct {
	page *page
	in   *bufio.Reader
}

// longestLine is far above anything that is asked for.
const longestLine = 4096

var errNoAnswer = errors.New("no answer, so nothing was written; say it with flags: nestor stack new --help")

// ask puts a question and gives what was typed, without blanks around; empty for an empty line.
func (d dialogue) ask(ctx context.Context, question string) (string, error) {
	d.page.prompt(d.page.ink.paint(bold, question) + " ")
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
		d.page.line("")
		return "", errNoAnswer
	case a := <-answers:
		if a.err != nil || ctx.Err() != nil {
			d.page.line("")
			return "", errNoAnswer
		}
		return strings.TrimSpace(a.text), nil
	}
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
func (d dialogue) oneOf(ctx context.Context, question string, values ...string) (string, error) {
	for {
		answer, err := d.ask(ctx, question+": "+strings.Join(values, " or ")+" ["+values[0]+"]")
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
		d.page.line("  ", clean(document.Suggest(answer, values)))
	}
}

// nodes asks for one node a line, until an empty one.
func (d dialogue) nodes(ctx context.Context) ([]string, error) {
	var nodes []string
	d.page.line("Its nodes, one a line, as NAME:ROLE+ROLE[@ADDRESS], for instance cp1:control+worker@10.0.0.11; an empty line ends.")
	for {
		answer, err := d.ask(ctx, "node:")
		switch {
		case err != nil:
			return nil, err
		case answer == "" && len(nodes) > 0:
			return nodes, nil
		case answer == "":
			continue
		}
		if _, err := app.ParseNode(answer); err != nil {
			d.page.hang("  ", 2, plain, clean(err.Error()))
			continue
		}
		nodes = append(nodes, answer)
	}
}

// askTopology asks for what the flags do not say.
func (t tool) askTopology(c *cli.Context, o app.NewStackOptions) (app.NewStackOptions, error) {
	if t.streams.DropInput != nil {
		t.streams.DropInput()
	}
	ctx, d := c.Context, dialogue{page: t.onStderr(c), in: bufio.NewReader(t.streams.In)}
	var err error
	if o.Kind == "" {
		if o.Kind, err = d.oneOf(ctx, "What it runs on", "prod", "lima"); err != nil {
			return o, err
		}
	}
	if o.Nodes, err = d.nodes(ctx); err != nil {
		return o, err
	}
	if o.Endpoint == "" && app.SeveralControls(o.Nodes) {
		if o.Endpoint, err = d.ask(ctx, "The address in front of its control nodes:"); err != nil {
			return o, err
		}
	}
	if o.Backend == "" {
		if o.Backend, err = d.oneOf(ctx, "What stores its volumes", "local-path", "ceph"); err != nil {
			return o, err
		}
	}
	if len(o.Layers) > 0 {
		return o, nil
	}
	layers, err := d.ask(ctx, "Wanted layers or aliases, with spaces between (`nestor layers` lists them; empty for none yet):")
	o.Layers = strings.FieldsFunc(layers, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
	return o, err
}
