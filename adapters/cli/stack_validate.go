package cli

import (
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

func (t tool) stackValidate(c *cli.Context) error {
	operands, err := operandsOf(c)
	if err != nil {
		return err
	}
	use, err := t.stacks(c)
	if err != nil {
		return err
	}
	v, err := use.Validate(operands, c.Bool("all"), c.Bool("strict"))
	if err != nil {
		return err
	}
	if c.String("output") == "json" {
		err = writeJSON(t.streams.Out, v)
	} else {
		p := t.onStdout(c)
		p.validation(v)
		err = p.err
	}
	if err == nil && !v.Valid {
		return &exit{status: app.Usage}
	}
	return err
}

// operandsOf tells stacks from files: what has a separator or ends as a YAML file does is a file.
func operandsOf(c *cli.Context) ([]app.Operand, error) {
	var operands []app.Operand
	for _, arg := range c.Args().Slice() {
		if arg == "" {
			return nil, misuse(problems.OperandMissing, say.Textf("an operand is empty"), say.Textf("name a stack or a file"))
		}
		extension := strings.ToLower(filepath.Ext(arg))
		if strings.ContainsAny(arg, `/\`) || extension == ".yaml" || extension == ".yml" {
			operands = append(operands, app.Operand{File: arg})
		} else {
			operands = append(operands, app.Operand{Stack: arg})
		}
	}
	if c.IsSet("file") {
		operands = append(operands, app.Operand{File: c.String("file")})
	}
	if c.Bool("all") && len(operands) > 0 {
		return nil, misuse(problems.Excluding, say.Textf("--all or operands, not both"), say.Textf("leave one of them out"))
	}
	if !c.Bool("all") && len(operands) == 0 {
		operands = []app.Operand{{}}
	}
	return operands, nil
}

// validation prints every fault below its file, then the count.
func (p *page) validation(v app.Validation) {
	invalid := 0
	count := map[string]int{}
	for _, f := range v.Files {
		m := speaks
		if !f.Valid {
			m = mark{"!", red}
			invalid++
		}
		p.hang(p.ink.paint(m.tint, m.symbol)+" ", 2, plain, p.checkedName(f))
		for _, text := range f.Text(p.lang) {
			p.line(cleanLines(text))
		}
		for _, fault := range f.Faults {
			count[fault.Severity]++
		}
	}
	if len(v.Files) == 0 {
		p.sentence(say.Textf("no topology is declared here; write one: nestor stack new NAME"))
		return
	}
	p.conclude(validationSentence(len(v.Files), invalid, count))
}

func validationSentence(files, invalid int, severities map[string]int) say.Text {
	parts := []say.Text{say.Plural(files, "%d file, all valid", "%d files, all valid")}
	if invalid > 0 {
		parts = []say.Text{say.Plural(files, "%d file", "%d files"), say.Plural(invalid, "%d invalid", "%d invalid")}
	}
	if n := severities["fault"]; n > 0 {
		parts = append(parts, say.Plural(n, "%d fault", "%d faults"))
	}
	if n := severities["warning"]; n > 0 {
		parts = append(parts, say.Plural(n, "%d warning", "%d warnings"))
	}
	return say.Join(", ", parts...)
}

func (p *page) checkedName(f app.CheckedFile) say.Text {
	switch {
	case f.Shown == "":
		return say.Textf("stack %s", f.Stack)
	case f.Stack == "":
		return say.Textf("layers of %s", p.short(f.Shown))
	}
	return say.Verbatim(p.short(f.Shown))
}
