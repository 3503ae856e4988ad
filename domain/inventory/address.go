package inventory

import (
	"net/netip"
	"regexp"
	"strings"
	"unicode"

	"github.com/univ-lehavre/nestor/ports/say"
)

var (
	hostName  = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?(\.[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?)*\.?$`)
	numeric   = regexp.MustCompile(`^([0-9]+|0[xX][0-9a-fA-F]*)$`)
	zone      = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*$`)
	userName  = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._+-]*$`)
	boolWords = regexp.MustCompile(`^(?i:yes|no|on|off|true|false)$`)
)

// hostOf gives a host as ssh takes it, or says why it is none. Only an IPv6 address may stand in brackets, and they are cut off.
func hostOf(s string) (host string, what say.Text) {
	if inner, ok := strings.CutPrefix(s, "["); ok && strings.HasSuffix(inner, "]") {
		inner = strings.TrimSuffix(inner, "]")
		if addr, err := netip.ParseAddr(inner); err != nil || !addr.Is6() {
			return "", say.Textf("has brackets, and is no IPv6 address")
		}
		s = inner
	}
	if addr, err := netip.ParseAddr(s); err == nil {
		if addr.Zone() != "" && !zone.MatchString(addr.Zone()) {
			return "", say.Textf("has a zone that is no name of a network interface")
		}
		return s, say.Text{}
	}
	switch {
	case strings.HasPrefix(s, "-"):
		return "", asOption()
	case !hostName.MatchString(s) || len(s) > maxName:
		return "", say.Textf("is neither an IP address nor a host name")
	case numeric.MatchString(lastLabel(s)):
		return "", say.Textf("looks like an IPv4 address and is none")
	case boolWords.MatchString(s):
		return "", say.Textf("is a truth value to Ansible, and no host name")
	}
	return s, say.Text{}
}

// lastLabel is a name's last part. Where that is a number, the system reads an address: 10.1 is 10.0.0.1.
func lastLabel(s string) string {
	s = strings.TrimSuffix(s, ".")
	return s[strings.LastIndex(s, ".")+1:]
}

func asOption() say.Text { return say.Textf("begins with a dash, and ssh would take it for an option") }

func userFault(s string) say.Text {
	switch {
	case strings.HasPrefix(s, "-"):
		return asOption()
	case !userName.MatchString(s) || len(s) > 64:
		return say.Textf("is no user name: letters, digits and . _ - + are")
	case boolWords.MatchString(s):
		return say.Textf("is a truth value to Ansible, and no user name")
	case len(s) > 1 && s[0] == '0' && strings.Trim(s, "0123456789") == "":
		return say.Textf("begins with a zero, and Ansible reads another number")
	}
	return say.Text{}
}

func pathFault(s string) say.Text {
	switch {
	case strings.HasPrefix(s, "-"):
		return asOption()
	case strings.TrimSpace(s) != s || s == "":
		return say.Textf("is empty or has blanks around it")
	case strings.ContainsFunc(s, unicode.IsControl):
		return say.Textf("holds control characters")
	}
	return say.Text{}
}
