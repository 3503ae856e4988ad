package cli

import (
	"regexp"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// misuse is a command line that cannot be followed: what is wrong with it, and what to write instead.
func misuse(code string, what, do say.Text) error {
	return &exit{app.Usage, &say.Problem{Code: code, What: what, Do: do}}
}

// noCommand answers a line that names no command: help, or which command was meant.
func (t tool) noCommand(c *cli.Context) error {
	if !c.Args().Present() {
		return t.helpOn(c.App, nil)
	}
	return unknownCommand("", c.Args().First(), c.App.Commands)
}

// noSubcommand answers a line that names none of a command's subcommands.
func (t tool) noSubcommand(c *cli.Context) error {
	if !c.Args().Present() {
		return t.helpOn(c.App, []string{c.Command.Name})
	}
	return unknownCommand(c.Command.Name+" ", c.Args().First(), c.Command.Subcommands)
}

func unknownCommand(parent, name string, known []*cli.Command) error {
	var names []string
	for _, cmd := range known {
		names = append(names, parent+cmd.Name)
	}
	if parent == "" {
		names = append(names, "help")
	}
	return misuse(problems.UnknownCommand, say.Textf("there is no command %q", parent+name), document.Suggest(parent+name, names))
}

// What the libraries say of a flag, by what their words are about.
var (
	flagUnknown  = regexp.MustCompile(`^flag provided but not defined: -(.*)$`)
	flagMalform  = regexp.MustCompile(`^bad flag syntax: (.*)$`)
	flagBare     = regexp.MustCompile(`^flag needs an argument: -(.*)$`)
	flagValue    = regexp.MustCompile(`(?s)^invalid (boolean )?value (".*") for (?:flag )?-([^:]*): `)
	flagTwoForms = regexp.MustCompile(`^Cannot use two forms of the same flag: (\S+) (\S+)$`)
)

// usageError puts what the libraries say of a flag in nestor's words, and says what was meant as far as that can be guessed.
func usageError(c *cli.Context, err error, _ bool) error {
	text, help := err.Error(), say.Textf("see `%s --help`", c.Command.HelpName)
	if m := flagUnknown.FindStringSubmatch(text); m != nil {
		return misuse(problems.UnknownFlag, say.Textf("there is no option %s", dashed(m[1])), say.First(nearFlag(c.Command.Flags, m[1]), help))
	}
	if m := flagMalform.FindStringSubmatch(text); m != nil {
		return misuse(problems.UnknownFlag, say.Textf("%q is no option", m[1]), help)
	}
	if m := flagBare.FindStringSubmatch(text); m != nil {
		return misuse(problems.ValueMissing, say.Textf("%s needs a value", dashed(m[1])), writeFlag(c.Command.Flags, m[1]))
	}
	if m := flagTwoForms.FindStringSubmatch(text); m != nil {
		return misuse(problems.Excluding, say.Textf("%s and %s are the same option", dashed(m[1]), dashed(m[2])), say.Textf("write it once"))
	}
	if m := flagValue.FindStringSubmatch(text); m != nil {
		return badValue(m[3], m[2], m[1] != "")
	}
	return &exit{app.Usage, &say.Problem{Code: problems.BadValue, What: say.Textf("the command line cannot be read"), Why: err, Do: help}}
}

// badValue is a value that the library could not read: of a switch, or of a time, for no other flag has values of a form.
func badValue(name, quoted string, boolean bool) error {
	if boolean {
		return misuse(problems.BadValue, say.Textf("%s takes no value such as %s", dashed(name), quoted), say.Textf("write %s alone", dashed(name)))
	}
	return misuse(problems.BadValue, say.Textf("%s %s is no time", dashed(name), quoted), say.Textf("write a time with its unit, such as 15s"))
}

// nearFlag is the flag that was probably meant.
func nearFlag(flags []cli.Flag, name string) say.Text {
	var known []string
	for _, f := range flags {
		known = append(known, f.Names()...)
	}
	if near := document.Nearest(name, append(known, "help")); near != "" {
		return say.Textf("did you mean %s?", dashed(near))
	}
	return say.Text{}
}

// writeFlag shows a flag with what stands for its value.
func writeFlag(flags []cli.Flag, name string) say.Text {
	if f := flagNamed(flags, name); f != nil {
		return say.Textf("write %s", flagForm(f, name))
	}
	return say.Text{}
}

// flagNamed finds a flag by one of its names; nil when there is none.
func flagNamed(flags []cli.Flag, name string) cli.Flag {
	for _, f := range flags {
		for _, n := range f.Names() {
			if n == name {
				return f
			}
		}
	}
	return nil
}

// dashed is a flag's name as it is written.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}
