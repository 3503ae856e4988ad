package kubectl

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// reading is one kubectl process after its end: what it was answered, request by request, and what it printed.
type reading struct {
	result   run.Result
	access   ports.Access
	server   server
	timeout  time.Duration
	requests []ports.Request
	byPath   map[string][]request
	forged   map[string]bool   // paths that a line speaks of which kubectl did not log itself
	asked    []ports.ObjectRef // the kinds of a list
	refusals refusals          // of objects
	said     said
	document document
	unknown  []string // resource types that had to be left out
}

func newReading(result run.Result, printed document, access ports.Access, timeout time.Duration) reading {
	lines := linesOf(cutFlood(result))
	got := reading{
		result:   result,
		access:   access,
		server:   parseServer(access.Server),
		timeout:  timeout,
		byPath:   map[string][]request{},
		forged:   map[string]bool{},
		said:     newSaid(lines),
		document: printed,
	}
	got.readLog(lines)
	return got
}

// cutFlood gives what kubectl wrote on stderr. Of a process that was ended nothing is believed, and nothing but the lines
// that look logged is worth the time that millions of others would take: one may tell of a write.
func cutFlood(result run.Result) string {
	if !result.Truncated && !result.TimedOut && !result.Interrupted {
		return string(result.Stderr)
	}
	var kept []string
	for text := range strings.SplitSeq(string(result.Stderr), "\n") {
		if logHead(text) != nil {
			kept = append(kept, text)
		}
	}
	return strings.Join(kept, "\n")
}

// readLog takes the requests out of stderr. A server's message may hold lines that look like requests: those give
// themselves away by their place, process or day, and then nothing is known of the path they speak of.
func (r *reading) readLog(lines []line) {
	own := ""
	for _, l := range lines {
		asked, ok := requestOf(l.text, r.server)
		if !ok {
			continue
		}
		if own == "" {
			own = writerOf(l.text)
		}
		foreign := l.late || writerOf(l.text) != own
		if foreign {
			r.forged[asked.path] = true
		} else {
			r.byPath[asked.path] = append(r.byPath[asked.path], asked)
		}
		if !foreign || !asked.Reads() { // a write is told whoever tells of it
			r.requests = append(r.requests, asked.Request)
		}
	}
}

// The positive control: it exists in every cluster, and its UID tells one cluster from another.
var (
	namespaces = ports.Namespaces
	kubeSystem = named(namespaces, "kube-system")
)

// named is one object of a kind that lives in no namespace.
func named(kind ports.ObjectRef, name string) ports.ObjectRef {
	kind.Name = name
	return kind
}

// control is the request whose answer holds kube-system.
type control struct {
	verb string
	ref  ports.ObjectRef
	path string
}

// The two ways to ask for it.
var (
	byItsName = control{"get", kubeSystem, objectPath(kubeSystem)}
	inTheList = control{"list", namespaces, listPath(namespaces)}
)

// plainUID is any UID that an API server makes. Other text in its place would be shown, and pinned, as if it were one.
var plainUID = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)

// proven gives the UID of kube-system if the request for it was answered with 200.
// A 403 in the API server's own words is an answer too, without a UID.
func (r reading) proven(by control) (uid string, ok bool) {
	if r.forged[by.path] {
		return "", false
	}
	if r.said.missingRight(by.verb, by.ref) != "" && r.forbidden(by.path) {
		return "", true
	}
	found, in := r.document.find(kubeSystem)
	if !in || !plainUID.MatchString(found.Metadata.UID) {
		return "", false
	}
	for _, asked := range r.byPath[by.path] {
		if asked.Status == http.StatusOK {
			return found.Metadata.UID, true
		}
	}
	return "", false
}

func (r reading) forbidden(path string) bool {
	asked := r.byPath[path]
	return len(asked) > 0 && asked[len(asked)-1].Status == http.StatusForbidden
}

// status is what became of the request for exactly this path: 0 when it got no answer, or several that differ.
func (r reading) status(path string) (status int, asked bool) {
	if r.forged[path] {
		return 0, true
	}
	for _, line := range r.byPath[path] {
		asked = asked || len(line.query) == 0
	}
	return r.logged(path), asked
}

// logged is the same, whatever else a line tells of it that kubectl did not log itself.
func (r reading) logged(path string) int {
	var statuses []int
	for _, line := range r.byPath[path] {
		if len(line.query) == 0 {
			statuses = append(statuses, line.Status)
		}
	}
	return settle(statuses)
}

// object is the answer to the question for one object, by its own request.
func (r reading) object(ref ports.ObjectRef) ports.ObjectAnswer {
	status, asked := r.status(objectPath(ref))
	found, in := r.document.find(ref)
	switch {
	case status == http.StatusOK && in:
		object := found.object(ref.Resource)
		return ports.ObjectAnswer{Outcome: ports.Found, Object: &object}
	case status == http.StatusNotFound && !in:
		return r.missing(ref)
	case status == http.StatusForbidden && !in:
		return ports.ObjectAnswer{Outcome: ports.Forbidden, Reason: r.rightOr("get", ref, objectPath(ref))}
	case !asked && r.said.unrecognised(ref):
		return ports.ObjectAnswer{Reason: say.Textf("kubectl does not know kind %s in %s", ref.Kind, ref.APIVersion())}
	case status == http.StatusOK:
		return ports.ObjectAnswer{Reason: say.Textf("the API server answered 200, and kubectl did not print the object")}
	default:
		return ports.ObjectAnswer{Reason: statusReason(status, asked)}
	}
}

