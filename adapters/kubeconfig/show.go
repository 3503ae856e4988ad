package kubeconfig

import (
	"net/url"
	"strconv"
	"strings"
	"unicode"
)

// plain shows a name bare when it is one plain word, and quoted otherwise, so that no name can forge a message.
func plain(name string) string {
	for _, r := range name {
		if !unicode.IsPrint(r) || unicode.IsSpace(r) || strings.ContainsRune(`",;`, r) {
			return strconv.Quote(name)
		}
	}
	if name == "" {
		return `""`
	}
	return name
}

// withoutUser shows a URL as scheme, host and path: user information and query may hold credentials.
func withoutUser(u *url.URL) string {
	shown := *u
	shown.User, shown.RawQuery, shown.ForceQuery, shown.Fragment, shown.RawFragment = nil, "", false, "", ""
	return shown.String()
}

// guarded shows a text that is no URL, quoted, without anything that could be user information or a query.
func guarded(raw string) string {
	scheme := ""
	if before, after, found := strings.Cut(raw, "://"); found {
		scheme, raw = before+"://", after
	}
	if at := strings.LastIndex(raw, "@"); at >= 0 {
		raw = raw[at+1:]
	}
	if query := strings.IndexAny(raw, "?#"); query >= 0 {
		raw = raw[:query]
	}
	return strconv.Quote(scheme + raw)
}
