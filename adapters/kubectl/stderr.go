package kubectl

import (
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/adapters/run"
)

// line is one line of stderr: logged by kubectl, alone or as part of a logged body, or said to people.
type line struct {
	text  string
	head  string // severity, time and place of the logged line that this is, or that it belongs to; else empty
	rest  string // what follows the head
	heads bool   // it is the logged line itself
	late  bool   // it came after kubectl's final errors began: it may look logged, and is part of an error
}

// finalHeads begin the errors that kubectl ends with. They quote the server, over several lines if it likes, and nothing
// is logged after them. A credential plugin does not begin a line so.
var finalHeads = []string{
	"Error from server", "error: You must be logged in to the server", "Error in configuration", "Unable to connect to the server",
	"The connection to the server",
}

// linesOf takes stderr apart. Blank lines and warnings are nothing that is read.
func linesOf(stderr string) []line {
	var all []line
	head, end := "", "" // of the logged body that goes on; end is its last line
	late := false
	for text := range strings.SplitSeq(stderr, "\n") {
		text = strings.TrimRight(text, "\r")
		switch logged := logHead(text); {
		case late && logged != nil:
			all = append(all, line{text: text, head: strings.TrimSuffix(text, logged[2]), rest: logged[2], late: true})
		case logged != nil:
			head, end = strings.TrimSuffix(text, logged[2]), bodyEnd(logged[2])
			all = append(all, line{text: text, head: head, rest: logged[2], heads: true})
		case end != "":
			all = append(all, line{text: text, head: head})
			if text == end {
				end = ""
			}
		case strings.TrimSpace(text) != "" && !strings.HasPrefix(text, "Warning: "):
			late = late || hasHead(text, finalHeads)
			all = append(all, line{text: text, late: late})
		}
	}
	return all
}

func bodyEnd(text string) string {
	switch {
	case strings.HasSuffix(text, "[{"): // a Status object
		return "}]"
	case strings.HasSuffix(text, "=<"): // a value of several lines
		return " >"
	default:
		return ""
	}
}

// otherWords stands in a recording for lines that kubectl ended with and that have no form that is known. That they are
// there counts: they may be the only sign that a list is not complete.
const otherWords = "[other words: left out of the recording]"

// keepStderr projects stderr onto what is read of it: the request log, discovery errors, and errors that begin as
// kubectl's do. Anything else may be a credential plugin's, which writes to the same stderr and may write what it likes.
func keepStderr(stderr []byte) []byte {
	lines := linesOf(string(stderr))
	ending := 1 + lastLogged(lines)
	var kept []string
	between := false // the last kept line is said to people, and what is logged next parts it from those that follow
	for i, l := range lines {
		text := ""
		switch {
		case l.head != "" && (!l.late || isRequest(l)):
			text = keptLog(l, between)
		case isError(l.text):
			text = run.Redact(l.text)
		case ending == 0 && i == len(lines)-1: // kubectl never began, so no plugin did
			text = run.Redact(l.text)
		case i >= ending && (len(kept) == 0 || kept[len(kept)-1] != otherWords):
			text = otherWords
		}
		if text != "" {
			kept, between = append(kept, text), l.head == ""
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return []byte(strings.Join(kept, "\n") + "\n")
}

// lastLogged is the place of the last line that kubectl logged; -1 when it logged nothing.
func lastLogged(lines []line) int {
	for i := len(lines) - 1; i >= 0; i-- {
		if lines[i].heads {
			return i
		}
	}
	return -1
}

// keptLog is a logged line with nothing but what is read of it: a request, the names of discovery errors, or the answer
// for a path that is not there. Another one is kept, without its text, only where it parts lines for people.
func keptLog(l line, parts bool) string {
	found := strings.Join(noResources.FindAllString(l.text, -1), "; ")
	switch {
	case isRequest(l):
		return l.head + keptRequest(l.rest)
	case found != "":
		return l.head + found
	case strings.HasSuffix(l.text, noPage):
		return l.head + noPage
	case l.heads && parts:
		return strings.TrimRight(l.head, " ")
	default:
		return ""
	}
}

func isRequest(l line) bool {
	_, ok := requestOf(l.text, server{})
	return (l.heads || l.late) && ok
}

// keptRequest leaves out user information, what is not told of an address, and fields that are not read.
func keptRequest(text string) string {
	if plainRequest.MatchString(text) {
		return keptAddress(text)
	}
	kept := []string{`"Response"`}
	for _, m := range field.FindAllStringSubmatch(text, -1) {
		if slices.Contains([]string{"verb", "url", "status", "milliseconds"}, m[1]) {
			kept = append(kept, keptAddress(m[0]))
		}
	}
	return strings.Join(kept, " ")
}
