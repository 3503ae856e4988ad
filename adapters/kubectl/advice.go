package kubectl

import (
	"net/url"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Commands to paste into a shell, for an operator to see what nestor saw. They are on Linux and on macOS alike.
const (
	ownVersion = "kubectl version --client"
	fetchAgain = "nestor kubeconfig fetch"
)

// readsControl reads the positive control.
func (r reading) readsControl() string { return r.access.Kubectl("get", "namespace", "kube-system") }

// dials opens a connection and closes it.
func (r reading) dials() string { return dials(r.server.host()) }

func dials(host, port string) string { return ports.Command("nc", "-vz", "-w", "5", host, port) }

// handshakes opens a TLS connection, on the way that kubectl takes.
func (r reading) handshakes(options ...string) string {
	words := append([]string{"openssl", "s_client", "-connect", r.server.hostAndPort()}, options...)
	if proxy, err := url.Parse(r.access.Proxy); err == nil && proxy.Scheme == "http" {
		words = append(words, "-proxy", proxy.Host)
	}
	return ports.Command(words...) + " </dev/null"
}

// showsCertificate prints the server's certificate in full: its names, its dates, who signed it.
func (r reading) showsCertificate() string {
	return r.handshakes() + " 2>/dev/null | openssl x509 -noout -text"
}

func (r reading) seeWhatAnswers() say.Text {
	return say.Textf("correct the server in the kubeconfig, and see what answers there: %s", r.asks("https"))
}

// asks is for whatever listens there, an API server or not.
func (r reading) asks(scheme string) string {
	options := "-sS"
	if scheme == "https" {
		options = "-ksS"
	}
	return ports.Command("curl", options, scheme+"://"+r.server.hostAndPort()+r.server.prefix+"/version")
}

func (r reading) reachIt() say.Text {
	return say.Textf("turn on the VPN, look at the firewall, or give it longer with --timeout, and try: %s", r.dials())
}

// host is the server's host and port.
func (s server) host() (host, port string) { return hostOf(s.origin) }

// hostAndPort is both as one word, an address of version 6 in brackets.
func (s server) hostAndPort() string {
	host, port := s.host()
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return host + ":" + port
}

func hostOf(address string) (host, port string) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return address, ""
	}
	port = u.Port()
	switch {
	case port != "":
	case u.Scheme == "http":
		port = "80"
	case strings.HasPrefix(u.Scheme, "socks"):
		port = "1080"
	default:
		port = "443"
	}
	return u.Hostname(), port
}