// rightOr is the right that a 403 lacks, or the request that got it.
func (r reading) rightOr(verb string, ref ports.ObjectRef, path string) say.Text {
	if words := r.said.missingRight(verb, ref); words != "" {
		return say.Verbatim(words)
	}
	return say.Textf("403 Forbidden on GET %s", path)
}

func statusReason(status int, asked bool) say.Text {
	switch {
	case !asked:
		return say.Textf("kubectl did not ask for it")
	case status == 0:
		return say.Textf("the API server gave no clear answer")
	case status == http.StatusTooManyRequests, status >= http.StatusInternalServerError:
		return say.Textf("the API server answered %d %s; try again", status, http.StatusText(status))
	default:
		return say.Textf("the API server answered %s", strings.TrimSpace(fmt.Sprintf("%d %s", status, http.StatusText(status))))
	}
}

// list is the answer to one list: all its pages answered with 200, and its items.
func (r reading) list(ref ports.ObjectRef) (outcome ports.Outcome, reason say.Text, items []item) {
	ref, ok := r.served(ref)
	status, asked := r.listStatus(listPath(ref))
	items = r.document.ofKind(ref)
	switch {
	case r.leftOut(ref):
		return ports.Unread, say.Textf("kubectl does not know the resource type %q", ref.Resource), nil
	case !ok && r.strayed(ref) != "":
		return ports.Unread, say.Textf("kubectl took %s for %s; try again", ref.Resource, r.strayed(ref)), nil
	case !ok || !asked:
		return ports.Unread, statusReason(0, false), nil
	case status == http.StatusForbidden:
		return ports.Forbidden, r.rightOr("list", ref, listPath(ref)), nil
	case status != http.StatusOK:
		return ports.Unread, statusReason(status, true), nil
	case !r.unexplained().IsZero():
		return ports.Unread, say.Textf("kubectl could not read all it was answered: %s", r.unexplained()), nil
	case r.document.Kind == "":
		return ports.Unread, say.Textf("kubectl did not print the list"), nil
	case len(items) == 0 && neverEmpty(ref):
		return ports.Unread, say.Textf("the API server answered without any %s, and every cluster has some", ref.Resource), nil
	case r.incomplete(ref, items) && !r.stray().IsZero():
		return ports.Unread, say.Textf("the API server answered one of the lists with something else (%s); try again", r.stray()), nil
	default:
		return ports.Found, say.Text{}, items
	}
}

func (r reading) leftOut(ref ports.ObjectRef) bool {
	for _, resource := range r.unknown {
		if resource == ref.Resource {
			return true
		}
	}
	return false
}

// served completes a ref without version by the one that kubectl listed. Only its own group counts: without discovery of
// that, kubectl takes a plain name for another kind of the same plural.
func (r reading) served(ref ports.ObjectRef) (ports.ObjectRef, bool) {
	if ref.Version != "" {
		return ref, true
	}
	found := 0
	for path := range r.byPath {
		group, version, ok := listOf(path, ref.Resource)
		if ok && group == ref.Group {
			ref.Version = version
			found++
		}
	}
	return ref, found == 1
}

// listOf takes the path of a list across namespaces apart.
func listOf(path, resource string) (group, version string, ok bool) {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	switch {
	case len(parts) == 3 && parts[0] == "api" && parts[2] == resource:
		return "", parts[1], true
	case len(parts) == 4 && parts[0] == "apis" && parts[3] == resource:
		return parts[1], parts[2], true
	default:
		return "", "", false
	}
}

// listStatus is 200 when every page was answered with 200, the first one included; else the first other status.
func (r reading) listStatus(path string) (status int, asked bool) {
	if r.forged[path] {
		return 0, true
	}
	pages := map[string][]int{}
	var order []string
	for _, line := range r.byPath[path] {
		page := line.query.Get("continue")
		if _, seen := pages[page]; !seen {
			order = append(order, page)
		}
		pages[page] = append(pages[page], line.Status)
	}
	if _, begun := pages[""]; !begun {
		return 0, false
	}
	for _, page := range order {
		if status := settle(pages[page]); status != http.StatusOK {
			return status, true
		}
	}
	return http.StatusOK, true
}

// unexplained is an error that no status accounts for, such as an answer of 200 that was not JSON: kubectl then
// prints the list without these items, or without the pages that follow.
func (r reading) unexplained() say.Text {
	if r.result.Exit == 0 {
		return say.Text{}
	}
	refused := 0
	for path := range r.byPath {
		if status, asked := r.listStatus(path); isList(path) && asked && status != http.StatusOK {
			refused++
		}
	}
	for _, line := range r.said.last {
		if refused == 0 || !strings.HasPrefix(line, "Error from server (") {
			return say.Verbatim(shown(strings.TrimPrefix(line, "error: ")))
		}
		refused--
	}
	if len(r.said.last) == 0 {
		return say.Textf("it ended with status %d and said nothing", r.result.Exit)
	}
	return say.Text{}
}

func isList(path string) bool {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	_, _, ok := listOf(path, parts[len(parts)-1])
	return ok
}
