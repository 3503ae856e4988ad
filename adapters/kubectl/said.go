package kubectl

import (
	"regexp"
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
)

// said is what kubectl wrote on stderr besides its requests.
type said struct {
	errors []string // in order
	last   []string // all lines for people after the last logged line: what it ended with

	rights          []right            // that are missing
	unknownKinds    map[[2]string]bool // kind and apiVersion that kubectl did not recognise
	discoveryFailed map[string]bool    // versions of groups whose resources kubectl said that it could not list
	noPage          bool               // it logged that it was answered as an API server answers for a path that it does not have
}

func newSaid(lines []line) said {
	s := said{unknownKinds: map[[2]string]bool{}, discoveryFailed: map[string]bool{}}
	for _, l := range lines {
		switch {
		case l.heads:
			s.last = nil
			s.noteLogged(l.text)
		case l.head != "" && !l.late:
			s.noteLogged(l.text)
		default:
			s.last = append(s.last, l.text)
			if isError(l.text) {
				s.noteError(l.text)
			}
		}
	}
	return s
}

func (s *said) noteLogged(text string) {
	s.noteDiscovery(text)
	s.noPage = s.noPage || strings.HasSuffix(text, noPage)
}

// noPage ends the logged line that holds this answer. In any other the quotes would be escaped.
const noPage = `"message": "404 page not found"`

func (s *said) noteDiscovery(text string) {
	for _, m := range noResources.FindAllStringSubmatch(text, -1) {
		s.discoveryFailed[m[1]+m[2]] = true
	}
}

func (s *said) noteError(text string) {
	s.errors = append(s.errors, text)
	s.noteDiscovery(text)
	if missing, ok := rightOf(text); ok {
		s.rights = append(s.rights, missing)
	}
	if m := unknownKind.FindStringSubmatch(text); m != nil {
		s.unknownKinds[[2]string{m[1], m[2]}] = true
	}
}

// errorHeads are how kubectl begins the line that says why it failed.
var errorHeads = []string{"error: ", "Error from server", "Error in configuration", "Unable to connect to the server", "The connection to the server"}

// severalHeads are how it begins one of several, which have no "error: " before them.
var severalHeads = []string{"unable to recognize ", "serializer for ", "invalid character '"}

func isError(text string) bool {
	return hasHead(text, errorHeads) || hasHead(text, severalHeads) || text == "EOF" // of the network, or of a question to the operator
}

func hasHead(text string, heads []string) bool {
	return slices.ContainsFunc(heads, func(head string) bool { return strings.HasPrefix(text, head) })
}

// reason is the line that says why kubectl failed, or empty when it said nothing. Words before its last logged line are
// a credential plugin's.
func (s said) reason() string {
	for _, text := range slices.Backward(s.errors) {
		if hasHead(text, errorHeads) {
			return shown(strings.TrimPrefix(text, "error: "))
		}
	}
	if len(s.last) == 0 {
		return ""
	}
	return shown(s.last[len(s.last)-1])
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

var userinfo = regexp.MustCompile(`(://)[^/\s"']*@`)

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
	for _, line := range s.errors {
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
