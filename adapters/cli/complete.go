package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/ports/problems"
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

// complete lists what may follow: commands, flags and their values, and names of stacks, layers and codes where a command
// takes one. It reads files alone, and is silent on every error: it runs while somebody types.
func (t tool) complete(c *cli.Context) {
	flags, last := c.Command.Flags, ""
	if n := len(t.words); n > 1 {
		last = t.words[n-2] // before the flag that asks
	}
	switch {
	case strings.HasPrefix(last, "-") && !beginsFlag(last) && takesValue(last, flags):
		t.list(t.valuesOf(c, flagNamed(flags, strings.TrimLeft(last, "-")))) // none: a file or a folder, which the shell knows better
	case strings.HasPrefix(last, "-") && strings.Contains(last, "="):
		t.printJoined(c, last)
	case strings.HasPrefix(last, "-"):
		t.printFlags(flags, last)
	case c.NArg() > 0 && c.Args().First() == "help":
		t.list(commandsBelow(c.App.Commands, c.Args().Tail()))
	default:
		t.printOperands(c)
	}
}

// printOperands prints what may be the next operand.
func (t tool) printOperands(c *cli.Context) {
	if c.NArg() == 0 {
		t.list(commandNames(c.Command.Subcommands))
	}
	for _, word := range operandWords(c.Command.ArgsUsage, c.NArg()) {
		t.list(t.namesOf(c, word))
	}
	if c.NArg() == 0 && c.Command.Name == c.App.Name {
		t.list([]string{"help"})
	}
}

// beginsFlag reports two dashes and a letter: more is about to come, although the library takes --o for -o.
func beginsFlag(word string) bool { return strings.HasPrefix(word, "--") && len(word) < 4 }

// operandWords reads a command's own usage: the words that stand where its next operand does. "[STACK]" has one,
// "topology|layers" two, and "…" goes on for ever.
func operandWords(usage string, given int) []string {
	var words []string
	for _, way := range strings.Split(usage, " | ") {
		operands := strings.Fields(way)
		i := given
		if n := len(operands); n > 0 && strings.Contains(operands[n-1], "…") {
			i = min(i, n-1)
		}
		if i < len(operands) {
			words = append(words, strings.Split(strings.Trim(operands[i], "[]…"), "|")...)
		}
	}
	return words
}

// namesOf gives the names that a word of a usage stands for; one in small letters stands for itself.
func (t tool) namesOf(c *cli.Context, word string) []string {
	switch {
	case word == "STACK":
		return t.stackNames(c)
	case word == "LAYER":
		return t.layerNames(c)
	case word == "CODE":
		return codeNames()
	case word == strings.ToLower(word):
		return []string{word}
	}
	return nil
}

// valuesOf gives what may stand behind a flag.
func (t tool) valuesOf(c *cli.Context, f cli.Flag) []string {
	if values, fixed := t.choices[f]; fixed {
		return values
	}
	switch f.Names()[0] {
	case "stack", "diff":
		return t.stackNames(c)
	case "wait-for":
		return t.layerNames(c)
	case "layer":
		return append(t.layerNames(c), t.aliasNames(c)...)
	}
	return nil
}

// printJoined prints a flag that is being typed together with its value.
func (t tool) printJoined(c *cli.Context, typed string) {
	name, _, _ := strings.Cut(typed, "=")
	f := flagNamed(c.Command.Flags, strings.TrimLeft(name, "-"))
	if f == nil {
		return
	}
	for _, value := range t.valuesOf(c, f) {
		if value = name + "=" + value; strings.HasPrefix(value, typed) {
			t.list([]string{value})
		}
	}
}

func (t tool) printFlags(flags []cli.Flag, typed string) {
	names := []string{"help"}
	for _, f := range flags {
		names = append(names, f.Names()[0])
	}
	for _, name := range names {
		if name = "--" + name; strings.HasPrefix(name, typed) {
			t.list([]string{name})
		}
	}
}

func (t tool) list(names []string) {
	for _, name := range names {
		fmt.Fprintln(t.streams.Out, name)
	}
}

func commandNames(commands []*cli.Command) []string {
	var names []string
	for _, c := range commands {
		if c.Name != "help" { // the library's own
			names = append(names, c.Name)
		}
	}
	return names
}

// commandsBelow gives the commands below the one that words name.
func commandsBelow(commands []*cli.Command, words []string) []string {
	for _, w := range words {
		i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(w) })
		if i < 0 {
			return nil
		}
		commands = commands[i].Subcommands
	}
	return commandNames(commands)
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
		Name: "completion", Usage: t.in(say.Textf("print the script that completes commands, flags and names of stacks in a shell")), ArgsUsage: "bash|zsh|fish|kubectl",
		Description: t.in(say.Textf("bash:  source <(nestor completion bash)      in ~/.bashrc\n" +
			"zsh:   source <(nestor completion zsh)       in ~/.zshrc, behind compinit\n" +
			"fish:  nestor completion fish | source       in ~/.config/fish/config.fish\n" +
			"kubectl: nestor completion kubectl > kubectl_complete-nestor, executable and in PATH beside kubectl-nestor\n" +
			"Completing reads names of files and the layers.yaml beside topologies, and contacts nothing.")),
		Action: t.completion,
	}
}

func (t tool) completion(c *cli.Context) error {
	names := []string{"bash", "zsh", "fish", "kubectl"}
	script, ok := scripts[c.Args().First()]
	switch {
	case c.NArg() != 1:
		return misuse(problems.OperandMissing, say.Textf("completion takes one shell"), say.Textf("name yours: nestor completion %s", strings.Join(names, "|")))
	case !ok:
		return misuse(problems.UnknownOperand, say.Textf("there is no completion for %q", c.Args().First()), document.Suggest(c.Args().First(), names))
	}
	_, err := fmt.Fprint(t.streams.Out, script)
	return err
}
