package kubectl

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/adapters/run"
)

// apiParameters are what kubectl asks an API server with. Any other parameter is another server's, to which a redirect
// led, and may be a ticket or a token.
var apiParameters = []string{
	"allowWatchBookmarks", "continue", "fieldManager", "fieldSelector", "includeObject", "labelSelector", "limit",
	"resourceVersion", "resourceVersionMatch", "sendInitialEvents", "timeout", "timeoutSeconds", "watch",
}

// plainParameter is one as kubectl encodes it.
var plainParameter = regexp.MustCompile(`^([A-Za-z]+)=[A-Za-z0-9%._~+*-]*$`)

// shownPath is the path and the query of a request as they are told: no user information, no parameter that is not the
// API's, and nothing but ASCII.
func shownPath(u *url.URL) string {
	path := run.Redact(u.EscapedPath())
	if path == "" {
		path = "/"
	}
	var kept []string
	others := false
	for part := range strings.SplitSeq(u.RawQuery, "&") {
		m := plainParameter.FindStringSubmatch(part)
		known := m != nil && slices.Contains(apiParameters, m[1])
		others = others || part != "" && !known
		if known {
			kept = append(kept, part)
		}
	}
	if others {
		kept = append(kept, "...")
	}
	if len(kept) > 0 {
		path += "?" + strings.Join(kept, "&")
	}
	return path
}

// loggedURL is one as kubectl logs it, bare or in quotes.
var loggedURL = regexp.MustCompile(`https?://[^\s"\\]+`)

// keptAddress leaves nothing of an address in a recording but what is told of it.
func keptAddress(text string) string {
	return loggedURL.ReplaceAllStringFunc(withoutUserinfo(text), func(found string) string {
		u, err := url.Parse(found)
		if err != nil {
			return "" // no request is read from it
		}
		return u.Scheme + "://" + u.Host + shownPath(u)
	})
}
