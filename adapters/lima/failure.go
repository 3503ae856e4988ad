package lima

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/univ-lehavre/nestor/adapters/run"
)

// failure says in one line why limactl failed, and what to do.
func failure(result run.Result) string {
	_, message := lastMessage(string(result.Stderr))
	switch {
	case message == "":
		return fmt.Sprintf("exit status %d without a message; see `limactl list`", result.Exit)
	case strings.Contains(message, "must not run as the root user"):
		return message + "; run nestor as the user who owns the VMs"
	case strings.Contains(message, "permission denied"):
		return message + "; run nestor as the user who owns the VMs, or correct LIMA_HOME"
	}
	return message + "; a VM that is being created or deleted fails the whole list for a moment: try again"
}

// lastMessage is the last line that a log calls an error; without one the last that is no log line; else the last.
// It is given as it stands and as what it says.
func lastMessage(stderr string) (line, message string) {
	type said struct{ line, message string }
	var logged, plain, last said
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		level, message := unpack(line)
		switch {
		case message == "":
			continue
		case level == "fatal" || level == "error":
			logged = said{line, message}
		case level == "":
			plain = said{line, message}
		}
		last = said{line, message}
	}
	found := cmp.Or(logged, plain, last)
	return found.line, found.message
}

// unpack takes a log line of the form `time="…" level=… msg="…"` apart; the level is empty for other lines.
func unpack(line string) (level, message string) {
	_, after, isLog := strings.Cut(line, " level=")
	if !isLog {
		return "", line
	}
	level, rest, _ := strings.Cut(after, " ")
	rest, found := strings.CutPrefix(rest, "msg=")
	if !found {
		return level, line
	}
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		word, _, _ := strings.Cut(rest, " ")
		return level, word
	}
	message, _ = strconv.Unquote(quoted) // QuotedPrefix has checked it
	return level, strings.Join(strings.Fields(message), " ")
}
