package kubectl

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// refusals holds what kubectl quoted the API server with against the objects that were refused.
type refusals struct {
	tooMany bool           // errors that no answer accounts for
	short   map[string]int // of the words for missing objects, how often each was awaited, less how often it was quoted
}

func notItsOwn() say.Text {
	return say.Textf("the API server answered 404 in words that are not its own; is a proxy in between?")
}

// quotedMissing is how kubectl begins to quote a 404.
const quotedMissing = "Error from server (NotFound): "

// account does so for the objects that were asked for. A message may go on over several lines, one of which looks like the
// words for another object: there is then one error, or one that tells of a missing object, too many.
func (r *reading) account(asked []ports.ObjectRef) {
	r.refusals.short = map[string]int{}
	named := map[string]bool{}
	for _, ref := range asked {
		path := objectPath(ref)
		named[path] = true
		if r.logged(path) == http.StatusNotFound {
			r.refusals.short[r.wordsFor(ref)]++
		}
	}
	errors, missing := 0, 0
	for _, text := range r.said.last {
		if strings.HasPrefix(text, "Error from server") {
			errors++
		}
		if strings.HasPrefix(text, quotedMissing) {
			missing++
			r.refusals.short[text]--
		}
	}
	for path := range r.byPath {
		if !named[path] && !isNamed(path) {
			continue
		}
		switch r.logged(path) {
		case 0, http.StatusOK, http.StatusUnauthorized:
		case http.StatusNotFound:
			missing--
			errors--
		default:
			errors--
		}
	}
	r.refusals.tooMany = errors > 0 || missing > 0
}

// isNamed is true for the path of an object that was asked for. The namespace of a missing one is too, and has no error
// of its own.
func isNamed(path string) bool {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	switch {
	case path == byItsName.path:
		return true
	case parts[0] == "api":
		return len(parts) == 6 || len(parts) == 4 && parts[2] != namespaces.Resource
	default:
		return parts[0] == "apis" && len(parts) >= 5
	}
}

// missing is the answer for an object that got a 404. Any server on the way can answer 404: it is believed in the API
// server's own words, which name the object. Several objects may have the same, and each of them needs its own line.
func (r reading) missing(ref ports.ObjectRef) ports.ObjectAnswer {
	short, awaited := r.refusals.short[r.wordsFor(ref)]
	switch {
	case r.refusals.tooMany:
		return ports.ObjectAnswer{Reason: say.Textf("the API server answered 404, and kubectl reported an error that no answer accounts for; try again")}
	case !awaited || short > 0:
		return ports.ObjectAnswer{Reason: notItsOwn()}
	}
	return ports.ObjectAnswer{Outcome: ports.Missing}
}

// wordsFor is the line that tells that an object is missing. kubectl then asks for its namespace too, and quotes that
// instead if it is missing as well.
func (r reading) wordsFor(ref ports.ObjectRef) string {
	if ref.Namespace != "" {
		namespace := named(namespaces, ref.Namespace)
		if r.logged(objectPath(namespace)) == http.StatusNotFound {
			ref = namespace
		}
	}
	resource := strings.TrimSuffix(ref.Resource+"."+ref.Group, ".")
	return fmt.Sprintf("%s%s \"%s\" not found", quotedMissing, resource, ref.Name)
}
