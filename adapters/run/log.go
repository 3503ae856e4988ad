package run

import (
	"fmt"
	"strings"
	"time"
)

// log tells what was run, how it ended and how long it took. The command is the end of the line, to paste into a shell.
func (r *Real) log(c Call, result Result) {
	r.options.Log.Debug().Msg(fmt.Sprintf("%s after %s, %d bytes: %s", result.outcome(), result.Elapsed.Round(time.Millisecond), result.Size, c.pasteable()))
}

// outcome is how a program ended.
func (r Result) outcome() string {
	switch {
	case r.Err != nil:
		return "not started (" + Redact(r.Err.Error()) + ")"
	case r.TimedOut:
		return "ended at its deadline"
	case r.Truncated:
		return "ended, for it wrote too much,"
	case r.Interrupted:
		return "interrupted"
	}
	return fmt.Sprintf("exit %d", r.Exit)
}

// exportedKubeconfig stands for what a program was handed: in a shell, the operator's own file, and an error without one.
const exportedKubeconfig = `"${KUBECONFIG:?}"`

// pasteable is Logged as a shell takes it. Of what goes to stdin only a list of names is shown: it was checked to be that.
func (c Call) pasteable() string {
	line := Redact(c.Logged())
	line = strings.ReplaceAll(line, " "+KubeconfigArg, " "+exportedKubeconfig)
	line = strings.ReplaceAll(line, "="+KubeconfigArg, "="+exportedKubeconfig)
	switch {
	case c.Stdin == nil:
		return line
	case c.Program == "kubectl" && checkNames(c.Stdin) == nil:
		return "echo " + quoteWord(strings.ReplaceAll(string(c.Stdin), "\n", "")) + " | " + line
	}
	return line + fmt.Sprintf(" # with %d bytes on stdin", len(c.Stdin))
}
