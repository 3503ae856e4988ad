package inventory

import (
	"net/netip"
	"regexp"
	"strings"
	"unicode"
)

var (
	hostName  = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?(\.[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?)*\.?$`)
	numeric   = regexp.MustCompile(`^([0-9]+|0[xX][0-9a-fA-F]*)$`)
	zone      = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*$`)
	userName  = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._+-]*$`)
	boolWords = regexp.MustCompile(`^(?i:yes|no|on|off|true|false)$`)
)

// hostOf gives a host as ssh takes it, or says why it is none. Only an IPv6 address may stand in brackets, and they are cut off.
func hostOf(s string) (host, what string) {
	if inner, ok := strings.CutPrefix(s, "["); ok && strings.HasSuffix(inner, "]") {
		inner = strings.TrimSuffix(inner, "]")
		if addr, err := netip.ParseAddr(inner); err != nil || !addr.Is6() {
			return "", "has brackets, and is no IPv6 address"
		}
		s = inner
	}
	if addr, err := netip.ParseAddr(s); err == nil {
		if addr.Zone() != "" && !zone.MatchString(addr.Zone()) {
			return "", "has a zone that is no name of a network interface"
		}
		return s, ""
	}
	switch {
	case strings.HasPrefix(s, "-"):
		return "", "begins with a dash, and ssh would take it for an option"
	case !hostName.MatchString(s) || len(s) > maxName:
		return "", "is neither an IP address nor a host name"
	case numeric.MatchString(lastLabel(s)):
		return "", "looks like an IPv4 address and is none"
	case boolWords.MatchString(s):
		return "", "is a truth value to Ansible, and no host name"
	}
	return s, ""
}

// lastLabel is a name's last part. Where that is a number, the system reads an address: 10.1 is 10.0.0.1.
func lastLabel(s string) string {
	s = strings.TrimSuffix(s, ".")
	return s[strings.LastIndex(s, ".")+1:]
}

func userFault(s string) string {
	switch {
	case strings.HasPrefix(s, "-"):
		return "begins with a dash, and ssh would take it for an option"
	case !userName.MatchString(s) || len(s) > 64:
		return "is no user name: letters, digits and . _ - + are"
	case boolWords.MatchString(s):
		return "is a truth value to Ansible, and no user name"
	case len(s) > 1 && s[0] == '0' && strings.Trim(s, "0123456789") == "":
		return "begins with a zero, and Ansible reads another number"
	}
	return ""
}

func pathFault(s string) string {
	switch {
	case strings.HasPrefix(s, "-"):
		return "begins with a dash, and ssh would take it for an option"
	case strings.TrimSpace(s) != s || s == "":
		return "is empty or has blanks around it"
	case strings.ContainsFunc(s, unicode.IsControl):
		return "holds control characters"
	}
	return ""
}
