package target

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports/say"
)

// endpoint is what of a server's URL decides which API is meant.
type endpoint struct {
	scheme, host, port, path string
}

// defaultPorts are those of a URL without a port.
var defaultPorts = map[string]string{"https": "443", "http": "80"}

// placeholders are names that any cluster may carry: each machine's own hosts file decides where they lead.
var placeholders = map[string]bool{"cluster-api": true, "lb-apiserver.kubernetes.local": true}

// parseEndpoint normalises a URL: case, default port, spellings of IPv6, a final dot and a final slash do not count.
// Without a scheme or a host there is no endpoint.
func parseEndpoint(raw string) (endpoint, bool) {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme == "" || u.Hostname() == "" {
		return endpoint{}, false
	}
	e := endpoint{scheme: strings.ToLower(u.Scheme), host: canonicalHost(u.Hostname()), port: u.Port()}
	if e.port == "" {
		e.port = defaultPorts[e.scheme]
	}
	if n, err := strconv.Atoi(e.port); err == nil {
		e.port = strconv.Itoa(n)
	}
	e.path = strings.TrimRight(u.EscapedPath(), "/")
	if u.RawQuery != "" {
		e.path += "?" + u.RawQuery
	}
	return e, true
}

func canonicalHost(host string) string {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.Unmap().String()
	}
	return strings.TrimSuffix(strings.ToLower(host), ".")
}

// SameEndpoint reports whether two URLs name the same API. The path counts; no scheme, or another one, is never the
// same; two values that name nothing are not the same either.
func SameEndpoint(a, b string) bool {
	one, ok := parseEndpoint(a)
	other, also := parseEndpoint(b)
	return ok && also && one == other
}

// generic reports an endpoint that proves nothing: a placeholder, or this very machine, where tunnels and benches are.
func (e endpoint) generic() bool { return placeholders[e.host] || e.loopback() || e.shorthand() }

// Generic reports a server's URL that proves nothing and leads nowhere from another machine: a placeholder or loopback.
func Generic(server string) bool {
	e, ok := parseEndpoint(server)
	return ok && e.generic()
}

// Loopback reports a server's URL that leads to this machine.
func Loopback(server string) bool {
	e, ok := parseEndpoint(server)
	return ok && e.loopback()
}

func (e endpoint) loopback() bool {
	if ip, err := netip.ParseAddr(e.host); err == nil {
		return ip.IsLoopback() || ip.IsUnspecified()
	}
	return localNames[e.host] || strings.HasSuffix(e.host, ".localhost")
}

// localNames are what hosts files call this machine.
var localNames = map[string]bool{
	"localhost": true, "localhost.localdomain": true, "localhost4": true, "localhost4.localdomain4": true,
	"localhost6": true, "localhost6.localdomain6": true, "ip6-localhost": true, "ip6-loopback": true,
}

// shorthand reports a host that the system may read as an address which it does not spell out: 127.1, 2130706433.
func (e endpoint) shorthand() bool {
	last := e.host[strings.LastIndex(e.host, ".")+1:]
	_, err := strconv.ParseUint(last, 0, 64)
	_, spelled := netip.ParseAddr(e.host)
	return err == nil && spelled != nil
}

// frontDoor reports a server with a path: the same server leads to other clusters under other paths.
func frontDoor(server string) bool {
	e, ok := parseEndpoint(server)
	return ok && e.path != ""
}

// DeclaredEndpoint is where a topology says that the API answers, and which field says so.
type DeclaredEndpoint struct {
	URL     string
	From    say.Text
	Generic bool // a placeholder or a loopback address: it proves nothing
}

// DeclaredEndpoints gives the endpoints that a topology declares, each once: the control plane's, and its nodes' own.
func DeclaredEndpoints(s stack.Stack) []DeclaredEndpoint {
	var found []DeclaredEndpoint
	add := func(host string, from say.Text) {
		if host == "" {
			return
		}
		address := ServerOf(host, s.Network.Port)
		for _, known := range found {
			if SameEndpoint(known.URL, address) {
				return
			}
		}
		e, ok := parseEndpoint(address)
		if ok {
			found = append(found, DeclaredEndpoint{URL: address, From: from, Generic: e.generic()})
		}
	}
	add(s.Network.Endpoint, say.Verbatim("network.control_plane_endpoint"))
	add(s.Network.IP, say.Verbatim("network.control_plane_ip"))
	add(s.Network.LBIP, say.Verbatim("network.control_plane_lb.ip"))
	for _, n := range s.WithRole(stack.Control) {
		add(n.AnsibleHost, say.Textf("ansible_host of %s", n.Name))
	}
	return found
}

// ServerOf makes a server's URL of a host and a port; a declared URL stays as it is.
func ServerOf(host string, port int) string {
	if strings.Contains(host, "://") {
		return host
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return "https://" + host + ":" + strconv.Itoa(port)
}

// comparison is how a kubeconfig's server stands to the declared endpoints.
type comparison int

const (
	incomparable  comparison = iota // nothing is declared that could tell
	provesNothing                   // a placeholder or a loopback address
	same                            // a declared endpoint, and one that only this stack has
	other                           // none of those that are declared
)

// compareEndpoint sets a server against what the topology declares. A tunnel's end and a placeholder say nothing of what
// is behind them, so they neither match nor contradict.
func compareEndpoint(s stack.Stack, server string) comparison {
	seen, ok := parseEndpoint(server)
	if ok && seen.generic() {
		return provesNothing
	}
	if ok && seen.named(s) {
		return incomparable
	}
	telling := false
	for _, d := range DeclaredEndpoints(s) {
		if d.Generic {
			continue
		}
		telling = true
		if SameEndpoint(d.URL, server) {
			return same
		}
	}
	if telling {
		return other
	}
	return incomparable
}

// named reports a server that is called like a declared control-plane node: where the name leads, the topology does not say.
func (e endpoint) named(s stack.Stack) bool {
	first, _, _ := strings.Cut(e.host, ".")
	for _, n := range s.WithRole(stack.Control) {
		declared, _, _ := strings.Cut(strings.ToLower(n.Name), ".")
		if _, err := netip.ParseAddr(e.host); err != nil && first == declared && !declaresHost(s, e.host) {
			return true
		}
	}
	return false
}

// declaresHost reports a host that is declared as an endpoint, so that its port and path count.
func declaresHost(s stack.Stack, host string) bool {
	for _, d := range DeclaredEndpoints(s) {
		if e, ok := parseEndpoint(d.URL); ok && e.host == host {
			return true
		}
	}
	return false
}

// declaresGeneric reports an endpoint that is declared and proves nothing.
func declaresGeneric(s stack.Stack, server string) bool {
	for _, d := range DeclaredEndpoints(s) {
		if d.Generic && SameEndpoint(d.URL, server) {
			return true
		}
	}
	return false
}

// reachesItsBench reports whether a bench's kubeconfig leads to this machine or to an address that the bench declares.
func reachesItsBench(s stack.Stack, server string) bool {
	if seen, ok := parseEndpoint(server); ok && seen.loopback() {
		return true
	}
	for _, d := range DeclaredEndpoints(s) {
		if SameEndpoint(d.URL, server) {
			return true
		}
	}
	return false
}

// declaredList says the telling endpoints of a topology in one line.
func declaredList(s stack.Stack) say.Text {
	var all []say.Text
	for _, d := range DeclaredEndpoints(s) {
		if !d.Generic {
			all = append(all, say.Textf("%s (%s)", d.URL, d.From))
		}
	}
	return say.Join(", ", all...)
}
