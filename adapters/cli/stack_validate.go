package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
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
			return nil, &exit{app.Usage, errors.New("an operand is empty; name a stack or a file")}
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
		return nil, &exit{app.Usage, fmt.Errorf("--all or operands, not both")}
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
		for _, text := range f.Text() {
			p.line(cleanLines(text))
		}
		for _, fault := range f.Faults {
			count[fault.Severity]++
		}
	}
	if len(v.Files) == 0 {
		p.sentence("no topology is declared here; write one: nestor stack new NAME")
		return
	}
	sentence := counted(len(v.Files), "file") + ", all valid"
	if invalid > 0 {
		sentence = fmt.Sprintf("%s, %d invalid", counted(len(v.Files), "file"), invalid)
	}
	for _, severity := range []string{"fault", "warning"} {
		if n := count[severity]; n > 0 {
			sentence += ", " + counted(n, severity)
		}
	}
	p.hang(p.ink.paint(bold, "→ "), 2, bold, sentence)
}

func (p *page) checkedName(f app.CheckedFile) string {
	switch {
	case f.Shown == "":
		return "stack " + clean(f.Stack)
	case f.Stack == "":
		return "layers of " + p.short(f.Shown)
	}
	return p.short(f.Shown)
}
