package kubectl

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
)

// server is where the requests go: an answer counts only if it came from there.
type server struct {
	origin string // scheme://host[:port], without user information
	prefix string // the path in front of every request, such as /k8s/clusters/c-1
}

func parseServer(address string) server {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return server{origin: withoutUserinfo(address)}
	}
	return server{origin: u.Scheme + "://" + strings.ToLower(u.Host), prefix: strings.TrimRight(u.Path, "/")}
}

// String is the address as people read it.
func (s server) String() string { return s.origin + s.prefix }

// request is one line of the request log.
type request struct {
	ports.Request
	path  string // without server, prefix and query; empty when the request went elsewhere
	query url.Values
}

var (
	// klogLine matches the head of every line that kubectl logs: severity and date, time, thread, file and line.
	klogLine   = regexp.MustCompile(`^[IWEF]\d{4} \d{2}:\d{2}:\d{2}\.\d+ +\d+ ([\w-]+\.go):\d+\] ?(.*)$`)
	klogWriter = regexp.MustCompile(`^[IWEF](\d{4}) \S+ +(\d+) `)
	// kubectl to 1.32: GET https://host/path 200 OK in 3 milliseconds (no status when no answer came).
	plainRequest = regexp.MustCompile(`^([A-Z]+) (\S+) (.*?) ?in \d+ milliseconds$`)
	// kubectl from 1.33: "Response" verb="GET" url="https://host/path" status="200 OK" milliseconds=3
	field = regexp.MustCompile(`(\w+)=("(?:[^"\\]|\\.)*"|[^\s"]+)`)
)

// logHead takes a line that kubectl logged apart; nil when it did not log it. Most lines of a flood show that at once.
func logHead(line string) []string {
	if len(line) < len("I0102 ") || !strings.Contains("IWEF", line[:1]) || line[1] < '0' || line[1] > '9' {
		return nil
	}
	return klogLine.FindStringSubmatch(line)
}

// requestOf reads one line of stderr. Only the round-tripper's own lines are requests.
func requestOf(line string, from server) (request, bool) {
	head := logHead(line)
	if head == nil || head[1] != "round_trippers.go" {
		return request{}, false
	}
	method, address, status, ok := plainFields(head[2])
	if !ok {
		method, address, status, ok = structuredFields(head[2])
	}
	u, err := url.Parse(address)
	if !ok || err != nil {
		return request{}, false
	}
	code, _, _ := strings.Cut(status, " ")
	number, _ := strconv.Atoi(code)
	return request{
		Request: ports.Request{Method: method, Path: shownPath(u), Status: number},
		path:    from.pathOf(u),
		query:   u.Query(),
	}, true
}

// writerOf is the day and the process of a logged line.
func writerOf(line string) string {
	m := klogWriter.FindStringSubmatch(line)
	if m == nil {
		return ""
	}
	return m[1] + " " + m[2]
}

func plainFields(text string) (method, address, status string, ok bool) {
	m := plainRequest.FindStringSubmatch(text)
	if m == nil {
		return "", "", "", false
	}
	return m[1], m[2], m[3], true
}

// structuredFields wants all four fields: a line that was cut short is no answer.
func structuredFields(text string) (method, address, status string, ok bool) {
	rest, ok := strings.CutPrefix(text, `"Response" `)
	if !ok {
		return "", "", "", false
	}
	values := map[string]string{}
	for _, m := range field.FindAllStringSubmatch(rest, -1) {
		if unquoted, err := strconv.Unquote(m[2]); err == nil {
			m[2] = unquoted
		}
		values[m[1]] = m[2]
	}
	_, answered := values["status"]
	_, ended := values["milliseconds"]
	return values["verb"], values["url"], values["status"], answered && ended && values["verb"] != "" && values["url"] != ""
}

// pathOf is the path below the server's prefix, or empty for a request that a redirect took to another place.
func (s server) pathOf(u *url.URL) string {
	path, below := strings.CutPrefix(u.Path, s.prefix)
	if !below || u.Scheme+"://"+strings.ToLower(u.Host) != s.origin {
		return ""
	}
	return path
}

// settle makes one status of all the answers to one URL. kubectl tries again after 429 and 5xx, so an answer
// outweighs these; two answers that differ are none.
func settle(statuses []int) int {
	answer, last := 0, 0
	for _, status := range statuses {
		last = status
		if status == 0 || status == 429 || status >= 500 {
			continue
		}
		if answer != 0 && answer != status {
			return 0
		}
		answer = status
	}
	if answer != 0 {
		return answer
	}
	return last
}

// objectPath is the URL path of one object.
func objectPath(ref ports.ObjectRef) string {
	if ref.Namespace == "" {
		return groupPath(ref) + "/" + ref.Resource + "/" + ref.Name
	}
	return groupPath(ref) + "/namespaces/" + ref.Namespace + "/" + ref.Resource + "/" + ref.Name
}

// listPath is the URL path of a list across namespaces.
func listPath(ref ports.ObjectRef) string { return groupPath(ref) + "/" + ref.Resource }

func groupPath(ref ports.ObjectRef) string {
	if ref.Group == "" {
		return "/api/" + ref.Version
	}
	return "/apis/" + ref.Group + "/" + ref.Version
}
