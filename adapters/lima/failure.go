package lima

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// failed says why limactl failed, and what to do.
func failed(result run.Result) ports.Machines {
	_, message := lastMessage(string(result.Stderr))
	reason := say.Textf("limactl failed: %s", message)
	switch {
	case message == "":
		return unread(problems.LimactlFailed, say.Textf("limactl failed: exit status %d without a message", result.Exit), try())
	case strings.Contains(message, "must not run as the root user"):
		return unread(problems.LimactlNotOwner, reason, say.Textf("run nestor as the user who owns the VMs: %s", "ls -ld ~/.lima"))
	case strings.Contains(message, "permission denied"):
		return unread(problems.LimactlNotOwner, reason, say.Textf("run nestor as the user who owns the VMs, or correct LIMA_HOME: %s", "ls -ld ~/.lima"))
	}
	return unread(problems.LimactlFailed, reason, say.Textf("a VM that is being created or deleted fails the whole list for a moment, try again: %s", list))
}

// list shows the VMs, to paste into a shell.
const list = "limactl list"

func try() say.Text { return say.Textf("try it by hand: %s", list) }

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
