package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/adapters/cli/man"
	"github.com/univ-lehavre/nestor/ports/say"
)

// manFlag beside a request for help asks for the manual page, as roff: nestor help --man preview.
const manFlag = "--man"

// help answers a request for help on what words name, as far as they name a command.
func (t tool) help(root *cli.App, words, args []string) error {
	if !slices.Contains(args, manFlag) {
		return t.helpOn(root, words)
	}
	page, name, commands := t.topPage(root), root.Name, root.Commands
	for _, w := range words {
		i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(w) })
		if i < 0 {
			break
		}
		name += " " + commands[i].Name
		page, commands = t.manualPage(commands[i], name), commands[i].Subcommands
	}
	_, err := fmt.Fprint(t.streams.Out, page.Roff(t.lang))
	return err
}

func (t tool) topPage(root *cli.App) man.Page {
	page := man.Page{Command: root.Name, Summary: root.Usage, Usage: t.in(say.Textf("COMMAND [options]")), Commands: entriesOf(root.Commands), Top: true}
	page.Also = []string{"kubectl"}
	return page
}

func (t tool) manualPage(c *cli.Command, name string) man.Page {
	page := man.Page{Command: name, Summary: c.Usage, Text: c.Description, Commands: entriesOf(c.Subcommands)}
	page.Usage = strings.TrimPrefix(t.in(usageOf(c, name)), name+" ")
	for _, f := range c.Flags {
		page.Options = append(page.Options, man.Entry{Name: t.in(flagNames(f)), Text: t.in(flagText(f))})
	}
	page.Also = []string{man.File(name[:strings.LastIndex(name, " ")])}
	return page
}

func entriesOf(commands []*cli.Command) []man.Entry {
	var entries []man.Entry
	for _, c := range commands {
		if !c.Hidden {
			entries = append(entries, man.Entry{Name: c.Name, Text: c.Usage})
		}
	}
	return entries
}
