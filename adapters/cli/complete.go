package cli

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// completionFlag is what a shell's script puts behind the words of a line that is being typed.
const completionFlag = "--generate-bash-completion"

// completing reports a line that is being typed.
func completing(args []string) bool { return len(args) > 0 && args[len(args)-1] == completionFlag }

// toComplete makes a line that is being typed safe: the library takes one with `--` in it for one to run.
func toComplete(args []string) []string {
	var kept []string
	for _, arg := range args {
		if arg != "--" {
			kept = append(kept, arg)
		}
	}
	return kept
}

// complete lists what may follow: commands and flags, and names of stacks where a command takes one. It reads file names
// alone, and is silent on every error: it runs while somebody types.
func (t tool) complete(c *cli.Context) {
	flags, last := c.Command.Flags, ""
	if n := len(t.words); n > 1 {
		last = t.words[n-2] // before the flag that asks
	}
	switch {
	case isStackFlag(last):
		t.printStacks(c)
		return
	case strings.HasPrefix(last, "-") && !beginsFlag(last) && takesValue(last, flags):
		return // a file, a folder or a word that nobody can guess: the shell's own completion
	case strings.HasPrefix(last, "-"):
		t.printFlags(flags, last)
		return
	}
	if c.NArg() == 0 {
		for _, sub := range c.Command.Subcommands {
			if sub.Name != "help" { // the library's own
				fmt.Fprintln(t.streams.Out, sub.Name)
			}
		}
	}
	if takesStacks(c.Command.ArgsUsage, c.NArg()) {
		t.printStacks(c)
	}
}

// beginsFlag reports two dashes and a letter: more is about to come, although the library takes --o for -o.
func beginsFlag(word string) bool { return strings.HasPrefix(word, "--") && len(word) < 4 }

func isStackFlag(word string) bool { return word == "--stack" || word == "-stack" }

// takesStacks reads a command's own usage: whether a stack may be its next operand.
func takesStacks(operands string, given int) bool {
	return strings.Contains(operands, "STACK") && (given == 0 || strings.Contains(operands, "…"))
}

func (t tool) printFlags(flags []cli.Flag, typed string) {
	names := []string{"help"}
	for _, f := range flags {
		names = append(names, f.Names()[0])
	}
	for _, name := range names {
		if name = "--" + name; strings.HasPrefix(name, typed) {
			fmt.Fprintln(t.streams.Out, name)
		}
	}
}

// printStacks prints names that a shell can take for nothing else: letters, digits, dots, dashes and underscores.
func (t tool) printStacks(c *cli.Context) {
	world, err := t.wire(Settings{Dir: c.String("dir")})
	if err != nil {
		return
	}
	found, err := world.Documents.Stacks()
	if err != nil {
		return
	}
	for _, f := range found {
		if ports.StackNameFault(f.Name).IsZero() {
			fmt.Fprintln(t.streams.Out, f.Name)
		}
	}
}

// completeAll gives every command its completion.
func (t tool) completeAll(root *cli.App) {
	root.EnableBashCompletion = true
	root.BashComplete = t.complete
	for _, cmd := range root.Commands {
		cmd.BashComplete = t.complete
		for _, sub := range cmd.Subcommands {
			sub.BashComplete = t.complete
		}
	}
}

func (t tool) completionCommand() *cli.Command {
	return &cli.Command{
		Name: "completion", Usage: t.in(say.Textf("print the script that completes commands, flags and names of stacks in a shell")), ArgsUsage: "bash|zsh|fish",
		Description: t.in(say.Textf("bash:  source <(nestor completion bash)      in ~/.bashrc\n" +
			"zsh:   source <(nestor completion zsh)       in ~/.zshrc, behind compinit\n" +
			"fish:  nestor completion fish | source       in ~/.config/fish/config.fish\n" +
			"Completing reads the names of files alone, and contacts nothing.")),
		Action: t.completion,
	}
}

func (t tool) completion(c *cli.Context) error {
	names := []string{"bash", "zsh", "fish"}
	script, ok := scripts[c.Args().First()]
	switch {
	case c.NArg() != 1:
		return &exit{app.Usage, say.Errorf("name your shell: nestor completion %s", strings.Join(names, "|"))}
	case !ok:
		return &exit{app.Usage, say.Errorf("there is no completion for %q; %s", c.Args().First(), document.Suggest(c.Args().First(), names))}
	}
	_, err := fmt.Fprint(t.streams.Out, script)
	return err
}
