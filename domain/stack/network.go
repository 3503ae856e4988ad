package stack

import (
	"net/netip"
	"net/url"
	"regexp"
	"strings"

	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/ports/say"
)

const (
	defaultPort = 6443
	maxPort     = 65535
)

var hostName = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_])?\.?$`)

func (t topology) network(nodes []Node) Network {
	f := t.section("network")
	n := Network{
		Endpoint: endpoint(f.At("control_plane_endpoint")),
		Port:     port(f.At("control_plane_port")),
		IP:       host(f.At("control_plane_ip")),
	}
	lb := f.At("control_plane_lb")
	if lb.Present {
		n.LBMode, n.LBIP = loadBalancer(lb)
		return n
	}
	if controls := (Stack{Nodes: nodes}).WithRole(Control); len(controls) > 1 {
		f.Fault(CodeNoLoadBalancer, say.Textf("%d control nodes need an address in front of them", len(controls)),
			say.Textf("declare `network: {control_plane_lb: {mode: kube-vip-arp, ip: …}}`"))
	}
	return n
}

func loadBalancer(f document.Field) (mode, ip string) {
	if !f.Map() {
		return "", ""
	}
	f.Keys()
	for _, key := range f.Required() {
		if !f.At(key).Present {
			f.At(key).Fault(document.CodeMissing, say.Textf("is required"), say.Textf("write `{mode: kube-vip-arp, ip: …}`"))
		}
	}
	return f.At("mode").Word(""), host(f.At("ip"))
}

func port(f document.Field) int {
	n := f.Int(defaultPort)
	if n < 1 || n > maxPort {
		f.Fault(CodePort, say.Textf("%d is no port", n), say.Textf("write a number from 1 to 65535"))
	}
	return n
}

// host is an IP address or a host name: what later becomes part of an address or of ssh's arguments.
func host(f document.Field) string {
	s := f.Text()
	if !isText(f) || isHost(s) {
		return s
	}
	instead := say.Textf("write an IP address or a host name")
	if strings.Contains(s, "@") {
		f.FaultUnquoted(CodeAddress, say.Textf("is no address"), instead)
		return s
	}
	if strings.Contains(s, "://") || strings.Contains(s, ":") {
		instead = say.Textf("write an IP address or a host name alone, without scheme, path and port")
	}
	f.Fault(CodeAddress, say.Textf("%q is no address", s), instead)
	return s
}

// endpoint is a host as above or, for an API behind a front door, the whole https URL with its path.
func endpoint(f document.Field) string {
	s := f.Text()
	if !isText(f) || !strings.Contains(s, "://") {
		return host(f)
	}
	u, err := url.Parse(s)
	switch {
	case err != nil || !isHost(u.Hostname()):
		f.FaultUnquoted(CodeAddress, say.Textf("is no URL of an API"), say.Textf("write a host, or https://HOST[:PORT][/PATH]"))
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		f.FaultUnquoted(CodeAddress, say.Textf("has more in it than scheme, host, port and path"), say.Textf("write https://HOST[:PORT][/PATH]; credentials belong into the kubeconfig"))
	case !strings.EqualFold(u.Scheme, "https"):
		f.Fault(CodeAddress, say.Textf("is %s, and an API is reached by https alone", u.Scheme), say.Textf("write https://HOST[:PORT][/PATH]"))
	}
	return s
}

func isHost(s string) bool {
	if _, err := netip.ParseAddr(s); err == nil {
		return true
	}
	return hostName.MatchString(s)
}
