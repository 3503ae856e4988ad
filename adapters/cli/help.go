package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/ports/say"
)

// helpAsked finds a request for help on a command line, and the words that say on what: `help WORD…`, or --help anywhere.
func helpAsked(args []string) (words []string, asked bool) {
	for i, arg := range args {
		switch {
		case arg == "--":
			return words, asked
		case arg == "--help", arg == "-help", arg == "-h", i == 0 && arg == "help":
			asked = true
		case !strings.HasPrefix(arg, "-"):
			words = append(words, arg)
		}
	}
	return words, asked
}

// helpOn follows words to a command as far as they name one, and prints its help.
func (t tool) helpOn(root *cli.App, words []string) error {
	p := &page{out: t.streams.Out, width: t.streams.Width, lang: t.lang}
	commands, name := root.Commands, root.Name
	var found *cli.Command
	for _, w := range words {
		i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(w) })
		if i < 0 {
			break
		}
		found, name, commands = commands[i], name+" "+w, commands[i].Subcommands
	}
	if found == nil {
		p.helpTitle(name, root.Usage)
		p.helpUse(say.Textf("%s COMMAND [options]", name))
		p.helpCommands(root.Commands)
		p.line("")
		p.sentence(say.Textf("What a command takes: %s COMMAND --help. What a code means: %s explain CODE.", name, name))
		return p.err
	}
	p.helpTitle(name, found.Usage)
	p.helpUse(usageOf(found, name))
	p.helpText(found.Description)
	p.helpCommands(found.Subcommands)
	p.helpFlags(found.Flags)
	return p.err
}

func usageOf(c *cli.Command, name string) say.Text {
	operands := strings.TrimSpace(c.ArgsUsage)
	switch {
	case len(c.Subcommands) > 0 && operands == "":
		return say.Textf("%s COMMAND [options]", name)
	case operands == "":
		return say.Textf("%s [options]", name)
	}
	return say.Textf("%s [options] %s", name, operands)
}

func (p *page) helpTitle(name, usage string) {
	p.hang(name+" - ", widest(name)+3, plain, say.Verbatim(usage))
}

func (p *page) helpUse(usage say.Text) {
	p.line("")
	lead := p.in(say.Textf("Usage:")) + " "
	p.hang(lead, widest(lead), plain, usage)
}

// helpText is a description: each line of it is a paragraph, and stays one.
func (p *page) helpText(description string) {
	if description == "" {
		return
	}
	p.line("")
	for _, line := range strings.Split(description, "\n") {
		p.sentence(say.Verbatim(line))
	}
}

func (p *page) helpCommands(commands []*cli.Command) {
	var entries [][2]string
	for _, c := range commands {
		if !c.Hidden {
			entries = append(entries, [2]string{c.Name, c.Usage})
		}
	}
	p.entries(say.Textf("Commands:"), entries)
}

func (p *page) helpFlags(flags []cli.Flag) {
	var entries [][2]string
	for _, f := range flags {
		entries = append(entries, [2]string{p.in(flagNames(f)), p.in(flagText(f))})
	}
	entries = append(entries, [2]string{"--help, -h", p.in(say.Textf("print this"))})
	p.entries(say.Textf("Options:"), entries)
}

// entries lists names with what each is, on lines of their own where both do not fit beside each other.
func (p *page) entries(title say.Text, entries [][2]string) {
	if len(entries) == 0 {
		return
	}
	p.line("")
	p.sentence(title)
	const most = 26
	width := 0
	for _, e := range entries {
		if w := widest(e[0]); w <= most {
			width = max(width, w)
		}
	}
	for _, e := range entries {
		lead := "  " + pad(e[0], width) + "  "
		if widest(e[0]) > width {
			p.line("  ", e[0])
			lead = strings.Repeat(" ", width+4)
		}
		p.hang(lead, width+4, plain, say.Verbatim(e[1]))
	}
}

// flagNames gives a flag as it is written: "--file FILE, -f FILE".
func flagNames(f cli.Flag) say.Text {
	var names []say.Text
	for _, n := range f.Names() {
		names = append(names, flagForm(f, n))
	}
	return say.Join(", ", names...)
}

// flagForm is one of a flag's names with what stands for its value.
func flagForm(f cli.Flag, name string) say.Text {
	if d, ok := f.(cli.DocGenerationFlag); ok && d.TakesValue() {
		if mayStandAlone(f) {
			return say.Join("", say.Verbatim(dashed(name)+"[="), placeholderOf(d.GetUsage()), say.Verbatim("]"))
		}
		return say.Join(" ", say.Verbatim(dashed(name)), placeholderOf(d.GetUsage()))
	}
	return say.Verbatim(dashed(name))
}

// placeholderOf is what stands for a flag's value: the word in backquotes of its usage, if it has one.
func placeholderOf(usage string) say.Text {
	if _, rest, ok := strings.Cut(usage, "`"); ok {
		name, _, _ := strings.Cut(rest, "`")
		return say.Verbatim(name)
	}
	return say.Textf("VALUE")
}

// flagText says what a flag does, what it is without being given, and which variable stands for it.
func flagText(f cli.Flag) say.Text {
	d, ok := f.(cli.DocGenerationFlag)
	if !ok {
		return say.Text{}
	}
	text := say.Verbatim(strings.ReplaceAll(d.GetUsage(), "`", ""))
	if value := d.GetDefaultText(); d.TakesValue() && value != "" && value != `""` {
		text = say.Textf("%s (without it: %s)", text, strings.Trim(value, `"`))
	}
	if names := d.GetEnvVars(); len(names) > 0 {
		text = say.Textf("%s [%s]", text, "$"+strings.Join(names, ", $"))
	}
	return text
}
