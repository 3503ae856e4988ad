package inventory

import (
	"net/netip"
	"strings"

	"github.com/univ-lehavre/nestor/ports/say"
)

// ParseLogin reads user@host[:port] as the operator writes it: an IPv6 address with a port stands in brackets. Explicit is
// true when it says more than a host's name, so that it is no name to look up. Empty gives nothing. What ssh could take for
// an option, or a shell for a command, is an error.
func ParseLogin(text string) (c Connection, explicit bool, err error) {
	if text == "" {
		return Connection{}, false, nil
	}
	user, host, withUser := strings.Cut(text, "@")
	if !withUser {
		user, host = "", text
	}
	if what := userFault(user); withUser && !what.IsZero() {
		return Connection{}, false, noLogin(say.Textf("the user %s %s", quoted(user), what))
	}
	c = Connection{Name: host, User: user}
	host, port, withPort := cutPort(host)
	if withPort {
		if c.Port, err = portOf(port); err != nil || !wholeNumber.MatchString(port) {
			return Connection{}, false, &say.Problem{Code: CodeLogin, What: say.Textf("%s is no port", quoted(port)), Do: say.Textf("write USER@HOST[:PORT] with a number from 1 to 65535")}
		}
	}
	var what say.Text
	if c.Host, what = hostOf(host); !what.IsZero() {
		return Connection{}, false, noLogin(say.Textf("the host %s %s", quoted(host), what))
	}
	return c, withUser || withPort, nil
}

func noLogin(what say.Text) error {
	return &say.Problem{Code: CodeLogin, What: what, Do: say.Textf("write USER@HOST[:PORT]")}
}

// cutPort splits a port off, if there is one: the colons of a bare IPv6 address are its own.
func cutPort(host string) (name, port string, found bool) {
	if _, err := netip.ParseAddr(host); err == nil || strings.HasSuffix(host, "]") {
		return host, "", false
	}
	i := strings.LastIndex(host, ":")
	if i < 0 {
		return host, "", false
	}
	return host[:i], host[i+1:], true
}
