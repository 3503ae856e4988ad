package kubectl

import (
	"regexp"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
)

// said is what kubectl wrote on stderr for people: the request log and its other logging left out.
type said struct {
	lines []string // in order
	last  []string // those after its last logged line: the errors it ended with

	rights          []right            // that are missing
	unknownKinds    map[[2]string]bool // kind and apiVersion that kubectl did not recognise
	discoveryFailed map[string]bool    // versions of groups whose resources kubectl logged that it could not list
}

// newSaid leaves out logged lines, with the bodies that some carry, and warnings.
func newSaid(stderr string) said {
	s := said{unknownKinds: map[[2]string]bool{}, discoveryFailed: map[string]bool{}}
	end := "" // the line that ends the body of a logged line
	for line := range strings.SplitSeq(stderr, "\n") {
		line = strings.TrimRight(line, "\r")
		for _, m := range noResources.FindAllStringSubmatch(line, -1) {
			s.discoveryFailed[m[1]+m[2]] = true
		}
		logged := klogLine.FindStringSubmatch(line)
		switch {
		case logged != nil:
			end = bodyEnd(logged[2])
			s.last = nil
		case end != "":
			if line == end {
				end = ""
			}
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "Warning: "):
		default:
			s.lines = append(s.lines, line)
			s.last = append(s.last, line)
			if missing, ok := rightOf(line); ok {
				s.rights = append(s.rights, missing)
			}
			if m := unknownKind.FindStringSubmatch(line); m != nil {
				s.unknownKinds[[2]string{m[1], m[2]}] = true
			}
		}
	}
	return s
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

// errorHeads are how kubectl begins the line that says why it failed.
var errorHeads = []string{"error: ", "Error from server", "Error in configuration", "Unable to connect to the server", "The connection to the server"}

// reason is the line that says why kubectl failed, or empty when it said nothing.
func (s said) reason() string {
	for i := len(s.lines) - 1; i >= 0; i-- {
		for _, head := range errorHeads {
			if strings.HasPrefix(s.lines[i], head) {
				return shown(strings.TrimPrefix(s.lines[i], "error: "))
			}
		}
	}
	if len(s.lines) == 0 {
		return ""
	}
	return shown(s.lines[len(s.lines)-1])
}

const longestReason = 400

// shown makes a foreign line fit to be a reason: no credentials of a URL, and not without end.
func shown(line string) string {
	line = withoutUserinfo(strings.TrimSpace(line))
	if len(line) > longestReason {
		line = strings.ToValidUTF8(line[:longestReason], "") + " …"
	}
	return line
}

var userinfo = regexp.MustCompile(`(://)[^/\s"'@]*@`)

func withoutUserinfo(text string) string { return userinfo.ReplaceAllString(text, "$1") }

var (
	unknownKind = regexp.MustCompile(`no matches for kind "([^"]+)" in version "([^"]+)"`)
	unknownType = regexp.MustCompile(`^error: the server doesn't have a resource type "([^"]+)"`)
	noResources = regexp.MustCompile(`couldn't get resource list for ([\w.-]+/\w+)|stale GroupVersion discovery: ([\w.-]+/\w+)`)
	missesRight = regexp.MustCompile(`User "((?:[^"\\]|\\.)*)" (cannot (\w+) resource "([^"]*)" in API group "([^"]*)" (?:at the cluster scope|in the namespace "([^"]*)"))`)
	missesPath  = regexp.MustCompile(`User "((?:[^"\\]|\\.)*)" (cannot \w+ path "[^"]*")`)
)

// unrecognised reports whether kubectl did not know the kind of ref.
func (s said) unrecognised(ref ports.ObjectRef) bool {
	return s.unknownKinds[[2]string{ref.Kind, ref.APIVersion()}]
}

// unknownResource is the resource type that made kubectl give up, or empty.
func (s said) unknownResource() string {
	for _, line := range s.lines {
		if m := unknownType.FindStringSubmatch(line); m != nil {
			name, _, _ := strings.Cut(m[1], ".")
			return name
		}
	}
	return ""
}

// right is a right that the API server said is missing.
type right struct {
	user, words                      string
	verb, resource, group, namespace string // empty when the words are about a path
}

func rightOf(line string) (right, bool) {
	if m := missesRight.FindStringSubmatch(line); m != nil {
		return right{user: m[1], words: m[2], verb: m[3], resource: m[4], group: m[5], namespace: m[6]}, true
	}
	if m := missesPath.FindStringSubmatch(line); m != nil {
		return right{user: m[1], words: m[2]}, true
	}
	return right{}, false
}

// missingRight gives the API server's own words for the right that a 403 on ref lacks.
func (s said) missingRight(verb string, ref ports.ObjectRef) string {
	for _, r := range s.rights {
		if r.verb != verb || r.resource != ref.Resource || r.group != ref.Group {
			continue
		}
		if verb == "list" && r.namespace == "" || verb == "get" && inNamespace(r, ref) {
			return r.words
		}
	}
	return ""
}

// inNamespace knows that a namespace itself is read "in the namespace" of its own name.
func inNamespace(r right, ref ports.ObjectRef) bool {
	return r.namespace == ref.Namespace || ref.Group == "" && ref.Resource == "namespaces" && r.namespace == ref.Name
}
