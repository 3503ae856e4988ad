package cli

import (
	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

func (t tool) versionCommand() *cli.Command {
	return &cli.Command{
		Name: "version", Usage: t.in(say.Textf("print which nestor this is: version, commit, Go version and system")),
		Description: t.in(say.Textf("--version prints the first line alone.")),
		Flags:       []cli.Flag{t.outputFlag(), t.langFlag()},
		Action:      t.version,
	}
}

func (t tool) version(c *cli.Context) error {
	if c.Args().Present() {
		return misuse(problems.TooManyOperands, say.Textf("version takes no operand (%s)", c.Args().First()), say.Textf("write nestor version alone"))
	}
	r := app.Version(t.build)
	if c.String("output") == "json" {
		return writeJSON(t.streams.Out, r)
	}
	return t.onStdout(c).version(c.App.Name, r)
}

func (p *page) version(name string, r app.VersionReport) error {
	p.line(clean(name + " version " + r.Version)) // as --version prints it, in every language
	commit := say.Verbatim(r.Commit)
	switch {
	case r.Commit == "":
		commit = say.Textf("not recorded")
	case r.Modified:
		commit = say.Textf("%s, modified", r.Commit)
	}
	facts := [][2]say.Text{
		{say.Textf("commit"), commit},
		{say.Textf("committed"), say.Verbatim(r.CommitDate)},
		{say.Verbatim("go"), say.Verbatim(r.Go)},
		{say.Textf("system"), say.Verbatim(r.OS + "/" + r.Arch)},
	}
	width := 0
	for _, f := range facts {
		width = max(width, widest(p.in(f[0])))
	}
	for _, f := range facts {
		if !f[1].IsZero() {
			p.hang(pad(p.in(f[0]), width+2), width+2, plain, f[1])
		}
	}
	return p.err
}
