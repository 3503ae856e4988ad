package cli

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// flagsFirst moves the operands behind the flags, so that `preview dirqual -o json` means what it says:
// the library stops reading flags at the first operand.
func flagsFirst(args []string, flags []cli.Flag) []string {
	var front, operands []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			operands = append(operands, args[i+1:]...)
			break
		}
		if !strings.HasPrefix(arg, "-") || arg == "-" {
			operands = append(operands, arg)
			continue
		}
		if !strings.Contains(arg, "=") && mayStandAlone(flagNamed(flags, strings.TrimLeft(arg, "-"))) {
			arg += "=" + alone
		}
		front = append(front, arg)
		if !takesValue(arg, flags) {
			continue
		}
		if i+1 == len(args) {
			return front // the library says that the last flag lacks its value
		}
		i++
		front = append(front, args[i])
	}
	if len(operands) == 0 {
		return front
	}
	return append(append(front, "--"), operands...)
}

// takesValue reports whether the next argument belongs to this flag.
func takesValue(arg string, flags []cli.Flag) bool {
	if strings.Contains(arg, "=") {
		return false
	}
	f := flagNamed(flags, strings.TrimLeft(arg, "-"))
	_, boolean := f.(*cli.BoolFlag)
	return f != nil && !boolean && !mayStandAlone(f)
}

// alone is the value of a flag that may stand alone, and does.
const alone = "true"

// mayStandAlone tells a flag whose value may be left out, or stands behind "=". The library has no kind for it.
func mayStandAlone(f cli.Flag) bool { return f != nil && f.Names()[0] == watchName }

// subcommand finds the subcommand that the first operand names, wherever the flags stand, and gives the other arguments.
func subcommand(cmd *cli.Command, args []string) (*cli.Command, []string) {
	for i := 0; i < len(args); i++ {
		if strings.HasPrefix(args[i], "-") && args[i] != "-" {
			if args[i] == "--" {
				return nil, nil
			}
			if takesValue(args[i], cmd.Flags) {
				i++
			}
			continue
		}
		for _, sub := range cmd.Subcommands {
			if sub.Name == args[i] {
				return sub, append(append([]string{}, args[:i]...), args[i+1:]...)
			}
		}
		return nil, nil
	}
	return nil, nil
}
